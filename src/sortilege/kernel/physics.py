"""Let something outside the rules decide an outcome, such as dice thrown as bodies. The record keeps the outcome."""

from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Outcome:
    """Hold what physics decided."""

    facts: dict[str, Any]  # plain JSON, kept beside the move
    film: bytes = field(default=b"", compare=False)  # the flight of the dice, for people who watch; not kept


@dataclass(frozen=True)
class Question:
    """Hold a move whose outcome physics decides, as plain values: another process can answer it."""

    game: str
    state: bytes  # before the move, with its randomness: not for players
    seat: int
    move: int


class NeedsPhysics(Protocol):
    """Return whether this table leaves throws to physics."""

    def __call__(self, s: Any, /) -> bool: ...


class AsksPhysics(Protocol):
    """Return whether physics decides this move."""

    def __call__(self, s: Any, seat: int, move: int, /) -> bool: ...


class AnswerByPhysics(Protocol):
    """Return the outcome of a move; the same randomness in the state gives the same one."""

    def __call__(self, s: Any, seat: int, move: int, /) -> Outcome: ...


class LayOutcome(Protocol):
    """Write the facts of an outcome into the state, before `apply`; refuse impossible ones."""

    def __call__(self, s: Any, seat: int, facts: dict[str, Any], /) -> None: ...


class IsInstalled(Protocol):
    """Return whether what physics needs is installed."""

    def __call__(self) -> bool: ...


@dataclass(frozen=True)
class Physics:
    """Hold the functions by which physics decides moves of a game."""

    needed: NeedsPhysics
    asked: AsksPhysics
    answer: AnswerByPhysics
    lay: LayOutcome
    here: IsInstalled
    extra: str  # the optional extra that installs it
    options: dict[str, Any] = field(default_factory=dict, hash=False)  # of a table of people, where it is installed
