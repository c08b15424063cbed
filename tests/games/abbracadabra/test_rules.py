"""Test Abbracadabra: each test is a sentence of the rulebook or, by its number, one of our rulings."""

from collections import Counter

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.games.abbracadabra.state import BACK, CARD_NAMES, NONE, WITH_BACK, Step
from tests.games.abbracadabra.tables import (
    empty,
    hand,
    heard,
    lay_proximal,
    meetings,
    names,
    objects,
    play_out_deck,
    refusal,
    state,
    table,
)

ALEA = "water-gold-wizard water-gold-mage water-gold-witch"
DUBIO = "water-gold-witch fire-gold-witch earth-gold-witch"
BABAU = "fire-bronze-mage fire-silver-mage fire-gold-mage"
GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"
LEFTOVERS = "earth-bronze-wizard earth-bronze-mage fire-bronze-wizard"


def packs(game: Game) -> dict[str, int]:
    return dict(zip("ABCDEFG", state(game).pack_n, strict=True))


def passes(game: Game) -> None:
    """Play out the running turn without doing anything."""
    seat = game.pending[0]
    while game.pending == [seat] and not game.over:
        first = [move for move in game.legal(seat) if move.split()[0] in ("take", "pass", "discard", "end")]
        game.play(seat, first[0])
        if first[0] in ("pass", "end") and state(game).step == Step.TAKE:
            return


# ------------------------------------------------------------------------------------------- contents, cards, set-up
def test_there_are_27_enchanters_3_of_air_4_elementals_and_6_tricks() -> None:
    """Contents."""
    kinds = Counter(name.split("-")[-1] if "elemental" in name else name.count("-") for name in CARD_NAMES)
    assert kinds == {2: 27, 1: 3, "elemental": 4, 0: 6}
    assert len({tuple(sorted(name.split("-"))) for name in CARD_NAMES}) == 40


def test_there_are_58_small_cards_seven_in_each_pack_eight_of_the_hand_and_one_prize() -> None:
    """Contents."""
    s = state(sortilege.new("abbracadabra", 4, 1))
    assert [len(pack) for pack in s.printed] == [7] * 7 and s.pack_n == [7] * 7
    assert (s.hand_cards, s.prize) == (8, 5) and 7 * 7 + 8 + 1 == 58


def test_the_back_of_a_card_shows_its_element_and_tricks_have_the_back_of_air() -> None:
    """The cards: ten of each back."""
    for card, name in enumerate(CARD_NAMES):
        element = name.split("-")[0]
        assert ("water", "fire", "earth", "air")[BACK[card]] == (element if "-" in name else "air")
    assert [back.bit_count() for back in WITH_BACK] == [10] * 4


def test_at_the_start_three_cards_lie_face_down_and_one_face_up_and_hands_are_empty() -> None:
    """Set-up."""
    view = sortilege.new("abbracadabra", 3, 5).view(0)
    assert [card["card"] is None for card in view["row"]] == [True, True, True, False]
    assert view["deck_n"] == 36 and view["towers"] == [] and view["meeting"] is None
    assert view["hands"] == [{"cards": [], "shown": [], "backs": []}] * 3


def test_the_cards_and_each_pack_are_shuffled() -> None:
    """Set-up, [1]"""
    starts = [state(sortilege.new("abbracadabra", 2, seed)) for seed in range(8)]
    assert len({tuple(s.deck) for s in starts}) == 8 and len({tuple(s.pack[4]) for s in starts}) > 3
    assert all(sorted(s.pack[6]) == sorted(s.printed[6]) for s in starts)


def test_the_first_player_is_named_or_drawn() -> None:
    """The game; [1]"""
    assert sortilege.new("abbracadabra", 6, 1, {"first": 4}).pending == [4]
    assert {sortilege.new("abbracadabra", 3, seed).pending[0] for seed in range(30)} == {0, 1, 2}


