"""Put every registered game through the suite that we ship.

`make test` plays the standard game with every number of seats, and each option set with one of them; `make soak` plays
the other tables, and thousands of games.
"""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sortilege.games import SLUGS, load
from sortilege.kernel.compile.backend import numba_here
from sortilege.kernel.rulebook import Rulebook
from sortilege.testing import rules, words
from sortilege.testing import views as sight
from sortilege.testing.walks import option_sets, tables
from tests.conftest import Scale
from tests.support.playthroughs import playthrough

pytestmark = pytest.mark.plain
BOOKS = [load(slug) for slug in SLUGS]
TABLES = [
    pytest.param(
        *(book, seats, options),
        id=f"{book.slug}-{seats}-{'+'.join(map(str, options)) or 'plain'}",
        marks=() if among_few else pytest.mark.soak,
    )
    for book in BOOKS
    for seats, options, among_few in tables(book)
]
each_table = pytest.mark.parametrize(("book", "seats", "options"), TABLES)
each_book = pytest.mark.parametrize("book", BOOKS, ids=SLUGS)
needs_numba = pytest.mark.skipif(not numba_here(), reason="numba is not here")


def left_to_nature(book: Rulebook, options: dict[str, Any]) -> bool:
    """Simulate bodies at this table, which takes a second a game. The test is skipped where they cannot be."""
    if book.physics is None or not options.items() >= book.physics.options.items():
        return False
    if not book.physics.here():
        pytest.skip(f"what the extra `{book.physics.extra}` installs is not here")
    return True


@each_table
def test_random_games_end_and_lose_no_component(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    rules.check_games_end(book, seats, options)


@each_table
def test_legal_moves_play_and_all_others_are_refused(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    rules.check_moves(book, seats, options, games=1 if left_to_nature(book, options) else 3)


@each_book
def test_every_move_has_one_text(book: Rulebook) -> None:
    rules.check_notation(book)


@each_table
def test_positions_round_trip(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    rules.check_positions(book, seats, options)


@each_table
def test_a_record_replays_to_the_same_states(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    rules.check_replay(book, seats, options, games=1 if left_to_nature(book, options) else 2)


@each_book
def test_the_rules_stay_in_the_plain_subset(book: Rulebook) -> None:
    rules.check_subset(book)


@each_table
def test_rules_and_players_keep_to_the_layout(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    rules.check_accesses(book, seats, options)


@pytest.mark.compiled
@needs_numba
@each_table
def test_plain_and_compiled_games_are_equal(book: Rulebook, seats: int, options: dict[str, Any], scale: Scale) -> None:
    """Compare state for state: most games at Abracada's tables, fewer where bounds are checked or two options meet."""
    games = scale(200, 5_000) if book.slug == "abracada" and len(options) < 2 else scale(50, 200)
    games = scale(20, 50) if os.environ.get("NUMBA_BOUNDSCHECK") else games
    assert rules.check_compiled(book, seats, options, games) > games


@each_table
def test_a_view_holds_what_its_audience_may_know(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    sight.check_forget(book, seats, options)


@each_table
def test_an_imagined_world_looks_the_same(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    assert sight.check_imagine(book, seats, options, games=2)


@each_book
def test_every_secret_varies_over_imagined_worlds(book: Rulebook) -> None:
    """Under some option at least: an option may leave nothing to hide."""
    varied: Counter[str] = Counter()
    for options in option_sets(book):
        varied += sight.check_imagine(book, book.seats[-1], options, games=2)
    sight.check_secrets_vary(book, varied)


@each_table
def test_twin_worlds_tell_the_same(book: Rulebook, seats: int, options: dict[str, Any], scale: Scale) -> None:
    sight.check_twins(book, seats, options, games=scale(3, 60))


@each_book
def test_twin_worlds_differ_in_what_is_hidden(book: Rulebook) -> None:
    """Under some option at least: else the twins show nothing."""
    assert any(sight.check_twins(book, book.seats[-1], options, games=3) for options in reversed(option_sets(book)))


@each_table
def test_greedy_and_expert_are_honest(book: Rulebook, seats: int, options: dict[str, Any]) -> None:
    sight.check_players_are_honest(book, seats, options, games=2)


@each_book
def test_everything_can_be_said_in_both_languages(book: Rulebook) -> None:
    words.check_words(book)
    for options in option_sets(book):
        words.check_everything_is_said(book, book.seats[-1], options)


@each_book
def test_the_rules_text_is_the_same_in_both_languages(book: Rulebook) -> None:
    words.check_rules_text(book)


@pytest.mark.parametrize(("book", "seats"), [(book, seats) for book in BOOKS for seats in book.seats])
def test_golden_playthroughs(book: Rulebook, seats: int) -> None:
    """`make playthroughs` writes them anew after a change that is meant."""
    golden = Path(__file__).parent / "playthroughs" / f"{book.slug}-{seats}.txt"
    assert playthrough(book, seats) == golden.read_text("utf-8")
