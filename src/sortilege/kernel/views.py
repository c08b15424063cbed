"""Show a state to one audience: the fields declared public, and what the game's `see` adds."""

import json
from typing import Any, Final

from sortilege.kernel.layout import Field, Layout, Seats, blank
from sortilege.kernel.plain.bits import each
from sortilege.kernel.state import SPECTATOR

SETS_KEPT: Final = 1000


class View(dict[str, Any]):
    """Hold what one audience knows. It is a type of its own: a bot refuses anything else."""

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
    """Return the public fields as views show them."""
    now = s.__dict__
    return {name: _copied(f, _filled(s, f, now[name], seats), len(f.shape)) for name, f in s.shown}


def show_changed(s: Layout, seats: int, before: Layout) -> dict[str, Any]:
    """Return the public fields that differ from before. They share lists with the state: write them at once."""
    now, old = s.__dict__, before.__dict__
    changed = {}
    for name, f in s.changing:
        value = now[name]
        if value != old[name] or (f.upto and now[f.upto] != old[f.upto]):  # with its count a list changes too
            changed[name] = _lent(f, _filled(s, f, value, seats), len(f.shape))
    return changed


def copied(part: Any) -> Any:
    """Return a copy that shares nothing with the state: its holder may change it."""
    if isinstance(part, list):
        return [copied(value) for value in part]
    return {name: copied(value) for name, value in part.items()} if isinstance(part, dict) else part


def take_public(s: Layout, seen: dict[str, Any]) -> None:
    """Write the public fields of a view into a blank state."""
    for name, f in s.shown:
        setattr(s, name, _take(f, f.shape, seen[name]))


def _filled(s: Layout, f: Field, value: Any, seats: int) -> Any:
    """Return the value without cells that are not filled and seats that are not taken."""
    if f.upto:
        upto = s.__dict__[f.upto]
        value = [row[:n] for row, n in zip(value, upto, strict=True)] if isinstance(upto, list) else value[:upto]
    return value[:seats] if f.shape and isinstance(f.shape[0], Seats) else value


def _lent(f: Field, value: Any, depth: int) -> Any:
    """Return the value with names, lists shared with the state, and sets as tuples: it reads alike when written."""
    if not f.names and not f.is_set:
        return value
    if depth > 1:
        return [_lent(f, part, depth - 1) for part in value]
    if depth and f.names and not f.is_set:
        return [f.names[cell] if cell >= 0 else None for cell in value]
    return [_shown(f, cell) for cell in value] if depth else _shown(f, value)


def _copied(f: Field, value: Any, depth: int) -> Any:
    """Return the value with names, and lists that are its holder's to change."""
    if depth:
        return [_copied(f, part, depth - 1) for part in value] if depth > 1 or f.names or f.is_set else value.copy()
    return list(_shown(f, value)) if f.is_set else _shown(f, value)


def _shown(f: Field, value: int) -> Any:
    """Return one cell: its name, or the members of a set."""
    if f.is_set:
        return [f.names[member] for member in members(value)] if f.names else members(value)
    if f.names:
        return f.names[value] if value >= 0 else None
    return value


class _Members(dict[int, tuple[int, ...]]):
    """Cache the members of bit sets, smallest first: tables show the same few sets all the time."""

    def __missing__(self, of: int) -> tuple[int, ...]:
        if len(self) >= SETS_KEPT:
            self.clear()
        found = self[of] = tuple(each(of))
        return found


members = _Members().__getitem__


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
