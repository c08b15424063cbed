"""Dice thrown as bodies at a table of the house: once, off the loop, and everyone sees them fly."""

import asyncio
import base64
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sortilege.arena.track import PART, PLACE, decode
from sortilege.games import SLUGS
from sortilege.games.bataille.state import UNIT
from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.refusal import Refusal
from sortilege.server.workers.dice import DicePool, answer
from sortilege.server.ws.connections import Connections
from sortilege.store.sqlite import SqliteStore
from tests.support.guests import Guest, QuickDice, all_join, open_server, open_table
from tests.support.http import serving

pytest.importorskip("rapier3d")
MOST_CHARACTERS = 3_000


class Counting(QuickDice):
    """Counts throws; while `held`, they stay in the air."""

    def __init__(self) -> None:
        super().__init__()
        self.thrown: list[Question] = []
        self.held: asyncio.Event | None = None
        self.up = asyncio.Event()

    async def answer(self, question: Question) -> Outcome:
        self.thrown.append(question)
        self.up.set()
        if self.held:
            await self.held.wait()
        return answer(question)


async def arena_table(connections: Connections, seats: int = 2) -> tuple[str, list[Guest]]:
    table = await open_table(connections, [""] * seats, "bataille", options={"throws": "arena", "first": 0})
    guests = await all_join(connections, table)
    await guests[0].ask("start", table=table, seat=0)
    return table, guests


async def play(connections: Connections, table: str, guests: list[Guest], move: str = "") -> dict[str, Any]:
    """The next move, the first legal one if none is named."""
    session = connections.registry.sessions[table]
    assert session.table.game is not None
    seat = session.table.game.pending[0]
    text = move or session.table.game.legal(seat)[0]
    done = await guests[seat].ask("play", table=table, seat=seat, move=text, at=session.table.n)
    for guest in guests:
        guest.listen()
    return done


def films(guest: Guest) -> Iterator[str]:
    for message in guest.heard:
        if film := message.get("film"):
            yield film


def test_every_audience_sees_the_same_flight_end_where_the_dice_lie() -> None:
    async def test() -> None:
        connections = open_server()
        table, guests = await arena_table(connections)
        assert (await play(connections, table, guests, "throw 5,-10,90,40"))["is"] == "done"
        shown = [list(films(guest)) for guest in guests]
        assert shown[0] and shown == [shown[0]] * len(guests)
        assert len(shown[0][0]) <= MOST_CHARACTERS
        *_, last = decode(base64.b64decode(shown[0][0]))
        game = connections.registry.sessions[table].table.game
        assert game is not None
        for die, pose in zip(last, game.outcomes["1"]["poses"], strict=True):
            if pose is not None:
                assert die[:3] == pytest.approx([cell * PLACE / 1000 for cell in pose[:3]], abs=1)
                assert [abs(c) for c in die[3:]] == pytest.approx([abs(c) * PART / UNIT for c in pose[3:]], abs=1)

    asyncio.run(test())


def test_who_joins_late_finds_the_dice_where_they_lie_and_can_ask_for_the_flight(tmp_path: Path) -> None:
    """Also after a restart; nothing is thrown again."""

    async def evening() -> tuple[str, str, Any]:
        connections = open_server(SqliteStore(tmp_path / "house.db"))
        table, guests = await arena_table(connections)
        while not guests[0].snapshots[table, 0]["view"]["loose_n"] or not list(films(guests[0])):
            await play(connections, table, guests)
        late = Guest(connections)
        await late.ask("subscribe", table=table)
        view = late.snapshots[table, None]["view"]
        assert view["loose_pose"] == guests[0].snapshots[table, 0]["view"]["loose_pose"]
        assert any(any(pose) for pose in view["loose_pose"])
        await connections.close()
        return table, next(films(guests[0])), view

    table, film, view = asyncio.run(evening())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sortilege.kernel.rulebook.Rulebook.answer", lambda *_: pytest.fail("thrown again"))
        connections = open_server(SqliteStore(tmp_path / "house.db"))
        with serving(connections) as client:
            assert client.get(f"/api/tables/{table}").json()["view"] == view
            assert client.get(f"/api/tables/{table}/games/1/films/1").json() == {"film": film}
            none = client.get(f"/api/tables/{table}/games/2/films/1")
            assert (none.status_code, none.json()["code"]) == (404, "film/unknown")
            assert client.get(f"/api/tables/{'b' * 26}/games/1/films/1").json()["code"] == "table/unknown"