# ------------------------------------------------------------------------------------------------------------- taking
def test_the_turn_goes_clockwise() -> None:
    """The game."""
    game = sortilege.new("abbracadabra", 3, 5, {"first": 1})
    active = []
    for _ in range(4):
        active.append(game.pending[0])
        passes(game)
    assert active == [1, 2, 0, 1] and state(game).round == 2


def test_two_of_the_four_cards_must_be_taken_and_none_from_the_deck() -> None:
    """1. Take two cards."""
    game = table("", "", row="water-gold-witch fire-gold-witch earth-gold-witch idem")
    assert game.legal(0) == ["take 0", "take 1", "take 2", "take 3"]
    game.play(0, "take 1")
    assert game.pending == [0] and game.legal(0) == ["take 0", "take 2", "take 3"]
    assert refusal(game, "take 1").code == "move/empty_place" and refusal(game, "pass").code == "move/not_now"
    game.play(0, "take 3")
    assert hand(game, 0) == {"fire-gold-witch", "idem"} and state(game).step == Step.ACT


def test_the_first_card_is_seen_before_the_second_is_chosen() -> None:
    """1. Take two cards."""
    game = table("", "", row="water-gold-witch fire-gold-witch earth-gold-witch idem")
    game.play(0, "take 0")
    assert game.view(0)["hands"][0]["cards"] == ["water-gold-witch"] and game.pending == [0]


def test_one_may_do_nothing() -> None:
    """2. A meeting, or a trick, or neither."""
    game = table(ALEA, "")
    assert "pass" in game.legal(0)
    game.play(0, "pass")
    assert game.pending == [1] and len(hand(game, 0)) == 3


def test_a_meeting_and_a_trick_in_one_turn_are_too_much() -> None:
    """2. A meeting, or a trick, or neither."""
    game = table(f"{GENIUS} proximal", "")
    game.play(0, f"meet {GENIUS}")
    assert game.pending == [1] and hand(game, 0) == {"proximal"}


# ----------------------------------------------------------------------------------------------------------- meetings
@pytest.mark.parametrize(
    ("letter", "three"),
    [
        ("A", ALEA),
        ("B", BABAU),
        ("C", "water-bronze-mage water-silver-wizard water-gold-witch"),
        ("D", "water-gold-witch fire-gold-witch earth-gold-witch"),
        ("E", "water-gold-witch fire-gold-mage earth-gold-wizard"),
        ("F", "water-gold-witch fire-silver-witch earth-bronze-witch"),
        ("G", GENIUS),
    ],
)
def test_each_type_of_meeting_brings_an_object_of_its_pack(letter: str, three: str) -> None:
    """2.1: Alea, Babau, Conto, Dubio, Extra, Felix, Genius; the first is example 1's kin."""
    game = table(three, "")
    assert meetings(game) == [f"meet {three}"]
    game.play(0, f"meet {three}")
    assert [o[0] for o in objects(game, 0)] == [letter] and packs(game)[letter] == 6
    assert game.view()["meeting"] == letter and set(game.view()["towers"]) == set(three.split())


def test_an_air_enchanter_takes_the_place_of_any_element_and_school() -> None:
    """2.1, example 2: with the air witch for the gold one of water it is still a Conto."""
    three = "water-bronze-mage water-silver-wizard air-witch"
    game = table(three, "")
    game.play(0, f"meet {three}")
    assert game.view()["meeting"] == "C"
    assert meetings(table("water-bronze-mage water-silver-wizard air-mage", "")) == []


def test_two_enchanters_may_meet_with_one_that_lies_in_the_towers() -> None:
    """2.1; what is not reused is discarded. [3]"""
    game = table("fire-silver-mage earth-gold-witch", "", towers=ALEA.replace("gold", "bronze"), letter="A")
    game.play(0, "meet fire-silver-mage earth-gold-witch +water-bronze-wizard")
    assert names(state(game).towers) == set(GENIUS.split())
    assert names(state(game).discards) == {"water-bronze-mage", "water-bronze-witch"}
    assert state(game).bonus[0] == 0 and [o[0] for o in objects(game, 0)] == ["G"]


