"""What leaves the rules for one audience: built from the fields declared public and from the game's `see`."""

import json
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

from sortilege.kernel.bits import each
from sortilege.kernel.layout import Field, Layout, Seats, blank, copied
from sortilege.kernel.table import SPECTATOR

SETS_KEPT: Final = 1000


class View(dict[str, Any]):
    """What one audience knows. A type of its own: a bot that is handed anything else is a type error."""

    def to_bytes(self) -> bytes:
        return json.dumps(self, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    @classmethod
    def from_bytes(cls, data: bytes | str) -> "View":
        return cls(json.loads(data))

    @property
    def audience(self) -> int:
        seat = self["audience"]
        return SPECTATOR if seat is None else int(seat)


def show_public(s: Layout, seats: int) -> dict[str, Any]:
    return {name: show(s, seats) for name, _, show in _shows_of(s)}


def show_changed(s: Layout, seats: int, before: Layout) -> dict[str, Any]:
    """What is shown otherwise than before: a move changes few fields."""
    now, was = s.__dict__, before.__dict__
    return {
        name: show(s, seats)
        for name, upto, show in _shows_of(s)
        if now[name] != was[name] or (upto and now[upto] != was[upto])
    }


def take_public(s: Layout, seen: dict[str, Any]) -> None:
    """The public fields of a view, back into a blank state."""
    for name, f in s.shown:
        setattr(s, name, _take(f, f.shape, seen[name]))


Show = Callable[[Layout, int], Any]  # a field of a state, with so many seats


def _shows_of(s: Layout) -> tuple[tuple[str, str, Show], ...]:
    return _shows(type(s))  # type: ignore[arg-type]  # states have no hash, their type has


@cache
def _shows(layout: type[Layout]) -> tuple[tuple[str, str, Show], ...]:
    """How each field is shown is settled once: the room shows thousands a second."""
    return tuple((name, f.upto, _show(name, f)) for name, f in layout.shown)


def _show(name: str, f: Field) -> Show:
    if not f.shape and not f.names and not f.is_set:
        return lambda s, seats: s.__dict__[name]
    cells = _cells(f, len(f.shape))
    by_seat = bool(f.shape) and isinstance(f.shape[0], Seats)

    def show(s: Layout, seats: int) -> Any:
        value = s.__dict__[name]
        value = _filled(value, s.__dict__[f.upto]) if f.upto else value
        return cells(value[:seats] if by_seat else value)

    return show


def _cells(f: Field, depth: int) -> Callable[[Any], Any]:
    if not f.names and not f.is_set:
        return lambda value: copied(value, depth)
    if depth:
        part = _cells(f, depth - 1)
        return lambda value: [part(cell) for cell in value]
    if f.is_set:
        return lambda value: [_name(f, member) for member in _members(value)]
    return lambda value: _name(f, value)


@lru_cache(SETS_KEPT)
def _members(members: int) -> tuple[int, ...]:
    return tuple(each(members))


def _filled(value: Any, counts: Any) -> Any:
    return [row[:n] for row, n in zip(value, counts, strict=True)] if isinstance(counts, list) else value[:counts]


def _name(f: Field, value: int) -> Any:
    if not f.names:
        return value
    return None if value < 0 else f.names[value]


def _take(f: Field, shape: tuple[int, ...], seen: Any) -> Any:
    if not shape:
        return sum(1 << _value(f, member) for member in seen) if f.is_set else _value(f, seen)
    if len(shape) == 1 and not f.names and not f.is_set:  # most cells again
        taken = [int(cell) for cell in seen]
    else:
        taken = [_take(f, shape[1:], part) for part in seen]
    return taken + [blank(shape[1:]) for _ in range(shape[0] - len(taken))]


def _value(f: Field, seen: Any) -> int:
    if not f.names:
        return int(seen)
    return -1 if seen is None else f.names.index(seen)
