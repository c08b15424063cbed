"""What a browser finds again: its tables, games that are over, and those from any seat."""

import asyncio
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import sortilege
from sortilege.games import SLUGS
from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create
from sortilege.room.snapshots import fold
from sortilege.room.stories import story
from sortilege.server.tables.find_games import mine, recent
from sortilege.server.ws.connection import Connection
from tests.support.guests import PATIENT, open_server, open_table
from tests.support.tables import token


def test_a_browser_finds_the_tables_whose_keys_it_holds() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], SLUGS[0])
        [found], useless = await mine(connections.registry, {table: [token(1)]})
        assert found.mine == [1] and useless == set()
        assert await mine(connections.registry, {table: ["x" * 22], "a" * 26: [token(0)]}) == ([], {table, "a" * 26})
        assert recent(connections.registry) == []
        await connections.close()

    asyncio.run(test())


def test_a_full_house_throws_no_keys_away() -> None:
    """The table is there, in the log."""

    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, tables=1))
        table = await open_table(connections, ["", ""], SLUGS[0])
        del connections.registry.sessions[table]  # as when nobody listened for a while
        other = await connections.registry.create(Create(id="another".ljust(22, "-"), game=SLUGS[0], bots=["", ""]))
        connections.registry.sessions[other.table].subscribe(Connection(connections), [])  # somebody looks on: it stays
        assert await mine(connections.registry, {table: [token(0)]}) == ([], set())
        await connections.close()

    asyncio.run(test())


def as_sent(view: Any) -> Any:
    """The view as a client has it: parts of it are tuples here."""
    return msgspec.json.decode(msgspec.json.encode(view))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_finished_game_is_told_from_every_seat_as_it_was_seen(slug: str) -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["greedy"] * 3, slug)
        session = connections.registry.sessions[table]
        async with asyncio.timeout(60):
            while session.table.status != "over":
                await asyncio.sleep(0.01)
        record = session.table.records[0]
        for seat in (None, 0, 2):
            told = story(session.table, 1, seat)
            seen = told.snapshot
            assert [message.n for message in (seen, *(step.update for step in told.steps))] == [
                *range(len(told.steps) + 1)
            ]
            for step in told.steps:
                assert seen.info["status"] == "playing"
                seen = fold(seen, step.update)
            assert [f"{step.seat} {step.move}" for step in told.steps] == record["moves"]
            assert as_sent(seen.view) == sortilege.replay(record).view(seat)
            assert seen.info["status"] == "over" and seen.info["result"] == record["result"]
        with pytest.raises(Refusal, match="seat/unknown"):
            story(session.table, 1, 5)
        await connections.close()

    asyncio.run(test())
