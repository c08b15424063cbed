"""Test how Abbracadabra is won, and its deck file: each test is a sentence of the rulebook or one of our rulings."""

import copy
from typing import Any

import pytest

import sortilege
from sortilege import Refusal
from sortilege.games import load
from sortilege.games.abbracadabra.rules.flow import QUIET_TURNS
from sortilege.games.abbracadabra.state import NONE, Step
from sortilege.words import Words
from tests.games.abbracadabra.tables import empty, heard, lay_proximal, next_object, objects, own, state, table, turn_of

GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"
ELEMENTALS = ("water-elemental", "fire-elemental", "earth-elemental", "air-elemental")


def packs_with(**changed: Any) -> dict[str, Any]:
    packs: dict[str, Any] = copy.deepcopy(load("abbracadabra").standard_deck()["packs"])
    return packs | changed


# ------------------------------------------------------------------------------------------------------------ points
def test_who_reaches_15_points_wins_at_once() -> None:
    """The aim, and the end of the game."""
    game = table(GENIUS, "", "idem")
    own(game, 0, "E4 E4 F3")
    next_object(game, "G", 3)
    game.play(0, f"meet {GENIUS}")
    assert game.over and game.result is not None
    assert (game.result.winners, game.result.scores[0], game.result.ending) == ([0], 15, "points")


def test_14_points_are_not_enough() -> None:
    """The end of the game."""
    game = table(GENIUS, "")
    own(game, 0, "E4 E4 F2")
    next_object(game, "G", 3)
    game.play(0, f"meet {GENIUS}")
    assert not game.over and game.view(0)["points"] == [14, None]


@pytest.mark.parametrize(("elementals", "points"), [(1, 1), (2, 2), (3, 8), (4, 9)])
def test_three_elementals_are_worth_8_points_and_four_9(elementals: int, points: int) -> None:
    """The end of the game: one each, and the prize of 5 with at least three."""
    assert table(" ".join(ELEMENTALS[:elementals]), "").view(0)["points"][0] == points


def test_elementals_count_only_while_they_are_in_the_hand() -> None:
    """The cards."""
    game = table(f"{' '.join(ELEMENTALS[:3])} {GENIUS}", "")
    game.play(0, "pass")
    game.play(0, "discard water-elemental")
    assert game.view(0)["points"][0] == 2


# ------------------------------------------------------------------------------------------------- when it is looked at
def test_a_card_taken_can_win() -> None:
    """[11]"""
    row = "earth-elemental water-gold-wizard earth-gold-mage fire-gold-witch"
    game = table("water-elemental fire-elemental", "", row=row)
    own(game, 0, "E4 F4")
    game.play(0, "take 0")
    assert game.over and game.result is not None and game.result.scores[0] == 16


def test_a_card_drawn_by_chaos_can_win_before_anything_is_given() -> None:
    """[11]"""
    game = table("water-elemental fire-elemental chaos", "earth-elemental", "")
    own(game, 0, "E4 F4")
    game.play(0, "trick chaos 1")
    assert game.over and game.result is not None and game.result.winners == [0] and state(game).drawn == NONE


def test_a_card_drawn_by_vademecum_can_win() -> None:
    """[11]"""
    game = table("water-elemental fire-elemental vademecum", "earth-elemental")
    own(game, 0, "E4 F4")
    game.play(0, "trick vademecum 1")
    assert game.over


def test_a_card_given_can_make_its_receiver_win() -> None:
    """[11]"""
    game = table("chaos earth-elemental", "air-mage")
    own(game, 1, "E4 E4 F4")
    state(game).bonus[1], state(game).hand_cards = 2, 6
    game.play(0, "trick chaos 1")
    assert state(game).step == Step.GIVE
    game.play(0, "give earth-elemental")
    assert game.result is not None
    assert (game.result.winners, game.result.scores) == ([1], [0, 15])


def test_a_meeting_is_looked_at_once_when_everyone_has_taken() -> None:
    """[11] The organiser is there with the first object, and still the owner of Proximal takes."""
    game = table(GENIUS, "")
    lay_proximal(game, 1)
    own(game, 0, "E4 E4 F4")
    game.play(0, f"meet {GENIUS}")
    assert game.over and len(objects(game, 1)) == 1


