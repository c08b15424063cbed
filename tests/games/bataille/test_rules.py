"""Test Bataille des Sorciers: each test is a sentence of the rulebook or, by its number, one of our rulings.

Here are set-up and throws; spells, ends and the deck have files of their own.
"""

import pytest

import sortilege
from tests.games.bataille.tables import (
    code,
    heard,
    loose,
    needs_bodies,
    reserves,
    state,
    table,
    throw,
)


# ---------------------------------------------------------------------------------------------------------- set-up
@pytest.mark.parametrize(("seats", "dice"), [(2, 8), (3, 7), (4, 6), (5, 5)])
def test_everyone_receives_dice_by_the_number_of_wizards(seats: int, dice: int) -> None:
    """Mise en place: the table of dice; one of the 26 lies in the arena, the others are not used."""
    s = state(sortilege.new("bataille", seats, 3))
    assert s.dice == 26 and s.reserve[:seats] == [dice] * seats and s.loose_n == 1 and s.gone == 0


def test_the_first_die_in_the_arena_never_shows_x() -> None:
    shown = {loose(sortilege.new("bataille", 2, seed)) for seed in range(60)}
    assert shown == set("ILAWC")


def test_the_oldest_begins_and_play_goes_clockwise() -> None:
    """Déroulement: `first` names who begins, else it is drawn."""
    assert sortilege.new("bataille", 4, 1, {"first": 2}).pending == [2]
    assert {sortilege.new("bataille", 4, seed).pending[0] for seed in range(40)} == {0, 1, 2, 3}
    game = table("A")
    throw(game, "L")
    game.play(0, "stop")
    assert game.pending == [1]


# ----------------------------------------------------------------------------------------------------------- throws
def test_on_your_turn_you_must_throw_one_die() -> None:
    game = table("A")
    assert game.legal(0) == ["throw"]
    assert code(game.why(0, "stop")) == "move/throw_owed" and code(game.why(0, "throw all")) == "move/one_die"
    throw(game, "L")
    assert reserves(game) == [3, 4, 4] and loose(game) == "AL"


@needs_bodies
def test_you_are_free_to_drop_it_gently_or_to_throw_without_restraint() -> None:
    game = table("A", throws="arena")
    for strength in (0, 50, 100):
        assert game.why(0, f"throw 0,0,0,{strength}") is None
    assert code(game.why(0, "throw 0,0,0,101")) == "move/unreadable"


@needs_bodies
def test_the_arena_may_be_turned_for_a_better_throw() -> None:
    """Conseils: every side of the bowl may be thrown from, and every place of the foam be aimed at."""
    game = table("A", throws="arena")
    assert all(game.why(0, f"throw 80,33,{angle},50") is None for angle in (0, 90, 359))
    assert code(game.why(0, "throw 80,80,0,50")) == "move/off_foam"
    assert code(table("A").why(0, "throw 0,0,0,50")) == "move/no_aim"


def test_it_is_allowed_to_knock_other_dice() -> None:
    game = table("AL")
    throw(game, "W", knocked={0: "C"})
    assert loose(game) == "CLW" and heard(game, "knocked") == [{"event": "knocked", "face": "accio", "now": "confundo"}]


def test_a_die_that_leaves_the_arena_is_out_of_the_game_at_once() -> None:
    """ATTENTION: thrown beside, bounced out, or ejected."""
    game = table("AL")
    throw(game, "-", knocked={1: "-"})
    assert loose(game) == "A" and reserves(game) == [3, 4, 4] and state(game).gone == 2


def test_dice_that_show_x_are_removed_before_equal_symbols_are_looked_for() -> None:
    """X (A): outside, then X, then groups."""
    game = table("AL")
    throw(game, "X", knocked={0: "X"})
    assert loose(game) == "L" and state(game).gone == 2 and game.legal(0) == ["stop", "throw"]


def test_two_equal_symbols_are_a_spell_and_end_the_turn() -> None:
    """Symboles identiques (B); the dice come back, the next one plays. [2]"""
    game = table("CL")
    throw(game, "C")
    assert reserves(game) == [5, 4, 4] and loose(game) == "L" and game.pending == [2]


def test_a_knocked_die_may_make_the_group() -> None:
    game = table("CLW")
    throw(game, "A", knocked={2: "L"})
    assert heard(game, "obtained") == [{"event": "obtained", "seat": 0, "spell": "lashlabask", "dice": 2}]


def test_if_all_differ_you_may_stop_or_throw_again_until_a_spell_or_no_die_is_left() -> None:
    game = table("A", reserves=(3, 4, 4))
    throw(game, "L")
    assert game.legal(0) == ["stop", "throw"]
    throw(game, "W", move="throw")
    throw(game, "C", move="throw")
    assert game.pending == [1]
    assert state(game).alive == 0b110 and state(game).points[0] == 2


def test_stopping_on_an_arena_emptied_by_x_disarms_the_next() -> None:
    """[2]"""
    game = table("A")
    throw(game, "X", knocked={0: "X"})
    assert code(game.why(0, "throw all")) == "move/one_die"
    game.play(0, "stop")
    assert game.legal(1) == ["throw all"] and heard(game, "disarmed")
