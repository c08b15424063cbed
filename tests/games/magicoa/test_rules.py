"""Test Magicoa: each test is a sentence of the rulebook or, by its number, one of our rulings."""

from collections import Counter
from typing import Any

import pytest

import sortilege
from sortilege import Refusal
from sortilege.games.magicoa.refusals import RULES
from sortilege.games.magicoa.state import NOBODY, POTIONS
from sortilege.words import LANGUAGES, Words
from tests.games.magicoa.tables import ANY_ROW, bid_apart, choose, finish, heard, leave, play, refused, state, table


# ---------------------------------------------------------------------------------------------------------- set-up
def test_there_are_37_potions_and_twelve_gold_cards_for_each_of_six() -> None:
    s = state(sortilege.new("magicoa", 6, 3))
    laid = [potion for potion in [*s.pile, *s.row, *s.down] if potion]
    assert sorted(laid) == s.deck and len(laid) == 37
    assert [bin(left).count("1") for left in s.left] == [12] * 6
    powers = Counter(POTIONS[potion].split()[0] for potion in laid if potion > 39)
    assert powers == dict.fromkeys(
        ("triple_blue", "triple_green", "exchange", "indiscretion", "double_bid", "equality"), 2
    )


@pytest.mark.parametrize(("seats", "pile", "box"), [(3, 19, 18), (4, 25, 12), (5, 31, 6), (6, 37, 0)])
def test_the_pile_has_19_25_31_or_37_potions_and_the_rest_stays_in_the_box(seats: int, pile: int, box: int) -> None:
    s = state(sortilege.new("magicoa", seats, 3))
    assert s.pile_n + seats == pile and s.box_n == box


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_row_has_one_potion_face_down_and_one_less_than_seats_face_up(seats: int) -> None:
    game = sortilege.new("magicoa", seats, 3)
    for seat in (*range(seats), None):
        view = game.view(seat)
        assert view["row"][0] == "" and view["down"] == [None] and all(view["row"][1:]) and len(view["row"]) == seats


def test_the_potions_are_mixed_and_taken_from_the_top_of_the_pile() -> None:
    rows = {tuple(sortilege.new("magicoa", 5, seed).view()["row"]) for seed in range(20)}
    assert len(rows) > 15


def test_which_potions_stay_in_the_box_is_drawn_too() -> None:
    boxes = {tuple(sorted(state(sortilege.new("magicoa", 3, seed)).pile[:18])) for seed in range(20)}
    assert len(boxes) > 15


def test_everyone_gets_the_same_gold_cards() -> None:
    assert sortilege.new("magicoa", 4, 1).view()["left"] == [list(range(1, 13))] * 4


def test_the_first_player_may_be_named_or_is_drawn() -> None:
    """[10]"""
    assert sortilege.new("magicoa", 4, 1, {"first": 2}).view()["first"] == 2
    assert {sortilege.new("magicoa", 4, seed).view()["first"] for seed in range(40)} == {0, 1, 2, 3}


def test_what_the_box_holds_is_unknown_until_the_end() -> None:
    """[9]"""
    game = sortilege.new("magicoa", 3, 4)
    assert all(game.view(seat)["box"] is None and game.view(seat)["box_n"] == 18 for seat in (0, 1, 2, None))
    finish(game)
    s = state(game)
    seen = [*game.view()["box"], game.view()["top"], *(name for name in game.view()["down"] if name)]
    seen += [name for part in ("kept", "used") for won in game.view()[part] for name in won] + game.view()["unsold"]
    assert sorted(map(POTIONS.index, seen)) == s.deck


# ------------------------------------------------------------------------------------------------------ the choice
def test_all_seats_choose_two_of_their_gold_cards_at_the_same_time() -> None:
    game = table(*ANY_ROW[:3])
    assert game.pending == [0, 1, 2, 3]
    assert len(game.legal(2)) == 12 * 11 and {"choose 12 1", "choose 1 12"} <= set(game.legal(2))
    game.play(2, "choose 5 9")
    assert game.pending == [0, 1, 3] and state(game).chosen[2] == [5, 9]


def test_a_choice_once_made_is_final() -> None:
    """[11]"""
    game = table(*ANY_ROW[:2])
    game.play(1, "choose 5 9")
    assert refused(game, 1, "choose 5 8").code == "seat/not_asked"


