"""Describe the table itself, the same for every audience."""

from dataclasses import asdict
from typing import Any, TypedDict, cast

from sortilege.room.table import Table, players_of_next

Part = dict[str, Any]


class SeatInfo(TypedDict):
    name: str
    taken: bool
    bot: str  # the bot that plays for it now


class ResultInfo(TypedDict):
    winners: list[int]
    places: list[int]
    scores: list[int]
    ending: str


class Info(TypedDict):
    """Describe the table without the game in play."""

    game: str
    options: Part
    deck: Part | None
    listed: bool
    clock: float | None  # seconds for a decision
    tournament: bool
    decider: bool
    promise: str
    status: str  # gathering, playing, over
    number: int  # games begun
    players: list[int]  # by index in the game: the seat at the table
    next: list[int]  # seats that would play the next game
    seats: list[SeatInfo]
    deadlines: list[float | None]
    standings: list[Part]
    result: ResultInfo | None


def public_info(table: Table) -> Info:
    plan = table.plan
    result = table.game.result if table.game else None
    return {
        "game": plan.game,
        "options": plan.options,
        "deck": plan.deck,
        "listed": plan.listed,
        "clock": plan.clock.limit if plan.clock else None,
        "tournament": plan.tournament,
        "decider": plan.decider,
        "promise": table.promise,
        "status": table.status,
        "number": table.number,
        "players": list(table.players),
        "next": list(players_of_next(table)),
        "seats": [{"name": holder.name, "taken": holder.token != "", "bot": holder.bot} for holder in table.holders],
        "deadlines": [table.deadline(seat) for seat in range(table.seats)] if plan.clock else [],
        "standings": list(table.standings),
        "result": cast(ResultInfo, asdict(result)) if result else None,
    }
