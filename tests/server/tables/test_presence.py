"""Who is there: told to everyone who listens, never stored; who comes back soon was never away."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import pytest

from sortilege.games import SLUGS
from sortilege.kernel.errors import Refusal
from sortilege.room.commands import Hand
from sortilege.room.decide import STAND_IN
from sortilege.room.facts import Clock, Handed
from sortilege.server import presence
from sortilege.server.live import Live
from sortilege.store.memory import MemoryStore
from sortilege.testing.guests import PATIENT, Guest, all_join, open_house, open_table
from sortilege.testing.tables import token

GAME = SLUGS[0]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def there(guest: Guest) -> list[list[int]]:
    """Everything the guest heard of it since it was last asked."""
    guest.listen()
    told = [message["seats"] for message in guest.heard if message["is"] == "here"]
    guest.heard.clear()
    return told


def soon(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(presence, "GONE_SECONDS", seconds)


def test_who_comes_is_told_to_all_and_who_joins_hears_who_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    soon(monkeypatch, 0.01)

    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", "", "greedy"], GAME)
        await asyncio.sleep(0.05)  # they sat down, and went before they listened
        first, second, spectator = await all_join(desk, table)
        assert there(first) == [[0], [0, 1]]
        assert there(second) == [[0, 1]]
        assert there(spectator) == [[0, 1]]

    run(test())


def test_who_sits_down_is_there_before_he_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    soon(monkeypatch, 0.05)

    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", "", ""], GAME)
        first = (await all_join(desk, table))[0]
        assert there(first) == [[0, 1, 2]]
        await asyncio.sleep(0.1)
        assert there(first) == []

    run(test())


def test_who_goes_is_told_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    soon(monkeypatch, 0.01)

    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", "", ""], GAME)
        first, second, third, spectator = await all_join(desk, table)
        for guest in (first, second, third, spectator):
            there(guest)
        second.cut()
        await third.ask("part", table=table)
        assert there(first) == []
        await asyncio.sleep(0.05)
        assert there(first) == [[0]] and there(spectator) == [[0]]

    run(test())


def test_who_comes_back_soon_was_never_away(monkeypatch: pytest.MonkeyPatch) -> None:
    soon(monkeypatch, 0.05)

    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", "", ""], GAME)
        first, second, *_ = await all_join(desk, table)
        there(first)
        second.cut()
        await second.ask("join", table=table)
        await asyncio.sleep(0.1)
        assert there(first) == []

    run(test())


def test_a_seat_with_two_devices_is_there_until_both_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    soon(monkeypatch, 0.01)

    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", "", ""], GAME)
        first, second, *_ = await all_join(desk, table)
        device = Guest(desk, [token(1)])
        await device.ask("join", table=table)
        there(first)
        second.cut()
        await asyncio.sleep(0.05)
        assert there(first) == []
        device.cut()
        await asyncio.sleep(0.05)
        assert there(first) == [[0, 2]]

    run(test())


def test_nothing_of_it_is_stored() -> None:
    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", "", ""], GAME)
        before = len(desk.house.store.read(table))
        guests = await all_join(desk, table)
        guests[0].cut()
        assert len(desk.house.store.read(table)) == before

    run(test())


def test_a_bot_plays_for_who_is_gone_when_the_others_let_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not while he is there, not at once, and only until he takes the seat back."""
    soon(monkeypatch, 0.01)

    async def test() -> None:
        desk = open_house(limits=replace(PATIENT, away_seconds=0.3))
        table = await open_table(desk, ["", ""], GAME)
        here, gone, spectator = await all_join(desk, table)
        await here.ask("start", table=table, seat=0)
        ask = {"table": table, "seat": 0, "chair": 1, "bot": "greedy"}
        assert (await here.ask("hand", **ask))["code"] == "seat/not_yours"
        assert (await here.ask("hand", **{**ask, "chair": 5}))["code"] == "seat/unknown"
        gone.cut()
        await asyncio.sleep(0.05)
        refused = await here.ask("hand", **ask)
        assert (refused["code"], refused["facts"]) == ("seat/not_gone", {"seat": 1, "seconds": 1})
        await asyncio.sleep(0.35)
        assert (await spectator.ask("hand", **ask))["code"] == "seat/not_held"
        assert (await here.ask("hand", **{**ask, "bot": "random"}))["is"] == "done"  # nobody is given to a worse one
        assert (await here.ask("hand", **ask))["code"] == "seat/not_yours"  # it has one
        await gone.ask("join", table=table)
        assert gone.looks[table, 1]["info"]["seats"][1]["bot"] == "greedy"
        assert (await gone.ask("return", table=table, seat=1, chair=1))["is"] == "done"
        assert (await here.ask("hand", **ask))["code"] == "seat/not_yours"
        await desk.close()

    run(test())


