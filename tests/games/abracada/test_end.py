"""Test the end of a round and of a game of Abracada, and its variants, sentence by sentence."""

import pytest

from sortilege import Game
from tests.games.abracada.tables import FULL, heard, state, stones, table


# ----------------------------------------------------------------------------------------------- the end of a round
def test_who_casts_the_last_stone_scores_three_and_the_others_nothing() -> None:
    """[3]"""
    game = table("8", "77777", "66666")
    state(game).drawn_n[1], state(game).drawn[1] = 1, [5, 0, 0, 0]
    game.play(0, "cast 8")
    assert state(game).score[:3] == [3, 0, 0]


def test_an_empty_row_counts_before_any_death() -> None:
    """[3] With the own secrets; nobody else scores, alive or dead."""
    game = table("1", "77777", "66666", die=3)
    s = state(game)
    s.lives[1], s.drawn_n[0], s.drawn[0] = 1, 2, [4, 5, 0, 0]
    game.play(0, "cast 1")
    assert state(game).score[:3] == [5, 0, 0]


def test_an_empty_row_leaves_the_lives_of_the_others_as_they_are() -> None:
    """[3] [12] They tell the other places apart."""
    game = table("8", "77777", "66666")
    state(game).score[:3], state(game).lives[:3] = [6, 3, 3], [2, 4, 6]
    game.play(0, "cast 8")
    assert state(game).lives[:3] == [3, 4, 6]
    assert game.result is not None and game.result.places == [1, 3, 2]


def test_who_kills_scores_three_the_survivors_one_the_dead_nothing() -> None:
    game = table("68888", "77777", "66666", "55555")
    state(game).lives[1] = 1
    game.play(0, "cast 6")
    assert state(game).score[:4] == [3, 0, 1, 1]


def test_killing_several_at_once_the_caster_alone_wins() -> None:
    """[4]"""
    game = table("18888", "77777", "66666", "55555", die=3)
    state(game).lives[1:3] = [1, 2]
    game.play(0, "cast 1")
    assert state(game).score[:4] == [3, 0, 0, 1]


@pytest.mark.parametrize("slips", [False, True])
def test_dying_by_ones_own_fault_gives_everyone_else_one_point(slips: bool) -> None:
    """[5] A failed cast and a slip alike; there is no winner."""
    game = table("68888", "77777", "66666", slips=slips)
    s = state(game)
    s.lives[0], s.drawn_n[:2], s.drawn[:2] = 1, [1, 1], [[4, 0, 0, 0], [5, 0, 0, 0]]
    if slips:
        game.play(0, "cast 6")
    game.play(0, "cast 3")
    assert state(game).score[:3] == [0, 2, 1]


def test_survivors_add_a_point_for_each_secret_stone_and_the_dead_do_not() -> None:
    game = table("68888", "77777", "66666", "55555")
    s = state(game)
    s.drawn_n[:4], s.drawn[:4] = [1, 1, 2, 0], [[5, 0, 0, 0], [5, 0, 0, 0], [8, 8, 0, 0], [0] * 4]
    s.lives[1] = 1
    game.play(0, "cast 6")
    assert state(game).score[:4] == [4, 0, 3, 1]


def test_rows_and_drawn_secrets_are_shown_to_all_when_a_round_ends() -> None:
    """[10] Spectators too."""
    game = table("68888", "77777")
    s = state(game)
    s.lives[1], s.drawn_n[1], s.drawn[1] = 1, 1, [4, 0, 0, 0]
    game.play(0, "cast 6")
    shown = {told["seat"]: (told["stones"], told["secrets"]) for told in heard(game, "row_revealed")}
    assert shown == {0: ([0, 8, 8, 8, 8], [0, 0, 0, 0]), 1: ([7, 7, 7, 7, 7], [4, 0, 0, 0])}


def test_the_next_round_begins_with_the_next_seat_and_everything_mixed_again() -> None:
    """[10]"""
    game = table("48888", "68888", "77777")
    game.play(0, "cast 4")
    game.play(0, "stop")
    assert state(game).drawn_n[0] == 1
    state(game).lives[2] = 1
    game.play(1, "cast 6")
    s = state(game)
    assert game.pending == [2] and s.round == 2 and s.lives[:3] == [6, 6, 6]
    assert s.row_n[:3] == [5, 5, 5] and s.secrets_n == 4 and s.drawn_n[:3] == [0, 0, 0] and sum(s.board) == 6


