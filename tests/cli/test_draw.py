"""Test that tables are drawn in the terminal: every state, for every audience, in both languages."""

from io import StringIO

import pytest
from rich.console import Console

from sortilege.cli.draw import draw_any, draw_table
from sortilege.games import SLUGS, load
from sortilege.testing.walks import audiences, walk
from sortilege.words import LANGUAGES, Words


@pytest.mark.parametrize("slug", SLUGS)
def test_every_table_can_be_drawn_without_a_gap(slug: str) -> None:
    book = load(slug)
    scratch = StringIO()
    console = Console(width=90, file=scratch)
    for s, random in walk(book, book.seats[-1], {}, 1):
        words = Words(slug, random.choice(LANGUAGES))
        console.print(draw_table(book.view(s, random.choice(audiences(s))), words))
    drawn = scratch.getvalue()
    assert drawn and "None" not in drawn


@pytest.mark.parametrize("slug", SLUGS)
def test_any_view_can_be_drawn_as_tables(slug: str) -> None:
    """Draw each game as if it had no drawing of its own."""
    book = load(slug)
    scratch = StringIO()
    for s, random in walk(book, book.seats[0], {}, 2):
        view, words = book.view(s, random.choice(audiences(s))), Words(slug, random.choice(LANGUAGES))
        Console(width=90, file=scratch).print(draw_any(view, words))
    drawn = scratch.getvalue()
    assert drawn and "None" not in drawn and "?" in drawn
