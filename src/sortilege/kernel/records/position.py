"""Write a position as one line of text: each field that is not blank, without its last zeros; no randomness."""

import re
from typing import Any

from sortilege.kernel.layout import Field, flat
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import SPECTATOR, State, pending

SEPARATORS = ",/;"


def write_position(book: Rulebook, s: State) -> str:
    cells = [f"{book.slug}/{book.version}"]
    for name, f in s.fields.items():
        value = getattr(s, name)
        if name != "rng" and any(flat(value)):
            cells.append(f"{name}={_write(value, len(f.shape))}")
    return " ".join(cells)


def read_position(book: Rulebook, text: str) -> State:
    head, *cells = (text.split() if isinstance(text, str) else []) or [""]
    if head != f"{book.slug}/{book.version}":
        raise Refusal("position/wrong_game", found=head, wanted=f"{book.slug}/{book.version}")
    s = book.state()
    for cell in cells:
        name, equals, value = cell.partition("=")
        f = s.fields.get(name)
        if f is None or name == "rng" or not equals:
            raise Refusal("position/unreadable", part=cell)
        setattr(s, name, _read(cell, f, f.shape, value))
    _check(book, s)
    return s


def _write(value: Any, depth: int) -> str:
    if depth == 0:
        return str(value)
    parts = list(value)
    while len(parts) > 1 and not any(flat(parts[-1])):
        parts.pop()
    return SEPARATORS[depth - 1].join(_write(part, depth - 1) for part in parts)


def _read(cell: str, f: Field, shape: tuple[int, ...], text: str) -> Any:
    if shape:
        parts = text.split(SEPARATORS[len(shape) - 1])
        if len(parts) > shape[0]:
            raise Refusal("position/unreadable", part=cell)
        parts += ["0"] * (shape[0] - len(parts))
        return [_read(cell, f, shape[1:], part) for part in parts]
    least = 0 if f.is_set else f.limits[0]
    if not re.fullmatch(r"-?[0-9]{1,19}", text) or not least <= int(text) <= f.limits[1]:
        raise Refusal("position/unreadable", part=cell)
    return int(text)


def _check(book: Rulebook, s: State) -> None:
    """Refuse a state that no game could reach, as far as that can be seen."""
    try:
        sound = _asks_somebody(book, s) and book.conserved(s) and book.possible(s)
        sound = sound and book.view(s, SPECTATOR).audience == SPECTATOR  # every value has its name
        sound = sound and all(book.legal_moves(s, seat) for seat in each(pending(s)))
    except (IndexError, ValueError):
        sound = False
    if not sound:
        raise Refusal("position/impossible")


def _asks_somebody(book: Rulebook, s: State) -> bool:
    """Return whether the kernel's fields are in range, and a seat is asked unless the game is over."""
    if s.seats not in book.seats or not 0 <= s.ending < len(book.endings) or not 0 <= s.step < len(book.steps):
        return False
    if not (0 <= s.turn < s.seats and 0 <= s.first < s.seats and s.round >= 0 and s.together in (0, 1)):
        return False
    if not all(0 <= getattr(s, option.name) < max(len(option.choices), s.seats) for option in book.options):
        return False
    turn_asked = s.together == 1 or s.waiting == 0 or has(s.waiting, s.turn)
    return 0 <= s.waiting < 1 << s.seats and turn_asked and (s.waiting == 0) == (s.ending > 0)
