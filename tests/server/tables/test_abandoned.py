"""Tables that were left: they make room for others, and are found again."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from sortilege.games import SLUGS
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.views import View
from sortilege.room.commands import Create
from sortilege.room.facts import Clock
from sortilege.server.tables.scheduler import RETRY_SECONDS
from sortilege.server.ws.connections import Connections
from sortilege.store import Entry
from tests.support.clock import finish, pass_seconds, run, settle
from tests.support.guests import PATIENT, Guest, Moody, Quick, all_join, open_server, open_table, settled
from tests.support.tables import token

DAY = 86_400.0


async def leave_a_game(connections: Connections, bots: list[str], **plan: Any) -> str:
    """Begun, and nobody listens any more."""
    table = await open_table(connections, bots, SLUGS[0], **plan)
    guests = await all_join(connections, table)
    await guests[0].ask("start", table=table, seat=0)
    for guest in guests:
        guest.cut()
    return table


def test_a_game_that_everyone_left_makes_room_and_is_found_again() -> None:
    async def test() -> None:
        time = [1e9]
        tight = replace(PATIENT, tables=1)
        connections = open_server(limits=tight, now=lambda: time[0])
        table = await leave_a_game(connections, ["", ""])
        time[0] += tight.idle_seconds
        connections.registry.sweep()
        assert table in connections.registry.sessions
        time[0] += 1
        connections.registry.sweep()
        assert not connections.registry.sessions
        again = open_server(connections.registry.store, tight, lambda: time[0])
        assert not again.registry.sessions and (await again.registry.fetch(table)).table.status == "playing"

    asyncio.run(test())


@pytest.mark.parametrize("with_clock", [True, False])
def test_where_a_bot_or_a_clock_goes_on_a_table_stays(with_clock: bool) -> None:
    async def test() -> None:
        time = [1e9]
        connections = open_server(now=lambda: time[0])
        connections.registry.scheduler.pace = 60.0  # the bot takes its time
        if with_clock:
            table = await leave_a_game(connections, ["", ""], clock=Clock(days=2))
        else:
            table = await leave_a_game(connections, ["", "greedy"], options={"first": 1})
        time[0] += DAY
        connections.registry.sweep()
        assert table in connections.registry.sessions
        again = open_server(connections.registry.store, now=lambda: time[0])
        assert table in again.registry.sessions
        for registry in (connections.registry, again.registry):
            for task in registry.scheduler._tasks:
                task.cancel()

    asyncio.run(test())


def test_a_table_that_gathers_leaves_after_a_day() -> None:
    async def test() -> None:
        time = [1e9]
        connections = open_server(now=lambda: time[0])
        table = await open_table(connections, ["", ""], SLUGS[0], listed=True)
        time[0] += DAY - 1
        connections.registry.sweep()
        assert [listing.table for listing in connections.registry.listings()] == [table]
        time[0] += 1
        connections.registry.sweep()
        assert connections.registry.listings() == []

    asyncio.run(test())


def test_a_table_by_invitation_that_nobody_waits_at_makes_room_soon() -> None:
    async def test() -> None:
        time = [1e9]
        connections = open_server(now=lambda: time[0])
        table = await open_table(connections, ["", ""], SLUGS[0], listed=False)
        time[0] += PATIENT.idle_seconds + 1
        connections.registry.sweep()
        assert (
            not connections.registry.sessions and (await connections.registry.fetch(table)).table.status == "gathering"
        )

    asyncio.run(test())


def test_a_house_does_not_play_again_what_was_left_long_ago() -> None:
    async def test() -> None:
        time = [1e9]
        connections = open_server(now=lambda: time[0])
        table = await leave_a_game(connections, ["", ""], clock=Clock(days=30))
        assert table in open_server(connections.registry.store, now=lambda: time[0] + 30 * DAY).registry.sessions
        assert table not in open_server(connections.registry.store, now=lambda: time[0] + 32 * DAY).registry.sessions

    asyncio.run(test())


def test_a_socket_that_closes_parts_from_its_other_tables_though_one_was_put_away() -> None:
    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, tables=2))
        tables = [await open_table(connections, ["", ""], SLUGS[0], id=f"{n}") for n in (1, 2)]
        guest = Guest(connections, [token(0)])
        for table in tables:
            await guest.ask("subscribe", table=table)
        connections.registry.sessions[tables[0]].unsubscribe(guest.socket)
        del connections.registry.sessions[tables[0]]
        guest.cut()
        assert (
            list(connections.registry.sessions) == [tables[1]]
            and not connections.registry.sessions[tables[1]].subscribers.by_audience
        )

    asyncio.run(test())


def test_a_table_that_cannot_be_read_does_not_keep_the_house_shut() -> None:
    async def test() -> None:
        connections = open_server()
        sound = await open_table(connections, ["", ""], SLUGS[0])
        broken = await open_table(connections, ["", ""], SLUGS[0])
        connections.registry.store.append(
            Entry(broken, 4, "0/odd", 1e9, False, b'{"fact":"renamed","seat":5,"name":"x"}'), lambda error: None
        )
        again = open_server(connections.registry.store)
        assert list(again.registry.sessions) == [sound]

    asyncio.run(test())


def test_a_table_of_bots_asked_for_again_after_a_late_answer_begins() -> None:
    async def test() -> None:
        store = Moody()
        connections = open_server(store, replace(PATIENT, commit_seconds=0.05))
        plan = Create(id="y" * 22, game=SLUGS[0], bots=["greedy", "greedy"])
        store.mood = "hanging"
        with pytest.raises(Refusal, match="store/late"):
            await connections.registry.create(plan)
        store.let_go()
        await settle()
        table = (await connections.registry.create(plan)).table
        assert connections.registry.sessions[table].table.status != "gathering"
        await settled(connections)
        await connections.close()

    asyncio.run(test())


def test_a_bot_that_fails_tries_again() -> None:
    """Nobody is stuck for an error that we did not think of."""

    class Clumsy(Quick):
        tries = 0

        async def choose(self, name: str, view: View, legal: list[str], share: float = 1.0) -> str:
            self.tries += 1
            if self.tries == 1:
                raise ValueError("a fault of the house")
            return legal[0]

    async def test() -> None:
        connections = open_server()
        connections.registry.scheduler.bots = Clumsy()
        table = await open_table(connections, ["", "greedy"], SLUGS[0], options={"first": 1})
        guests = await all_join(connections, table)
        await guests[0].ask("start", table=table, seat=0)
        session = connections.registry.sessions[table]
        await settle()
        assert session.table.game and session.table.game.played == 0
        await pass_seconds(RETRY_SECONDS)
        assert session.table.game.moves[0].startswith("1 ")
        await finish(connections.close())

    run(test())
