"""Who is there: told to everyone who listens, never stored; who comes back soon was never away."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from sortilege.games import SLUGS
from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import CallBot
from sortilege.room.decide import STAND_IN
from sortilege.room.facts import Clock, Handed
from sortilege.room.table import hash_token
from sortilege.server.tables import presence
from sortilege.server.tables.presence import GONE_SECONDS
from sortilege.store.memory import MemoryStore
from tests.support.clock import finish, pass_seconds, run
from tests.support.guests import PATIENT, Guest, all_join, open_server, open_table
from tests.support.tables import token

GAME = SLUGS[0]


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count by the clock of the loop."""
    monkeypatch.setattr(presence, "monotonic", lambda: asyncio.get_running_loop().time())


def there(guest: Guest) -> list[list[int]]:
    """Everything the guest heard of it since it was last asked."""
    guest.listen()
    told = [message["seats"] for message in guest.heard if message["is"] == "presence"]
    guest.heard.clear()
    return told


def test_who_comes_is_told_to_all_and_who_joins_hears_who_is_there() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", "", "greedy"], GAME)
        await pass_seconds(GONE_SECONDS)  # they sat down, and went before they listened
        first, second, spectator = await all_join(connections, table)
        assert there(first) == [[0], [0, 1]]
        assert there(second) == [[0, 1]]
        assert there(spectator) == [[0, 1]]

    run(test())


def test_who_sits_down_is_there_before_he_listens() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", "", ""], GAME)
        first = (await all_join(connections, table))[0]
        assert there(first) == [[0, 1, 2]]
        await pass_seconds(GONE_SECONDS)
        assert there(first) == []

    run(test())


def test_who_goes_is_told_after_a_while() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", "", ""], GAME)
        first, second, third, spectator = await all_join(connections, table)
        for guest in (first, second, third, spectator):
            there(guest)
        second.cut()
        await third.ask("unsubscribe", table=table)
        assert there(first) == []
        await pass_seconds(GONE_SECONDS)
        assert there(first) == [[0]] and there(spectator) == [[0]]

    run(test())


def test_who_comes_back_soon_was_never_away() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", "", ""], GAME)
        first, second, *_ = await all_join(connections, table)
        there(first)
        second.cut()
        await second.ask("subscribe", table=table)
        await pass_seconds(GONE_SECONDS)
        assert there(first) == []

    run(test())


def test_a_seat_with_two_devices_is_there_until_both_are_gone() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", "", ""], GAME)
        first, second, *_ = await all_join(connections, table)
        device = Guest(connections, [token(1)])
        await device.ask("subscribe", table=table)
        there(first)
        second.cut()
        await pass_seconds(GONE_SECONDS)
        assert there(first) == []
        device.cut()
        await pass_seconds(GONE_SECONDS)
        assert there(first) == [[0, 2]]

    run(test())


def test_nothing_of_it_is_stored() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", "", ""], GAME)
        before = len(connections.registry.store.read(table))
        guests = await all_join(connections, table)
        guests[0].cut()
        assert len(connections.registry.store.read(table)) == before

    run(test())


def test_a_bot_plays_for_who_is_gone_when_the_others_let_it() -> None:
    """Not while he is there, not at once, and only until he takes the seat back."""

    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], GAME)
        here, gone, spectator = await all_join(connections, table)
        await here.ask("start", table=table, seat=0)
        ask = {"table": table, "seat": 0, "for_seat": 1, "bot": "greedy"}
        assert (await here.ask("call_bot", **ask))["code"] == "seat/not_yours"
        assert (await here.ask("call_bot", **{**ask, "for_seat": 5}))["code"] == "seat/unknown"
        gone.cut()
        await pass_seconds(GONE_SECONDS)
        refused = await here.ask("call_bot", **ask)
        assert (refused["code"], refused["facts"]) == ("seat/not_gone", {"seat": 1, "seconds": PATIENT.away_seconds})
        await pass_seconds(PATIENT.away_seconds)
        assert (await spectator.ask("call_bot", **ask))["code"] == "seat/not_held"
        assert (await here.ask("call_bot", **{**ask, "bot": "random"}))["is"] == "done"
        assert (await here.ask("call_bot", **ask))["code"] == "seat/not_yours"  # it has one
        await gone.ask("subscribe", table=table)
        assert gone.snapshots[table, 1]["info"]["seats"][1]["bot"] == "greedy"
        assert (await gone.ask("dismiss_bot", table=table, seat=1, for_seat=1))["is"] == "done"
        assert (await here.ask("call_bot", **ask))["code"] == "seat/not_yours"
        await finish(connections.close())

    run(test())


def test_who_never_came_since_the_house_opened_is_gone_too() -> None:
    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, away_seconds=0.0))
        table = await open_table(connections, ["", ""], GAME)
        here = (await all_join(connections, table))[0]
        await here.ask("start", table=table, seat=0)
        del connections.registry.sessions[table]
        await here.ask("subscribe", table=table)
        done = await here.ask("call_bot", table=table, seat=0, for_seat=1, bot="greedy")
        assert done["is"] == "done"
        await finish(connections.close())

    run(test())


@pytest.mark.parametrize("plan", [{"clock": Clock(days=3)}, {"clock": Clock(seconds=30)}])
def test_where_a_clock_minds_that_nobody_is_stuck_nobody_is_relieved(plan: dict[str, Any]) -> None:
    """Who plays by the day is seldom there."""

    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, away_seconds=0.0))
        table = await open_table(connections, ["", ""], GAME, **plan)
        here, gone, _ = await all_join(connections, table)
        await here.ask("start", table=table, seat=0)
        gone.cut()
        connections.registry.sessions[table].presence._set(frozenset({0}))
        refused = await here.ask("call_bot", table=table, seat=0, for_seat=1, bot="greedy")
        assert refused["code"] == "seat/not_yours"
        await finish(connections.close())

    run(test())


def test_of_several_houses_none_gives_a_seat_to_a_bot() -> None:
    """A person may listen in a house of which nothing was heard."""

    class Many(MemoryStore):
        shared = True

    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, away_seconds=0.0))
        table = await open_table(connections, ["", ""], GAME)
        here = (await all_join(connections, table))[0]
        await here.ask("start", table=table, seat=0)
        session = connections.registry.sessions[table]
        session.presence._set(frozenset({0}))
        asked = CallBot(id="x", table=table, seat=0, for_seat=1, bot="greedy")
        assert session._decide(asked, hash_token(token(0)), 0.0) == Handed(1, STAND_IN)
        connections.registry.services.store = Many()
        with pytest.raises(Refusal, match="seat/not_yours"):
            session._decide(asked, hash_token(token(0)), 0.0)
        connections.registry.services.store = MemoryStore()
        await finish(connections.close())

    run(test())


def test_who_left_another_house_while_nobody_heard_it_is_gone() -> None:
    """A house that stops following a table forgets what the others said of it."""

    async def test() -> None:
        told: list[frozenset[int]] = []
        at = presence.Presence(lambda: told.append(at.seats))
        at.note("elsewhere", frozenset({1}))
        at.note(presence.THIS_SERVER, frozenset({0}))
        at.note(presence.THIS_SERVER, frozenset())
        at.forget_others()
        at.note(presence.THIS_SERVER, frozenset({0}))
        await pass_seconds(GONE_SECONDS)
        assert told[-1] == frozenset({0})

    run(test())
