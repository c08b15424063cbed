"""Test Abracada: each test is a sentence of the rulebook or, by its number, one of our rulings.

Here are set-up, turn and deck; spells and ends have files of their own.
"""

from collections import Counter
from typing import Any

import pytest

import sortilege
from sortilege import Refusal
from sortilege.games.abracada.state import EMPTY, SLIPPED
from tests.games.abracada.tables import FULL, heard, state, stones, table


# ---------------------------------------------------------------------------------------------------------- set-up
def test_there_is_one_stone_of_spell_1_two_of_spell_2_and_so_on() -> None:
    s = state(sortilege.new("abracada", 5, 3))
    found = Counter(stone for row in s.row for stone in row)
    found.update(s.pile[: s.pile_n])
    found.update(s.secrets)
    assert found == {spell: spell for spell in FULL}


@pytest.mark.parametrize(("seats", "shown", "pile"), [(2, 12, 10), (3, 6, 11), (4, 0, 12), (5, 0, 7)])
def test_set_up_shows_twelve_stones_to_two_and_six_to_three(seats: int, shown: int, pile: int) -> None:
    s = state(sortilege.new("abracada", seats, 3))
    assert (sum(s.board), s.pile_n, s.secrets_n) == (shown, pile, 4)
    assert s.lives[:seats] == [6] * seats and s.row_n[:seats] == [5] * seats and s.score[:seats] == [0] * seats


def test_everyone_sees_the_stones_of_the_others_but_never_their_own() -> None:
    game = table("12345", "66778", "88888")
    assert game.view(0)["row"] == [[None] * 5, [6, 6, 7, 7, 8], [8] * 5]
    assert game.view(1)["row"] == [[1, 2, 3, 4, 5], [None] * 5, [8] * 5]


def test_nobody_may_look_at_the_secret_stones_or_the_pile() -> None:
    game = table("12345", "66778")
    for seat in (0, 1, None):
        assert not {"pile", "secrets"} & set(game.view(seat))


def test_a_spectator_sees_only_places() -> None:
    assert table("12345", "66778").view()["row"] == [[None] * 5] * 2


def test_the_first_player_may_be_named_or_is_drawn() -> None:
    """[13]"""
    assert sortilege.new("abracada", 4, 1, {"first": 2}).pending == [2]
    assert {sortilege.new("abracada", 4, seed).pending[0] for seed in range(40)} == {0, 1, 2, 3}


# ------------------------------------------------------------------------------------------------------------ turn
def test_a_spell_not_held_costs_one_life_and_ends_the_turn() -> None:
    game = table("22222", "88888", "88888")
    game.play(0, "cast 6")
    assert state(game).lives[:3] == [5, 6, 6]
    assert game.pending == [1]


def test_a_dragon_not_held_costs_as_many_lives_as_the_die_shows() -> None:
    game = table("22222", "88888", die=3)
    game.play(0, "cast 1")
    assert state(game).lives[0] == 3 and heard(game, "rolled") == [{"event": "rolled", "seat": 0, "die": 3}]


def test_a_spell_that_is_held_goes_to_the_board_in_its_own_line() -> None:
    game = table("26888", "88888", "88888", "88888")
    game.play(0, "cast 6")
    assert state(game).board[6] == 1 and state(game).row[0] == [2, 0, 8, 8, 8]


def test_where_several_stones_match_chance_picks_one() -> None:
    """[2] Taking always the same one would tell its owner about the others."""
    taken = set()
    for seed in range(30):
        game = table("88828", "77777", seed=seed)
        game.play(0, "cast 8")
        taken.add(state(game).row[0].index(0))
    assert taken == {0, 1, 2, 4}


def test_the_caster_learns_only_which_place_is_empty_now() -> None:
    game = table("88828", "77777")
    game.play(0, "cast 8")
    assert sorted(map(str, game.view(0)["row"][0])) == ["0", "None", "None", "None", "None"]


def test_after_a_success_one_may_stop_or_cast_an_equal_or_higher_spell() -> None:
    game = table("55788", "11111", "22222")
    game.play(0, "cast 5")
    assert game.pending == [0] and game.legal(0) == ["stop", "cast 5", "cast 6", "cast 7", "cast 8"]


def test_a_lower_spell_is_no_legal_move() -> None:
    """[9]"""
    game = table("55388", "11111", "22222")
    game.play(0, "cast 5")
    with pytest.raises(Refusal) as refused:
        game.play(0, "cast 3")
    assert (refused.value.code, refused.value.rule) == ("move/too_low", "order")
    assert refused.value.facts == {"spell": 3, "last": 5, "most": 8}


def test_at_least_one_attempt_is_owed() -> None:
    game = table("55388", "11111")
    refusal = game.why(0, "stop")
    assert refusal is not None and refusal.code == "move/cast_owed" and "stop" not in game.legal(0)


