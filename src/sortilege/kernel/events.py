"""Declare events: one small function for each kind.

    @event
    def drew(s: State, seat: int, stone: Hidden, audiences: int) -> None: ...

The parameters are the facts. A `Hidden` fact is shown only to the audiences in the bit set `audiences`; the others
learn that the event happened. A fact marked `Named` is shown by name: `Card = Annotated[int, Named(CARDS)]`. Events are
no part of the state, and compiled code records none.
"""

import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ParamSpec, cast

from sortilege.kernel.plain.bits import each, has

Hidden = Annotated[int, "hidden"]
P = ParamSpec("P")


@dataclass(frozen=True)
class Named:
    """Mark a fact whose values have names, as views show them; or a bit set of such values."""

    names: tuple[str, ...]
    is_set: bool = False

    def show(self, value: int) -> Any:
        return [self.names[member] for member in each(value)] if self.is_set else self.names[value]


class Event:
    """Record an event when called like the function that declares it: `drew(s, seat, stone, audiences)`."""

    def __init__(self, declared: Callable[..., None], reveals: bool) -> None:
        hints = typing.get_type_hints(declared, include_extras=True)
        kinds = typing.get_type_hints(declared)
        hints.pop("return")
        _, *parameters = hints
        self.name = declared.__name__
        self.__module__ = declared.__module__  # where pickle finds it by name
        self.declared = declared
        self.reveals = reveals
        self.parameters = tuple(parameters)
        self.facts = tuple(p for p in parameters if p != "audiences")
        marks = {p: getattr(hints[p], "__metadata__", ()) for p in parameters}
        self.hidden = frozenset(p for p in parameters if "hidden" in marks[p])
        self.named = {p: mark for p in parameters for mark in marks[p] if isinstance(mark, Named)}
        if bool(self.hidden) != ("audiences" in parameters):
            raise TypeError(f"{self.name}: hidden facts and `audiences` go together")
        self.audiences_at = parameters.index("audiences") if self.hidden else -1
        self.lists = frozenset(p for p in parameters if kinds[p] == list[int])

    def __call__(self, s: Any, *facts: Any) -> None:
        if s.log is not None:
            if self.lists:  # the next rule may change them
                pairs = zip(self.parameters, facts, strict=True)
                facts = tuple([list(fact) if name in self.lists else fact for name, fact in pairs])
            s.log.append((self, facts))

    def __reduce__(self) -> str:
        return self.name

    def show(self, facts: tuple[Any, ...], audience: int) -> dict[str, Any]:
        """Return the event as one audience sees it: a hidden fact is None for the others."""
        told = not self.hidden or has(facts[self.audiences_at], audience)
        return self.whole(*facts) if told else self.part(*facts)

    def whole(self, *facts: Any) -> dict[str, Any]:
        """Return the event with all its facts."""
        shown = {"event": self.name, **dict(zip(self.parameters, facts, strict=True))}
        shown.pop("audiences", None)
        for name, named in self.named.items():
            shown[name] = named.show(shown[name])
        return shown

    def part(self, *facts: Any) -> dict[str, Any]:
        """Return the event without its hidden facts."""
        shown: dict[str, Any] = {"event": self.name}
        for name, fact in zip(self.parameters, facts, strict=True):
            if name in self.hidden:
                shown[name] = None
            elif name != "audiences":
                shown[name] = self.named[name].show(fact) if name in self.named else fact
        return shown


def event(declared: Callable[P, None]) -> Callable[P, None]:
    """Declare an event."""
    return cast(Callable[P, None], Event(declared, reveals=False))


def reveal(declared: Callable[P, None]) -> Callable[P, None]:
    """Declare an event that shows a hidden fact which the views do not keep: a die, a row."""
    return cast(Callable[P, None], Event(declared, reveals=True))
