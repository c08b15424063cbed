"""Test the powers of Magicoa, alone and together: by the rulebook, and our rulings by their number."""

import pytest

from sortilege import Game, Refusal
from sortilege.games.magicoa.state import NOBODY, POTIONS
from tests.games.magicoa.tables import ANY_ROW, bid_apart, choose, heard, leave, play, refused, state, table


# ------------------------------------------------------------------------------------------------------ the triples
@pytest.mark.parametrize(("power", "colour"), [("triple_blue", "blue"), ("triple_green", "green")])
def test_a_triple_makes_every_potion_of_its_colour_worth_three(power: str, colour: str) -> None:
    """[7] Those won before count too."""
    game = table(f"{power} 2", "red 2")
    s = state(game)
    s.kept[1][:3], s.kept_n[1], s.score[1] = [POTIONS.index(n) for n in (f"{colour} 1", f"{colour} 2", "red 5")], 3, 8
    play(bid_apart(game), "power")
    assert game.view()["score"][1] == 3 + 3 + 5


def test_a_triple_counts_for_potions_won_later_and_for_its_owner_alone() -> None:
    game = bid_apart(table("blue 1", "blue 1", seat_1="triple_blue"))
    assert game.view()["score"] == [1, 3, 1]


def test_a_triple_taken_in_the_sixth_round_still_counts() -> None:
    """[7]"""
    game = table("triple_blue 2", "red 2", down="blue 1", round=6)
    s = state(game)
    s.kept[1][:1], s.kept_n[1], s.score[1] = [POTIONS.index("blue 1")], 1, 1
    play(bid_apart(game), "power")
    assert game.over and game.view()["score"] == [1, 3, 2]


def test_a_potion_turned_down_has_no_colour_and_no_points() -> None:
    """[7]"""
    game = play(bid_apart(table("triple_blue 2", "red 2", seat_1="triple_blue")), "power")
    assert game.view()["score"][1] == 0


# ----------------------------------------------------------------------------------------------------- indiscretion
def test_indiscretion_shows_the_face_down_potion_when_a_round_begins() -> None:
    game = bid_apart(table("red 3", "green 1", seat_2="indiscretion"))
    s = state(game)
    name = POTIONS[s.down[1]]
    assert game.view(2)["down"][1] == name and game.view(0)["down"][1] is None and game.view()["down"][1] is None
    shown = heard(game, "peeked", 2)[0]
    assert f"{shown['symbol']} {shown['points']}" == name and heard(game, "peeked", 0)[0]["symbol"] is None


def test_two_holders_of_indiscretion_both_look() -> None:
    game = bid_apart(table("red 3", "green 1", seat_2="indiscretion", seat_0="indiscretion"))
    assert [told["seat"] for told in heard(game, "peeked")] == [0, 2] and game.view(0)["down"] == game.view(2)["down"]


def test_a_power_acts_from_the_next_round_on() -> None:
    """[7]"""
    game = play(bid_apart(table("indiscretion 1", "green 1")), "power")
    assert game.view(1)["down"] == ["", POTIONS[state(game).down[1]]]


# ------------------------------------------------------------------------------------------------------- double bid
def double(game: Game) -> Game:
    return choose(game, "1 9", "6 10", "5 8", "2 9")


def test_with_double_bid_a_card_may_lie_across_two_neighbouring_potions() -> None:
    game = double(table(*ANY_ROW[:3], seat_0="double_bid"))
    assert game.legal(0) == ["place 1", "place 2", "place 3", "place 4", "place 1-2", "place 2-3", "place 3-4"]
    game.play(0, "place 2-3")
    assert game.view()["high"] == [0, 1, 1, 0] and game.view()["laid_on"][0][0] == [1, 2]
    assert heard(game, "placed_two") == [{"event": "placed_two", "seat": 0, "gold": 1, "place": 2, "next": 3}]


def test_only_with_the_power_and_only_side_by_side() -> None:
    game = double(table(*ANY_ROW[:3], seat_0="double_bid"))
    for far in ("place 1-3", "place 2-1", "place 2-2"):
        assert refused(game, 0, far) == Refusal("move/not_neighbours", rule="powers")
    assert refused(game, 0, "place 4-5") == Refusal("move/no_such_place", rule="setup", place=5, places=4)
    game.play(0, "place 1")
    assert refused(game, 1, "place 1-2") == Refusal("move/no_double_bid", rule="powers")


def test_a_double_bid_must_beat_the_top_card_of_each() -> None:
    """[2]"""
    game = play(double(table(*ANY_ROW[:3], seat_2="double_bid")), "place 1", "place 2")
    assert [move for move in game.legal(2) if "-" in move] == ["place 3-4"]
    assert refused(game, 2, "place 1-2") == Refusal("move/too_low", rule="bidding", place=2, gold=5, high=6)


