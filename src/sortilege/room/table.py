"""Define a table as an immutable value, made by applying facts in order."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from sortilege.games import load
from sortilege.kernel.game import Game
from sortilege.kernel.physics import Outcome
from sortilege.kernel.records import fairness
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.tournament import Tournament
from sortilege.room.facts import Created, Fact, Handed, Left, Played, Renamed, Returned, Said, Sat, Started
from sortilege.room.standings import standings

TALK_REMEMBERED: Final = 40


class Holder(msgspec.Struct, frozen=True):
    """Hold who plays for a seat: a person, a bot, both (the bot stands in) or nobody."""

    name: str = ""
    token: str = ""  # hash of the person's; "" while nobody sits here
    nonce: str = ""
    bot: str = ""  # the bot that plays now


class Table(msgspec.Struct, frozen=True):
    """Hold one table: seats, games, clock, chat, number of the last entry."""

    id: str
    n: int  # entries so far
    at: float  # time of the last one
    plan: Created
    promise: str  # commits the server to its share of every deal
    holders: tuple[Holder, ...]  # by seat
    status: str = "gathering"  # then playing, over, and playing again
    game: Game | None = None
    number: int = 0  # games begun
    players: tuple[int, ...] = ()  # who plays it: by index in the game: the seat at the table
    first: int = 0  # the one of them who began
    tournament: Tournament | None = None  # from the first game on, if there is one
    link: bytes = b""  # the server's share of the deal; shown when the game is over
    nonces: tuple[str, ...] = ()  # of the players when the game began
    asked_n: tuple[int, ...] = ()  # by seat: the entry that asked it to decide, 0 if none does
    asked_at: tuple[float, ...] = ()
    said: Said | None = None
    talk: tuple[tuple[int, float], ...] = ()  # who spoke lately, and when
    records: tuple[dict[str, Any], ...] = ()  # of the games that are over
    standings: tuple[dict[str, Any], ...] = ()

    @property
    def seats(self) -> int:
        return len(self.holders)

    @property
    def free(self) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders) if not holder.token and not holder.bot]

    def player_of(self, seat: int | None) -> int | None:
        """Return the index of a seat in the game; None if it only watches, as some do while a tie is decided."""
        return self.players.index(seat) if seat in self.players else None

    def holds(self, seat: int, token: str) -> bool:
        """Return whether this token is that of the seat's holder, in constant time."""
        kept = self.holders[seat].token if seat < self.seats else ""
        return hmac.compare_digest(hash_token(token), kept or "nobody")

    def seated(self, tokens: Sequence[str]) -> list[int]:
        return [seat for seat in range(self.seats) if any(self.holds(seat, token) for token in tokens)]

    def deadline(self, seat: int) -> float | None:
        """Return when the seat's time is up; None if it is not asked, has no clock or a bot decides."""
        if self.plan.clock is None or self.status != "playing" or not self.asked_n[seat] or self.holders[seat].bot:
            return None
        return self.asked_at[seat] + self.plan.clock.limit

    def after(self, fact: Fact, at: float) -> "Table":
        return replace(self, n=self.n + 1, at=at, **_changes(fact, self, at))


def hash_token(token: str) -> str:
    return hashlib.sha256(b"sortilege seat " + token.encode()).hexdigest()


def create(table: str, plan: Created, at: float) -> Table:
    """Return a new table. Rules of another version are refused: its moves would lead to another game."""
    known = load(plan.game).version
    if plan.rules not in (0, known):
        raise Refusal("record/unknown_rules", game=plan.game, rules=plan.rules, known=[known])
    promise = fairness.promise(bytes.fromhex(plan.root))
    return Table(table, 1, at, plan, promise, tuple(Holder(bot=bot) for bot in plan.bots))


Changes = dict[str, Any]  # of the fields of a table


