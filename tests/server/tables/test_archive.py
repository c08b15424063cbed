"""What a browser finds again: its tables, games that are over, and those from any seat."""

import asyncio
from dataclasses import replace

import pytest

import sortilege
from sortilege.games import SLUGS
from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create
from sortilege.room.snapshots import fold
from sortilege.server.tables.archive import mine, recent, story
from sortilege.server.ws.connection import Connection as Socket
from tests.support.guests import PATIENT, open_house, open_table
from tests.support.tables import token


def test_a_browser_finds_the_tables_whose_keys_it_holds() -> None:
    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", ""], SLUGS[0])
        [found], useless = await mine(desk.house, {table: [token(1)]})
        assert found.mine == [1] and useless == set()
        assert await mine(desk.house, {table: ["x" * 22], "a" * 26: [token(0)]}) == ([], {table, "a" * 26})
        assert recent(desk.house) == []
        await desk.close()

    asyncio.run(test())


def test_a_full_house_throws_no_keys_away() -> None:
    """The table is there, in the log."""

    async def test() -> None:
        desk = open_house(limits=replace(PATIENT, tables=1))
        table = await open_table(desk, ["", ""], SLUGS[0])
        del desk.house.tables[table]  # as when nobody listened for a while
        other = await desk.house.create(Create(id="another".ljust(22, "-"), game=SLUGS[0], bots=["", ""]))
        desk.house.find(other.table).join(Socket(desk), [None])  # somebody looks on: it stays
        assert await mine(desk.house, {table: [token(0)]}) == ([], set())
        await desk.close()

    asyncio.run(test())


@pytest.mark.parametrize("slug", SLUGS)
def test_a_finished_game_is_told_from_every_seat_as_it_was_seen(slug: str) -> None:
    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["greedy"] * 3, slug)
        live = desk.house.find(table)
        async with asyncio.timeout(60):
            while live.table.status != "over":
                await asyncio.sleep(0.01)
        record = live.table.records[0]
        for seat in (None, 0, 2):
            told = story(live.table, 1, seat)
            look = told.look
            assert "over" not in (look.info["status"], *(step.change.info for step in told.steps[:-1]))
            for step in told.steps:
                look = fold(look, step.change)
            assert [f"{step.seat} {step.move}" for step in told.steps] == record["moves"]
            assert look.view == sortilege.replay(record).view(seat)
            assert look.info["result"] == record["result"]
        with pytest.raises(Refusal, match="seat/unknown"):
            story(live.table, 1, 5)
        await desk.close()

    asyncio.run(test())
