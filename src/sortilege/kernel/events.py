"""What happens is told by small declared functions, one for each kind of event.

    @event
    def drew(s: State, seat: int, stone: Hidden, told: int) -> None: ...

The parameters are the facts. A `Hidden` fact is heard only by the audiences in the bit set `told`; the rest hear that
it happened. A fact marked `Named` is heard by name: `Card = Annotated[int, Named(CARDS)]`. Nothing of it lies in the
state, and compiled code tells nobody.
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
    """Marks a fact whose values have names, as views show them; or a bit set of such values."""

    names: tuple[str, ...]
    is_set: bool = False

    def show(self, value: int) -> Any:
        return [self.names[member] for member in each(value)] if self.is_set else self.names[value]


class Event:
    """Called like the function that declares it: `drew(s, seat, stone, told)`."""

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
        self.facts = tuple(p for p in parameters if p != "told")
        marks = {p: getattr(hints[p], "__metadata__", ()) for p in parameters}
        self.hidden = frozenset(p for p in parameters if "hidden" in marks[p])
        self.named = {p: mark for p in parameters for mark in marks[p] if isinstance(mark, Named)}
        if bool(self.hidden) != ("told" in parameters):
            raise TypeError(f"{self.name}: hidden facts and `told` go together")
        self.told_at = parameters.index("told") if self.hidden else -1
        self._keep = _keeping({p: "list" if kinds[p] == list[int] else "int" for p in parameters})
        self.whole, self.part = self._showing(frozenset()), self._showing(self.hidden)

    def __call__(self, s: Any, *facts: Any) -> None:
        if s.log is not None:
            s.log.append((self, self._keep(*facts)))

    def __reduce__(self) -> str:
        return self.name

    def show(self, facts: tuple[Any, ...], audience: int) -> dict[str, Any]:
        """The event as one audience hears it: a hidden fact is None unless it is told."""
        told = not self.hidden or has(facts[self.told_at], audience)
        return (self.whole if told else self.part)(*facts)

    def _showing(self, kept_back: frozenset[str]) -> Callable[..., dict[str, Any]]:
        """One expression again: every move at a table of the room is told in a few events."""
        values = {f: f"named[{f!r}].show({f})" if f in self.named else f for f in self.facts}
        shown = (f"{f!r}: {None if f in kept_back else values[f]}" for f in self.facts)
        text = f"lambda {', '.join(self.parameters)}: {{'event': {self.name!r}, {', '.join(shown)}}}"
        made: Callable[..., dict[str, Any]] = eval(text, {"named": self.named})
        return made


def _keeping(kinds: dict[str, str]) -> Callable[..., tuple[Any, ...]]:
    """The facts as they were: what is a list now may be changed by the next rule."""
    kept = "".join(f"{kind}({fact}), " for fact, kind in kinds.items())
    made: Callable[..., tuple[Any, ...]] = eval(f"lambda {', '.join(kinds)}: ({kept})")
    return made


def event(declared: Callable[P, None]) -> Callable[P, None]:
    return cast(Callable[P, None], Event(declared, reveals=False))


def reveal(declared: Callable[P, None]) -> Callable[P, None]:
    """An event that shows what could not be known before, and that views need not keep: a die, the rows of a round."""
    return cast(Callable[P, None], Event(declared, reveals=True))