def test_each_half_of_a_double_bid_can_be_outbid_alone() -> None:
    """[2]"""
    game = play(double(table(*ANY_ROW[:3], seat_0="double_bid")), "place 2-3", "place 2", "place 1", "place 4")
    assert game.view()["high"] == [5, 6, 1, 2] and game.view()["leader"] == [2, 1, 0, 3]


def test_a_double_bid_can_win_both_potions() -> None:
    game = double(table(*ANY_ROW[:3], seat_3="double_bid"))
    play(game, "place 1", "place 2", "place 3", "place 4", "place 1", "place 2", "place 3", "place 3-4")
    assert game.view()["kept"] == [["blue 1"], ["red 2"], [], ["red 3", "red 4"]]


# --------------------------------------------------------------------------------------------------------- equality
def test_with_equality_a_card_may_be_laid_on_one_of_the_same_value() -> None:
    game = play(choose(table(*ANY_ROW[:2], seat_1="equality"), "6 9", "6 2", "6 1"), "place 2")
    assert "place 2" in game.legal(1)
    game.play(1, "place 2")
    assert game.view()["leader"][1] == 1
    assert "place 2" not in game.legal(2)


def test_with_equality_a_lower_card_is_still_too_low() -> None:
    game = play(choose(table(*ANY_ROW[:2], seat_1="equality"), "6 9", "5 2", "6 1"), "place 2")
    assert refused(game, 1, "place 2").code == "move/too_low"


def test_of_equal_cards_the_later_one_wins() -> None:
    """[1]"""
    game = choose(table(*ANY_ROW[:2], seat_1="equality", seat_2="equality"), "12 9", "12 8", "12 7")
    play(game, "place 2", "place 2", "place 2")
    assert game.view()["leader"][1] == 2


def test_a_double_bid_with_equality_may_equal_each_top_card() -> None:
    """[2]"""
    game = choose(table(*ANY_ROW[:2], seat_2="double_bid equality"), "6 9", "5 2", "6 1")
    play(game, "place 1", "place 2")
    assert game.legal(2) == ["place 1", "place 2", "place 3", "place 1-2", "place 2-3"]
    game.play(2, "place 1-2")
    assert game.view()["leader"] == [2, 2, NOBODY]


# --------------------------------------------------------------------------------------------------------- exchange
def test_at_the_end_of_each_round_the_holder_looks_at_the_top_of_the_pile_and_may_swap_it() -> None:
    game = bid_apart(table("red 3", "green 1", top="red 5", seat_2="exchange"))
    assert game.pending == [2] and game.legal(2) == ["swap 1", "swap 2", "swap 3", "keep"]
    assert heard(game, "looked", 2)[0]["points"] == 5 and heard(game, "looked", 1)[0]["points"] is None
    assert game.view(2)["top"] == "red 5" and game.view(1)["top"] is None and game.view()["top"] is None
    assert refused(game, 2, "swap 4") == Refusal("move/no_such_place", rule="setup", place=4, places=3)


def test_the_swapped_in_potion_takes_the_place_with_its_gold_face_up() -> None:
    """[4] After the second bidding, before the potions are taken."""
    game = play(bid_apart(table("red 3", "green 1", top="red 5", seat_2="exchange")), "swap 3")
    assert game.view()["kept"][2] == ["red 5"] and game.view()["score"][2] == 5
    assert heard(game, "laid_up")[0] == {"event": "laid_up", "place": 3, "symbol": "red", "points": 5}


def test_the_swap_may_be_made_at_anothers_place_or_an_empty_one() -> None:
    """[4]"""
    others = play(bid_apart(table("red 3", "green 1", top="blue 1", seat_2="exchange")), "swap 2")
    assert others.view()["kept"][1] == ["blue 1"]
    empty = play(leave(table("red 3", "green 1", top="red 5", seat_2="exchange"), 3), "swap 3")
    assert empty.view()["unsold"] == ["red 5"]


def test_the_swap_is_free_to_make() -> None:
    game = play(bid_apart(table("red 3", "green 1", top="red 5", seat_2="exchange")), "keep")
    assert heard(game, "declined") and game.view()["kept"][2] == ["green 1"]


def test_a_potion_swapped_out_face_up_is_the_next_face_down_potion_and_known_to_all() -> None:
    """[4]"""
    game = play(bid_apart(table("red 3", "green 1", top="red 5", seat_2="exchange")), "swap 2")
    for seat in (0, 1, 2, None):
        assert game.view(seat)["down"][1] == "red 3"


def test_a_potion_that_was_looked_at_and_left_stays_known_to_the_holder_alone() -> None:
    game = play(bid_apart(table("red 3", "green 1", top="red 5", seat_2="exchange")), "keep")
    assert game.view(2)["down"][1] == "red 5" and game.view(0)["down"][1] is None and game.view()["down"][1] is None


