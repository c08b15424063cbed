"""Two houses on one log, in one process: any of them serves any table, and what one wrote the other tells."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from sortilege.games import SLUGS, load
from sortilege.kernel.refusal import Refusal
from sortilege.server.ops.limits import Limits
from sortilege.server.ws.connections import Connections
from sortilege.store import Entry, OnStored
from tests.server.cluster.shared import Air, SharedMemory
from tests.support.guests import PATIENT, Guest, Seen, open_server, open_table
from tests.support.tables import token

GAME = SLUGS[0]
QUICK = replace(PATIENT, look_seconds=0.02, rescue_seconds=0.1)


class Street:
    """Two houses on one log, and the air between them."""

    def __init__(self, store: SharedMemory, limits: Limits, now: Callable[[], float]) -> None:
        self.store, self.air = store, Air()
        self.one, self.other = (open_server(store, limits, now, bus=self.air.voice()) for _ in range(2))

    async def both_know(self, table: str) -> None:
        n = self.store.read(table)[-1].n
        await until(
            lambda: self.one.registry.sessions[table].table.n == self.other.registry.sessions[table].table.n == n
        )

    async def playing(self, game: str = GAME) -> tuple[str, list[Guest]]:
        """A table of people, every second of them in the other house, and a spectator there; its game has begun."""
        seats = load(game).seats[0]
        table = await open_table(self.one, [""] * seats, game)
        guests = [Guest(self.other if seat % 2 else self.one, [token(seat)]) for seat in range(seats)]
        guests.append(Guest(self.other))
        for guest in guests:
            assert (await guest.ask("subscribe", table=table))["is"] == "done"
        assert (await guests[0].ask("start", table=table, seat=0))["is"] == "done"
        return table, guests

    async def asked_twice(self, *ids: str) -> list[Seen]:
        """The same move of the same seat, asked of both houses at once; only one entry comes of it."""
        table, _ = await self.playing()
        await self.both_know(table)
        move, before = next_move(self.one, table, Random(1)), len(self.store.read(table))
        devices = [Guest(connections, [token(move["seat"])]) for connections in (self.one, self.other)]
        for device in devices:
            await device.ask("subscribe", table=table)
        asked = (device.ask("play", **move, id=id) for device, id in zip(devices, ids, strict=True))
        answers = await asyncio.gather(*asked)
        assert len(self.store.read(table)) == before + 1
        return answers


Test = Callable[[Street], Coroutine[Any, Any, None]]


def run(test: Test, store: SharedMemory | None = None, now: Callable[[], float] = lambda: 1e9, **limits: float) -> None:
    async def whole() -> None:
        street = Street(store or SharedMemory(), replace(QUICK, **limits), now)  # type: ignore[arg-type]
        try:
            await test(street)
        finally:
            await street.one.close()
            await street.other.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def next_move(connections: Connections, table: str, random: Random) -> dict[str, Any]:
    session = connections.registry.sessions[table]
    assert session.table.game is not None
    seat = session.table.game.pending[0]
    move = random.choice(session.table.game.legal(seat))
    return {"table": table, "seat": seat, "move": move, "at": session.table.n}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("still", [False, True], ids=["calling out", "looking"])
def test_what_one_house_wrote_everyone_in_the_other_is_told(slug: str, still: bool) -> None:
    """Through the bus, or without it by looking: the folded look equals a fresh one, all through a game's beginning."""

    async def test(street: Street) -> None:
        street.air.still = still
        table, guests = await street.playing(slug)
        store, random = street.store, Random(1)
        while not store.read(table)[-1].over and len(store.read(table)) < 25:
            await street.both_know(table)
            move = next_move(street.one, table, random)
            assert (await guests[move["seat"]].ask("play", **move))["is"] == "done"
        await street.both_know(table)
        for guest in guests:
            guest.listen()
            fresh = Guest(street.other, guest.socket.tokens)
            await fresh.ask("subscribe", table=table)
            assert fresh.snapshots == guest.snapshots

    run(test, look_seconds=0.02 if still else 1000.0)


def test_both_told_to_play_the_same_seat_at_once_one_move_and_one_honest_refusal() -> None:
    async def test(street: Street) -> None:
        answers = await street.asked_twice("m0", "m1")
        assert sorted(answer["is"] for answer in answers) == ["done", "refused"]
        refusal = next(answer for answer in answers if answer["is"] == "refused")
        assert refusal["code"] in ("table/stale", "seat/not_asked")

    run(test)


def test_the_same_command_asked_of_both_is_one_move_with_the_same_answer() -> None:
    async def test(street: Street) -> None:
        answers = await street.asked_twice("once", "once")
        assert answers[0] == answers[1] and answers[0]["is"] == "done"

    run(test)


def test_the_same_table_asked_of_both_is_made_once() -> None:
    async def test(street: Street) -> None:
        asked = (open_table(connections, ["", "greedy"], GAME) for connections in (street.one, street.other))
        tables = await asyncio.gather(*asked)
        assert tables[0] == tables[1] and len(street.store.read(tables[0])) == 2

    run(test)