def test_air_enchanters_in_the_towers_can_never_be_used_again() -> None:
    """2.1; [2]"""
    towers = "water-bronze-mage water-silver-wizard air-witch"
    game = table("fire-silver-mage earth-gold-wizard", "", towers=towers, letter="C")
    assert meetings(game) == []
    assert refusal(game, "meet fire-silver-mage earth-gold-wizard +air-witch").code == "move/air_leaves"


def test_a_meeting_lasts_until_the_next_one() -> None:
    """2.1, note."""
    game = table(GENIUS, "")
    game.play(0, f"meet {GENIUS}")
    for _ in range(3):
        passes(game)
        assert names(state(game).towers) == set(GENIUS.split())


def test_a_meeting_from_the_hand_alone_clears_the_towers_and_brings_a_hand_card() -> None:
    """2.1; [3]"""
    game = table(GENIUS, "", towers=ALEA, letter="A")
    game.play(0, f"meet {GENIUS}")
    assert names(state(game).discards) == set(ALEA.split())
    assert (state(game).bonus[0], state(game).hand_cards) == (1, 7)


def test_without_hand_cards_left_there_is_none_to_take() -> None:
    """[3]"""
    game = table(GENIUS, "", "")
    state(game).hand_cards, state(game).bonus[1] = 0, 8
    game.play(0, f"meet {GENIUS}")
    assert state(game).bonus[0] == 0 and not heard(game, "took_hand_card")


def test_from_an_exhausted_pack_one_goes_to_an_adjacent_one_of_ones_choice() -> None:
    """2.1"""
    game = table(BABAU, "")
    empty(game, "B")
    game.play(0, f"meet {BABAU}")
    assert state(game).step == Step.PACK and game.legal(0) == ["pack A", "pack C"]
    game.play(0, "pack C")
    assert [o[0] for o in objects(game, 0)] == ["C"] and state(game).bonus[0] == 1 and game.pending == [1]


def test_beside_an_exhausted_pack_the_nearest_that_is_not_empty_counts() -> None:
    """[10]"""
    game = table(BABAU, "")
    empty(game, "ABC")
    game.play(0, f"meet {BABAU}")
    assert game.legal(0) == ["pack D"]
    assert refusal(game, "pack C").code == "move/empty_pack"
    assert refusal(game, "pack E").facts == {"letter": "E", "nearest": ["D"]}


def test_the_nearest_pack_is_looked_for_on_both_sides() -> None:
    """[10]"""
    game = table("idem", "", towers=GENIUS, letter="G")
    empty(game, "FG")
    game.play(0, "trick idem")
    assert game.legal(0) == ["pack E"]


def test_each_taker_chooses_for_itself() -> None:
    """[10] [9]"""
    game = table(BABAU, "")
    lay_proximal(game, 1)
    empty(game, "B")
    game.play(0, f"meet {BABAU}")
    game.play(0, "pack A")
    assert game.pending == [1] and game.legal(1) == ["pack A", "pack C"]
    game.play(1, "pack C")
    assert [o[0] for o in objects(game, 0)] == ["A"] and [o[0] for o in objects(game, 1)] == ["C"]


def test_with_all_packs_empty_nothing_is_taken() -> None:
    """[10]"""
    game = table(BABAU, "")
    empty(game, "ABCDEFG")
    game.play(0, f"meet {BABAU}")
    assert objects(game, 0) == [] and heard(game, "no_object_left") and game.pending == [1]


# ---------------------------------------------------------------------------------------------------------- the Alea
def test_an_alea_gives_another_turn_once_the_row_is_refilled() -> None:
    """Alea; 4. [5]"""
    game = table(ALEA, "")
    game.play(0, f"meet {ALEA}")
    assert state(game).step == Step.AGAIN and game.legal(0) == ["again", "end"] and NONE not in state(game).row
    game.play(0, "again")
    assert game.pending == [0] and state(game).step == Step.TAKE