def test_two_different_cards_of_the_own_hand_are_chosen() -> None:
    game = table(*ANY_ROW[:2])
    state(game).left[0] &= ~(1 << 7)
    assert refused(game, 0, "choose 7 3") == Refusal("move/not_in_hand", rule="choice", gold=7)
    assert refused(game, 0, "choose 3 30").facts == {"gold": 30}
    assert refused(game, 0, "choose 3 3") == Refusal("move/same_card", rule="choice", gold=3)
    assert refused(game, 0, "place 1") == Refusal("move/not_now", rule="choice", step="choose")


def test_the_cards_lie_face_down_and_the_others_see_only_who_has_chosen() -> None:
    game = table(*ANY_ROW[:2])
    game.play(1, "choose 5 9")
    assert game.view(1)["chosen"] == [[0, 0], [5, 9], [0, 0]]
    for seat in (0, 2, None):
        assert game.view(seat)["chosen"] == [[0, 0], [None, None], [0, 0]] and game.view(seat)["waiting"] == [0, 2]
        assert heard(game, "chose", seat) == [{"event": "chose", "seat": 1, "top": None, "bottom": None}]
    assert game.view(0)["left"][1] == list(range(1, 13))


def test_the_first_bidding_begins_when_all_have_laid_down_two_cards() -> None:
    game = choose(table(*ANY_ROW[:2]), "5 9", "6 2")
    assert not heard(game, "bidding_began") and state(game).bidding == 0
    game.play(2, "choose 12 1")
    assert heard(game, "bidding_began") and game.pending == [0] and state(game).bidding == 1


# ---------------------------------------------------------------------------------------------------- the biddings
def test_the_first_player_places_the_top_card_face_up_at_one_of_the_potions() -> None:
    game = choose(table(*ANY_ROW[:2]), "5 9", "6 2", "12 1")
    assert game.pending == [0] and game.legal(0) == ["place 1", "place 2", "place 3"]
    game.play(0, "place 2")
    assert game.view()["high"] == [0, 5, 0] and game.view()["leader"] == [NOBODY, 0, NOBODY]
    assert 5 not in game.view(1)["left"][0] and game.view(1)["chosen"][0] == [0, None]


def test_the_others_follow_clockwise() -> None:
    game = choose(table(*ANY_ROW[:3]), "5 9", "6 2", "12 1", "7 3")
    asked = []
    for place in (1, 2, 3, 4):
        asked += game.pending
        play(game, f"place {place}")
    assert asked == [0, 1, 2, 3]


def test_a_card_laid_where_gold_lies_must_be_strictly_higher() -> None:
    game = choose(table(*ANY_ROW[:2]), "6 9", "5 2", "6 1")
    game.play(0, "place 2")
    assert game.legal(1) == ["place 1", "place 3"]
    assert refused(game, 1, "place 2") == Refusal("move/too_low", rule="bidding", place=2, gold=5, high=6)
    game.play(1, "place 3")
    assert game.legal(2) == ["place 1", "place 3"]


def test_the_higher_card_is_laid_on_top_and_the_covered_one_stays_in_sight() -> None:
    game = play(choose(table(*ANY_ROW[:2]), "5 9", "6 2", "12 1"), "place 2", "place 2")
    view = game.view()
    assert (view["high"][1], view["leader"][1]) == (6, 1)
    assert [laid[0] for laid in view["laid_gold"]] == [5, 6, 0] and [on[0] for on in view["laid_on"]] == [[1], [1], []]


def test_a_card_must_beat_even_an_own_one() -> None:
    """[1]"""
    game = play(choose(table(*ANY_ROW[:2]), "6 4", "12 2", "11 1"), "place 1", "place 2", "place 3")
    assert heard(game, "removed")[0] == {"event": "removed", "seat": 0, "gold": 4}
    other = play(choose(table(*ANY_ROW[:2]), "4 6", "12 2", "11 1"), "place 1", "place 2", "place 3")
    assert other.legal(0) == ["place 1"]


def test_a_card_that_fits_nowhere_is_removed_and_shown_to_all() -> None:
    """[3] By itself, nobody is asked."""
    game = play(choose(table(*ANY_ROW[:2]), "10 9", "11 1", "12 8"), "place 1", "place 2", "place 3")
    removed = [(told["seat"], told["gold"]) for told in heard(game, "removed")]
    assert removed == [(0, 9), (1, 1), (2, 8)] and state(game).round == 2
    assert [len(left) for left in game.view()["left"]] == [10, 10, 10]


def test_a_card_that_can_be_placed_must_be_placed() -> None:
    """[3]"""
    game = play(choose(table(*ANY_ROW[:2]), "10 9", "11 1", "12 8"), "place 1", "place 2")
    assert game.legal(2) == ["place 1", "place 2", "place 3"]
    assert refused(game, 2, "keep").code == "move/not_now"


