"""Let something outside the rules decide an outcome, such as dice thrown as bodies. The record keeps the outcome."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Outcome:
    facts: dict[str, Any]  # plain JSON, kept beside the move
    film: bytes = field(default=b"", compare=False)  # the flight of the dice, for people who watch; not kept


@dataclass(frozen=True)
class Question:
    """Hold a move whose outcome physics decides, as plain values: another process can answer it."""

    game: str
    state: bytes  # before the move, with its randomness: not for players
    seat: int
    move: int


@dataclass(frozen=True)
class Physics:
    needed: Callable[..., bool]  # whether this table needs it
    asked: Callable[..., bool]  # whether it decides this move of this seat
    answer: Callable[..., Outcome]  # the same randomness gives the same outcome
    lay: Callable[..., None]  # write the facts into the state, before `apply`; refuse impossible ones
    here: Callable[[], bool]  # whether what it needs is installed
    extra: str  # the optional extra that installs it
    options: dict[str, Any] = field(
        default_factory=dict, hash=False
    )  # options of a table of people where it is installed
