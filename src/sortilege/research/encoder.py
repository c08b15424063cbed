"""Write the source of a game's encoders from its plan: functions in the plain subset, compiled with the rules.

One function for all layouts, driven by a table, takes twice the time; `bench/peers.py` measures what a row costs.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from sortilege.kernel.compile.cache import cache_folder
from sortilege.kernel.layout import Field, Seats
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import MOST_SEATS, SPECTATOR
from sortilege.research.plan import HALF, Form, counted, form_of, is_turned, written

HEAD: Final = '''"""Made by sortilege.research.encoder from the layout of {slug}."""

from sortilege.games.{slug}.state import State
from sortilege.kernel.plain.bits import lowest
from sortilege.research.loops import Row


'''
BEGIN: Final = """def {name}(s: State, seat: int, row: Row) -> None:
    n = s.seats
    if n < 1 or n > {most}:  # so the compiler knows that no index is negative
        return
    for at in range(len(row)):
        row[at] = 0
    k = 0
"""
MEMBERS: Final = "while v:\n    row[p + lowest(v)] = 1\n    v &= v - 1"
CELLS: Final = {
    "number": "row[{at}] = {cell}",
    "wide": f"row[{{at}}] = {{cell}} >> {HALF}\nrow[{{at}} + 1] = {{cell}} & {(1 << HALF) - 1}",
    "seat number": "v = {cell}\nif v >= 0:\n    v -= seat\n    if v < 0:\n        v += n\nrow[{at}] = v",
    "seat": "v = {cell}\nif v >= 0:\n    v -= seat\n    if v < 0:\n        v += n\n    row[{at} + v] = 1",
    "choice": "v = {cell} - {first}\nif 0 <= v < {values}:\n    row[{at} + v] = 1",
    "set": f"v = {{cell}} >> {{first}} & (1 << {{values}}) - 1\np = {{at}}\n{MEMBERS}",
    "seats": f"v = {{cell}} & (1 << n) - 1\nv = (v >> seat | v << n - seat) & (1 << n) - 1\np = {{at}}\n{MEMBERS}",
}
CELLS["audiences"] = CELLS["seats"] + f"\nrow[p + n] = {{cell}} >> {SPECTATOR} & 1"


@cache
def encoders(book: Rulebook) -> ModuleType:
    """Return a module with `encode`, of what a seat may know, and `encode_perfect`, of the whole state."""
    text = source(book)
    name = f"{book.slug}_{sha256(text.encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(f"sortilege_encoders_{name}", _kept(name, text))
    assert spec and spec.loader
    module = sys.modules[spec.name] = module_from_spec(spec)  # compiled code that was kept looks for it there
    spec.loader.exec_module(module)
    return module


def _kept(name: str, text: str) -> Path:
    """Return a file with this text: the compiler keeps compiled code beside a source it can find again."""
    path = cache_folder() / "encoders" / f"{name}.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, written_first = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(written_first, path)  # at once: other processes may be reading
    return path


def source(book: Rulebook) -> str:
    return HEAD.format(slug=book.slug) + "\n\n".join(
        BEGIN.format(name=name, most=MOST_SEATS) + "\n".join(_body(book, perfect)) + "\n"
        for name, perfect in (("encode", False), ("encode_perfect", True))
    )


def _body(book: Rulebook, perfect: bool) -> Iterator[str]:
    for name, f in written(book.state, perfect):
        form = form_of(f)
        yield from _loops(name, f, form)
        yield f"    k += {_times(*map(_length, f.shape), _columns(form))}"


def _loops(name: str, f: Field, form: Form) -> Iterator[str]:
    """Write the loops over the cells of a field, or over those that are filled."""
    indent, cell, at = "    ", f"s.{name}", ""
    filled, count = counted(f), f"s.{f.upto}"
    for depth, length in enumerate(f.shape):
        index = f"i{depth}"
        yield f"{indent}for {index} in range({count if depth == filled else _length(length)}):"
        indent += "    "
        at = f"({at} * {_length(length)} + {index})" if at else index
        if depth == 0 and is_turned(f):
            yield f"{indent}turned = seat + i0 if seat + i0 < n else seat + i0 - n"
            index = "turned"
        cell, count = f"{cell}[{index}]", f"{count}[{index}]"
    place = f"k + {_times(at, _columns(form))}" if at else "k"
    lines = CELLS[form.name].format(cell=cell, at=place, first=form.first, values=form.values)
    yield from (indent + line for line in lines.splitlines())


def _times(*factors: str) -> str:
    return " * ".join(factor for factor in factors if factor != "1") or "1"


def _length(length: int) -> str:
    return "n" if isinstance(length, Seats) else str(int(length))


def _columns(form: Form) -> str:
    return {"seat": "n", "seats": "n", "audiences": "(n + 1)"}.get(form.name, str(form.values))
