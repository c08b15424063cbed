"""Build what each audience of a table is sent: snapshots and updates. `stories` uses them for finished games.

An audience is a seat, or None for spectators. A view is built up from what its audience may know. An update holds the
parts that differ from the view before; `fold` applies it.
"""

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from sortilege.kernel.game import Game
from sortilege.kernel.state import SPECTATOR, pending
from sortilege.room.info import Info, Part, public_info
from sortilege.room.table import Table

Audience = int | None
MISSING: Final = object()
NO_MOVES: Final[list[str]] = []
NOTHING: Final[Part] = {}
NO_EVENTS: Final[list[Part]] = []
encode = msgspec.json.Encoder().encode


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="snapshot"):
    """Hold all that one audience sees after entry n. It replaces everything sent before."""

    table: str
    n: int
    seat: Audience
    info: Info
    view: Part  # the game, as the rules show it to this audience; empty before the first game
    legal: list[str]


class Update(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="update"):
    """Hold what entry n changed for one audience: only the parts that differ."""

    table: str
    n: int
    seat: Audience
    info: Part | msgspec.Raw = {}
    view: Part | msgspec.Raw = {}  # what everyone sees of the game
    own: Part = {}  # what this audience sees of it
    legal: list[str] | None = None
    events: list[Part] | msgspec.Raw = []
    said: Part | None = None
    film: bytes = b""  # of dice in flight, for everyone: `arena.track`


class Views(msgspec.Struct, frozen=True):
    """Hold what several audiences see of one table. Common parts are shared."""

    table: Table
    info: Info
    players: dict[Audience, int]  # index in the game, or SPECTATOR
    own: dict[Audience, Part]  # what it alone sees of the game; parts of it may belong to the state
    legal: dict[Audience, list[str]]  # of those who are asked

    def snapshot(self, audience: Audience) -> Snapshot:
        table, view = self.table, NOTHING
        if game := table.game:
            view = game.book.public(game.state) | self.own[audience] | {"audience": _index(self.players[audience])}
        legal = self.legal.get(audience, NO_MOVES)
        return Snapshot(table=table.id, n=table.n, seat=audience, info=self.info, view=view, legal=legal)


def views_of(table: Table, audiences: Collection[Audience], before: Views | None = None) -> Views:
    """Return the views of a table, taking over from those before what is still the same."""
    info = before.info if before and _same_info(before.table, table) else public_info(table)
    game, players = table.game, _players(table, audiences, before)
    if game is None:
        return Views(table, info, players, dict.fromkeys(players, NOTHING), {})
    book, state, asked = game.book, game.state, pending(game.state)
    own: dict[Audience, Part] = {}
    legal: dict[Audience, list[str]] = {}
    for audience, player in players.items():
        own[audience] = book.see(state, player)
        if asked >> player & 1:
            legal[audience] = book.moves.write_all(book.offered(state, player))
    return Views(table, info, players, own, legal)


def snapshot(table: Table, audience: Audience) -> Snapshot:
    return views_of(table, [audience]).snapshot(audience)


def _players(table: Table, audiences: Collection[Audience], before: Views | None) -> dict[Audience, int]:
    if before and before.table.players is table.players and before.players.keys() == audiences:
        return before.players
    indexes = {audience: table.player_of(audience) for audience in audiences}
    return {audience: SPECTATOR if index is None else index for audience, index in indexes.items()}


def _index(player: int) -> int | None:
    return None if player == SPECTATOR else player


def _same_info(was: Table, now: Table) -> bool:
    """Return whether only the game changed, as by most moves."""
    same = was.holders is now.holders and was.number == now.number and was.status == now.status
    return same and now.plan.clock is None


