"""Test the spells of Abracada: each test is a sentence of the rulebook or, by its number, one of our rulings."""

import pytest

import sortilege
from sortilege.games.abracada.state import Spell
from tests.games.abracada.tables import heard, state, table


def test_spell_1_the_dragon_costs_all_others_what_the_die_shows() -> None:
    game = table("12345", "88888", "88888", "88888", die=3)
    game.play(0, "cast 1")
    assert state(game).lives[:4] == [6, 3, 3, 3]


def test_spell_2_the_ghost_gives_one_life_and_costs_all_others_one() -> None:
    game = table("12345", "88888", "88888", "88888")
    state(game).lives[0] = 3
    game.play(0, "cast 2")
    assert state(game).lives[:4] == [4, 5, 5, 5]


def test_spell_3_sweet_dreams_gives_what_the_die_shows() -> None:
    game = table("12345", "88888", die=2)
    state(game).lives[0] = 1
    game.play(0, "cast 3")
    assert state(game).lives[:2] == [3, 6]


def test_spell_4_the_singer_takes_a_secret_stone_that_only_its_holder_knows() -> None:
    """[6] It draws by itself."""
    game = table("12345", "88888", "77777")
    game.play(0, "cast 4")
    s = state(game)
    assert (s.secrets_n, s.drawn_n[0]) == (3, 1) and game.pending == [0]
    assert game.view(0)["drawn"][0] == [s.drawn[0][0]]
    assert game.view(1)["drawn"][0] == game.view(2)["drawn"][0] == game.view()["drawn"][0] == [None]


def test_a_secret_stone_cannot_be_cast() -> None:
    game = table("42345", "88888", "77777")
    state(game).secrets[3] = Spell.FIREBALL
    game.play(0, "cast 4")
    game.play(0, "cast 7")
    assert heard(game, "failed")


def test_with_no_secret_left_the_singer_still_succeeds() -> None:
    """[6]"""
    game = table("44345", "88888", "77777")
    state(game).secrets, state(game).secrets_n = [0] * 4, 0
    game.play(0, "cast 4")
    assert heard(game, "no_secret_left") and state(game).lives[0] == 6 and game.pending == [0]


def test_which_secret_is_drawn_is_chance() -> None:
    """[6]"""
    drawn = set()
    for seed in range(40):
        game = table("44345", "88888", seed=seed)
        game.play(0, "cast 4")
        drawn.add(state(game).drawn[0][0])
    assert len(drawn) > 4


def test_spell_5_the_storm_hits_both_neighbours() -> None:
    game = table("12345", "88888", "88888", "88888")
    game.play(0, "cast 5")
    assert state(game).lives[:4] == [6, 5, 6, 5]


def test_between_two_the_storm_costs_a_single_life() -> None:
    """[8]"""
    game = table("12345", "88888")
    game.play(0, "cast 5")
    assert state(game).lives[:2] == [6, 5]


def test_spell_6_the_blizzard_hits_the_left_neighbour() -> None:
    game = table("12346", "88888", "88888", "88888")
    game.play(0, "cast 6")
    assert state(game).lives[:4] == [6, 5, 6, 6]


def test_spell_7_the_fireball_hits_the_right_neighbour() -> None:
    game = table("12347", "88888", "88888", "88888")
    game.play(0, "cast 7")
    assert state(game).lives[:4] == [6, 6, 6, 5]


def test_between_two_blizzard_and_fireball_hit_the_opponent() -> None:
    """[8]"""
    game = table("66773", "88888")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    assert state(game).lives[:2] == [6, 4]


def test_spell_8_the_potion_gives_one_life_and_only_a_potion_may_follow() -> None:
    game = table("88345", "11111")
    state(game).lives[0] = 3
    game.play(0, "cast 8")
    assert state(game).lives[0] == 4 and game.legal(0) == ["stop", "cast 8"]


@pytest.mark.parametrize("cast", ["cast 2", "cast 3", "cast 8"])
def test_nobody_ever_has_more_than_six_lives(cast: str) -> None:
    game = table("23883", "11111")
    state(game).lives[0] = 5
    game.play(0, cast)
    assert state(game).lives[0] == 6


def test_lives_stop_at_zero_and_the_die_is_rolled_all_the_same() -> None:
    """[8]"""
    game = table("13883", "77777", "88888", die=3, last_takes_all=True)
    state(game).lives[:3] = [6, 1, 6]
    game.play(0, "cast 1")
    assert state(game).lives[:3] == [6, 0, 3]
    game.play(0, "cast 3")
    assert heard(game, "rolled") and state(game).lives[0] == 6


def test_the_die_has_twice_one_two_and_three() -> None:
    """[1]"""
    assert state(sortilege.new("abracada", 2, 1)).die == [1, 1, 2, 2, 3, 3]
