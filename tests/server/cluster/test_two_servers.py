"""Two houses in processes of their own on one PostgreSQL and one Redis. `bench/two_servers.py` does it for longer."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from sortilege.games import SLUGS
from sortilege.server.ops.check_log import broken_logs
from sortilege.store.postgres import PostgresStore
from tests.support.engines import Postgres, Redis
from tests.support.served import Device, Seen, Served, commands_in, open_table

PATIENCE = [f"--limit={name}=2000" for name in ("messages", "moves", "new_tables", "requests", "sockets_each")]
QUICK = ["--limit=rescue_seconds=1", "--limit=look_seconds=0.5"]


class Room:
    """Two houses, and what they stand on."""

    def __init__(self, postgres: Postgres, redis: Redis, folder: Path) -> None:
        self.postgres, self.redis, self.store = postgres, redis, postgres.new_database()
        where = ["--store", self.store, "--bus", redis.address, *PATIENCE, *QUICK]
        self.houses = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            self.houses.append(Served(folder / name / "unused.db", *where))

    def start(self) -> None:
        for house in self.houses:
            house.start()

    def stop(self) -> None:
        for house in self.houses:
            if house.process:
                house.stop()

    def devices(self, game: str, bots: list[str], seed: int) -> list[Device]:
        """The people of one table, every second of them in the other house."""
        one, other = self.houses
        table, tokens = open_table(one.address, game, bots)
        here = Device([one, other], table, tokens[::2], seed)
        there = Device([other, one], table, tokens[1::2], seed + 1)
        there.starts = False
        return [here, there]

    async def one_killed(self) -> None:
        self.houses[0].kill()
        await asyncio.to_thread(self.houses[0].start)

    async def redis_killed(self) -> None:
        self.redis.kill()
        await asyncio.sleep(0.3)
        await asyncio.to_thread(self.redis.start)

    async def postgres_restarted(self) -> None:
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.to_thread(self.postgres.start)


@pytest.fixture
def room(postgres: Postgres, redis: Redis, tmp_path: Path) -> Iterator[Room]:
    room = Room(postgres, redis, tmp_path)
    room.start()
    yield room
    room.stop()


def answered(devices: list[Device]) -> int:
    return sum(len(device.acknowledged) for device in devices)


async def evening(room: Room, devices: list[Device], troubles: list[Callable[[], Awaitable[None]]]) -> None:
    """One game at each table, with trouble after every twenty answers."""
    playing = [asyncio.create_task(device.run()) for device in devices]
    for trouble in troubles:
        so_far = answered(devices)
        while answered(devices) < so_far + 20:
            await asyncio.sleep(0.01)
        await trouble()
    for device in devices:
        device.games = min(device.games, 1)
    await asyncio.wait_for(asyncio.gather(*playing), 300)


def kept(room: Room, devices: list[Device]) -> None:
    """Everything that was answered is there, and every table can be played again to its end."""
    store = PostgresStore(room.store)
    for device in devices:
        entries = store.read(device.table)
        assert device.acknowledged.items() <= commands_in(entries).items()
        assert any(entry.over for entry in entries)
    assert store.check() == [] and broken_logs(store.tables(), store.read) == []
    store.close()


def test_whole_games_of_all_kinds_with_seats_in_both_houses_through_every_trouble(room: Room) -> None:
    """kill -9 of a house, of Redis, a restart of PostgreSQL: nothing answered is lost, and every game ends."""
    devices = [
        device
        for i, game in enumerate(SLUGS)
        for device in room.devices(game, ["", "", "", ""] if i % 2 else ["", "", "", "greedy"], 2 * i)
    ]
    asyncio.run(evening(room, devices, [room.one_killed, room.redis_killed, room.postgres_restarted]))
    kept(room, devices)
    assert answered(devices) > 100


class Screen:
    """One screen of somebody who holds a seat."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.n = 0
        self.legal: list[str] = []
        self.answers: dict[str, Seen] = {}

    async def say(self, **ask: Any) -> None:
        await self.socket.send(json.dumps(ask))

    async def until(self, true: Callable[[], bool]) -> None:
        while not true():
            for line in str(await asyncio.wait_for(self.socket.recv(), 60)).split("\n"):
                message = json.loads(line)
                if "re" in message:
                    self.answers[message["re"]] = message
                elif message["is"] in ("snapshot", "update"):
                    part = message
                    self.n, self.legal = message["n"], part.get("legal", self.legal)


def test_both_houses_told_to_play_the_same_seat_at_once_one_move_and_one_honest_refusal(room: Room) -> None:
    """Three times: the holder of a seat sits at two screens, one in each house, and clicks on both."""

    async def test() -> None:
        table, tokens = open_table(room.houses[0].address, "abracada", ["", "greedy"])
        screens = []
        for house in room.houses:
            screens.append(Screen(await connect(f"ws{house.address[4:]}/api/socket?protocol=2", compression=None)))
            await screens[-1].say(do="subscribe", id="join", table=table, tokens=tokens)
        await screens[0].say(do="start", id="start", table=table, seat=0)
        for i in range(3):
            await click_on_both(screens, table, f"click{i}")
        for screen in screens:
            await screen.socket.close()

    asyncio.run(test())


async def click_on_both(screens: list[Screen], table: str, click: str) -> None:
    written = max(screen.n for screen in screens)
    for screen in screens:
        await screen.until(lambda screen=screen: screen.n >= written and bool(screen.legal))  # type: ignore[misc]
    at, move = screens[0].n, screens[0].legal[0]
    for i, screen in enumerate(screens):
        await screen.say(do="play", table=table, seat=0, move=move, at=at, id=f"{click}-{i}")
    answers = []
    for i, screen in enumerate(screens):
        await screen.until(lambda screen=screen, i=i: f"{click}-{i}" in screen.answers)  # type: ignore[misc]
        answers.append(screen.answers[f"{click}-{i}"])
    refusal, done = sorted(answers, key=lambda answer: answer["is"] == "done")
    assert done["is"] == "done" and refusal["code"] in ("table/stale", "seat/not_asked"), answers
    for screen in screens:
        await screen.until(lambda screen=screen: screen.n >= done["n"])  # type: ignore[misc]
