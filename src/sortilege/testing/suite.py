"""Collect the checks of a game: each plays the standard game with every number of seats, and each option once."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.kernel.compile.backend import numba_here
from sortilege.kernel.rulebook import Rulebook
from sortilege.testing import rules, views, words
from sortilege.testing.walks import Options, tables

COMPILED_GAMES: Final = 50


def check_rules(book: Rulebook) -> None:
    """Check that games end, that moves play or are refused, and that texts, positions and records round-trip."""
    rules.check_subset(book)
    rules.check_notation(book)
    for seats, options in _tables(book):
        rules.check_games_end(book, seats, options)
        rules.check_moves(book, seats, options)
        rules.check_positions(book, seats, options)
        rules.check_replay(book, seats, options)
        rules.check_accesses(book, seats, options)


def check_views(book: Rulebook) -> None:
    """Check that views show what their audience may know and no more, in every secret field."""
    varied: Counter[str] = Counter()
    for seats, options in _tables(book):
        views.check_forget(book, seats, options)
        varied += views.check_imagine(book, seats, options, games=2)
        views.check_twins(book, seats, options, games=3)
    views.check_secrets_vary(book, varied)


def check_players(book: Rulebook) -> None:
    """Check that the greedy player and the expert use only what their seat can see."""
    same = book.expert_parameters.keys() & SEARCH_PARAMETERS.keys()
    assert not same, f"the search has parameters of this name, and would read them as its own: {same}"
    for seats, options in _tables(book):
        views.check_players_are_honest(book, seats, options, games=2)


def check_words(book: Rulebook) -> None:
    """Check words and rules texts in both languages."""
    words.check_words(book)
    words.check_rules_text(book)
    for seats, options in _tables(book):
        words.check_everything_is_said(book, seats, options)


def check_compiled(book: Rulebook) -> None:
    """Check that compiled and plain games are equal; without numba there is nothing to compare."""
    for seats, options in _tables(book) if numba_here() else ():
        rules.check_compiled(book, seats, options, COMPILED_GAMES)


def _tables(book: Rulebook) -> Iterator[tuple[int, Options]]:
    return ((seats, options) for seats, options, among_few in tables(book) if among_few)


CHECKS: Final[tuple[Callable[[Rulebook], None], ...]] = (
    check_rules,
    check_views,
    check_players,
    check_words,
    check_compiled,
)
