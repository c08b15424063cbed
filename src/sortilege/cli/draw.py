"""Draw tables in the terminal: by the game's own `terminal.py`, or any view as tables.

A game's `terminal.py` has `draw(view, words)`, and may have `remark(view, words, move)` for moves that say too little.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sortilege.games import package_of
from sortilege.kernel.views import View
from sortilege.words import Words

# What a view of any game holds, and what is shown by a mark, the title or the question.
COMMON: Final = frozenset(
    ("game", "audience", "pending", "seats", "first", "step", "waiting", "together", "turn", "round", "ending")
)


def draw_table(view: View, words: Words) -> RenderableType:
    """Draw the table as the view's audience sees it."""
    own = _terminal_of(words.slug)
    drawn: RenderableType = own.draw(view, words) if own else draw_any(view, words)
    return drawn


def remark(view: View, words: Words, move: str) -> str:
    """Return in a few words what a move would do; mostly nothing."""
    said = getattr(_terminal_of(words.slug), "remark", None)
    return said(view, words, move) if said else ""


@cache
def _terminal_of(slug: str) -> ModuleType | None:
    name = f"{package_of(slug)}.terminal"
    return import_module(name) if find_spec(name) else None


def draw_any(view: View, words: Words) -> RenderableType:
    """Draw a view of any game: at the seats what has one entry for each, the rest below."""
    by_seat, on_table = _fields(view, words)
    rest = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name in on_table:
        rest.add_row(Text(words.label(name), style="dim"), Text(words.value(name, view[name])))
    return Group(_seats(view, words, by_seat), Text(), rest)


def _fields(view: View, words: Words) -> tuple[list[str], list[str]]:
    """Return the fields the game's words name for such a table; all fields if they name none."""
    named = list(words.fields("seats")), list(words.fields("table"))
    if any(named):
        return named
    found = [name for name in view if name not in COMMON]
    by_seat = [name for name in found if isinstance(view[name], list) and len(view[name]) == view["seats"]]
    return by_seat, [name for name in found if name not in by_seat]


def _seats(view: View, words: Words, fields: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for label in ("", "", *map(words.label, fields)):
        table.add_column(label)
    for seat in range(view["seats"]):
        mark = Text("▶" if seat in view["pending"] else " ", style="bold cyan")
        name = Text(words.name("seat", seat), style="bold" if seat == view["audience"] else "")
        values: list[Any] = [Text(words.value(field, view[field][seat])) for field in fields]
        table.add_row(mark, name, *values)
    return table
