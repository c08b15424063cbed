"""Name the tables that the tests of research environments play at."""

from functools import cache
from typing import Any

import pytest

from sortilege.games import SLUGS, load
from sortilege.kernel.rulebook import Rulebook
from sortilege.research.engine import Setting
from sortilege.testing.walks import option_sets

BOOKS = [load(slug) for slug in SLUGS]
each_book = pytest.mark.parametrize("book", BOOKS, ids=SLUGS)
each_table = pytest.mark.parametrize(
    ("book", "seats"), [pytest.param(book, seats, id=f"{book.slug}-{seats}") for book in BOOKS for seats in book.seats]
)


@cache
def plain(book: Rulebook, seats: int) -> Setting:
    return Setting(book.slug, seats, compiled=False)


def table_options(book: Rulebook) -> list[dict[str, Any]]:
    """Return the option sets that numbered actions can be played with."""
    return [options for options in option_sets(book) if options.get("throws") != "arena"]