def test_the_second_bidding_is_played_with_the_bottom_cards() -> None:
    game = play(choose(table(*ANY_ROW[:2]), "5 9", "6 7", "4 12"), "place 1", "place 2", "place 3")
    assert state(game).bidding == 2 and game.pending == [0]
    play(game, "place 2", "place 3", "place 1")
    assert heard(game, "placed") == [{"event": "placed", "seat": 2, "gold": 12, "place": 1}]


def test_places_are_those_of_the_row() -> None:
    game = choose(table(*ANY_ROW[:2]), "5 9", "6 7", "4 12")
    assert refused(game, 0, "place 4") == Refusal("move/no_such_place", rule="setup", place=4, places=3)


# ----------------------------------------------------------------------------------------------- the end of a round
def test_whoever_has_the_top_card_wins_the_potion_and_lays_it_open() -> None:
    game = bid_apart(table("red 3", "green 1", down="red 5"))
    assert game.view()["kept"] == [["red 5"], ["red 3"], ["green 1"]] and game.view()["score"] == [5, 3, 1]
    assert [told["place"] for told in heard(game, "won")] == [1, 2, 3]


def test_the_gold_played_is_removed_from_the_game() -> None:
    game = bid_apart(table("red 3", "green 1"))
    assert game.view()["high"] == [0, 0, 0] and game.view()["laid_gold"] == [[0, 0]] * 3
    assert game.view()["left"][0] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_potions_that_nobody_won_are_removed_from_the_game() -> None:
    game = leave(table("red 3", "green 1"), 3)
    assert game.view()["unsold"] == ["green 1"] and not any("green 1" in won for won in game.view()["kept"])


def test_a_face_down_potion_that_nobody_won_is_discarded_unseen() -> None:
    """[5]"""
    game = table("red 3", "green 1", down="red 5")
    state(game).knows_down[0] = 1 << 1
    leave(game, 1)
    assert [heard(game, "discarded", seat)[0]["points"] for seat in (0, 1, None)] == [None, 5, None]
    assert [game.view(seat)["down"][0] for seat in (0, 1, None)] == [None, "red 5", None]
    assert game.view()["unsold"] == []


def test_all_potions_are_taken_and_turned_up_before_anyone_decides() -> None:
    """[5]"""
    game = bid_apart(table("double_bid 4", "green 1", down="red 5"))
    assert game.pending == [1] and game.view(2)["kept"] == [["red 5"], [], ["green 1"]]
    assert game.view()["row"] == ["", "double_bid 4", ""] and game.view()["down"] == [""]


def test_a_new_row_is_dealt_and_all_choose_again() -> None:
    game = bid_apart(table("red 3", "green 1"))
    s = state(game)
    assert s.round == 2 and game.pending == [0, 1, 2] and s.pile_n == 13 and all(s.row[1:3]) and s.down[1]


def test_the_seat_to_the_left_of_the_first_player_begins_the_next_round() -> None:
    game = bid_apart(table("red 3", "green 1"))
    assert game.view()["first"] == 1
    choose(game, "3 4", "5 6", "7 8")
    assert game.pending == [1]


# -------------------------------------------------------------------------------------------------- points or power
def test_the_winner_may_take_the_points_of_the_potion() -> None:
    game = bid_apart(table("double_bid 4", "green 1"))
    assert game.legal(1) == ["points", "power"]
    game.play(1, "points")
    assert (
        game.view()["score"][1] == 4 and game.view()["powers"][1] == [] and game.view()["kept"][1] == ["double_bid 4"]
    )


def test_or_activate_its_power_and_lose_its_points() -> None:
    game = bid_apart(table("double_bid 4", "green 1"))
    game.play(1, "power")
    view = game.view()
    assert view["score"][1] == 0 and view["powers"][1] == ["double_bid"] and view["used"][1] == ["double_bid 4"]


def test_the_choice_is_final_and_made_when_the_potion_is_won() -> None:
    game = play(bid_apart(table("double_bid 4", "green 1")), "points")
    assert state(game).round == 2 and refused(game, 1, "power") == Refusal("move/not_now", rule="choice", step="choose")


def test_a_power_lasts_to_the_end_of_the_game() -> None:
    game = play(bid_apart(table("equality 1", "green 1")), "power")
    finish(game)
    assert "equality" in game.view()["powers"][1]


def test_a_potion_without_a_power_asks_for_no_decision() -> None:
    assert state(bid_apart(table("red 2", "green 1"))).round == 2


