"""Show finished games: their records, the proof of a record, the game move by move."""

import asyncio
from dataclasses import asdict
from typing import Any

import msgspec

import sortilege
from sortilege.room.stories import Story, story
from sortilege.server.http.requests import Call
from sortilege.server.tables import find_games


class Film(msgspec.Struct):
    film: bytes  # as in an update


class Verified(msgspec.Struct):
    verified: bool
    commitment: str
    promise: str
    moves: int
    result: dict[str, Any]


async def record(call: Call) -> dict[str, Any]:
    session = await call.connections.registry.fetch(call.path["table"])
    return find_games.find_record(session.table, call.path["number"])


async def tell_story(call: Call) -> Story:
    """Tell a finished game as one seat saw it; in a thread, since a game takes a while."""
    number, audience = call.path["number"], call.path["audience"]
    table = (await call.connections.registry.fetch(call.path["table"])).table
    find_games.find_record(table, number)
    async with call.connections.reading:
        return await asyncio.to_thread(story, table, number, None if audience == "public" else int(audience))


async def film(call: Call) -> Film:
    return Film(
        await find_games.film(call.connections.registry, call.path["table"], call.path["number"], call.path["move"])
    )


async def verify(call: Call) -> Verified:
    """Play the record again and prove it; in a thread, since a game takes a while."""
    found = await record(call)
    async with call.connections.reading:
        game = await asyncio.to_thread(sortilege.verify, found)
    assert game.result is not None
    return Verified(True, game.commitment, found["house"]["promise"], game.played, asdict(game.result))