def test_a_refusal_is_never_of_yesterday() -> None:
    """A house that has heard nothing for a while reads on before it refuses."""

    async def test(street: Street) -> None:
        street.air.still = True
        table, guests = await street.playing()
        known = street.other.registry.sessions[table]
        assert known.table.status == "gathering"
        answer = await guests[1].ask("leave", table=table, seat=1)
        assert answer["is"] == "done" and known.table.status == "playing"
        assert (await guests[1].ask("start", table=table, seat=1))["code"] == "table/playing"

    run(test, look_seconds=1000.0)


def test_bots_are_run_by_the_house_that_wrote_last_and_by_another_when_it_is_gone() -> None:
    clock = [1e9]

    async def test(street: Street) -> None:
        store, one, other = street.store, street.one.registry, street.other.registry
        table = await open_table(street.one, ["greedy"] * load(GAME).seats[0], GAME)
        spectator = Guest(street.other)
        await spectator.ask("subscribe", table=table)
        await until(lambda: len(store.read(table)) > 6)
        assert one.scheduler.thinking and not other.scheduler.thinking
        for task in one.scheduler._tasks:  # killed: no farewell, no further move
            task.cancel()
        one.services.closing = True
        clock[0] += 2 * QUICK.rescue_seconds
        await until(lambda: store.read(table)[-1].over)
        await until(lambda: other.sessions[table].table.status == "over")

    run(test, now=lambda: clock[0])


def test_a_table_that_nobody_listens_to_is_rescued_too() -> None:
    async def test() -> None:
        store, air, clock = SharedMemory(), Air(), asyncio.get_running_loop().time
        one = open_server(store, QUICK, clock, bus=air.voice())
        table = await open_table(one, ["greedy"] * load(GAME).seats[0], GAME)
        await one.close()
        assert not store.read(table)[-1].over
        other = open_server(store, QUICK, clock, bus=air.voice())
        await until(lambda: store.read(table)[-1].over)
        await other.close()

    asyncio.run(asyncio.wait_for(test(), 60))


def test_a_table_that_cannot_be_read_keeps_the_others_from_nothing() -> None:
    """Of other rules than ours, say."""

    async def test() -> None:
        store, clock = SharedMemory(), asyncio.get_running_loop().time
        one = open_server(store, QUICK, clock, bus=Air().voice())
        tables = [await open_table(one, ["greedy"] * 3, GAME, id=f"{n}", listed=True) for n in range(3)]
        await one.close()
        first, *others = store._logs
        store._logs[first][0] = msgspec.structs.replace(
            (odd := store._logs[first][0]), body=odd.body.replace(b'"rules":1', b'"rules":99')
        )
        other = open_server(store, QUICK, clock, bus=Air().voice())
        assert other.registry.nodes and b"99" in store._logs[first][0].body and set(store._logs) == set(tables)
        await other.registry.nodes._read_lobby()
        assert {listing.table for listing in other.registry.listings()} == set(others)
        await until(lambda: all(store.read(table)[-1].over for table in others))
        await other.close()

    asyncio.run(asyncio.wait_for(test(), 60))


class Slow(SharedMemory):
    """Keeps an entry, and is late to say so."""

    late: OnStored | None = None
    waits = False

    def append(self, entry: Entry, on_stored: OnStored) -> None:
        if self.waits:
            self.late, self.waits = on_stored, False
            super().append(entry, lambda error: None)
        else:
            super().append(entry, on_stored)


def test_an_entry_whose_answer_is_late_may_be_read_before_it_is_answered() -> None:
    store = Slow()

    async def test(street: Street) -> None:
        table, guests = await street.playing()
        store.waits = True
        said = await guests[0].ask("say", table=table, seat=0, text="?", id="late")
        assert said["code"] == "store/late" and store.late
        known = await street.one.registry.fetch(table)
        n = known.table.n
        store.late(None)
        await asyncio.sleep(0)
        assert (await guests[0].ask("say", table=table, seat=0, text="?", id="late"))["n"] == n
        assert known.table.n == n == len(store.read(table))

    run(test, store, commit_seconds=0.05, look_seconds=1000.0)


def test_the_lobby_lists_the_tables_of_all_houses() -> None:
    async def test(street: Street) -> None:
        shown = await open_table(street.one, ["", "greedy"], GAME, listed=True)
        await open_table(street.one, ["", "", "greedy"], GAME)
        for connections in (street.one, street.other):
            assert connections.registry.nodes
            await connections.registry.nodes._read_lobby()
            assert [listing.table for listing in connections.registry.listings()] == [shown]
        with pytest.raises(Refusal, match="table/unknown"):
            await street.other.registry.fetch("b" * 26)

    run(test)


def test_who_listens_in_another_house_is_there_too() -> None:
    async def test(street: Street) -> None:
        _, guests = await street.playing()
        everyone = [*range(len(guests) - 1)]
        for guest in guests:
            guest.listen()
            assert [message["seats"] for message in guest.heard if message["is"] == "presence"][-1] == everyone

    run(test)