def test_who_never_came_since_the_house_opened_is_gone_too() -> None:
    async def test() -> None:
        desk = open_house(limits=replace(PATIENT, away_seconds=0.0))
        table = await open_table(desk, ["", ""], GAME)
        here = (await all_join(desk, table))[0]
        await here.ask("start", table=table, seat=0)
        desk.house.tables[table] = Live.read(desk.house.store.read(table))
        await here.ask("join", table=table)
        done = await here.ask("hand", table=table, seat=0, chair=1, bot="greedy")
        assert done["is"] == "done"
        await desk.close()

    run(test())


@pytest.mark.parametrize("plan", [{"clock": Clock(days=3)}, {"clock": Clock(seconds=30)}])
def test_where_a_clock_minds_that_nobody_is_stuck_nobody_is_relieved(plan: dict[str, Any]) -> None:
    """Who plays by the day is seldom there."""

    async def test() -> None:
        desk = open_house(limits=replace(PATIENT, away_seconds=0.0))
        table = await open_table(desk, ["", ""], GAME, **plan)
        here, gone, _ = await all_join(desk, table)
        await here.ask("start", table=table, seat=0)
        gone.cut()
        desk.house.find(table).presence._say(frozenset({0}))
        refused = await here.ask("hand", table=table, seat=0, chair=1, bot="greedy")
        assert refused["code"] == "seat/not_yours"
        await desk.close()

    run(test())


def test_of_several_houses_none_gives_a_seat_to_a_bot() -> None:
    """A person may listen in a house of which nothing was heard."""

    class Many(MemoryStore):
        shared = True

    async def test() -> None:
        desk = open_house(limits=replace(PATIENT, away_seconds=0.0))
        table = await open_table(desk, ["", ""], GAME)
        here = (await all_join(desk, table))[0]
        await here.ask("start", table=table, seat=0)
        live = desk.house.find(table)
        live.presence._say(frozenset({0}))
        asked = Hand(id="x", table=table, seat=0, chair=1, bot="greedy")
        assert desk.house._decide_hand(asked, live.table, 0.0) == Handed(1, STAND_IN)
        desk.house.store = Many()
        with pytest.raises(Refusal, match="seat/not_yours"):
            desk.house._decide_hand(asked, live.table, 0.0)
        desk.house.store = MemoryStore()
        await desk.close()

    run(test())


def test_who_left_another_house_while_nobody_heard_it_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that stops following a table forgets what the others said of it."""
    soon(monkeypatch, 0.01)

    async def test() -> None:
        told: list[frozenset[int]] = []
        at = presence.Presence(lambda: told.append(at.told))
        at.note("elsewhere", frozenset({1}))
        at.note(presence.THIS_HOUSE, frozenset({0}))
        at.note(presence.THIS_HOUSE, frozenset())
        at.forget_others()
        at.note(presence.THIS_HOUSE, frozenset({0}))
        await asyncio.sleep(0.05)
        assert told[-1] == frozenset({0})

    run(test())
