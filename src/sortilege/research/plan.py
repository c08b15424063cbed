"""Plan an observation: which columns hold which field of a state, derived from the marks in the game's layout.

A small choice is one column for each value, a set one column for each member, and any other number is one column.
Seats are counted clockwise from the observer, who is seat 0. `encoder` writes a row by this plan, `decode` reads it.
"""

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

from sortilege.kernel.layout import AUDIENCE, SEAT, Field, Layout, Places, Seats
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import MOST_SEATS, SPECTATOR, State

MOST_COLUMNS: Final = 256  # of a field whose values have a column each; a longer one is written as numbers
HALF: Final = 15  # bits of the lower column of a number too wide for int16


@dataclass(frozen=True)
class Form:
    """Say how one cell of a field is written."""

    name: str  # "number", "wide", "seat", "seat number", "choice", "set", "seats" or "audiences"
    first: int = 0  # value or member of the first column
    values: int = 1  # columns of a cell, but for those that depend on the number of seats

    def columns(self, seats: int) -> int:
        return {"seat": seats, "seats": seats, "audiences": seats + 1}.get(self.name, self.values)


@dataclass(frozen=True)
class Slice:
    """Name the columns of one field."""

    name: str
    start: int
    shape: tuple[int, ...]  # cells, then the columns of a cell
    form: Form
    turned: bool  # its first dimension is seats, the observer's first

    @property
    def stop(self) -> int:
        return self.start + prod(self.shape)

    @property
    def columns(self) -> slice:
        return slice(self.start, self.stop)


@dataclass(frozen=True)
class Plan:
    slug: str
    seats: int
    perfect: bool  # of the whole state, hidden parts included, not of what a seat may know
    slices: dict[str, Slice]

    @property
    def width(self) -> int:
        return max(part.stop for part in self.slices.values())

    def __getitem__(self, name: str) -> slice:
        """Return the columns of a field."""
        return self.slices[name].columns

    def read(self, row: Any, name: str) -> Any:
        """Return the columns of a field, one index for each dimension of its cells."""
        part = self.slices[name]
        return row[..., part.columns].reshape(*row.shape[:-1], *part.shape)


def make_plan(book: Rulebook, seats: int, perfect: bool = False) -> Plan:
    slices: dict[str, Slice] = {}
    start = 0
    for name, f in written(book.state, perfect):
        form = form_of(f)
        cells = tuple(seats if isinstance(length, Seats) else int(length) for length in f.shape)
        slices[name] = Slice(name, start, (*cells, form.columns(seats)), form, is_turned(f))
        start = slices[name].stop
    return Plan(book.slug, seats, perfect, slices)


def written(layout: type[Layout], perfect: bool) -> tuple[tuple[str, Field], ...]:
    """Return the fields of an observation: not options and deck, which do not change, nor what is always blank."""
    hidden = {name for name, f in layout.fields.items() if f.unseen and (f.seen != "secret" or not perfect)}
    return tuple((name, f) for name, f in layout.fields.items() if not f.fixed and name not in hidden | {"rng"})


def is_turned(f: Field) -> bool:
    return bool(f.shape) and isinstance(f.shape[0], Seats) and not isinstance(f.shape[0], Places)


def counted(f: Field) -> int:
    """Return which dimension is filled up to a count, or -1: the count has one cell for each index before it."""
    if not f.upto:
        return -1
    return len(f.shape) - 1 if isinstance(f.shape[0], Seats) else 0


def form_of(f: Field) -> Form:
    if f.is_set:
        return _form_of_set(f)
    if f.meaning is not None:
        return Form("seat" if f.size * MOST_SEATS <= MOST_COLUMNS else "seat number")
    if f.span and f.size * len(f.span) <= MOST_COLUMNS:
        return Form("choice", f.span.start, len(f.span))
    return Form("wide", 0, 2) if int(f.kind[1]) > 2 else Form("number")


def _form_of_set(f: Field) -> Form:
    if f.meaning is not None:
        return Form("seats" if f.meaning == SEAT else "audiences")
    members = f.span or range(8 * int(f.kind[1]) - 1)
    return Form("set", members.start, len(members))


def decode(book: Rulebook, plan: Plan, row: Any, seat: int) -> State:
    """Read a row of an observation back into a state: what the observer at this seat was shown."""
    s = book.state()
    s.seats = plan.seats
    fields = book.state.fields
    for part in sorted(plan.slices.values(), key=lambda part: fields[part.name].upto):  # counts before lists
        cells = row[part.columns].reshape(-1, part.shape[-1]).tolist()
        for index, columns in zip(product(*map(range, part.shape[:-1])), cells, strict=True):
            at = ((index[0] + seat) % plan.seats, *index[1:]) if part.turned else index
            if _is_filled(s, fields[part.name], at):
                _lay(s, part.name, at, _value(part.form, columns, seat, plan.seats))
    return s


def _is_filled(s: State, f: Field, at: tuple[int, ...]) -> bool:
    filled = counted(f)
    if filled < 0:
        return True
    count = getattr(s, f.upto)
    for index in at[:filled]:
        count = count[index]
    return bool(at[filled] < count)


def _lay(s: State, name: str, at: tuple[int, ...], value: int) -> None:
    if not at:
        setattr(s, name, value)
        return
    cells = getattr(s, name)
    for index in at[:-1]:
        cells = cells[index]
    cells[at[-1]] = value


def _value(form: Form, columns: list[int], seat: int, seats: int) -> int:
    turned = {(seat + at) % seats for at, cell in enumerate(columns[:seats]) if cell}
    match form.name:
        case "number":
            return columns[0]
        case "wide":
            return (columns[0] << HALF) + columns[1]
        case "seat number":
            return columns[0] if columns[0] < 0 else (seat + columns[0]) % seats
        case "seat":
            return next(iter(turned), -1)
        case "choice":
            return form.first + (columns.index(1) if 1 in columns else -1)
        case "set":
            return sum(1 << form.first + at for at, cell in enumerate(columns) if cell)
        case "seats":
            return sum(1 << member for member in turned)
    assert form.name == AUDIENCE.value + "s"
    return sum(1 << member for member in turned) + (columns[seats] << SPECTATOR)
