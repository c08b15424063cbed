"""The house: stored before told, once is once, and whoever lost the thread gets it back."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sortilege
from sortilege.games import SLUGS, load
from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create
from sortilege.room.facts import Clock
from sortilege.room.table import hash_token
from sortilege.server.ws.connections import Connections
from sortilege.store.memory import MemoryStore
from sortilege.store.sqlite import SqliteStore
from tests.support.clock import settle
from tests.support.guests import PATIENT, Guest, Moody, all_join, open_server, open_table, settled
from tests.support.tables import token

GAME = SLUGS[0]
each_game = pytest.mark.parametrize("slug", SLUGS)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


async def moody_table() -> tuple[Moody, Connections, str, list[Guest], dict[str, Any]]:
    """A table of people, and the next move that one of them will ask for."""
    store = Moody()
    connections = open_server(store, replace(PATIENT, commit_seconds=0.05))
    table = await open_table(connections, [""] * load(GAME).seats[0], GAME)
    guests = await all_join(connections, table)
    await guests[0].ask("start", table=table, seat=0)
    for guest in guests:
        guest.listen()
    session = connections.registry.sessions[table]
    assert session.table.game is not None
    seat = session.table.game.pending[0]
    move = {
        "table": table,
        "seat": seat,
        "move": session.table.game.legal(seat)[0],
        "at": session.table.n,
        "id": "the-move",
    }
    return store, connections, table, guests, move


def heard_nothing(guests: list[Guest]) -> bool:
    before = [len(guest.frames) for guest in guests]
    for guest in guests:
        guest.listen()
    return before == [len(guest.frames) for guest in guests]


def test_a_commit_that_fails_is_a_refusal_and_nobody_hears_of_the_move() -> None:
    async def test() -> None:
        store, connections, table, guests, move = await moody_table()
        mover = guests[move["seat"]]
        others = [guest for guest in guests if guest is not mover]
        n = connections.registry.sessions[table].table.n
        store.mood = "failing"
        answer = await mover.ask("play", **move)
        assert (answer["code"], answer["facts"]) == ("store/failed", {})
        assert heard_nothing(others) and mover.last[table, move["seat"]] == n
        assert connections.registry.sessions[table].table.n == n and len(store.read(table)) == n
        store.mood = "fine"
        assert (await mover.ask("play", **move))["n"] == n + 1
        assert not heard_nothing(others)

    run(test())


@pytest.mark.parametrize("kept", [True, False])
def test_a_commit_that_hangs_is_a_refusal_and_nobody_hears_of_the_move(kept: bool) -> None:
    """Until the store answers it is not certain whether it happened: the table waits, and the same id asks again."""

    async def test() -> None:
        store, connections, table, guests, move = await moody_table()
        mover = guests[move["seat"]]
        others = [guest for guest in guests if guest is not mover]
        n = connections.registry.sessions[table].table.n
        store.mood = "hanging"
        assert (await mover.ask("play", **move))["code"] == "store/late"
        assert heard_nothing(others)
        assert (await mover.ask("say", table=table, seat=move["seat"], text="?"))["code"] == "store/late"
        with pytest.raises(Refusal, match="store/late"):
            await open_table(connections, [""] * load(GAME).seats[0], GAME)
        store.let_go(None if kept else Refusal("store/failed"))
        while connections.registry.sessions[table].unsettled:
            await asyncio.sleep(0)
        assert heard_nothing(others) is not kept
        assert (await mover.ask("play", **move))["n"] == n + 1
        assert [entry.command for entry in store.read(table)].count(
            f"{move['seat']}-{hash_token(token(move['seat']))[:16]}/the-move"
        ) == 1

    run(test())


def test_a_table_asked_for_twice_at_once_is_made_once() -> None:
    async def test() -> None:
        store = Moody()
        connections = open_server(store)
        store.mood = "hanging"
        plan = Create(id="the-same-table".ljust(22, "-"), game=GAME, bots=["", "greedy"])
        asked = [asyncio.ensure_future(connections.registry.create(plan)) for _ in range(2)]
        await settle()
        store.let_go()
        first, second = await asyncio.gather(*asked)
        assert first == second and store.tables() == [first.table] and len(store.read(first.table)) == 1

    run(test())


def test_the_same_command_twice_is_one_move_with_the_same_answer_also_across_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        connections = open_server(SqliteStore(tmp_path / "house.db"))
        table = await open_table(connections, [""] * load(GAME).seats[0], GAME)
        guest = (await all_join(connections, table))[0]
        starts = [await guest.ask("start", table=table, seat=0, id="start") for _ in range(3)]
        assert starts[0]["is"] == "done" and starts[0] == starts[1] == starts[2]
        n = connections.registry.sessions[table].table.n
        await connections.close()
        connections = open_server(SqliteStore(tmp_path / "house.db"))
        again = Guest(connections, [token(0)])
        await again.ask("subscribe", table=table)
        assert await again.ask("start", table=table, seat=0, id="start") == starts[0]
        assert connections.registry.sessions[table].table.n == n
        assert await open_table(connections, [""] * load(GAME).seats[0], GAME) != table
        await connections.close()

    run(test())


def test_creating_and_sitting_twice_is_once() -> None:
    async def test() -> None:
        store = MemoryStore()
        table = await open_table(open_server(store), ["", "greedy"], GAME)
        connections = open_server(store)
        connections.registry.sessions.clear()
        assert await open_table(connections, ["", "greedy"], GAME) == table
        assert len(store.read(table)) == 2

    run(test())


@each_game
def test_unfinished_tables_go_on_after_a_restart_bots_included(slug: str, tmp_path: Path) -> None:
    async def test() -> None:
        connections = open_server(SqliteStore(tmp_path / "house.db"))
        table = await open_table(connections, ["greedy"] * 4, slug)  # a game of two may be over by then
        while connections.registry.sessions[table].table.n < 8:
            await asyncio.sleep(0)
        await connections.close()
        assert connections.registry.sessions[table].table.status == "playing"
        connections = open_server(SqliteStore(tmp_path / "house.db"))
        await settled(connections)
        assert connections.registry.sessions[table].table.status == "over"
        sortilege.verify(connections.registry.sessions[table].table.records[0])
        await connections.close()

    run(test())


@each_game
@pytest.mark.parametrize("seed", [1, 2])
def test_cut_at_random_the_folded_look_equals_a_fresh_one(slug: str, seed: int) -> None:
    """Resume from the last number seen: entry by entry after a short cut, a fresh look after a long one."""

    async def test() -> None:
        random = Random(seed)
        connections = open_server()
        table = await open_table(connections, [""] * load(slug).seats[0], slug)
        *people, spectator = await all_join(connections, table)
        await people[0].ask("start", table=table, seat=0)
        cut: dict[Guest, bool] = {}
        session = connections.registry.sessions[table]
        while session.table.status == "playing":
            assert session.table.game is not None
            for guest in (*people, spectator):
                if not cut.get(guest) and random.random() < 0.1:
                    guest.cut()
                    cut[guest] = True
                elif cut.get(guest) and random.random() < 0.3:
                    await rejoin(guest, table)
                    cut[guest] = False
            seat = random.choice(session.table.game.pending)
            if cut.get(people[seat]):
                await rejoin(people[seat], table)
                cut[people[seat]] = False
            move = random.choice(session.table.game.legal(seat))
            done = await people[seat].ask("play", table=table, seat=seat, move=move, at=session.table.n)
            assert done["is"] == "done"
            for guest in (*people, spectator):
                if not cut.get(guest):
                    guest.listen()
                    await same_as_fresh(guest, connections, table)
        for guest in (*people, spectator):
            await rejoin(guest, table)
            await same_as_fresh(guest, connections, table)

    async def rejoin(guest: Guest, table: str) -> None:
        since = min(guest.last.values())
        await guest.ask("subscribe", table=table, since=since)

    async def same_as_fresh(guest: Guest, connections: Connections, table: str) -> None:
        other = Guest(connections, guest.socket.tokens)
        await other.ask("subscribe", table=table)
        assert other.snapshots == guest.snapshots
        other.cut()

    run(test())


def test_a_slow_reader_gets_a_fresh_look_and_no_answer_is_lost() -> None:
    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, outbox=6_000))
        table = await open_table(connections, [""] * load(GAME).seats[0], GAME)
        *people, spectator = await all_join(connections, table)
        await people[0].ask("start", table=table, seat=0)
        session, random = connections.registry.sessions[table], Random(3)
        while session.table.status == "playing":
            assert session.table.game is not None
            seat = session.table.game.pending[0]
            move = random.choice(session.table.game.legal(seat))
            assert (await people[seat].ask("play", table=table, seat=seat, move=move, at=session.table.n))[
                "is"
            ] == "done"
            assert spectator.socket.outbox.size < 6_000
        assert spectator.socket.behind
        spectator.listen()
        fresh = Guest(connections)
        await fresh.ask("subscribe", table=table)
        assert spectator.snapshots == fresh.snapshots

    run(test())


def test_several_people_on_one_device_have_a_token_each() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", "", "greedy"], GAME)
        device = Guest(connections)
        joined = await device.ask("subscribe", table=table, tokens=[token(0), token(1)])
        assert joined["seats"] == [0, 1]
        assert {seat for _, seat in device.snapshots} == {0, 1}
        assert (await device.ask("start", table=table, seat=1))["is"] == "done"
        assert (await device.ask("rename", table=table, seat=2, name="Eve"))["code"] == "seat/not_held"

    run(test())


def test_who_gave_up_a_seat_hears_no_more_for_it_and_may_not_speak_for_it() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], GAME)
        first, second, _ = await all_join(connections, table)
        assert (await first.ask("leave", table=table, seat=0))["is"] == "done"
        heard = len(first.frames)
        await second.ask("say", table=table, seat=1, text="alone")
        first.listen()
        assert len(first.frames) == heard
        assert (await first.ask("say", table=table, seat=0, text="still here"))["code"] == "seat/not_held"
        assert (await first.ask("say", table=table, seat=5, text="anyone"))["code"] == "seat/not_held"

    run(test())


def test_a_muted_seat_is_heard_without_its_words_by_who_muted_it() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], GAME)
        first, second, spectator = await all_join(connections, table)
        await second.ask("mute", table=table, seats=[0])
        await first.ask("say", table=table, seat=0, text="xyzzy")
        spectator.listen()
        second.listen()
        assert b"xyzzy" in spectator.frames[-1]
        assert b"xyzzy" not in b"".join(second.frames) and b'"said":{"seat":0,"text":null}' in second.frames[-1]
        second.cut()
        await second.ask("mute", table=table, seats=[0])
        second.last[table, 1] -= 1
        await second.ask("subscribe", table=table, since=second.last[table, 1])
        assert b"xyzzy" not in b"".join(second.frames)

    run(test())


def test_a_seat_whose_time_is_up_is_played_for() -> None:
    async def test() -> None:
        time = [1000.0]
        connections = open_server(now=lambda: time[0])
        table = await open_table(connections, ["", ""], GAME, clock=Clock(seconds=60))
        guest = (await all_join(connections, table))[0]
        await guest.ask("start", table=table, seat=0)
        n = connections.registry.sessions[table].table.n
        connections.registry.scheduler.wake(connections.registry.sessions[table])
        await settled(connections)
        assert connections.registry.sessions[table].table.n == n
        time[0] = 1060.0
        connections.registry.scheduler.wake(connections.registry.sessions[table])
        await settled(connections)
        assert connections.registry.sessions[table].table.n == n + 1
        await connections.close()

    run(test())


def test_a_closing_house_takes_no_command_and_tells_everyone() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], GAME)
        guest = (await all_join(connections, table))[0]
        connections.guests.add(guest.socket)
        await connections.close()
        guest.listen()
        assert guest.frames[-1].split(b"\n")[-1] == b'{"is":"closing","seconds":2.0}'
        assert (await guest.ask("start", table=table, seat=0))["code"] == "house/closing"

    run(test())


def test_the_lobby_lists_open_tables_only() -> None:
    async def test() -> None:
        connections = open_server()
        shown = await open_table(connections, ["", "greedy"], GAME, listed=True)
        await open_table(connections, ["", "greedy"], GAME)
        guest = Guest(connections)
        await guest.ask("lobby")
        assert [listing.table for listing in connections.registry.listings()] == [shown]
        assert shown.encode() in b"".join(guest.frames)

    run(test())


def test_quiet_tables_leave_the_memory_and_come_back() -> None:
    async def test() -> None:
        time = [1000.0]
        connections = open_server(now=lambda: time[0])
        table = await open_table(connections, ["greedy", "greedy"], GAME)
        await settled(connections)
        time[0] += PATIENT.idle_seconds + 1
        connections.registry.sweep()
        assert table not in connections.registry.sessions
        assert (await connections.registry.fetch(table)).table.status == "over"
        with pytest.raises(Refusal, match="table/unknown"):
            await connections.registry.fetch("b" * 26)

    run(test())
