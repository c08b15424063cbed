"""A table in play, a value: what its facts add up to. A new fact gives a new table and leaves the old as it was."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from sortilege.games import load
from sortilege.kernel import fairness
from sortilege.kernel.game import Game
from sortilege.kernel.physics import Outcome
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.tournament import Tournament
from sortilege.room.facts import Created, Fact, Handed, Left, Played, Renamed, Returned, Said, Sat, Started
from sortilege.room.standings import standings

TALK_REMEMBERED: Final = 40


class Chair(msgspec.Struct, frozen=True):
    name: str = ""
    token: str = ""  # hash of its holder's; "" while nobody sits here
    nonce: str = ""
    bot: str = ""  # the bot that plays for it now


class Table(msgspec.Struct, frozen=True):
    id: str
    n: int  # entries so far
    at: float  # time of the last one
    plan: Created
    promise: str  # of the house, to anyone who may sit down
    chairs: tuple[Chair, ...]
    status: str = "gathering"  # then playing, over, and playing again
    game: Game | None = None
    number: int = 0  # games begun
    players: tuple[int, ...] = ()  # who plays it: by seat of the game, a seat of the table
    first: int = 0  # of them, who began
    cup: Tournament | None = None  # from the first game on, if it is one
    link: bytes = b""  # what the house put into the game; shown when it is over
    nonces: tuple[str, ...] = ()  # as they were when the game began
    asked_n: tuple[int, ...] = ()  # by seat: the entry that asked it to decide, 0 if it is not asked
    asked_at: tuple[float, ...] = ()
    said: Said | None = None
    talk: tuple[tuple[int, float], ...] = ()  # who spoke when, of late
    records: tuple[dict[str, Any], ...] = ()  # of the games that are over
    standings: tuple[dict[str, Any], ...] = ()

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def free(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if not chair.token and not chair.bot]

    def seat_of(self, audience: int | None) -> int | None:
        """The seat in the game of a seat of the table; None: it only watches, as some do while a tie is decided."""
        return self.players.index(audience) if audience in self.players else None

    def holds(self, seat: int, token: str) -> bool:
        """Whether this token is the one of the seat's holder; as slow for a near miss as for a far one."""
        kept = self.chairs[seat].token if seat < self.seats else ""
        return hmac.compare_digest(hash_token(token), kept or "nobody")

    def seated(self, tokens: Sequence[str]) -> list[int]:
        return [seat for seat in range(self.seats) if any(self.holds(seat, token) for token in tokens)]

    def deadline(self, seat: int) -> float | None:
        """When the seat's time is up; None: it is not asked, or there is no clock, or a bot decides."""
        if self.plan.clock is None or self.status != "playing" or not self.asked_n[seat] or self.chairs[seat].bot:
            return None
        return self.asked_at[seat] + self.plan.clock.limit

    def after(self, fact: Fact, at: float) -> "Table":
        return replace(self, n=self.n + 1, at=at, **happen(fact, self, at))


def hash_token(token: str) -> str:
    return hashlib.sha256(b"sortilege seat " + token.encode()).hexdigest()


def create(table: str, plan: Created, at: float) -> Table:
    """By the rules it was made under: by others its moves would add up to another game."""
    known = load(plan.game).version
    if plan.rules not in (0, known):
        raise Refusal("record/unknown_rules", game=plan.game, rules=plan.rules, known=[known])
    promise = fairness.promise(bytes.fromhex(plan.root))
    return Table(table, 1, at, plan, promise, tuple(Chair(bot=bot) for bot in plan.bots))


Changes = dict[str, Any]  # of the fields of a table