def test_if_proximal_brings_two_seats_there_the_organiser_wins() -> None:
    """The end of the game."""
    game = table(GENIUS, "")
    lay_proximal(game, 1)
    own(game, 0, "E4 E4 F3")
    own(game, 1, "D4 C4 G4 B2")
    next_object(game, "G", 3)
    game.play(0, f"meet {GENIUS}")
    assert game.result is not None
    assert min(game.result.scores) >= 15 and game.result.winners == [0] and game.result.places == [1, 2]


def test_the_organiser_wins_even_if_the_owner_of_proximal_began_the_game() -> None:
    """The end of the game."""
    game = table("", "", GENIUS)
    turn_of(game, 2)
    lay_proximal(game, 0)
    own(game, 2, "E4 E4 F3")
    own(game, 0, "D4 C4 G4 B2")
    next_object(game, "G", 3)
    game.play(2, f"meet {GENIUS}")
    assert game.result is not None
    assert min(game.result.scores[0], game.result.scores[2]) >= 15 and game.result.winners == [2]


def test_the_owner_of_proximal_can_win_by_the_meeting_of_another() -> None:
    """The end of the game."""
    game = table(GENIUS, "", "")
    lay_proximal(game, 2)
    own(game, 2, "D4 C4 G4 B2")
    game.play(0, f"meet {GENIUS}")
    assert game.result is not None and game.result.winners == [2]


def test_the_others_are_placed_by_points_then_by_fewest_cards_then_shared() -> None:
    """[11] Hands and objects are shown."""
    game = table(GENIUS, "idem", "exodus chaos", "", "vademecum")
    own(game, 0, "E4 E4 F4")
    own(game, 1, "B3")
    own(game, 2, "C3")
    own(game, 3, "A2")
    own(game, 4, "D3")
    game.play(0, f"meet {GENIUS}")
    assert game.result is not None and game.result.places == [1, 2, 4, 5, 2]
    view = game.view()
    assert view["hands"][1]["cards"] == ["idem"] and view["objects"][2] == [{"pack": "C", "value": 3}]
    assert {told["seat"]: told["points"] for told in heard(game, "scored")}[2] == 3


def test_no_cards_and_no_points_are_said_well() -> None:
    told = {"event": "scored", "seat": 0, "hand": [], "points": 0}
    french, english = (Words("abbracadabra", lang, ("Alix",)).event(told) for lang in ("fr", "en"))
    assert french == "Alix montre sa main (aucune carte) ; total : aucun point."
    assert english == "Alix shows the hand (no cards) and has no points."


# ------------------------------------------------------------------------------------------------ philosopher's stones
def test_two_philosophers_stones_and_another_object_win() -> None:
    """Special victory, and its example."""
    game = table("idem", "", towers=GENIUS, letter="G", packs=packs_with(G=["P", 2, 3, 3, 3, 4, 5]))
    own(game, 0, "AP B3")
    next_object(game, "G", 0)
    game.play(0, "trick idem")
    assert game.result is not None and game.result.ending == "stones" and game.result.scores[0] == 3


def test_a_pair_of_stones_alone_does_not_win() -> None:
    """Special victory: another object is needed."""
    game = table("idem", "", towers=GENIUS, letter="G", packs=packs_with(G=["P", 2, 3, 3, 3, 4, 5]))
    own(game, 0, "AP")
    next_object(game, "G", 0)
    game.play(0, "trick idem")
    assert objects(game, 0) == ["AP", "GP"] and not game.over


def test_even_a_third_stone_may_be_transformed() -> None:
    """Special victory; [11]"""
    game = table("idem", "", towers=GENIUS, letter="G", packs=packs_with(G=["P"] * 7))
    own(game, 0, "AP BP")
    game.play(0, "trick idem")
    assert objects(game, 0) == ["AP", "BP", "GP"] and game.over


def test_a_hand_card_may_be_transformed() -> None:
    """Special victory; [11]"""
    game = table(GENIUS, "", packs=packs_with(G=["P"] * 7))
    own(game, 0, "AP")
    game.play(0, f"meet {GENIUS}")
    assert objects(game, 0) == ["AP", "GP"] and state(game).bonus[0] == 1 and game.over


def test_the_prize_is_no_object_to_transform() -> None:
    """[11]"""
    game = table(f"idem {' '.join(ELEMENTALS[:3])}", "", towers=GENIUS, letter="G", packs=packs_with(G=["P"] * 7))
    own(game, 0, "AP")
    game.play(0, "trick idem")
    assert not game.over and game.view(0)["points"][0] == 8


