"""Find the tables of a browser again, and games that are over."""

import asyncio
from typing import Any, Final

import msgspec

from sortilege.kernel.refusal import Refusal
from sortilege.room.info import SeatInfo, public_info
from sortilege.room.table import Table
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.replay import find_film

MOST_MINE: Final = 40  # the cookies of more would not fit in a request
MOST_RECENT: Final = 20


class Mine(msgspec.Struct):
    """Describe a table where this browser holds seats."""

    table: str
    game: str
    status: str
    seats: list[SeatInfo]
    mine: list[int]
    asked: bool
    number: int
    at: float


class Recent(msgspec.Struct):
    """Describe a finished game at a table of the lobby."""

    table: str
    number: int
    game: str
    names: list[str]
    bots: list[str]
    winners: list[int]
    at: float


async def mine(registry: TableRegistry, tokens: dict[str, list[str]]) -> tuple[list[Mine], set[str]]:
    """Return the tables where the browser holds a seat, latest first, and the ids of useless cookies."""
    found, useless = [], set()
    for id, shown in tokens.items():
        await asyncio.sleep(0)  # each may be read from the log: other clients are served in between
        try:
            table = _mine((await registry.fetch(id)).table, shown)
        except Refusal as refusal:
            if refusal.code != "table/unknown":  # it exists, and cannot be opened now
                continue
            table = None
        if table:
            found.append(table)
        else:
            useless.add(id)
    found.sort(key=lambda table: (not table.asked, table.status == "over", -table.at))
    return found[:MOST_MINE], useless | {table.table for table in found[MOST_MINE:]}


def _mine(table: Table, tokens: list[str]) -> Mine | None:
    seats = table.seated(tokens)
    if not seats:
        return None
    asked = table.status == "playing" and any(table.asked_n[seat] and not table.holders[seat].bot for seat in seats)
    info = public_info(table)
    return Mine(table.id, info["game"], table.status, info["seats"], seats, asked, table.number, table.at)


def recent(registry: TableRegistry) -> list[Recent]:
    tables = (session.table for session in registry.sessions.values())
    over = [table for table in tables if table.plan.listed and table.records]
    over.sort(key=lambda table: -table.at)
    return [_recent(table) for table in over[:MOST_RECENT]]


def _recent(table: Table) -> Recent:
    number, last = len(table.records), table.records[-1]
    bots = [table.holders[seat].bot for seat in last["house"]["players"]]
    return Recent(table.id, number, last["game"], last["names"], bots, last["result"]["winners"], table.at)


def find_record(table: Table, number: int) -> dict[str, Any]:
    if not 1 <= number <= len(table.records):
        raise Refusal("record/not_yet")
    return table.records[number - 1]


async def film(registry: TableRegistry, table: str, number: int, move: int) -> bytes:
    """Return the flight of the dice in a move of a game, as everyone saw it."""
    entries = await asyncio.to_thread(registry.store.read, table)
    if not entries:
        raise Refusal("table/unknown")
    found = find_film(entries, number, move)
    if not found:
        raise Refusal("film/unknown", game=number, move=move)
    return found