# -------------------------------------------------------------------------------------------------------- updates
def updates(was: Views, now: Views) -> dict[Audience, Snapshot | Update]:
    """Return what the entry between two views tells each audience: a snapshot where a part of the view is gone."""
    before, after = was.table, now.table
    info = _encoded(_new_info(was.info, now.info))
    public = _encoded(_new_public(before, after))
    game = after.game if after.game is not before.game else None
    events = _events(game, now.players) if game else dict.fromkeys(now.players, NO_EVENTS)
    said = after.said if after.said is not before.said else None
    talk = {"seat": said.seat, "text": said.text} if said else None
    film = game.film if game else b""
    legal = _new_legal(was, now)
    made: dict[Audience, Snapshot | Update] = {}
    for audience, own in now.own.items():
        different = _different(was.own[audience], own)
        if different is None:
            made[audience] = now.snapshot(audience)
            continue
        if was.players is not now.players:
            different |= _new_player(was, now, audience)
        made[audience] = Update(
            table=after.id,
            n=after.n,
            seat=audience,
            info=info,
            view=public,
            own=different,
            legal=legal.get(audience),
            events=events[audience],
            said=talk,
            film=film,
        )
    return made


def updates_between(tables: Iterable[Table], audience: Audience) -> list[Snapshot | Update]:
    """Return what the entries between these tables told one audience."""
    views = [views_of(table, [audience]) for table in tables]
    return [updates(was, now)[audience] for was, now in pairwise(views)]


def without_text(message: Snapshot | Update) -> Snapshot | Update:
    """Return the message without the chat text, for clients that muted the speaker."""
    if isinstance(message, Update) and message.said:
        return replace(message, said={**message.said, "text": None})
    return message


def speaker(message: Snapshot | Update) -> int | None:
    return message.said["seat"] if isinstance(message, Update) and message.said else None


def _new_player(was: Views, now: Views, audience: Audience) -> Part:
    """Return the index in the game of an audience that got one, or another, as some do while a tie is decided."""
    same = was.table.game and was.players[audience] == now.players[audience]
    return {} if same or now.table.game is None else {"audience": _index(now.players[audience])}


def _new_legal(was: Views, now: Views) -> dict[Audience, list[str]]:
    """Return the moves of audiences asked anew, even if they are the same, and none for those no longer asked."""
    table, known = now.table, was.legal
    told = {audience: NO_MOVES for audience in known if audience not in now.legal}
    for audience, moves in now.legal.items():
        if (audience is not None and table.asked_n[audience] == table.n) or moves != known.get(audience):
            told[audience] = moves
    return told


def _new_public(before: Table, after: Table) -> Part:
    """Return what everyone sees changed; all of it if another game began."""
    was, now = before.game, after.game
    if now is None or now is was:
        return {}
    if was is None or before.number != after.number:
        return now.book.public(now.state)
    return now.book.public_changes(now.state, was.state)


def _events(game: Game, players: dict[Audience, int]) -> dict[Audience, list[Part] | msgspec.Raw]:
    """Return the events as each audience is told them; encoded once for audiences that are told the same."""
    if not game.secrets:
        return dict.fromkeys(players, msgspec.Raw(encode(game.heard_without(()))))
    encoded: dict[tuple[int, ...], msgspec.Raw] = {}
    events: dict[Audience, list[Part] | msgspec.Raw] = {}
    for audience, player in players.items():
        missed = game.missed(player)
        if missed not in encoded:
            encoded[missed] = msgspec.Raw(encode(game.heard_without(missed)))
        events[audience] = encoded[missed]
    return events


def _different(was: Part, now: Part) -> Part | None:
    """Return the parts that changed or are new; None if one is gone."""
    if not was.keys() <= now.keys():
        return None
    return {name: part for name, part in now.items() if was.get(name, MISSING) != part}


def _new_info(was: Info, now: Info) -> Part:
    return {} if was is now else _different(cast(Part, was), cast(Part, now)) or {}


def _encoded(part: Part) -> Part | msgspec.Raw:
    """Encode once what is sent to all."""
    return msgspec.Raw(encode(part)) if part else part


def fold(seen: Snapshot, update: Snapshot | Update) -> Snapshot:
    """Return the snapshot after an update, as clients do."""
    if isinstance(update, Snapshot):
        return update
    info = cast(Info, {**seen.info, **_decoded(update.info)})
    view = {**seen.view, **_decoded(update.view), **update.own}
    legal = seen.legal if update.legal is None else update.legal
    return replace(seen, n=update.n, info=info, view=view, legal=legal)


def _decoded(part: Part | msgspec.Raw) -> Part:
    return msgspec.json.decode(part, type=Part) if isinstance(part, msgspec.Raw) else part