def test_a_slip_is_denounced_whether_or_not_the_stone_is_held() -> None:
    """[9] One life, never the die; nothing is revealed."""
    for row in ("51388", "52388"):
        game = table(row, "77777", "22222", die=3, slips=True)
        game.play(0, "cast 5")
        game.play(0, "cast 1")
        assert state(game).lives[0] == 5 and game.pending == [1] and not heard(game, "worked")
        assert not heard(game, "failed") and game.view(1)["call_place"] == [0, SLIPPED]


def test_the_easy_version_makes_slips_void() -> None:
    """[9]"""
    game = table("51388", "77777", "22222", slips=True, easy=True)
    game.play(0, "cast 5")
    game.play(0, "cast 3")
    assert heard(game, "worked") and game.pending == [0]


def test_a_spell_whose_stones_all_lie_on_the_board_may_still_be_announced() -> None:
    """[9]"""
    game = table("22222", "88888")
    state(game).board[1] = 1
    assert "cast 1" in game.legal(0)


def test_the_turn_of_gary_in_the_rulebook() -> None:
    """Gary at 4 lives rolls a 3 and stands at 6; the storm hits both neighbours; his slip ends the turn."""
    game = table("35488", "77777", "66666", die=3, slips=True)
    gary, tony, marie = 0, 1, 2
    state(game).lives[gary] = 4
    game.play(gary, "cast 3")
    assert state(game).lives[gary] == 6
    game.play(gary, "cast 5")
    assert (state(game).lives[marie], state(game).lives[tony]) == (5, 5)
    game.play(gary, "cast 4")
    assert state(game).lives[gary] == 5 and game.pending == [tony]


def test_at_the_end_of_the_turn_the_row_is_filled_up_to_five() -> None:
    """[2] [7] Empty places from the left, marked with the turn; never during the turn."""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 6")
    assert stones(game, 0) == 3
    game.play(0, "stop")
    assert stones(game, 0) == 5 and state(game).filled[0] == [1, 1, 0, 0, 0]


def test_the_row_is_filled_after_a_failure_too() -> None:
    """[7]"""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    assert stones(game, 0) == 5 and game.pending == [1]


def test_a_pile_too_small_is_drawn_to_its_last_stone() -> None:
    game = table("66888", "11111", "22222")
    s = state(game)
    s.pile, s.pile_n = [7] + [0] * 35, 1
    game.play(0, "cast 6")
    game.play(0, "cast 6")
    game.play(0, "stop")
    assert stones(game, 0) == 4 and state(game).pile_n == 0 and state(game).filled[0] == [1, EMPTY, 0, 0, 0]


def test_without_a_pile_the_row_stays_incomplete() -> None:
    """Neither secret nor used stones are drawn."""
    game = table("66888", "11111", "22222")
    s = state(game)
    s.pile, s.pile_n = [0] * 36, 0
    game.play(0, "cast 6")
    game.play(0, "stop")
    assert stones(game, 0) == 4 and state(game).secrets_n == 4


def test_what_fills_a_place_is_shown_to_the_others_only() -> None:
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "stop")
    new = state(game).row[0][state(game).filled[0].index(1)]
    told = {seat: [t["stone"] for t in game.heard(seat) if t["event"] == "refilled"] for seat in (0, 1, 2, None)}
    assert told == {0: [None], 1: [new], 2: [new], None: [None]}


def test_then_the_left_neighbour_plays() -> None:
    game = table("88888", "88888", "88888")
    for seat, after in ((0, 1), (1, 2), (2, 0)):
        game.play(seat, "cast 7")
        assert game.pending == [after]


# -------------------------------------------------------------------------------------------------------- the deck
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"die": [1, 2, 3]}, "deck/wrong_count"),
        ({"die": [1, 1, 2, 2, 3, 7]}, "deck/out_of_range"),
        ({"die": [1, 1, 2, 2, 3, True]}, "deck/out_of_range"),
        ({"stones": [1, 2, 3, 4, 5, 6, 7, 9]}, "deck/wrong_count"),
        ({"stones": [0, 3, 3, 4, 5, 6, 7, 8]}, "deck/out_of_range"),
        ({"stones": "many"}, "deck/no_list"),
        ({"cards": []}, "deck/unknown"),
    ],
)
def test_a_broken_deck_is_refused(change: dict[str, Any], code: str) -> None:
    deck = {"die": [1, 1, 2, 2, 3, 3], "stones": list(FULL), **change}
    with pytest.raises(Refusal) as refused:
        sortilege.new("abracada", 3, 1, deck=deck)
    assert refused.value.code == code


def test_a_deck_that_lacks_a_part_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("abracada", 3, 1, deck={"die": [1, 1, 2, 2, 3, 3]})
    assert refused.value.code == "deck/missing"
