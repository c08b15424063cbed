"""What one audience is shown of a table, and how one look becomes the next. An audience is a seat, or None: the rest.

A look is built up from what that audience may know; a change holds the parts of a look that differ. Whoever has a look
and hears every change since has the look of now: `fold`.
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import msgspec

from sortilege.kernel.table import SPECTATOR
from sortilege.room.standings import standings
from sortilege.room.table import Table

Audience = int | None


class Look(msgspec.Struct, frozen=True):
    info: dict[str, Any]  # the table itself, the same for everyone
    view: dict[str, Any]  # the game, as the rules show it to this audience; empty before the first
    legal: list[str]


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry told one audience: `info` and `view` hold only the parts that changed."""

    info: dict[str, Any] = {}
    view: dict[str, Any] = {}
    legal: list[str] | None = None
    events: list[dict[str, Any]] = []
    said: dict[str, Any] | None = None


def looks(table: Table, audiences: Iterable[Audience]) -> dict[Audience, Look]:
    info = public_info(table)
    game = table.game
    if game is None:
        return {audience: Look(info, {}, []) for audience in audiences}
    wanted = list(audiences)
    views = game.book.views(game.state, [_code(audience) for audience in wanted])
    pending = game.pending
    return {
        audience: Look(info, views[_code(audience)], game.legal(audience) if audience in pending else [])
        for audience in wanted
    }


def _code(audience: Audience) -> int:
    return SPECTATOR if audience is None else audience


def public_info(table: Table) -> dict[str, Any]:
    plan = table.plan
    result = table.game.result if table.game else None
    return {
        "game": plan.game,
        "options": plan.options,
        "deck": plan.deck,
        "listed": plan.listed,
        "clock": plan.clock and plan.clock.limit,
        "tournament": plan.tournament,
        "promise": table.promise,
        "status": table.status,
        "number": table.number,
        "seats": [{"name": c.name, "taken": c.token != "", "bot": c.bot} for c in table.chairs],
        "deadlines": [table.deadline(seat) for seat in range(table.seats)],
        "asked": list(table.asked_n),
        "standings": standings(table.results, table.seats) if table.records else [],
        "result": asdict(result) if result else None,
    }


def change(before: Table, after: Table, looks: tuple[Look, Look], audience: Audience) -> Change | None:
    """What the entry between two tables told; None: too much is different, only a fresh look will do."""
    was, now = looks
    if not was.view.keys() <= now.view.keys():
        return None
    events = after.game.heard(audience) if after.game and after.game is not before.game else []
    said = after.said if after.said is not before.said else None
    return Change(
        info={name: part for name, part in now.info.items() if was.info[name] != part},
        view={name: part for name, part in now.view.items() if name not in was.view or was.view[name] != part},
        legal=now.legal if now.legal != was.legal else None,
        events=events,
        said={"seat": said.seat, "text": said.text} if said else None,
    )


def fold(look: Look, change: Change) -> Look:
    legal = look.legal if change.legal is None else change.legal
    return Look({**look.info, **change.info}, {**look.view, **change.view}, legal)
