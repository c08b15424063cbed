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

from sortilege.kernel.bits import each, has

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
        self._keep = _keeping({p: "list" if kinds[p] == list[int] else "int" for p in parameters})
        self.whole, self.part = self._showing(frozenset()), self._showing(self.hidden)

    def __call__(self, s: Any, *facts: Any) -> None:
        if s.log is not None:
            s.log.append((self, self._keep(*facts)))

    def show(self, facts: tuple[Any, ...], audience: int) -> dict[str, Any]:
        """Return the event as one audience sees it: a hidden fact is None for the others."""
        whole = not self.hidden or has(facts[self.audiences_at], audience)
        return (self.whole if whole else self.part)(*facts)

    def _showing(self, kept_back: frozenset[str]) -> Callable[..., dict[str, Any]]:
        """Build the function that shows the facts, as one expression: every move at a table sends a few events."""
        values = {f: f"named[{f!r}].show({f})" if f in self.named else f for f in self.facts}
        shown = (f"{f!r}: {None if f in kept_back else values[f]}" for f in self.facts)
        text = f"lambda {', '.join(self.parameters)}: {{'event': {self.name!r}, {', '.join(shown)}}}"
        made: Callable[..., dict[str, Any]] = eval(text, {"named": self.named})
        return made


def _keeping(kinds: dict[str, str]) -> Callable[..., tuple[Any, ...]]:
    """Build the function that copies the facts: the next rule may change a list."""
    kept = "".join(f"{kind}({fact}), " for fact, kind in kinds.items())
    made: Callable[..., tuple[Any, ...]] = eval(f"lambda {', '.join(kinds)}: ({kept})")
    return made


def event(declared: Callable[P, None]) -> Callable[P, None]:
    """Declare an event."""
    return cast(Callable[P, None], Event(declared, reveals=False))


def reveal(declared: Callable[P, None]) -> Callable[P, None]:
    """Declare an event that shows what could not be known before, and that views need not keep: a die, rows."""
    return cast(Callable[P, None], Event(declared, reveals=True))
