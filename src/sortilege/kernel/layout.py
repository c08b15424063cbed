"""A layout names the fields of a state once: each is a small integer or a fixed-size array of them.

The kernel makes two things of it: a plain object holding ints and lists, and bytes that a compiled record shares.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, ClassVar, Final, Self

FORMATS: Final = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}


class Seats(int):
    """The most seats a game has, as a dimension: views show only the seats that play."""


class Places(Seats):
    """As many as there are seats, but not the seats themselves: no observer stands nearer to one of them."""


class Meaning(Enum):
    """What a number means, where it has no names: an observation turns these so that the observer is seat 0."""

    SEAT = "seat"  # -1 is none
    AUDIENCE = "audience"  # a seat or the spectator


SEAT: Final = Meaning.SEAT
AUDIENCE: Final = Meaning.AUDIENCE


@dataclass(frozen=True)
class Field:
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
    """Everyone may read it. `of` gives names to its values; -1 then means none. No rule changes a `fixed` one."""
    return Field(kind, shape, "public", fixed=fixed, **_known(of))


def public_list(kind: str, *shape: int, upto: str, of: Of = None) -> Any:
    """Everyone may read the cells that are filled: the field `upto` counts them."""
    return Field(kind, shape, "public", upto=upto, **_known(of))


def public_set(kind: str, *shape: int, of: Of = None, fixed: bool = False) -> Any:
    """A bit set that everyone may read."""
    return Field(kind, shape, "public", is_set=True, fixed=fixed, **_known(of))


def secret(kind: str, *shape: int, of: range | Meaning | None = None, unseen: bool = False) -> Any:
    """The game's sight says who may read how much of it; what is `unseen` nobody ever reads."""
    return Field(kind, shape, "secret", unseen=unseen, **_known(of))


def secret_set(kind: str, *shape: int, of: range | Meaning) -> Any:
    """A bit set of which the game's sight says who may read how much."""
    return Field(kind, shape, "secret", is_set=True, **_known(of))


def derived(kind: str, *shape: int, unseen: bool = False) -> Any:
    """Follows from other fields; `remember` makes it again. What is `unseen` is blank between moves."""
    return Field(kind, shape, "derived", unseen=unseen)


def _packer(packing: struct.Struct, shapes: dict[str, tuple[int, ...]]) -> Callable[[Layout], bytes]:
    """One expression that names every row: half the time of a loop over the fields, in the most frequent comparison."""
    cells = (cell for name, shape in shapes.items() for cell in _cells(f"s.{name}", shape))
    made: Callable[[Layout], bytes] = eval(f"lambda s: pack({', '.join(cells)})", {"pack": packing.pack})
    return made


def _copier(fields: dict[str, Field]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """One expression again: every move at a table of the room begins with a copy."""
    own = {name: len(f.shape) for name, f in fields.items() if f.shape and not f.fixed}
    lists = (f"{name!r}: {copying(f'd[{name!r}]', depth)}" for name, depth in own.items())
    made: Callable[[dict[str, Any]], dict[str, Any]] = eval(f"lambda d: {{**d, {', '.join(lists)}}}", COPYING)
    return made


COPYING: Final[dict[str, Any]] = {"copied": list.copy}  # what the text of `copying` needs


def copying(path: str, depth: int) -> str:
    """The text of an expression that copies nested lists."""
    if depth < 2:
        return f"{path}.copy()" if depth else path
    return f"[*map(copied, {path})]" if depth == 2 else f"[{copying('part', depth - 1)} for part in {path}]"


def _cells(path: str, shape: tuple[int, ...]) -> Iterator[str]:
    if len(shape) < 2:
        yield "*" * len(shape) + path
        return
    for i in range(shape[0]):
        yield from _cells(f"{path}[{i}]", shape[1:])


def flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for part in value:
            yield from flat(part)
    else:
        yield value


class Layout:
    """Plain state: attributes that are ints and lists of ints."""

    fields: ClassVar[dict[str, Field]] = {}
    packing: ClassVar[struct.Struct]
    ordered: ClassVar[tuple[str, ...]] = ()
    _pack: ClassVar[Callable[[Layout], bytes]]
    _copy: ClassVar[Callable[[dict[str, Any]], dict[str, Any]]]
    shown: ClassVar[tuple[tuple[str, Field], ...]] = ()  # to everyone

    def __init_subclass__(cls) -> None:
        own = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        cls.fields = {**cls.fields, **own}
        for name in own:
            delattr(cls, name)
        # Widest first: no padding between fields, whoever reads the bytes.
        cls.ordered = tuple(sorted(cls.fields, key=lambda name: -int(cls.fields[name].kind[1])))
        cls.shown = tuple((name, f) for name, f in cls.fields.items() if f.seen == "public")
        cells = (f"{cls.fields[n].size}{FORMATS[cls.fields[n].kind]}" for n in cls.ordered)
        cls.packing = struct.Struct("<" + "".join(cells))
        cls._pack = staticmethod(_packer(cls.packing, {name: cls.fields[name].shape for name in cls.ordered}))
        cls._copy = staticmethod(_copier(cls.fields))

    def __init__(self) -> None:
        for name, f in self.fields.items():
            setattr(self, name, f.blank())

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__ = type(self)._copy(self.__dict__)
        return new

    def to_bytes(self) -> bytes:
        return type(self)._pack(self)

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
        """The fields in which two states differ, for people to read."""
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in self.fields}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _fill(shape: tuple[int, ...], cells: Iterator[int]) -> Any:
    if not shape:
        return next(cells)
    return [_fill(shape[1:], cells) for _ in range(shape[0])]
