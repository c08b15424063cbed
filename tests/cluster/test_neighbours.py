"""Two houses on one log, in one process: any of them serves any table, and what one wrote the other tells."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sortilege.games import SLUGS, load
from sortilege.kernel.errors import Refusal
from sortilege.server.desk import Desk
from sortilege.store import Entry, Told
from sortilege.testing.guests import PATIENT, Guest, open_house, open_table
from sortilege.testing.tables import token
from tests.cluster.shared import Air, SharedMemory

GAME = SLUGS[0]
QUICK = replace(PATIENT, look_seconds=0.02, rescue_seconds=0.1)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def two_houses(store: SharedMemory, air: Air, **limits: float) -> tuple[Desk, Desk]:
    one, other = (
        open_house(store, replace(QUICK, **limits), now=lambda: 1e9, bus=air.voice())  # type: ignore[arg-type]
        for _ in range(2)
    )
    return one, other


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


async def both_know(one: Desk, other: Desk, table: str, store: SharedMemory) -> None:
    n = store.read(table)[-1].n
    await until(lambda: one.house.find(table).table.n == other.house.find(table).table.n == n)


async def playing(one: Desk, other: Desk, game: str = GAME) -> tuple[str, list[Guest]]:
    """A table of people, every second of them in the other house, and a spectator there; its game has begun."""
    seats = load(game).seats[0]
    table = await open_table(one, [""] * seats, game)
    guests = [Guest(other if seat % 2 else one, [token(seat)]) for seat in range(seats)] + [Guest(other)]
    for guest in guests:
        assert (await guest.ask("join", table=table))["is"] == "done"
    assert (await guests[0].ask("start", table=table, seat=0))["is"] == "done"
    return table, guests


def next_move(desk: Desk, table: str, random: Random) -> dict[str, Any]:
    live = desk.house.find(table)
    assert live.table.game is not None
    seat = live.table.game.pending[0]
    move = random.choice(live.table.game.legal(seat))
    return {"table": table, "seat": seat, "move": move, "at": live.table.n}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("still", [False, True], ids=["calling out", "looking"])
def test_what_one_house_wrote_everyone_in_the_other_is_told(slug: str, still: bool) -> None:
    """Through the bus, or without it by looking: the folded look equals a fresh one, all through a game's beginning."""

    async def test() -> None:
        store, air = SharedMemory(), Air()
        one, other = two_houses(store, air, look_seconds=0.02 if still else 1000.0)
        air.still = still
        table, guests = await playing(one, other, slug)
        random = Random(1)
        while not store.read(table)[-1].over and len(store.read(table)) < 25:
            await both_know(one, other, table, store)
            move = next_move(one, table, random)
            assert (await guests[move["seat"]].ask("play", **move))["is"] == "done"
        await both_know(one, other, table, store)
        for guest in guests:
            guest.listen()
            fresh = Guest(other, guest.socket.tokens)
            await fresh.ask("join", table=table)
            assert fresh.looks == guest.looks
        await one.close()
        await other.close()

    run(test())


def test_both_told_to_play_the_same_seat_at_once_one_move_and_one_honest_refusal() -> None:
    async def test() -> None:
        store, air = SharedMemory(), Air()
        one, other = two_houses(store, air)
        table, _ = await playing(one, other)
        await both_know(one, other, table, store)
        move, before = next_move(one, table, Random(1)), len(store.read(table))
        devices = [Guest(desk, [token(move["seat"])]) for desk in (one, other)]
        for device in devices:
            await device.ask("join", table=table)
        answers = await asyncio.gather(*(d.ask("play", **move, id=f"m{i}") for i, d in enumerate(devices)))
        assert sorted(answer["is"] for answer in answers) == ["done", "refused"]
        refusal = next(answer for answer in answers if answer["is"] == "refused")
        assert refusal["code"] in ("table/stale", "seat/not_asked")
        assert len(store.read(table)) == before + 1
        await one.close()
        await other.close()

    run(test())


