"""What one audience is shown of a table, and how one look becomes the next. An audience is a seat, or None: the rest.

A look is built up from what that audience may know; a change holds the parts of a look that differ. Whoever has a look
and hears every change since has the look of now: `fold`.
"""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any, Final, TypedDict, cast

import msgspec

from sortilege.kernel.game import Game
from sortilege.kernel.state import SPECTATOR, pending
from sortilege.room.table import Table, players_of_next

Audience = int | None
Part = dict[str, Any]
MISSING: Final = object()
NO_MOVES: Final[list[str]] = []
NOTHING: Final[Part] = {}
SILENCE: Final[list[Part]] = []
encode = msgspec.json.Encoder().encode


class ChairInfo(TypedDict):
    name: str
    taken: bool
    bot: str  # the bot that plays for it now


class ResultInfo(TypedDict):
    winners: list[int]
    places: list[int]
    scores: list[int]
    ending: str


class Info(TypedDict):
    """The table itself, the same for everyone."""

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
    players: list[int]  # by seat of the game: the seat of the table
    next: list[int]  # those who would play the next game
    seats: list[ChairInfo]
    deadlines: list[float | None]
    standings: list[Part]
    result: ResultInfo | None


class Look(msgspec.Struct, frozen=True):
    info: Info
    view: Part  # the game, as the rules show it to this audience; empty before the first
    legal: list[str]


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry told one audience: of `info` and of `view` only the parts that changed."""

    info: Part | msgspec.Raw = {}
    view: Part | msgspec.Raw = {}  # what everyone sees of the game
    own: Part = {}  # what this audience sees of it
    legal: list[str] | None = None
    events: list[Part] | msgspec.Raw = []
    said: Part | None = None
    film: bytes = b""  # of dice in flight, for everyone: `arena.track`


class Picture(msgspec.Struct, frozen=True):
    """A table as all of some audiences see it: what they share is made once."""

    table: Table
    info: Info
    codes: dict[Audience, int]  # what the rules call each of them: a seat of the game, or a spectator
    own: dict[Audience, Part]  # what it alone sees of the game; parts of it may be the state's own
    legal: dict[Audience, list[str]]  # of those who are asked

    def look(self, audience: Audience) -> Look:
        game = self.table.game
        if game is None:
            return Look(self.info, {}, NO_MOVES)
        view = game.book.public(game.state) | self.own[audience] | {"audience": _seat(self.codes[audience])}
        return Look(self.info, view, self.legal.get(audience, NO_MOVES))


def picture(table: Table, audiences: Collection[Audience], before: Picture | None = None) -> Picture:
    """Made anew, but for what is as it was in the picture before."""
    info = before.info if before and _same_info(before.table, table) else public_info(table)
    game, codes = table.game, _codes(table, audiences, before)
    if game is None:
        return Picture(table, info, codes, dict.fromkeys(codes, NOTHING), {})
    book, state, asked = game.book, game.state, pending(game.state)
    see = book.see
    own: dict[Audience, Part] = {}
    legal: dict[Audience, list[str]] = {}
    for audience, code in codes.items():
        own[audience] = see(state, code)
        if asked >> code & 1:
            legal[audience] = book.moves.write_all(book.offered(state, code))
    return Picture(table, info, codes, own, legal)


def _codes(table: Table, audiences: Collection[Audience], before: Picture | None) -> dict[Audience, int]:
    if before and before.table.players is table.players and before.codes.keys() == audiences:
        return before.codes
    seats = {audience: table.seat_of(audience) for audience in audiences}
    return {audience: SPECTATOR if seat is None else seat for audience, seat in seats.items()}


def _seat(code: int) -> int | None:
    return None if code == SPECTATOR else code


def _same_info(was: Table, now: Table) -> bool:
    """Most moves change the game alone."""
    same = was.chairs is now.chairs and was.number == now.number and was.status == now.status
    return same and now.plan.clock is None


def look(table: Table, audience: Audience) -> Look:
    return picture(table, [audience]).look(audience)


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
        "seats": [{"name": c.name, "taken": c.token != "", "bot": c.bot} for c in table.chairs],
        "deadlines": [table.deadline(seat) for seat in range(table.seats)] if plan.clock else [],
        "standings": list(table.standings),
        "result": cast(ResultInfo, asdict(result)) if result else None,
    }


def changes(was: Picture, now: Picture) -> dict[Audience, Change | None]:
    """What the entry between two pictures told each audience; None: only a fresh look will do."""
    before, after = was.table, now.table
    info = _encoded(_new_info(was.info, now.info))
    public = _encoded(_news(before, after))
    game = after.game if after.game is not before.game else None
    heard = _heard(game, now.codes) if game else dict.fromkeys(now.codes, SILENCE)
    said = after.said if after.said is not before.said else None
    talk = {"seat": said.seat, "text": said.text} if said else None
    film = game.film if game else b""
    legal = _newly_legal(was, now)
    changed: dict[Audience, Change | None] = {}
    for audience, own in now.own.items():
        different = _different(was.own[audience], own)
        if different is None:
            changed[audience] = None
            continue
        if was.codes is not now.codes:
            different |= _new_place(was, now, audience)
        changed[audience] = Change(info, public, different, legal.get(audience), heard[audience], talk, film)
    return changed


def _new_place(was: Picture, now: Picture, audience: Audience) -> Part:
    """Who sits down to play, or on another seat of the game than before, as some do while a tie is decided, is told."""
    same = was.table.game and was.codes[audience] == now.codes[audience]
    return {} if same or now.table.game is None else {"audience": _seat(now.codes[audience])}


def _newly_legal(was: Picture, now: Picture) -> dict[Audience, list[str]]:
    """Who is asked anew is told so, even if the moves are the same as before; who is no longer asked, too."""
    table, known = now.table, was.legal
    told: dict[Audience, list[str]] = {}
    for a in known:
        if a not in now.legal:
            told[a] = NO_MOVES
    for a, moves in now.legal.items():
        if (a is not None and table.asked_n[a] == table.n) or moves != known.get(a):
            told[a] = moves
    return told


def _news(before: Table, after: Table) -> Part:
    """What everyone sees otherwise now: of another game all of it."""
    was, now = before.game, after.game
    if now is None or now is was:
        return {}
    if was is None or before.number != after.number:
        return now.book.public(now.state)
    return now.book.public_changes(now.state, was.state)


def _heard(game: Game, codes: dict[Audience, int]) -> dict[Audience, list[Part] | msgspec.Raw]:
    """What several hear alike is written once."""
    if not game.secrets:
        return dict.fromkeys(codes, msgspec.Raw(encode(game.heard_without(()))))
    written: dict[tuple[int, ...], msgspec.Raw] = {}
    heard: dict[Audience, list[Part] | msgspec.Raw] = {}
    for audience, code in codes.items():
        missed = game.missed(code)
        if missed not in written:
            written[missed] = msgspec.Raw(encode(game.heard_without(missed)))
        heard[audience] = written[missed]
    return heard


def _different(was: Part, now: Part) -> Part | None:
    """The parts that are otherwise, or new; None: one is gone."""
    if not was.keys() <= now.keys():
        return None
    other: Part = {}
    for name, part in now.items():
        if was.get(name, MISSING) != part:
            other[name] = part
    return other


def _new_info(was: Info, now: Info) -> Part:
    """It has the same parts at every table."""
    return {} if was is now else _different(cast(Part, was), cast(Part, now)) or {}


def _encoded(part: Part) -> Part | msgspec.Raw:
    """Written once, sent to all."""
    return msgspec.Raw(encode(part)) if part else part


def fold(look: Look, change: Change) -> Look:
    """What a client does."""
    info, view = _decoded(change.info), _decoded(change.view)
    legal = look.legal if change.legal is None else change.legal
    return Look(cast(Info, {**look.info, **info}), {**look.view, **view, **change.own}, legal)


def _decoded(part: Part | msgspec.Raw) -> Part:
    return msgspec.json.decode(part, type=Part) if isinstance(part, msgspec.Raw) else part
