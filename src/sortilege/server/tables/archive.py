"""What a browser finds again: its tables, games that ended of late, and any of them from any seat."""

import asyncio
from dataclasses import asdict
from typing import Any, Final, cast

import msgspec

from sortilege.games import load
from sortilege.kernel.game import Game
from sortilege.kernel.records import steps
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.state import SPECTATOR
from sortilege.room.snapshots import ChairInfo, Change, Info, Look, ResultInfo, public_info
from sortilege.room.table import Table
from sortilege.server.tables.registry import House

MOST_MINE: Final = 40  # a browser has little room for more seats
MOST_RECENT: Final = 20


class Mine(msgspec.Struct):
    """A table where this browser holds seats."""

    table: str
    game: str
    status: str
    seats: list[ChairInfo]
    mine: list[int]
    asked: bool
    number: int
    at: float


class Recent(msgspec.Struct):
    """A game that is over, at a table of the lobby."""

    table: str
    number: int
    game: str
    names: list[str]
    bots: list[str]
    winners: list[int]
    at: float


class Step(msgspec.Struct):
    seat: int
    move: str
    change: Change


class Story(msgspec.Struct):
    """A whole game as one seat of it, or a spectator, saw it happen."""

    look: Look
    steps: list[Step]


async def mine(house: House, tokens: dict[str, list[str]]) -> tuple[list[Mine], set[str]]:
    """By table, the tokens that the browser shows for it. The latest first; and tables not to be asked for again."""
    found, useless = [], set()
    for id, shown in tokens.items():
        await asyncio.sleep(0)  # each may be read from the log: others are served between
        try:
            table = _mine((await house.fetch(id)).table, shown)
        except Refusal as refusal:
            if refusal.code != "table/unknown":  # it is there, and this house has no room for it now
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
    asked = table.status == "playing" and any(table.asked_n[seat] and not table.chairs[seat].bot for seat in seats)
    info = public_info(table)
    return Mine(table.id, info["game"], table.status, info["seats"], seats, asked, table.number, table.at)


def recent(house: House) -> list[Recent]:
    over = [live.table for live in house.tables.values() if live.table.plan.listed and live.table.records]
    over.sort(key=lambda table: -table.at)
    return [_recent(table) for table in over[:MOST_RECENT]]


def _recent(table: Table) -> Recent:
    number, last = len(table.records), table.records[-1]
    bots = [table.chairs[seat].bot for seat in last["house"]["players"]]
    return Recent(table.id, number, last["game"], last["names"], bots, last["result"]["winners"], table.at)


def story(table: Table, number: int, seat: int | None) -> Story:
    record = table.records[number - 1]
    if seat is not None and seat >= record["seats"]:
        raise Refusal("seat/unknown", seat=seat, seats=record["seats"])
    told: list[Step] = []
    first: Look | None = None
    before: dict[str, Any] = {}
    info = _info(table, record, number)
    for game in steps(load(record["game"]), record):
        view = dict(game.book.view(game.state, SPECTATOR if seat is None else seat))
        if first is None:
            first = Look(info, view, _legal(game, seat))
        else:
            told.append(_step(game, seat, {name: part for name, part in view.items() if before.get(name) != part}))
        before = view
    assert first is not None
    return Story(first, told)


def _legal(game: Game, seat: int | None) -> list[str]:
    return game.legal(seat) if seat is not None and seat in game.pending else []


def _step(game: Game, seat: int | None, view: dict[str, Any]) -> Step:
    by, _, move = game.moves[-1].partition(" ")
    result: dict[str, Any] = {}
    if game.result:
        result = {"status": "over", "result": cast(ResultInfo, asdict(game.result))}
    change = Change(info=result, view=view, legal=_legal(game, seat), events=game.heard(seat))
    return Step(int(by), move, change)


def _info(table: Table, record: dict[str, Any], number: int) -> Info:
    """The table as it was when the game began, its seats in the order of the game."""
    info = public_info(table)
    sat = zip(record["names"], record["house"]["players"], strict=True)
    seats = [ChairInfo(name=name, taken=False, bot=info["seats"][player]["bot"]) for name, player in sat]
    shown = {"status": "playing", "number": number, "players": list(range(len(seats))), "seats": seats}
    return cast(Info, {**info, **shown, "deadlines": [], "result": None})