def test_the_same_command_asked_of_both_is_one_move_with_the_same_answer() -> None:
    async def test() -> None:
        store, air = SharedMemory(), Air()
        one, other = two_houses(store, air)
        table, _ = await playing(one, other)
        await both_know(one, other, table, store)
        move, before = next_move(one, table, Random(1)), len(store.read(table))
        devices = [Guest(desk, [token(move["seat"])]) for desk in (one, other)]
        for device in devices:
            await device.ask("join", table=table)
        answers = await asyncio.gather(*(d.ask("play", **move, id="once") for d in devices))
        assert answers[0] == answers[1] and answers[0]["is"] == "done"
        assert len(store.read(table)) == before + 1
        tables = await asyncio.gather(*(open_table(desk, ["", "greedy"], GAME) for desk in (one, other)))
        assert tables[0] == tables[1] and len(store.read(tables[0])) == 2
        await one.close()
        await other.close()

    run(test())


def test_a_refusal_is_never_of_yesterday() -> None:
    """A house that has heard nothing for a while reads on before it refuses."""

    async def test() -> None:
        store, air = SharedMemory(), Air()
        one, other = two_houses(store, air, look_seconds=1000.0)
        air.still = True
        table, guests = await playing(one, other)
        assert other.house.find(table).table.status == "gathering"
        answer = await guests[1].ask("leave", table=table, seat=1)
        assert answer["is"] == "done" and other.house.find(table).table.status == "playing"
        assert (await guests[1].ask("start", table=table, seat=1))["code"] == "table/playing"
        await one.close()
        await other.close()

    run(test())


def test_bots_are_run_by_the_house_that_wrote_last_and_by_another_when_it_is_gone() -> None:
    async def test() -> None:
        store, air = SharedMemory(), Air()
        clock = asyncio.get_running_loop().time
        patient = replace(QUICK, rescue_seconds=3.0)
        one, other = (open_house(store, patient, now=clock, bus=air.voice()) for _ in range(2))
        table = await open_table(one, ["greedy"] * load(GAME).seats[0], GAME)
        spectator = Guest(other)
        await spectator.ask("join", table=table)
        await until(lambda: len(store.read(table)) > 6)
        assert one.house.find(table).thinking and not other.house.find(table).thinking
        for task in one.house._tasks:  # killed: no farewell, no further move
            task.cancel()
        one.house.closing = True
        await until(lambda: store.read(table)[-1].over)
        await until(lambda: other.house.find(table).table.status == "over")
        await one.close()
        await other.close()

    run(test())


def test_a_table_that_nobody_listens_to_is_rescued_too() -> None:
    async def test() -> None:
        store, air = SharedMemory(), Air()
        clock = asyncio.get_running_loop().time
        one = open_house(store, QUICK, now=clock, bus=air.voice())
        table = await open_table(one, ["greedy"] * load(GAME).seats[0], GAME)
        await one.close()
        assert not store.read(table)[-1].over
        other = open_house(store, QUICK, now=clock, bus=air.voice())
        await until(lambda: store.read(table)[-1].over)
        await other.close()

    run(test())


class Slow(SharedMemory):
    """Keeps an entry, and is late to say so."""

    late: Told | None = None
    waits = False

    def append(self, entry: Entry, told: Told) -> None:
        if self.waits:
            self.late, self.waits = told, False
            super().append(entry, lambda error: None)
        else:
            super().append(entry, told)


def test_an_entry_whose_answer_is_late_may_be_read_before_it_is_answered() -> None:
    async def test() -> None:
        store, air = Slow(), Air()
        one, other = two_houses(store, air, commit_seconds=0.05, look_seconds=1000.0)
        table, guests = await playing(one, other)
        store.waits = True
        said = await guests[0].ask("say", table=table, seat=0, text="?", id="late")
        assert said["code"] == "store/late" and store.late
        await one.house.fetch(table)
        n = one.house.find(table).table.n
        store.late(None)
        await asyncio.sleep(0)
        assert (await guests[0].ask("say", table=table, seat=0, text="?", id="late"))["n"] == n
        assert one.house.find(table).table.n == n == len(store.read(table))
        await one.close()
        await other.close()

    run(test())


def test_the_lobby_lists_the_tables_of_all_houses() -> None:
    async def test() -> None:
        store, air = SharedMemory(), Air()
        one, other = two_houses(store, air)
        shown = await open_table(one, ["", "greedy"], GAME, listed=True)
        await open_table(one, ["", "", "greedy"], GAME)
        assert other.house.neighbours and one.house.neighbours
        for desk in (one, other):
            assert desk.house.neighbours
            await desk.house.neighbours._look_at_lobby()
            assert [listing.table for listing in desk.house.listings()] == [shown]
        with pytest.raises(Refusal, match="table/unknown"):
            await other.house.fetch("b" * 26)
        await one.close()
        await other.close()

    run(test())