def test_a_throw_is_simulated_once_and_a_refused_one_never() -> None:
    async def test() -> None:
        dice = Counting()
        connections = open_server(dice=dice)
        table, guests = await arena_table(connections)
        assert (await play(connections, table, guests, "throw 999,0,0,50"))["is"] == "refused"
        assert dice.thrown == []
        seat, n = 0, connections.registry.sessions[table].table.n
        answers = [await guests[0].ask("play", table=table, seat=seat, move="throw", at=n, id="once") for _ in range(3)]
        assert answers[0]["is"] == "done" and answers == [answers[0]] * 3
        assert len(dice.thrown) == 1

    asyncio.run(test())


def test_while_dice_fly_at_one_table_another_plays_on() -> None:
    async def test() -> None:
        dice = Counting()
        connections = open_server(dice=dice)
        table, guests = await arena_table(connections)
        other = await open_table(connections, ["", ""], SLUGS[0])
        others = await all_join(connections, other)
        dice.held = asyncio.Event()
        flying = asyncio.create_task(play(connections, table, guests, "throw"))
        await dice.up.wait()
        assert (await others[0].ask("start", table=other, seat=0))["is"] == "done"
        assert (await play(connections, other, others))["is"] == "done"
        assert not flying.done() and not list(films(guests[0]))
        dice.held.set()
        assert (await flying)["is"] == "done"

    asyncio.run(test())


def test_of_the_answers_to_a_lashlabask_only_the_last_has_a_flight() -> None:
    """Aims stay secret until all have chosen."""

    async def test() -> None:
        dice = Counting()
        connections = open_server(dice=dice)
        for _ in range(40):
            table, guests = await arena_table(connections, seats=4)
            session = connections.registry.sessions[table]
            while session.table.status == "playing":
                assert session.table.game is not None
                if len(session.table.game.pending) > 1:
                    before = len(dice.thrown), len(list(films(guests[-1])))
                    waiting = len(session.table.game.pending)
                    for _ in range(waiting - 1):
                        await play(connections, table, guests, "throw 0,0,45,30")
                    assert (len(dice.thrown), len(list(films(guests[-1])))) == before
                    await play(connections, table, guests, "throw 0,0,90,60")
                    assert (len(dice.thrown), len(list(films(guests[-1])))) == (before[0] + 1, before[1] + 1)
                    return
                await play(connections, table, guests)
        pytest.fail("no Lashlabask in forty games")

    asyncio.run(test())


def test_a_thrower_whose_process_died_is_replaced_and_answers_the_same() -> None:
    async def test() -> None:
        connections = open_server()
        table, _ = await arena_table(connections)
        game = connections.registry.sessions[table].table.game
        assert game is not None
        asked = game.question(0, "throw 5,-10,90,40")
        assert asked is not None
        dice, here = DicePool(1), answer(asked)
        for _ in range(2):
            there = await dice.answer(asked)
            assert there == here and there.film == here.film
            [worker] = dice.workers.all
            os.kill(worker.pid, signal.SIGKILL)
        dice.close()

    asyncio.run(test())


def test_a_throw_that_is_lost_is_a_refusal_and_the_table_goes_on() -> None:
    class Clumsy(Counting):
        async def answer(self, question: Question) -> Outcome:
            if not self.thrown:
                self.thrown.append(question)
                raise Refusal("nature/lost")
            return await super().answer(question)

    async def test() -> None:
        connections = open_server(dice=Clumsy())
        table, guests = await arena_table(connections)
        assert (await play(connections, table, guests, "throw"))["code"] == "nature/lost"
        assert (await play(connections, table, guests, "throw"))["is"] == "done"

    asyncio.run(test())
