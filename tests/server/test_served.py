"""A real house: killed at random, flooded, left unread, stopped. What was answered is there; nobody else waits."""

import asyncio
import importlib.util
import json
import multiprocessing
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sortilege.games import SLUGS, load
from sortilege.server.check import broken_tables
from sortilege.store.sqlite import SqliteStore, check_file
from sortilege.store.sqlite import connect as open_store
from sortilege.testing.served import Device, Served, open_table

KILLS = 20


PATIENCE = [f"--limit={name}=2000" for name in ("messages", "moves", "new_tables")]


@contextmanager
def open_house(store: Path, *more: str) -> Iterator[Served]:
    served = Served(store, *more).start()
    try:
        yield served
    finally:
        if served.process:
            served.stop()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A house with patience for players who never think."""
    with open_house(tmp_path / "house.db", *PATIENCE) as served:
        yield served


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Served]:
    """A house with its ordinary limits."""
    with open_house(tmp_path / "strict.db") as served:
        yield served


def people(game: str) -> list[str]:
    return [""] * load(game).seats[0]


def test_killed_at_random_under_load_no_acknowledged_move_is_lost(served: Served) -> None:
    """Promise 3, at least 20 times; then every table is played to its end."""
    random = Random(8)

    async def evening() -> list[Device]:
        devices = []
        for i in range(2 * len(SLUGS) + 4):
            game = SLUGS[i % len(SLUGS)]
            bots = [*people(game), "greedy"] if i < len(SLUGS) else people(game)
            devices.append(Device(served, *open_table(served.address, game, bots), seed=i))
        playing = [asyncio.create_task(device.run()) for device in devices]
        for _ in range(KILLS):
            answered = sum(len(device.acknowledged) for device in devices)
            while sum(len(device.acknowledged) for device in devices) < answered + 10:
                assert not any(task.done() for task in playing)
                await asyncio.sleep(0.01)
            await asyncio.sleep(random.uniform(0.0, 0.3))
            served.kill()
            await asyncio.to_thread(served.start)
        for device in devices:
            device.games = min(device.games, 1)
        await asyncio.wait_for(asyncio.gather(*playing), 120)
        return devices

    devices = asyncio.run(evening())
    assert served.stop() in (0, -15)
    store = SqliteStore(served.store)
    moves = 0
    for device in devices:
        entries = {entry.command: entry.n for entry in store.read(device.table)}
        assert device.acknowledged.items() <= entries.items()
        moves += len(device.acknowledged)
    assert moves > 10 * KILLS and store.check() == []
    store.close()
    db = open_store(served.store)
    assert check_file(db) == [] and broken_tables(db) == []
    db.close()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_bot_client_of_the_examples_plays_a_whole_game(served: Served, slug: str) -> None:
    file = Path(__file__).parents[2] / "examples" / "bot_client.py"
    spec = importlib.util.spec_from_file_location("bot_client", file)
    assert spec and spec.loader
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    played = client.play(served.address, slug)
    assert played["result"]["winners"]
    served.stop()
    store = SqliteStore(served.store)
    assert store.read(played["table"])[-1].over
    store.close()


def test_a_message_over_the_cap_closes_the_socket_and_only_it(served: Served) -> None:
    async def test() -> None:
        address = f"ws{served.address[4:]}/api/socket"
        async with connect(address) as big, connect(address) as other:
            await big.send("x" * 20_000)
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(big.recv(), 10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
            await other.send(json.dumps({"do": "ping", "id": "p"}))
            assert json.loads(await other.recv())["re"] == "p"

    asyncio.run(test())


def test_a_foreign_page_gets_no_socket(served: Served) -> None:
    async def test() -> None:
        from websockets.exceptions import InvalidStatus

        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws{served.address[4:]}/api/socket", origin="https://evil.example").__aenter__()  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"")["code"] == "origin/foreign"

    asyncio.run(test())


def test_a_stop_answers_what_was_taken_and_asks_everyone_to_come_back(served: Served) -> None:
    async def test() -> Device:
        device = Device(served, *open_table(served.address, SLUGS[0], people(SLUGS[0])), seed=1)
        said = ""
        playing = asyncio.create_task(device.run())
        async with connect(f"ws{served.address[4:]}/api/socket") as idle:
            while len(device.acknowledged) < 5:
                assert not playing.done()
                await asyncio.sleep(0.01)
            stopping = asyncio.create_task(asyncio.to_thread(served.stop))
            try:
                async for frame in idle:
                    said += str(frame)
            except ConnectionClosed:
                pass
            assert await stopping in (0, -15)
        assert '"is":"bye"' in said
        playing.cancel()
        return device

    device = asyncio.run(test())
    store = SqliteStore(served.store)
    assert device.acknowledged.items() <= {e.command: e.n for e in store.read(device.table)}.items()
    store.close()


async def flood(address: str) -> None:
    """Asks as fast as the line takes them, and again when it is cut."""
    while True:
        try:
            async with connect(f"ws{address[4:]}/api/socket", compression=None) as socket:
                reading = asyncio.create_task(drain(socket))
                while not reading.done():
                    await socket.send('{"do":"ping","id":"flood"}')
        except (OSError, ConnectionClosed):
            await asyncio.sleep(0.1)


async def drain(socket: object) -> None:
    try:
        async for _ in socket:  # type: ignore[attr-defined]
            pass
    except ConnectionClosed:
        pass


async def never_read(address: str, table: str) -> None:
    """Joins a lively table many times over and takes nothing of what it is sent; again when it is cut off."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]), limit=1024)
        host = address.partition("//")[2]
        writer.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        body = json.dumps({"do": "join", "id": "j", "table": table}).encode()
        try:
            while True:
                writer.write(bytes([0x81, 0x80 | 126]) + len(body).to_bytes(2, "big") + b"\0\0\0\0" + body)
                await writer.drain()
                await asyncio.sleep(0.04)
        except OSError:
            writer.close()


