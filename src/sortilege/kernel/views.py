"""Show a state to one audience: the fields declared public, and what the game's `see` adds."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from sortilege.kernel.bits import each
from sortilege.kernel.layout import COPYING, Field, Layout, Seats, blank, copying
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
    return {name: show(now, seats) for name, show in _shows(type(s))}  # type: ignore[arg-type]  # only its type has a hash


def show_changed(s: Layout, seats: int, before: Layout) -> dict[str, Any]:
    """Return the public fields that differ from before. They share lists with the state: write them at once."""
    return _changed(type(s))(s.__dict__, before.__dict__, seats)  # type: ignore[arg-type]


def copied(part: Any) -> Any:
    """Return a copy that shares nothing with the state: its holder may change it."""
    if isinstance(part, list):
        return [copied(value) for value in part]
    return {name: copied(value) for name, value in part.items()} if isinstance(part, dict) else part


def take_public(s: Layout, seen: dict[str, Any]) -> None:
    """Write the public fields of a view into a blank state."""
    for name, f in s.shown:
        setattr(s, name, _take(f, f.shape, seen[name]))


Show = Callable[[dict[str, Any], int], Any]  # of the fields of a state one, with so many seats
Changed = Callable[[dict[str, Any], dict[str, Any], int], dict[str, Any]]  # of the fields now and before


@cache
def _shows(layout: type[Layout]) -> tuple[tuple[str, Show], ...]:
    """How each field is shown is settled once, as one expression: the room shows thousands a second."""
    made = []
    for name, f in layout.shown:
        shown = _shown(f, _visible(layout, f, f"now[{name!r}]"), len(f.shape), f"names_{name}")
        made.append((name, eval(f"lambda now, seats: {shown}", _known(name, f))))
    return tuple(made)


@cache
def _changed(layout: type[Layout]) -> Changed:
    """All fields compared in one function: half the time of a loop. With what it counts a list changes too."""
    lines, known = ["def changed(now, before, seats):", " out = {}"], dict[str, Any]()
    for name, f in layout.shown:
        if f.fixed:
            continue
        known |= _known(name, f)
        counted = f" or now[{f.upto!r}] != before[{f.upto!r}]" if f.upto else ""
        lines.append(f" value = now[{name!r}]")
        lines.append(f" if value != before[{name!r}]{counted}:")
        lines.append(f"  out[{name!r}] = {_lent(f, _visible(layout, f, 'value'), len(f.shape), f'names_{name}')}")
    exec("\n".join([*lines, " return out"]), known)
    made: Changed = known["changed"]
    return made


def _visible(layout: type[Layout], f: Field, value: str) -> str:
    """The text of an expression that leaves out cells not filled and seats not taken."""
    if f.upto and layout.fields[f.upto].shape:
        value = f"[row[:n] for row, n in zip({value}, now[{f.upto!r}], strict=True)]"
    elif f.upto:
        value = f"{value}[:now[{f.upto!r}]]"
    return f"{value}[:seats]" if f.shape and isinstance(f.shape[0], Seats) else value


def _known(name: str, f: Field) -> dict[str, Any]:
    """What such texts need."""
    return COPYING | {f"names_{name}": f.names, "members": members}


def _lent(f: Field, path: str, depth: int, names: str) -> str:
    """The text of an expression without copies, and sets as tuples: it reads alike when it is written."""
    if not f.names and not f.is_set:
        return path
    if f.is_set and not f.names and depth < 2:
        return f"[*map(members, {path})]" if depth else f"members({path})"
    inner = f"part{depth}"
    return f"[{_lent(f, inner, depth - 1, names)} for {inner} in {path}]" if depth else _shown(f, path, 0, names)


def _shown(f: Field, path: str, depth: int, names: str) -> str:
    """The text of an expression that shows so many dimensions of a field."""
    if not f.names and not f.is_set:
        return copying(path, depth)
    if depth:
        return f"[{_shown(f, f'part{depth}', depth - 1, names)} for part{depth} in {path}]"
    if f.is_set:
        return f"[{names}[member] for member in members({path})]" if f.names else f"[*members({path})]"
    return f"({names}[{path}] if {path} >= 0 else None)"


class _Members(dict[int, tuple[int, ...]]):
    """Of a bit set, smallest first. Tables show the same few sets all the time."""

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