def happen(fact: Fact, table: Table, at: float) -> Changes:
    match fact:
        case Played():  # most often
            return _played(fact, table, at)
        case Said():
            return {"said": fact, "talk": (*table.talk, (fact.seat, at))[-TALK_REMEMBERED:]}
        case Started():
            return _started(table, at)
        case Sat():
            return _sitting(table, fact.seat, Chair(fact.name, fact.token, fact.nonce))
        case Renamed():
            return _sitting(table, fact.seat, replace(table.chairs[fact.seat], name=fact.name))
        case Left():
            return _sitting(table, fact.seat, Chair())
        case Handed():
            return _sitting(table, fact.seat, replace(table.chairs[fact.seat], bot=fact.bot))
        case Returned():
            return _sitting(table, fact.seat, replace(table.chairs[fact.seat], bot=""))
    raise TypeError(f"{type(fact).__name__} cannot happen at a table")


def _sitting(table: Table, seat: int, chair: Chair) -> Changes:
    return {"chairs": (*table.chairs[:seat], chair, *table.chairs[seat + 1 :])}


def _started(table: Table, at: float) -> Changes:
    number, players = table.number + 1, players_of_next(table)
    nonces = [table.chairs[player].nonce for player in players]
    link = fairness.link(bytes.fromhex(table.plan.root), number)
    seed = fairness.deal(link, nonces)
    game = Game(load(table.plan.game), len(players), seed, _options_of_next(table), table.plan.deck)
    first = players[game.state.first]
    begun = {"status": "playing", "game": game, "number": number, "players": players}
    begun |= {"first": first, "link": link, "nonces": tuple(nonces)}
    asked = _asked(table, [players[seat] for seat in game.pending], None, at)
    return begun | asked | {"cup": table.cup or _cup(table, game)}


def players_of_next(table: Table) -> tuple[int, ...]:
    """Everyone; for a decider those it is about; nobody when the tournament is over."""
    if table.cup is None:
        return tuple(range(table.seats))
    return table.cup.next.players if table.cup.next else ()


def _options_of_next(table: Table) -> dict[str, Any]:
    """The first seat moves on from game to game."""
    if table.game is None:
        return table.plan.options
    first = table.cup.next.first if table.cup and table.cup.next else (table.first + 1) % table.seats
    return {**table.plan.options, "first": first}


def _cup(table: Table, game: Game) -> Tournament | None:
    plan = table.plan
    return Tournament(table.seats, game.state.first, plan.decider, game.book.seats.start) if plan.tournament else None


def _played(fact: Played, table: Table, at: float) -> Changes:
    assert table.game is not None
    game, seat = table.game.fork(), table.seat_of(fact.seat)
    assert seat is not None
    game.play(seat, fact.move, None if fact.outcome is None else Outcome(fact.outcome, fact.film))
    played = _asked(table, [table.players[seat] for seat in game.pending], fact.seat, at)
    played["game"] = game
    return played | _closed(table, game) if game.over else played


def _asked(table: Table, pending: list[int], answered: int | None, at: float) -> Changes:
    """Whoever is asked now and was not asked before has been asked by the entry being written."""
    asked_n, asked_at = [0] * table.seats, [at] * table.seats
    for seat in pending:
        since = table.asked_n[seat] if answered not in (None, seat) else 0
        asked_n[seat] = since or table.n + 1
        asked_at[seat] = table.asked_at[seat] if since else at
    return {"asked_n": tuple(asked_n), "asked_at": tuple(asked_at)}


def _closed(table: Table, game: Game) -> Changes:
    records = (*table.records, record(table, game))
    cup = table.cup.add(records[-1]["result"]["places"]) if table.cup else None
    games = cup.played if cup else [record["result"]["places"] for record in records]
    decided = cup.winners if cup and cup.decided else []
    closed = {"status": "over", "records": records, "cup": cup}
    return closed | {"standings": tuple(standings(games, table.seats, decided))}


def record(table: Table, game: Game) -> dict[str, Any]:
    """A finished game, with all that went into its deal."""
    dealt = {"link": table.link.hex(), "nonces": list(table.nonces)}
    house = {"promise": table.promise, "number": table.number, "players": list(table.players), **dealt}
    return {**game.record(), "names": [table.chairs[player].name for player in table.players], "house": house}
