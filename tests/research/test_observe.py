"""An observation holds what the seat's view holds, and nothing else."""

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from sortilege.games import load
from sortilege.games.abracada.state import State as Abracada
from sortilege.kernel.layout import AUDIENCE, Field, Seats
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import SPECTATOR, State
from sortilege.research.engine import Setting, bound
from sortilege.research.loops import SPARES
from sortilege.research.plan import Plan, decode, make_plan, written
from sortilege.testing.views import imagined
from sortilege.testing.walks import option_sets, walk
from tests.research.tables import each_book, each_table, plain


def observe(setting: Setting, s: State, seat: int) -> Any:
    row = np.full(setting.plan.width, 77, np.int16)
    setting.loops.observe([s], 0, setting.blanks(SPARES), seat, row)
    return row


def observe_perfect(setting: Setting, s: State, seat: int) -> Any:
    row = np.full(setting.perfect_plan.width, 77, np.int16)
    setting.loops.observe_perfect([s], 0, seat, row)
    return row


def shown(s: State, f: Field, name: str) -> Any:
    """Return a field as far as this table has seats: a set of audiences may name seats that nobody sits on."""
    value = getattr(s, name)
    if f.shape and isinstance(f.shape[0], Seats):
        value = value[: s.seats]
    here = (1 << s.seats) - 1 | 1 << SPECTATOR
    return np.array(value) & here if f.meaning == AUDIENCE else np.array(value)


def check_decoded(book: Rulebook, plan: Plan, row: Any, seat: int, known: State) -> None:
    read = decode(book, plan, row, seat)
    for name, f in written(book.state, plan.perfect):
        assert np.array_equal(shown(read, f, name), shown(known, f, name)), name


@each_table
def test_an_observation_reads_back_into_what_the_seat_knows(book: Rulebook, seats: int) -> None:
    setting = plain(book, seats)
    for options in ({}, option_sets(book)[-1]):  # the last: aims in the arena, wider than a column
        for s, random in islice(walk(book, seats, options, 1), 0, None, 5):
            seat = random.randrange(seats)
            check_decoded(book, setting.plan, observe(setting, s, seat), seat, book.recall(book.view(s, seat)))
            check_decoded(book, setting.perfect_plan, observe_perfect(setting, s, seat), seat, s)


@each_book
def test_every_field_is_observed_or_says_why_not(book: Rulebook) -> None:
    """Options and deck are fixed, chance is nobody's, and what a layout calls unseen no view shows."""
    observed = {name for name, _ in written(book.state, False)}
    for name, f in book.state.fields.items():
        assert name in observed or f.fixed or f.unseen, name
    unseen = {name for name, f in book.state.fields.items() if f.unseen}
    for s, random in islice(walk(book, book.seats[-1], {}, 3), 0, None, 4):
        known = book.recall(book.view(s, random.randrange(s.seats)))
        assert all(getattr(known, name) == f.blank() for name, f in book.state.fields.items() if name in unseen)


@each_book
def test_twin_worlds_give_the_same_observation_and_mask(book: Rulebook) -> None:
    """Under every option, hidden aims of the arena included."""
    seats, compared = book.seats[-1], 0
    loops, plans = bound(book, False, False), [make_plan(book, seats, perfect) for perfect in (False, True)]
    for options in option_sets(book):
        for s, random in islice(walk(book, seats, options, 1), 0, None, 6):
            seat, spare = random.randrange(seats), [book.state(), book.state()]
            twin = imagined(book, book.view(s, seat), random.getrandbits(40))
            seen, whole = (np.zeros((2, plan.width), np.int16) for plan in plans)
            for at, world in enumerate((s, twin)):
                loops.observe([world], 0, spare, seat, seen[at])
                loops.observe_perfect([world], 0, seat, whole[at])
            assert np.array_equal(*seen) and book.legal_moves(s, seat) == book.legal_moves(twin, seat)
            compared += not np.array_equal(*whole)
    assert compared, "the twins never differed"


def forget_nothing(s: State, audience: int) -> None:
    pass


@each_book
def test_an_observation_that_forgets_nothing_is_found(book: Rulebook) -> None:
    """The comparison of twin worlds has teeth."""
    seats = book.seats[-1]
    setting, found = plain(book, seats), 0
    leaking = bound(replace(book, forget=forget_nothing), False, False)
    for s, random in islice(walk(book, seats, {}, 1), 0, None, 3):
        seat, rows = random.randrange(seats), np.zeros((2, setting.plan.width), np.int16)
        twin = imagined(book, book.view(s, seat), random.getrandbits(40))
        for world, row in zip((s, twin), rows, strict=True):
            leaking.observe([world], 0, setting.blanks(SPARES), seat, row)
        found += not np.array_equal(*rows)
    assert found or book.slug == "bataille", "nothing is hidden where no one aims"


def test_the_observer_is_seat_0() -> None:
    """What is said of the seat itself stands first, then its neighbour to the left."""
    book = load("abracada")
    setting = plain(book, 3)
    for s, _ in islice(walk(book, 3, {}, 2), 10, 11):
        assert isinstance(s, Abracada)
        for seat in range(3):
            row = observe(setting, s, seat)
            assert list(row[setting.plan["lives"]]) == [s.lives[(seat + at) % 3] for at in range(3)]
            assert setting.plan.read(row, "turn").tolist() == [s.turn == (seat + at) % 3 for at in range(3)]
            assert not setting.plan.read(row, "row")[0].any(), "its own stones are hidden from it"


@pytest.mark.parametrize("seats", [2, 5])
def test_a_plan_names_slices_that_follow_each_other(seats: int) -> None:
    plan = Setting("abracada", seats, compiled=False).plan
    ends = [0, *(part.stop for part in plan.slices.values())]
    assert [part.start for part in plan.slices.values()] == ends[:-1] and ends[-1] == plan.width
    assert plan.read(np.zeros((7, plan.width)), "row").shape == (7, seats, 5, 8)
