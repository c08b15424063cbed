"""What leaves the rules for one audience: built from the fields declared public and from the game's `see`."""

import json
from typing import Any

from sortilege.kernel.bits import each
from sortilege.kernel.layout import Field, Layout, Seats, copied
from sortilege.kernel.table import SPECTATOR


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
    return {name: _show(f, _filled(s, name, f), seats) for name, f, _ in s.shown}


def show_changed(s: Layout, seats: int, before: Layout) -> dict[str, Any]:
    """What is shown otherwise than before: a move changes few fields."""
    now, was = s.__dict__, before.__dict__
    return {
        name: now[name] if bare else _show(f, _filled(s, name, f), seats)
        for name, f, bare in s.shown
        if now[name] != was[name] or (f.upto and now[f.upto] != was[f.upto])
    }


def take_public(s: Layout, seen: dict[str, Any]) -> None:
    """The public fields of a view, back into a blank state."""
    for name, f, _ in s.shown:
        setattr(s, name, _take(f, f.shape, seen[name]))


def _filled(s: Layout, name: str, f: Field) -> Any:
    value = getattr(s, name)
    if not f.upto:
        return value
    counts = getattr(s, f.upto)
    return [row[:n] for row, n in zip(value, counts, strict=True)] if isinstance(counts, list) else value[:counts]


def _show(f: Field, value: Any, seats: int) -> Any:
    if f.shape and isinstance(f.shape[0], Seats):
        value = value[:seats]
    return _show_cells(f, value)


def _show_cells(f: Field, value: Any) -> Any:
    if not f.names and not f.is_set:  # most cells: asking each for its name took half the time of a view
        return copied(value, len(f.shape))
    if isinstance(value, list):
        return [_show_cells(f, part) for part in value]
    if f.is_set:
        return [_name(f, member) for member in each(value)]
    return _name(f, value)


def _name(f: Field, value: int) -> Any:
    if not f.names:
        return value
    return None if value < 0 else f.names[value]


def _take(f: Field, shape: tuple[int, ...], seen: Any) -> Any:
    if shape:
        taken = [_take(f, shape[1:], part) for part in seen]
        blank = Field(f.kind, shape[1:], f.seen)
        return taken + [blank.blank() for _ in range(shape[0] - len(taken))]
    if f.is_set:
        return sum(1 << _value(f, member) for member in seen)
    return _value(f, seen)


def _value(f: Field, seen: Any) -> int:
    if not f.names:
        return int(seen)
    return -1 if seen is None else f.names.index(seen)