def attack(address: str, table: str) -> None:
    async def both() -> None:
        await asyncio.gather(flood(address), never_read(address, table))

    asyncio.run(both())


class Attack:
    """A flooding client and one that never reads, in a process that can be held still."""

    def __init__(self, served: Served, table: str) -> None:
        self.served = served
        self.process = multiprocessing.get_context("spawn").Process(target=attack, args=(served.address, table))
        self.process.start()

    async def go(self) -> None:
        """Until the house is seen to fend it off."""
        before = await self._fended_off()
        self._signal(signal.SIGCONT)
        while await self._fended_off() == before:
            await asyncio.sleep(0.02)

    async def hold(self) -> None:
        """Until the house has read the last of it."""
        self._signal(signal.SIGSTOP)
        before = -1
        while before != (before := await self._fended_off()):
            await asyncio.sleep(0.1)

    async def _fended_off(self) -> int:
        with await asyncio.to_thread(urlopen, f"{self.served.address}/api/metrics") as answer:
            found = re.search(r'sortilege_refusals_total\{kind="message/too_many"\} (\d+)', answer.read().decode())
        return int(found[1]) if found else 0

    def _signal(self, number: signal.Signals) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def end(self) -> None:
        self.process.kill()
        self.process.join()


TABLES, WINDOW, MOST_WINDOWS = 5, 1.0, 8
UNNOTICED = 0.025


def test_a_flood_and_a_client_that_never_reads_leave_other_tables_alone(strict: Served) -> None:
    """The p99 of other tables stays within twice its normal value.

    The machine is shared, and what else it does comes and goes: so short windows with and without the attack take
    turns, the moves of all windows of a kind are put together, and as long as too few have been seen to tell the
    attack from the machine, there are more. Where a move is answered within 25 ms, as a hundredth of them is not when
    the clients take a core of the machine from the house, nobody at a table would notice a difference.
    """
    devices = [Device(strict, *open_table(strict.address, SLUGS[0], [""] * 2), seed=i) for i in range(TABLES)]
    lively = Device(strict, *open_table(strict.address, SLUGS[0], [""] * 2), seed=99)

    async def window() -> list[float]:
        for device in devices:
            device.times.clear()
        await asyncio.sleep(WINDOW)
        return [seconds for device in devices for seconds in device.times]

    async def measure(attack: Attack) -> tuple[float, float]:
        normal, troubled = list[float](), list[float]()
        for number in range(MOST_WINDOWS):
            await attack.hold()
            normal += await window()
            await attack.go()
            troubled += await window()
            if number >= 2 and p99(troubled) <= max(2 * p99(normal), UNNOTICED):
                break
        return p99(normal), p99(troubled)

    async def test() -> tuple[float, float]:
        for device in (*devices, lively):
            device.pause = 0.06
        people = [asyncio.create_task(device.run()) for device in (*devices, lively)]
        attack = Attack(strict, lively.table)
        try:
            await attack.go()
            return await measure(attack)
        finally:
            attack.end()
            for task in people:
                task.cancel()
            await asyncio.gather(*people, return_exceptions=True)

    normal, troubled = asyncio.run(test())
    assert troubled <= max(2 * normal, UNNOTICED), f"p99 in seconds: normal {normal:.4f}, troubled {troubled:.4f}"


def p99(times: list[float]) -> float:
    return sorted(times)[int(0.99 * len(times))]