def test_a_seat_decides_for_each_potion_in_the_order_of_the_row() -> None:
    """[6]"""
    game = table("equality 1", "exchange 2", "red 2", seat_0="double_bid")
    choose(game, "1 12", "2 3", "4 5", "6 7")
    play(game, "place 1", "place 4", "place 4", "place 4", "place 2-3")
    while state(game).bidding == 2 and state(game).step == 1:
        play(game, game.legal(game.pending[0])[-1])
    assert game.pending == [0]
    play(game, "power")
    assert game.view()["powers"][0] == ["double_bid", "equality"] and game.pending == [0]
    play(game, "points")
    assert game.view()["kept"][0][-1] == "exchange 2"


def test_seats_decide_in_turn_order() -> None:
    """[6]"""
    game = table("equality 1", "exchange 2")
    state(game).first = 2
    bid_apart(game)
    assert game.pending == [2]
    play(game, "points")
    assert game.pending == [1]


def test_a_second_copy_of_a_power_adds_nothing_and_may_be_chosen() -> None:
    """[7]"""
    game = play(bid_apart(table("equality 1", "green 1", seat_1="equality")), "power")
    assert game.view()["powers"][1] == ["equality"] and game.view()["used"][1] == ["equality 1"]
    assert game.view()["score"][1] == 0


def test_in_the_sixth_round_a_power_may_still_be_chosen() -> None:
    """[7]"""
    game = bid_apart(table("exchange 2", "green 1", round=6))
    assert game.legal(1) == ["points", "power"]
    game.play(1, "power")
    assert game.over and game.view()["score"][1] == 0


# ------------------------------------------------------------------------------------------------ the end of the game
def test_after_six_rounds_the_game_is_over() -> None:
    game = bid_apart(table("red 3", "green 1", round=6))
    assert game.over and game.result is not None and game.result.ending == "six_rounds" and heard(game, "game_ended")


def test_the_most_points_win() -> None:
    game = bid_apart(table("red 3", "green 1", round=6))
    assert game.result is not None and game.result.winners == [1] and game.result.scores == [1, 3, 1]


def test_with_equal_points_more_potions_face_up_win_then_the_win_is_shared() -> None:
    """[8]"""
    game = table("red 2", "red 2", down="red 2", round=6)
    s = state(game)
    s.kept[0][:2], s.kept_n[0], s.score[0] = [11, 21], 2, 2
    s.kept[2][:1], s.kept_n[2], s.score[2] = [32], 1, 2
    s.kept[1][:1], s.kept_n[1], s.score[1] = [32], 1, 2
    bid_apart(game)
    assert game.result is not None and game.result.scores == [4, 4, 4] and game.result.places == [1, 2, 2]


def test_a_potion_turned_down_does_not_break_a_tie() -> None:
    """[8]"""
    game = table("red 2", "red 2", down="red 2", round=6)
    s = state(game)
    s.used[0][:1], s.used_n[0] = [POTIONS.index("equality 1")], 1
    bid_apart(game)
    assert game.result is not None and game.result.places == [1, 1, 1]


# ------------------------------------------------------------------------------------------------------- the refusals
def test_every_refusal_points_to_a_section_of_the_rules() -> None:
    for lang in LANGUAGES:
        text = Words("magicoa", lang).rules_text()
        assert all(f"{{#{anchor}}}" in text for anchor in RULES.values())


# ---------------------------------------------------------------------------------------------------------- the words
@pytest.mark.parametrize(
    ("lang", "told", "sentence"),
    [
        ("fr", {"event": "scored", "seat": 2, "score": 0}, "La place 2 a 0 point."),
        ("en", {"event": "scored", "seat": 2, "score": 0}, "Seat 2 has 0 points."),
        (
            "fr",
            {"event": "took_points", "seat": 2, "symbol": "exchange", "points": 1},
            "La place 2 garde la potion Échange pour 1 point.",
        ),
        (
            "fr",
            {"event": "used_power", "seat": 2, "symbol": "equality", "points": 0},
            "La place 2 renonce à 0 point pour le pouvoir Égalité.",
        ),
    ],
)
def test_nought_one_and_a_vowel_are_said_well(lang: str, told: dict[str, Any], sentence: str) -> None:
    assert Words("magicoa", lang).event(told) == sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_was_never_in_hand_is_not_said_to_have_left_it(lang: str) -> None:
    refusal = refused(table(*ANY_ROW[:2]), 0, "choose 3 30")
    assert Words("magicoa", lang).refusal(refusal) in (
        "Vous n'avez pas de 30 en main.",
        "There is no 30 in your hand.",
    )