def test_a_dead_seat_is_not_refilled() -> None:
    """[7]"""
    game = table("6888", "77777", "66666", last_takes_all=True)
    state(game).lives[0] = 1
    game.play(0, "cast 5")
    assert stones(game, 0) == 0 and not heard(game, "refilled")


# ------------------------------------------------------------------------------------------------ the end of the game
def last_round(scores: list[int], lives: list[int], secrets: tuple[int, ...] = ()) -> Game:
    """Let seat 0 kill its left neighbour; so many secret stones had been drawn."""
    game = table("68888", *["77777"] * (len(scores) - 1))
    state(game).score[: len(scores)] = scores
    state(game).lives[: len(lives)] = lives
    for seat, drawn in enumerate(secrets):
        state(game).drawn_n[seat], state(game).drawn[seat][:drawn] = drawn, [8] * drawn
    game.play(0, "cast 6")
    return game


def test_the_game_ends_with_the_round_in_which_somebody_reaches_eight() -> None:
    game = last_round([5, 0, 0], [6, 1, 6])
    assert game.over and game.result is not None
    assert game.result.winners == [0] and game.result.scores == [8, 0, 1]
    assert game.result.ending == "top_of_tower"


def test_points_count_to_eight_and_no_further() -> None:
    """[12] The tower has eight floors."""
    game = last_round([7, 0, 3], [6, 1, 6])
    assert game.result is not None and game.result.scores == [8, 0, 4]


def test_among_several_at_eight_the_last_round_decides() -> None:
    """[12] Before the cap."""
    game = last_round([7, 3, 7], [1, 1, 6])
    assert game.result is not None and game.result.places == [1, 3, 2]


def test_secret_stones_count_in_that_round_and_may_outdo_its_winner() -> None:
    """[12] 1 and 3 secret stones against the 3 points of the winner."""
    game = last_round([5, 0, 4], [6, 1, 6], secrets=(0, 0, 3))
    assert game.result is not None and game.result.scores == [8, 0, 8] and game.result.winners == [2]


def test_then_the_most_lives_decide_then_the_win_is_shared() -> None:
    """[12]"""
    one = last_round([0, 0, 7, 7], [6, 1, 5, 4])
    two = last_round([0, 0, 7, 7], [6, 1, 5, 5])
    assert one.result is not None and one.result.winners == [2]
    assert two.result is not None and two.result.winners == [2, 3]


def test_the_other_places_follow_score_then_last_round_then_lives() -> None:
    """[12]"""
    by_score = last_round([5, 0, 2, 3], [6, 1, 6, 6])
    by_round = last_round([5, 2, 1, 0], [6, 1, 6, 6])
    by_lives = last_round([5, 0, 2, 2], [6, 1, 3, 4])
    assert by_score.result is not None and by_score.result.places == [1, 4, 3, 2]
    assert by_round.result is not None and by_round.result.places == [1, 3, 2, 4]
    assert by_lives.result is not None and by_lives.result.places == [1, 4, 3, 2]


def test_after_the_game_rows_are_open_but_pile_and_secrets_are_not() -> None:
    game = last_round([5, 0, 0], [6, 1, 6])
    assert game.view()["row"][1] == [7] * 5 and "pile" not in game.view() and "secrets" not in game.view()


# --------------------------------------------------------------------------------------------------------- variants
def test_in_the_easy_version_any_spell_may_follow_any_other() -> None:
    game = table("86666", "77777", "55555", easy=True)
    game.play(0, "cast 8")
    assert game.legal(0) == ["stop", *(f"cast {spell}" for spell in FULL)]
    game.play(0, "cast 6")
    assert heard(game, "worked")


def test_the_last_one_alive_takes_two_points_and_its_secrets() -> None:
    """[11]"""
    game = table("66888", "77777", last_takes_all=True)
    state(game).lives[1], state(game).drawn_n[0], state(game).drawn[0] = 1, 1, [3, 0, 0, 0]
    game.play(0, "cast 6")
    assert state(game).score[:2] == [3, 0]


