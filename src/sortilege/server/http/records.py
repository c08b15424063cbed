"""Show finished games: their records, the proof of a record, the game move by move."""

import asyncio
from dataclasses import asdict
from typing import Any

import msgspec

import sortilege
from sortilege.server.http.requests import Call
from sortilege.server.tables import archive


class Film(msgspec.Struct):
    film: bytes  # as in an update


class Verified(msgspec.Struct):
    verified: bool
    commitment: str
    promise: str
    moves: int
    result: dict[str, Any]


async def record(call: Call) -> dict[str, Any]:
    await call.connections.house.fetch(call.path["table"])
    return call.connections.house.record(call.path["table"], call.path["number"])


async def story(call: Call) -> archive.Story:
    """Tell a finished game as one seat saw it; in a thread, since a game takes a while."""
    house, number, eyes = call.connections.house, call.path["number"], call.path["eyes"]
    table = (await house.fetch(call.path["table"])).table
    house.record(table.id, number)
    async with call.connections.reading:
        return await asyncio.to_thread(archive.story, table, number, None if eyes == "public" else int(eyes))


async def film(call: Call) -> Film:
    return Film(await call.connections.house.film(call.path["table"], call.path["number"], call.path["move"]))


async def verify(call: Call) -> Verified:
    """Play the record again and prove it; in a thread, since a game takes a while."""
    found = await record(call)
    async with call.connections.reading:
        game = await asyncio.to_thread(sortilege.verify, found)
    assert game.result is not None
    return Verified(True, game.commitment, found["house"]["promise"], game.played, asdict(game.result))