# ------------------------------------------------------------------------------------------------------------- guard
def test_thirty_turns_a_seat_without_an_object_by_a_meeting_end_the_game() -> None:
    """[12] Most points, then fewest cards, then shared."""
    game = table("idem", "", "")
    own(game, 1, "A2")
    own(game, 2, "B2")
    state(game).quiet = QUIET_TURNS * 3
    game.play(0, "pass")
    assert game.result is not None
    assert (game.result.ending, game.result.winners, game.result.places) == ("quiet", [1, 2], [3, 1, 1])


def test_a_meeting_that_gives_an_object_starts_the_count_anew() -> None:
    """[12]"""
    game = table(GENIUS, "")
    state(game).quiet = QUIET_TURNS * 2
    game.play(0, f"meet {GENIUS}")
    assert not game.over and state(game).quiet == 1


def test_idem_does_not_start_the_count_anew_and_an_extra_turn_counts() -> None:
    """[12]"""
    game = table("idem", "", towers=GENIUS, letter="G")
    state(game).quiet = QUIET_TURNS * 2
    game.play(0, "trick idem")
    assert game.over
    game = table("water-gold-wizard water-gold-mage water-gold-witch", "")
    game.play(0, "meet water-gold-wizard water-gold-mage water-gold-witch")
    game.play(0, "again")
    assert state(game).quiet == 1 and state(game).step == Step.TAKE


def test_the_guard_comes_before_the_choice_of_another_turn() -> None:
    """[5] With all packs empty even an Alea is no meeting that gave an object."""
    game = table("water-gold-wizard water-gold-mage water-gold-witch", "")
    empty(game, "ABCDEFG")
    state(game).quiet = QUIET_TURNS * 2
    game.play(0, "meet water-gold-wizard water-gold-mage water-gold-witch")
    assert game.result is not None and game.result.ending == "quiet" and NONE not in state(game).row


# -------------------------------------------------------------------------------------------------------------- deck
@pytest.mark.parametrize(
    ("change", "code", "part"),
    [
        ({"packs": packs_with(A=[2] * 6)}, "deck/wrong_count", "A"),
        ({"packs": packs_with(B="P")}, "deck/wrong_count", "B"),
        ({"packs": packs_with(B=7)}, "deck/wrong_count", "B"),
        ({"packs": packs_with(C=["X", 2, 2, 2, 2, 2, 2])}, "deck/unknown_symbol", "C[0]"),
        ({"packs": packs_with(D=[2, 2, 2, 2, 2, 2, 15])}, "deck/out_of_range", "D[6]"),
        ({"packs": packs_with(E=[2, 2, 2, True, 2, 2, 2])}, "deck/out_of_range", "E[3]"),
        ({"packs": packs_with(H=[2] * 7)}, "deck/unknown", "H"),
        ({"packs": {"A": [2] * 7}}, "deck/missing", "B"),
        ({"prize": 15}, "deck/out_of_range", "prize"),
        ({"periculum": "all"}, "deck/unknown_symbol", "periculum"),
        ({"broom": 1}, "deck/unknown", "broom"),
    ],
)
def test_a_deck_that_does_not_fit_is_refused(change: dict[str, Any], code: str, part: str) -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("abbracadabra", 2, 1, deck=load("abbracadabra").standard_deck() | change)
    assert (refused.value.code, refused.value.facts["part"]) == (code, part)


def test_a_deck_without_a_part_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("abbracadabra", 2, 1, deck={"prize": 5, "periculum": "hand"})
    assert refused.value.code == "deck/missing"


def test_the_standard_deck_is_the_reconstruction() -> None:
    """Values rise from A to G; F and G have no stone."""
    s = state(sortilege.new("abbracadabra", 2, 1))
    assert [sum(pack) for pack in s.printed] == [12, 17, 18, 19, 20, 21, 23]
    assert [pack.count(0) for pack in s.printed] == [1, 1, 1, 1, 1, 0, 0]


def test_another_deck_is_played_with() -> None:
    game = table("idem", "", towers=GENIUS, letter="G", packs=packs_with(G=[9] * 7))
    game.play(0, "trick idem")
    assert objects(game, 0) == ["G9"]