def test_there_an_empty_row_scores_two_as_well() -> None:
    """[11]"""
    game = table("8", "77777", "66666", last_takes_all=True)
    game.play(0, "cast 8")
    assert state(game).score[:3] == [2, 0, 0]


def test_there_a_caster_who_kills_goes_on_and_the_dead_stones_go_to_the_board() -> None:
    """[11]"""
    game = table("66888", "77775", "66666", last_takes_all=True)
    state(game).lives[1] = 1
    board = state(game).board[:]
    game.play(0, "cast 6")
    s = state(game)
    assert game.pending == [0] and s.round == 1
    assert (s.board[7] - board[7], s.board[5] - board[5]) == (4, 1) and s.row_n[1] == 0
    given = [(told["spell"], told["stones"]) for told in heard(game, "gave_up_stones")]
    assert given == [(5, 1), (7, 4)]


def test_there_left_and_right_mean_the_nearest_living_seat() -> None:
    """[11]"""
    game = table("66677", "77775", "66666", "55555", last_takes_all=True)
    state(game).lives[:4] = [6, 1, 6, 6]
    game.play(0, "cast 6")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    assert state(game).lives[:4] == [6, 0, 5, 5]
    game.play(0, "stop")
    assert game.pending == [2]


def test_there_the_fireball_flies_past_a_dead_right_neighbour() -> None:
    """[11]"""
    game = table("77788", "66666", "66666", "66666", last_takes_all=True)
    state(game).lives[3] = 1
    game.play(0, "cast 7")
    game.play(0, "cast 7")
    assert state(game).lives[:4] == [6, 6, 5, 0]


def test_there_the_storm_passes_over_the_dead_on_both_sides() -> None:
    """[11]"""
    game = table("55588", "66666", "66666", "66666", "66666", last_takes_all=True)
    state(game).lives[:] = [6, 1, 6, 6, 1]
    game.play(0, "cast 5")
    game.play(0, "cast 5")
    assert state(game).lives == [6, 0, 5, 5, 0]


def test_there_the_storm_costs_the_last_opponent_a_single_life() -> None:
    """[8] Two alive of three, and the targets are fixed before anyone loses."""
    game = table("55568", "77775", "66666", last_takes_all=True)
    state(game).lives[:3] = [6, 1, 6]
    game.play(0, "cast 5")
    assert state(game).lives[:3] == [6, 0, 5]
    game.play(0, "cast 5")
    assert state(game).lives[:3] == [6, 0, 4]


def test_there_a_death_by_slip_ends_the_turn_like_any_other() -> None:
    """[9] [11]"""
    game = table("66677", "77775", "66666", last_takes_all=True, slips=True)
    state(game).lives[0] = 1
    game.play(0, "cast 6")
    game.play(0, "cast 3")
    assert heard(game, "slipped") and game.pending == [1] and stones(game, 0) == 0


def test_there_the_secrets_of_the_dead_stay_hidden_and_are_worth_nothing() -> None:
    """[11]"""
    game = table("66677", "77775", "66666", last_takes_all=True)
    s = state(game)
    s.lives[:3], s.drawn_n[1], s.drawn[1] = [6, 1, 1], 1, [4, 0, 0, 0]
    game.play(0, "cast 6")
    assert game.view(2)["drawn"][1] == [None] and game.view(1)["drawn"][1] == [4]
    game.play(0, "cast 6")
    assert state(game).score[:3] == [2, 0, 0]
    assert {told["seat"]: told["secrets"] for told in heard(game, "row_revealed")}[1] == [4, 0, 0, 0]


def test_there_a_death_by_own_fault_leaves_the_others_playing() -> None:
    """[11]"""
    game = table("66677", "77775", "66666", last_takes_all=True)
    state(game).lives[0] = 1
    game.play(0, "cast 3")
    assert game.pending == [1] and state(game).round == 1
    state(game).lives[1] = 1
    game.play(1, "cast 3")
    assert state(game).score[:3] == [0, 0, 2]


def test_there_the_next_round_may_begin_with_a_seat_that_died() -> None:
    """[10]"""
    game = table("66677", "77775", last_takes_all=True)
    state(game).lives[1] = 1
    game.play(0, "cast 6")
    assert game.pending == [1] and state(game).lives[:2] == [6, 6]
