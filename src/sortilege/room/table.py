"""A table in play, a value: what its facts add up to. A new fact gives a new table and leaves the old as it was."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any, Final

from sortilege.games import load
from sortilege.kernel import fairness
from sortilege.kernel.game import Game, Result
from sortilege.room.facts import Created, Fact, Handed, Left, Played, Renamed, Returned, Said, Sat, Started

TALK_REMEMBERED: Final = 40


@dataclass(frozen=True, slots=True)
class Chair:
    name: str = ""
    token: str = ""  # hash of its holder's; "" while nobody sits here
    nonce: str = ""
    bot: str = ""  # the bot that plays for it now


@dataclass(frozen=True, slots=True)
class Table:
    id: str
    n: int  # entries so far
    at: float  # time of the last one
    plan: Created
    promise: str  # of the house, to anyone who may sit down
    chairs: tuple[Chair, ...]
    game: Game | None = None
    number: int = 0  # games begun
    first: int = 0  # the seat that began the game
    nonces: tuple[str, ...] = ()  # as they were when the game began
    asked_n: tuple[int, ...] = ()  # by seat: the entry that asked it to decide, 0 if it is not asked
    asked_at: tuple[float, ...] = ()
    said: Said | None = None
    talk: tuple[tuple[int, float], ...] = ()  # who spoke when, of late
    records: tuple[dict[str, Any], ...] = ()  # of the games that are over

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def free(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if not chair.token and not chair.bot]

    @property
    def status(self) -> str:
        if self.game is None:
            return "gathering"
        return "over" if self.game.over else "playing"

    @property
    def results(self) -> list[Result]:
        return [Result(**record["result"]) for record in self.records]

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
        changed = happen(fact, self, at)
        return replace(changed, n=self.n + 1, at=at)


def hash_token(token: str) -> str:
    return hashlib.sha256(b"sortilege seat " + token.encode()).hexdigest()


def create(table: str, plan: Created, at: float) -> Table:
    promise = fairness.promise(bytes.fromhex(plan.root))
    return Table(table, 1, at, plan, promise, tuple(Chair(bot=bot) for bot in plan.bots))


@singledispatch
def happen(fact: Fact, table: Table, at: float) -> Table:
    raise TypeError(f"{type(fact).__name__} cannot happen at a table")


def _sitting(table: Table, seat: int, chair: Chair) -> Table:
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


@happen.register
def _(fact: Sat, table: Table, at: float) -> Table:
    return _sitting(table, fact.seat, Chair(fact.name, fact.token, fact.nonce))


@happen.register
def _(fact: Renamed, table: Table, at: float) -> Table:
    return _sitting(table, fact.seat, replace(table.chairs[fact.seat], name=fact.name))


@happen.register
def _(fact: Left, table: Table, at: float) -> Table:
    return _sitting(table, fact.seat, Chair())


@happen.register
def _(fact: Handed, table: Table, at: float) -> Table:
    return _sitting(table, fact.seat, replace(table.chairs[fact.seat], bot=fact.bot))


@happen.register
def _(fact: Returned, table: Table, at: float) -> Table:
    """Its time, if there is a clock, begins anew."""
    back = _sitting(table, fact.seat, replace(table.chairs[fact.seat], bot=""))
    if not table.asked_at:
        return back
    return replace(back, asked_at=tuple(at if seat == fact.seat else t for seat, t in enumerate(table.asked_at)))


@happen.register
def _(fact: Started, table: Table, at: float) -> Table:
    number = table.number + 1
    nonces = [chair.nonce for chair in table.chairs]
    seed = fairness.deal(fairness.link(bytes.fromhex(table.plan.root), number), nonces)
    game = Game(load(table.plan.game), table.seats, seed, options_of_next(table), table.plan.deck)
    begun = replace(table, game=game, number=number, first=game.state.first, nonces=tuple(nonces))
    return _asked(begun, at)


def options_of_next(table: Table) -> dict[str, Any]:
    """The first seat moves on from game to game, where a game has one."""
    options = table.plan.options
    if table.game and any(option.name == "first" for option in table.game.book.options):
        return {**options, "first": (table.first + 1) % table.seats}
    return options


@happen.register
def _(fact: Played, table: Table, at: float) -> Table:
    assert table.game is not None
    game = table.game.fork()
    game.play(fact.seat, fact.move)
    played = replace(table, game=game)
    if game.over:
        return replace(played, records=(*table.records, record(played)), asked_n=(), asked_at=())
    answered = tuple(0 if seat == fact.seat else n for seat, n in enumerate(table.asked_n))
    return _asked(replace(played, asked_n=answered), at)


@happen.register
def _(fact: Said, table: Table, at: float) -> Table:
    return replace(table, said=fact, talk=(*table.talk, (fact.seat, at))[-TALK_REMEMBERED:])


def _asked(table: Table, at: float) -> Table:
    """Whoever is asked now and was not asked before has been asked by the entry being written."""
    assert table.game is not None
    pending = table.game.pending
    was_n, was_at = table.asked_n or (0,) * table.seats, table.asked_at or (at,) * table.seats
    seats = range(table.seats)
    asked_n = tuple((was_n[seat] or table.n + 1) if seat in pending else 0 for seat in seats)
    asked_at = tuple(was_at[seat] if was_n[seat] and seat in pending else at for seat in seats)
    return replace(table, asked_n=asked_n, asked_at=asked_at)


def record(table: Table) -> dict[str, Any]:
    """A finished game, with all that went into its deal."""
    assert table.game is not None and table.game.over
    link = fairness.link(bytes.fromhex(table.plan.root), table.number)
    house = {"promise": table.promise, "number": table.number, "link": link.hex(), "nonces": list(table.nonces)}
    return {**table.game.record(), "names": [chair.name for chair in table.chairs], "house": house}