@pytest.mark.parametrize(
    ("held", "towers", "move"),
    [
        ("water-gold-wizard water-gold-mage", DUBIO, "meet water-gold-wizard water-gold-mage +water-gold-witch"),
        ("water-gold-wizard water-gold-mage air-witch", "", "meet water-gold-wizard water-gold-mage air-witch"),
        ("water-gold-wizard air-mage air-witch", "", "meet water-gold-wizard air-mage air-witch as A"),
    ],
)
def test_any_alea_gives_another_turn(held: str, towers: str, move: str) -> None:
    """4. With a card of the towers too, and with air."""
    game = table(held, "", towers=towers, letter="D" if towers else "")
    game.play(0, move)
    assert game.legal(0) == ["again", "end"]


def test_the_turn_after_an_alea_gives_no_other_one() -> None:
    """4."""
    game = table(ALEA, "")
    game.play(0, f"meet {ALEA}")
    for move in ("again", "take 0", "take 1", "pass"):
        game.play(0, move)
    assert game.pending == [1]


def test_who_does_not_want_to_play_again_passes_the_turn() -> None:
    """4."""
    game = table(ALEA, "")
    game.play(0, f"meet {ALEA}")
    game.play(0, "end")
    assert game.pending == [1]


def test_the_extra_turn_follows_the_type_and_not_the_pack() -> None:
    """[8]"""
    game = table(ALEA, "")
    empty(game, "A")
    game.play(0, f"meet {ALEA}")
    game.play(0, "pack B")
    assert state(game).step == Step.AGAIN
    game = table(BABAU, "")
    empty(game, "B")
    game.play(0, f"meet {BABAU}")
    game.play(0, "pack A")
    assert game.pending == [1]


def test_idem_after_an_alea_gives_no_extra_turn() -> None:
    """[8]"""
    game = table("idem", "", towers=ALEA, letter="A")
    game.play(0, "trick idem")
    assert [o[0] for o in objects(game, 0)] == ["A"] and game.pending == [1]


# ------------------------------------------------------------------------------------------------- discard and refill
def test_with_more_than_five_cards_the_rest_is_discarded_one_by_one() -> None:
    """3."""
    game = table(f"{GENIUS} {LEFTOVERS} idem", "")
    game.play(0, "pass")
    assert state(game).step == Step.DISCARD and len(game.legal(0)) == 7
    game.play(0, "discard idem")
    assert refusal(game, "discard idem") == Refusal("move/not_in_hand", rule="refill", card="idem")
    game.play(0, "discard fire-bronze-wizard")
    assert len(hand(game, 0)) == 5 and names(state(game).discards) == {"idem", "fire-bronze-wizard"}
    assert game.pending == [1]


def test_the_two_cards_are_replaced_from_the_deck_the_open_one_face_up() -> None:
    """4. [5]"""
    game = table("", "", row="- water-gold-witch fire-gold-witch -", top="earth-gold-mage earth-gold-witch")
    game.play(0, "pass")
    assert names(1 << state(game).row[0]) == {"earth-gold-mage"}
    assert [card["card"] for card in game.view()["row"]] == [None, None, None, "earth-gold-witch"]


def test_a_deck_that_does_not_suffice_is_made_anew_and_a_new_row_laid() -> None:
    """4. The towers stay. [6]"""
    game = table("", "", towers=GENIUS, letter="G")
    lay_proximal(game, 1)
    play_out_deck(game, left=1)
    game.play(0, "pass")
    assert heard(game, "reshuffled") == [{"event": "reshuffled", "cards": 36}]
    assert state(game).discards == 0 and state(game).deck_n == 32 and NONE not in state(game).row
    assert names(state(game).towers) == set(GENIUS.split()) and state(game).proximal == 1


def test_a_deck_that_just_suffices_is_not_made_anew() -> None:
    """[6]"""
    game = table("", "")
    play_out_deck(game, left=2)
    game.play(0, "pass")
    assert state(game).deck_n == 0 and not heard(game, "reshuffled")
