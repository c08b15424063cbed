"""Let something outside the rules decide an outcome, such as dice thrown as bodies. The record keeps the outcome."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Outcome:
    facts: dict[str, Any]  # plain JSON, kept beside the move
    film: bytes = field(default=b"", compare=False)  # how it came about, for whoever watches; not kept


@dataclass(frozen=True)
class Question:
    """Hold a move whose outcome physics decides, as plain values: another process can answer it."""

    game: str
    state: bytes  # before the move, with its chance in it: not for players
    seat: int
    move: int


@dataclass(frozen=True)
class Physics:
    needed: Callable[..., bool]  # does this table leave anything to it?
    asked: Callable[..., bool]  # does this move of this seat?
    answer: Callable[..., Outcome]  # by the chance in the state: the same words, the same outcome
    lay: Callable[..., None]  # the facts into the state, before `apply`; a Refusal for what cannot be
    here: Callable[[], bool]  # is what it needs installed?
    extra: str  # the optional extra that installs it
    options: dict[str, Any] = field(
        default_factory=dict, hash=False
    )  # what a table of people asks for where it is here