def test_who_knew_the_top_of_the_pile_still_knows_it_when_another_looks() -> None:
    """[4]"""
    game = bid_apart(table("red 3", "green 1", top="red 5", seat_0="exchange", seat_2="exchange"))
    play(game, "keep")
    assert game.pending == [2] and [game.view(seat)["top"] for seat in (0, 1, 2)] == ["red 5", None, "red 5"]


def test_after_the_deal_nobody_knows_the_new_top_of_the_pile() -> None:
    """[4]"""
    game = play(bid_apart(table("red 3", "green 1", top="red 5", seat_2="exchange")), "keep")
    assert [game.view(seat)["top"] for seat in (0, 1, 2, None)] == [None] * 4


def test_swapping_the_face_down_potion_does_not_show_it_to_the_swapper() -> None:
    """[4]"""
    game = bid_apart(table("red 3", "exchange 2", down="red 4", top="red 5", seat_2="exchange"))
    play(game, "swap 1")
    assert game.view()["kept"][0] == ["red 5"] and not heard(game, "laid_up")
    assert (
        game.view(2)["top"] is None and POTIONS[state(game).pile[state(game).box_n + state(game).pile_n - 1]] == "red 4"
    )


def test_who_knew_the_face_down_potion_still_knows_it_on_the_pile() -> None:
    """[4]"""
    game = table("red 3", "exchange 2", down="red 4", top="red 5", seat_2="exchange")
    state(game).knows_down[0] = 1 << 1
    play(bid_apart(game), "swap 1")
    assert [game.view(seat)["top"] for seat in (0, 1, 2, None)] == [None, "red 4", None, None]


def test_the_swapped_in_potion_lies_face_down_at_place_1_and_only_the_swapper_knows_it() -> None:
    """[4]"""
    game = table("red 3", "green 1", down="red 4", top="red 5", seat_2="exchange", seat_0="exchange")
    play(bid_apart(game), "swap 1")
    assert game.pending == [2] and game.view(0)["down"] == ["red 5"] and game.view(2)["down"] == [None]
    assert game.view(2)["top"] == "red 4" and game.view(0)["top"] is None


def test_two_holders_exchange_one_after_the_other_from_the_first_player_on() -> None:
    """The next one looks at what was put on the pile. [4]"""
    game = table("red 3", "green 1", top="red 5", seat_0="exchange", seat_2="exchange")
    state(game).first = 1
    bid_apart(game)
    assert game.pending == [2]
    game.play(2, "swap 3")
    assert game.pending == [0] and heard(game, "looked", 0) and game.view(0)["top"] == "green 1"
    game.play(0, "swap 2")
    assert game.view()["kept"] == [["blue 1"], ["green 1"], ["red 5"]] and state(game).round == 2


def test_an_exchange_won_in_this_round_waits_for_the_next() -> None:
    """[7]"""
    game = play(bid_apart(table("red 3", "exchange 2")), "power")
    assert state(game).round == 2 and not heard(game, "looked", 2)
    choose(game, "3 4", "5 6", "7 8")
    while not heard(game, "looked", 2):
        play(game, game.legal(game.pending[0])[0])
    assert game.pending == [2] and game.view()["step"] == "exchange"


def test_each_holder_looks_once_and_swaps_at_most_once() -> None:
    """[4]"""
    game = play(bid_apart(table("red 3", "exchange 2", top="red 5", seat_2="exchange")), "swap 2")
    assert game.pending == [2] and refused(game, 2, "swap 1") == Refusal("move/not_now", rule="powers", step="power")


def test_an_exchange_under_a_double_bid_changes_one_of_its_potions() -> None:
    """[4] [2]"""
    game = double(table(*ANY_ROW[:3], top="red 5", seat_1="double_bid exchange"))
    play(game, "place 1", "place 2", "place 3", "place 4", "place 4", "place 2-3", "place 1", "place 1")
    assert game.pending == [1]
    game.play(1, "swap 3")
    assert game.view()["kept"][1] == ["red 2", "red 5"] and game.view(0)["down"][1] == "red 3"


@pytest.mark.parametrize(("swap", "winner", "out"), [("swap 3", 2, "green 1"), ("swap 1", 0, "blue 1")])
def test_in_round_six_the_pile_still_holds_a_potion_to_exchange(swap: str, winner: int, out: str) -> None:
    """[4]"""
    game = bid_apart(table("red 3", "green 1", top="red 5", round=6, seat_2="exchange"))
    assert game.view()["pile_n"] == 1
    game.play(2, swap)
    assert game.over and game.view()["kept"][winner] == ["red 5"] and game.view()["top"] == out
