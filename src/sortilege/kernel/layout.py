"""Declare the fields of a state: small integers or arrays of fixed size.

The kernel makes two things of it: a plain object holding ints and lists, and bytes that a compiled record shares.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, ClassVar, Final, Self

FORMATS: Final = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}


class Seats(int):
    """Mark a dimension that has one cell for each seat."""


class Places(Seats):
    """Mark a dimension with as many cells as seats, which are not the seats themselves."""


class Meaning(Enum):
    """Say what a number means, where it has no names: an observation turns it so that the observer is seat 0."""

    SEAT = "seat"  # -1 is none
    AUDIENCE = "audience"  # a seat or the spectator


SEAT: Final = Meaning.SEAT
AUDIENCE: Final = Meaning.AUDIENCE


@dataclass(frozen=True)
class Field:
    """Describe a field: its width, its dimensions, and who may see it."""

    kind: str
    shape: tuple[int, ...]
    seen: str  # "public", "secret" or "derived"
    is_set: bool = False
    names: tuple[str, ...] = ()
    upto: str = ""  # the field that says how many cells are filled
    fixed: bool = False  # options and deck, laid before the start: all states of a game share it
    meaning: Meaning | None = None
    span: range = range(0)  # the values or members that occur; one less than the first means none
    unseen: bool = False  # no audience ever sees it, or it is blank whenever a seat is asked

    @property
    def size(self) -> int:
        cells = 1
        for length in self.shape:
            cells *= length
        return cells

    @property
    def limits(self) -> tuple[int, int]:
        half = 1 << (8 * int(self.kind[1]) - 1)
        return 0 if self.is_set else -half, half - 1

    def blank(self) -> Any:
        return blank(self.shape)


def blank(shape: tuple[int, ...]) -> Any:
    """Return zeros in this shape."""
    if not shape:
        return 0
    return [0] * shape[0] if len(shape) == 1 else [blank(shape[1:]) for _ in range(shape[0])]


Of = Sequence[str] | type[IntEnum] | range | Meaning | None  # names for values or members, their range, or a meaning


def _known(of: Of) -> dict[str, Any]:
    """Return what `of` says about a field."""
    if of is None or isinstance(of, Meaning):
        return {"meaning": of}
    if isinstance(of, range):
        return {"span": of}
    names = tuple(member.name.lower() for member in of) if isinstance(of, type) else tuple(of)
    return {"names": names, "span": range(len(names))}


def public(kind: str, *shape: int, of: Of = None, fixed: bool = False) -> Any:
    """Declare a field that everyone may read. `of` names its values, -1 for none. Rules never change a `fixed` one."""
    return Field(kind, shape, "public", fixed=fixed, **_known(of))


def public_list(kind: str, *shape: int, upto: str, of: Of = None) -> Any:
    """Declare a list of which everyone may read the filled cells: the field `upto` counts them."""
    return Field(kind, shape, "public", upto=upto, **_known(of))


def public_set(kind: str, *shape: int, of: Of = None, fixed: bool = False) -> Any:
    """Declare a bit set that everyone may read."""
    return Field(kind, shape, "public", is_set=True, fixed=fixed, **_known(of))


def secret(kind: str, *shape: int, of: range | Meaning | None = None, unseen: bool = False) -> Any:
    """Declare a field of which the game's `see` says who may read what; nobody ever reads an `unseen` one."""
    return Field(kind, shape, "secret", unseen=unseen, **_known(of))


def secret_set(kind: str, *shape: int, of: range | Meaning) -> Any:
    """Declare a bit set of which the game's `see` says who may read what."""
    return Field(kind, shape, "secret", is_set=True, **_known(of))


def derived(kind: str, *shape: int, unseen: bool = False) -> Any:
    """Declare a field that follows from others: `remember` makes it again. An `unseen` one is blank between moves."""
    return Field(kind, shape, "derived", unseen=unseen)


def copied(value: list[Any], depth: int) -> list[Any]:
    """Return a copy of lists nested so deep."""
    if depth == 2:
        return [*map(list.copy, value)]
    return [copied(part, depth - 1) for part in value] if depth > 2 else value.copy()


def _add_cells(cells: list[int], value: Any, depth: int) -> None:
    if depth == 0:
        cells.append(value)
    elif depth == 1:
        cells.extend(value)
    else:
        for part in value:
            _add_cells(cells, part, depth - 1)


def flat(value: Any) -> Iterator[int]:
    """Yield the numbers of nested lists."""
    if isinstance(value, list):
        for part in value:
            yield from flat(part)
    else:
        yield value


class Layout:
    """Hold the plain state: attributes that are ints and lists of ints."""

    fields: ClassVar[dict[str, Field]] = {}
    packing: ClassVar[struct.Struct]
    ordered: ClassVar[tuple[str, ...]] = ()
    rows: ClassVar[tuple[str, ...]] = ()  # lists of ints that a copy does not share
    nested: ClassVar[tuple[tuple[str, int], ...]] = ()  # lists of lists that it does not share, and their depth
    shown: ClassVar[tuple[tuple[str, Field], ...]] = ()  # to everyone
    changing: ClassVar[tuple[tuple[str, Field], ...]] = ()  # of these, what rules change

    def __init_subclass__(cls) -> None:
        own = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        cls.fields = {**cls.fields, **own}
        for name in own:
            delattr(cls, name)
        # The widest fields come first, so that no reader of the bytes expects padding between them.
        cls.ordered = tuple(sorted(cls.fields, key=lambda name: -int(cls.fields[name].kind[1])))
        cls.shown = tuple((name, f) for name, f in cls.fields.items() if f.seen == "public")
        cls.changing = tuple((name, f) for name, f in cls.shown if not f.fixed)
        cells = (f"{cls.fields[n].size}{FORMATS[cls.fields[n].kind]}" for n in cls.ordered)
        cls.packing = struct.Struct("<" + "".join(cells))
        depths = {name: len(f.shape) for name, f in cls.fields.items() if f.shape and not f.fixed}
        cls.rows = tuple(name for name, depth in depths.items() if depth == 1)
        cls.nested = tuple((name, depth) for name, depth in depths.items() if depth > 1)

    def __init__(self) -> None:
        for name, f in self.fields.items():
            setattr(self, name, f.blank())

    def copy(self) -> Self:
        new = object.__new__(type(self))
        parts = new.__dict__ = self.__dict__.copy()
        for name in self.rows:
            parts[name] = parts[name].copy()
        for name, depth in self.nested:
            parts[name] = copied(parts[name], depth)
        return new

    def to_bytes(self) -> bytes:
        cells: list[int] = []
        for name in self.ordered:
            _add_cells(cells, self.__dict__[name], len(self.fields[name].shape))
        return self.packing.pack(*cells)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        cells = iter(cls.packing.unpack(data))
        new = cls()
        for name in cls.ordered:
            setattr(new, name, _fill(cls.fields[name].shape, cells))
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and type(self) is type(other) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def different(self, other: Layout) -> dict[str, tuple[Any, Any]]:
        """Return the fields in which two states differ, for people to read."""
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in self.fields}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _fill(shape: tuple[int, ...], cells: Iterator[int]) -> Any:
    if not shape:
        return next(cells)
    return [_fill(shape[1:], cells) for _ in range(shape[0])]