def _changes(fact: Fact, table: Table, at: float) -> Changes:
    match fact:
        case Played():  # most often
            return _played(fact, table, at)
        case Said():
            return {"said": fact, "talk": (*table.talk, (fact.seat, at))[-TALK_REMEMBERED:]}
        case Started():
            return _started(table, at)
        case Sat():
            return _sitting(table, fact.seat, Holder(fact.name, fact.token, fact.nonce))
        case Renamed():
            return _sitting(table, fact.seat, replace(table.holders[fact.seat], name=fact.name))
        case Left():
            return _sitting(table, fact.seat, Holder())
        case Handed():
            return _sitting(table, fact.seat, replace(table.holders[fact.seat], bot=fact.bot))
        case Returned():
            return _sitting(table, fact.seat, replace(table.holders[fact.seat], bot=""))
    raise TypeError(f"{type(fact).__name__} cannot happen at a table")


def _sitting(table: Table, seat: int, holder: Holder) -> Changes:
    return {"holders": (*table.holders[:seat], holder, *table.holders[seat + 1 :])}


def _started(table: Table, at: float) -> Changes:
    number, players = table.number + 1, players_of_next(table)
    nonces = [table.holders[player].nonce for player in players]
    link = fairness.link(bytes.fromhex(table.plan.root), number)
    seed = fairness.deal(link, nonces)
    game = Game(load(table.plan.game), len(players), seed, _options_of_next(table), table.plan.deck)
    first = players[game.state.first]
    begun = {"status": "playing", "game": game, "number": number, "players": players}
    begun |= {"first": first, "link": link, "nonces": tuple(nonces)}
    asked = _asked(table, [players[player] for player in game.pending], None, at)
    return begun | asked | {"tournament": table.tournament or _tournament(table, game)}


def players_of_next(table: Table) -> tuple[int, ...]:
    """Return the seats that play the next game; in a deciding game only the tied ones."""
    if table.tournament is None:
        return tuple(range(table.seats))
    return table.tournament.next.players if table.tournament.next else ()


def _options_of_next(table: Table) -> dict[str, Any]:
    """Return the options of the next game: the first seat moves on from game to game."""
    if table.game is None:
        return table.plan.options
    first = (
        table.tournament.next.first if table.tournament and table.tournament.next else (table.first + 1) % table.seats
    )
    return {**table.plan.options, "first": first}


def _tournament(table: Table, game: Game) -> Tournament | None:
    plan = table.plan
    return Tournament(table.seats, game.state.first, plan.decider, game.book.seats.start) if plan.tournament else None


def _played(fact: Played, table: Table, at: float) -> Changes:
    assert table.game is not None
    game, player = table.game.fork(), table.player_of(fact.seat)
    assert player is not None
    game.play(player, fact.move, None if fact.outcome is None else Outcome(fact.outcome, fact.film))
    played = _asked(table, [table.players[player] for player in game.pending], fact.seat, at)
    played["game"] = game
    return played | _closed(table, game) if game.over else played


def _asked(table: Table, pending: list[int], answered: int | None, at: float) -> Changes:
    """Give newly pending seats the number and the time of this entry."""
    asked_n, asked_at = [0] * table.seats, [at] * table.seats
    for seat in pending:
        since = table.asked_n[seat] if answered not in (None, seat) else 0
        asked_n[seat] = since or table.n + 1
        asked_at[seat] = table.asked_at[seat] if since else at
    return {"asked_n": tuple(asked_n), "asked_at": tuple(asked_at)}


def _closed(table: Table, game: Game) -> Changes:
    records = (*table.records, record(table, game))
    tournament = table.tournament.add(records[-1]["result"]["places"]) if table.tournament else None
    games = tournament.played if tournament else [record["result"]["places"] for record in records]
    decided = tournament.winners if tournament and tournament.decided else []
    closed = {"status": "over", "records": records, "tournament": tournament}
    return closed | {"standings": tuple(standings(games, table.seats, decided))}


def record(table: Table, game: Game) -> dict[str, Any]:
    """Return the record of a finished game, with the data that proves its seed."""
    dealt = {"link": table.link.hex(), "nonces": list(table.nonces)}
    house = {"promise": table.promise, "number": table.number, "players": list(table.players), **dealt}
    return {**game.record(), "names": [table.holders[player].name for player in table.players], "house": house}
