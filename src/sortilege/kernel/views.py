"""What leaves the rules for one audience: built from the fields declared public and from the game's `see`."""

import json
from collections.abc import Callable
from functools import cache
from itertools import chain, compress
from operator import itemgetter, ne
from typing import Any, Final

from sortilege.kernel.bits import each
from sortilege.kernel.layout import COPYING, Field, Layout, Seats, blank, copying
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
    now = s.__dict__
    return {name: show(now, seats) for name, show in _shows(type(s))}  # type: ignore[arg-type]  # only its type has a hash


def show_changed(s: Layout, seats: int, before: Layout) -> dict[str, Any]:
    """What is shown otherwise than before: a move changes few fields. Lent by the state: to be written at once."""
    now = s.__dict__
    values, shown_with = _watch(type(s))  # type: ignore[arg-type]
    changed = compress(shown_with, map(ne, values(now), values(before.__dict__)))
    return {name: lend(now, seats) for name, lend in dict(chain.from_iterable(changed)).items()}


def copied(part: Any) -> Any:
    """Nothing of it is shared with the state any more: what people hold is theirs to change."""
    if isinstance(part, list):
        return [copied(value) for value in part]
    return {name: copied(value) for name, value in part.items()} if isinstance(part, dict) else part


def take_public(s: Layout, seen: dict[str, Any]) -> None:
    """The public fields of a view, back into a blank state."""
    for name, f in s.shown:
        setattr(s, name, _take(f, f.shape, seen[name]))


Values = Callable[[dict[str, Any]], tuple[Any, ...]]  # of the fields of a state those that are shown
Show = Callable[[dict[str, Any], int], Any]  # of the fields of a state one, with so many seats


@cache
def _shows(layout: type[Layout]) -> tuple[tuple[str, Show], ...]:
    """How each field is shown is settled once, as one expression: the room shows thousands a second."""
    return tuple((name, _show(layout, name, f, _shown)) for name, f in layout.shown)


@cache
def _watch(layout: type[Layout]) -> tuple[Values, tuple[tuple[tuple[str, Show], ...], ...]]:
    """All fields that are shown; and with each change of one, what is shown otherwise: it, and the list it counts."""
    lends = [(name, f.upto, _show(layout, name, f, _lent)) for name, f in layout.shown]
    with_it = [tuple((other, lend) for other, upto, lend in lends if name in (other, upto)) for name, _, _ in lends]
    return itemgetter(*[name for name, _, _ in lends]), tuple(with_it)


def _show(layout: type[Layout], name: str, f: Field, shown: Callable[[Field, str, int], str]) -> Show:
    value = f"now[{name!r}]"
    if f.upto and layout.fields[f.upto].shape:
        value = f"[row[:n] for row, n in zip({value}, now[{f.upto!r}], strict=True)]"
    elif f.upto:
        value = f"{value}[:now[{f.upto!r}]]"
    if f.shape and isinstance(f.shape[0], Seats):
        value = f"{value}[:seats]"
    known = COPYING | {"names": f.names, "members": members}
    made: Show = eval(f"lambda now, seats: {shown(f, value, len(f.shape))}", known)
    return made


def _lent(f: Field, path: str, depth: int) -> str:
    """The same without copies, and sets as tuples: it reads alike when it is written."""
    if not f.names and not f.is_set:
        return path
    if f.is_set and not f.names and depth < 2:
        return f"[*map(members, {path})]" if depth else f"members({path})"
    return f"[{_lent(f, f'part{depth}', depth - 1)} for part{depth} in {path}]" if depth else _shown(f, path, 0)


def _shown(f: Field, path: str, depth: int) -> str:
    """The text of an expression that shows so many dimensions of a field."""
    if not f.names and not f.is_set:
        return copying(path, depth)
    if depth:
        return f"[{_shown(f, f'part{depth}', depth - 1)} for part{depth} in {path}]"
    if f.is_set:
        return f"[names[member] for member in members({path})]" if f.names else f"[*members({path})]"
    return f"(names[{path}] if {path} >= 0 else None)"


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
