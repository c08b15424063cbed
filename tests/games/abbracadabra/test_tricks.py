"""Test the tricks of Abbracadabra: each test is a sentence of the rulebook or, by its number, one of our rulings."""

import pytest

from sortilege import Refusal
from sortilege.games.abbracadabra.state import NONE, Step
from tests.games.abbracadabra.tables import (
    cards,
    hand,
    heard,
    lay_proximal,
    names,
    objects,
    refusal,
    state,
    table,
    turn_of,
)

GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"
LEFTOVERS = "earth-bronze-wizard earth-bronze-mage fire-bronze-wizard"


def test_proximal_lies_before_its_player_until_the_next_meeting_and_shares_in_it() -> None:
    """Proximal; [9]: the organiser takes first, the owner gets no hand card."""
    game = table("proximal", GENIUS)
    game.play(0, "trick proximal")
    assert state(game).proximal == 0 and state(game).discards == 0
    game.play(1, "take 0")
    game.play(1, "take 1")
    game.play(1, f"meet {GENIUS}")
    assert [told["seat"] for told in heard(game, "took_object")] == [1, 0]
    assert [o[0] for o in objects(game, 0)] == ["G"] and state(game).bonus[:2] == [0, 1]
    assert state(game).proximal == NONE and "proximal" in names(state(game).discards)


def test_the_owner_of_proximal_who_organises_takes_two() -> None:
    """Proximal."""
    game = table(GENIUS, "")
    lay_proximal(game, 0)
    game.play(0, f"meet {GENIUS}")
    assert [o[0] for o in objects(game, 0)] == ["G", "G"] and state(game).bonus[0] == 1


def test_idem_brings_an_object_of_the_meeting_in_the_towers_even_to_its_organiser() -> None:
    """Idem! It is discarded at once, and brings no hand card."""
    game = table(f"{GENIUS} idem", "")
    game.play(0, f"meet {GENIUS}")
    for move in ("take 0", "take 1", "pass"):
        game.play(1, move)
    game.play(0, "take 0")
    game.play(0, "take 1")
    game.play(0, "trick idem")
    assert [o[0] for o in objects(game, 0)] == ["G", "G"] and state(game).bonus[0] == 1
    assert "idem" in names(state(game).discards)


def test_idem_needs_a_meeting_in_the_towers() -> None:
    """[7]"""
    game = table("idem", "")
    assert game.legal(0) == ["pass"] and refusal(game, "trick idem").code == "move/empty_towers"


def test_exodus_makes_everyone_else_discard_an_enchanter_of_their_choice() -> None:
    """Exodus! If they have one."""
    game = table(f"exodus {GENIUS}", LEFTOVERS, "idem fire-elemental", "air-witch chaos")
    game.play(0, "trick exodus")
    assert game.pending == [1, 3] and game.legal(3) == ["drop air-witch"]
    game.play(3, "drop air-witch")
    game.play(1, "drop earth-bronze-mage")
    assert hand(game, 3) == {"chaos"} and len(hand(game, 1)) == 2 and len(hand(game, 2)) == 2
    assert len(hand(game, 0)) == 3 and game.pending == [1]


def test_exodus_reaches_every_other_seat_whoever_plays_it() -> None:
    """Exodus! What was dropped is shown clockwise from the active seat."""
    game = table("air-mage", "air-witch", "exodus", "air-wizard")
    turn_of(game, 2)
    game.play(2, "trick exodus")
    for seat, card in ((0, "air-mage"), (1, "air-witch"), (3, "air-wizard")):
        game.play(seat, f"drop {card}")
    assert [told["seat"] for told in heard(game, "discarded")] == [3, 0, 1]
    assert [hand(game, seat) for seat in (0, 1, 3)] == [set(), set(), set()]


def test_exodus_may_always_be_played() -> None:
    """[7] Else its legality would tell about hands."""
    game = table("exodus", "idem", "")
    game.play(0, "trick exodus")
    assert game.pending == [1] and state(game).step == Step.TAKE


def test_chaos_draws_a_blind_card_and_gives_another_than_that_one() -> None:
    """Chaos!"""
    game = table("chaos idem exodus", "water-gold-witch", "")
    assert "trick chaos 1" in game.legal(0)
    game.play(0, "trick chaos 1")
    assert hand(game, 0) == {"idem", "exodus", "water-gold-witch"} and hand(game, 1) == set()
    assert game.legal(0) == ["give idem", "give exodus"]
    assert refusal(game, "give water-gold-witch").code == "move/just_drawn"
    assert refusal(game, "give proximal") == Refusal("move/not_in_hand", rule="tricks", card="proximal")
    game.play(0, "give idem")
    assert hand(game, 1) == {"idem"} and game.pending == [1]


@pytest.mark.parametrize("trick", ["chaos", "vademecum"])
def test_a_blind_card_is_any_card_of_that_hand(trick: str) -> None:
    """Chaos!, Vademecum!: at random."""
    held, drawn = "water-gold-witch fire-elemental exodus", set()
    for seed in range(40):
        game = table(f"{trick} proximal", held, seed=seed)
        game.play(0, f"trick {trick} 1")
        drawn |= hand(game, 0) & set(held.split())
    assert drawn == set(held.split())


def test_chaos_and_vademecum_need_another_seat_with_cards() -> None:
    """[7]; Chaos! also needs another card to give."""
    game = table("chaos vademecum", "", "idem")
    assert game.legal(0) == ["trick chaos 2", "trick vademecum 2", "pass"]
    assert refusal(game, "trick chaos 1").code == "move/empty_hand"
    assert refusal(game, "trick vademecum 0").code == "move/own_hand"
    assert refusal(game, "trick vademecum 3").code == "seat/unknown"
    game = table("chaos", "idem")
    assert game.legal(0) == ["pass"] and refusal(game, "trick chaos 1").code == "move/nothing_to_give"


def test_vademecum_draws_a_blind_card_and_gives_nothing() -> None:
    """Vademecum!"""
    game = table("vademecum", "water-gold-witch")
    game.play(0, "trick vademecum 1")
    assert hand(game, 0) == {"water-gold-witch"} and hand(game, 1) == set()
    assert names(state(game).discards) == {"vademecum"} and game.pending == [1]


def test_periculum_acts_as_soon_as_it_is_taken() -> None:
    """2.2; [4]: shown and discarded with the enchanters, the second card is still taken, the turn goes on."""
    row = "periculum water-gold-wizard earth-gold-mage fire-gold-witch"
    game = table("water-bronze-wizard fire-silver-mage air-mage idem fire-elemental", "", row=row)
    game.play(0, "take 0")
    assert hand(game, 0) == {"idem", "fire-elemental"} and game.pending == [0]
    assert names(state(game).discards) == {"water-bronze-wizard", "fire-silver-mage", "air-mage", "periculum"}
    assert heard(game, "took")[0]["card"] == "periculum"
    game.play(0, "take 1")
    assert state(game).step == Step.ACT and "water-gold-wizard" in hand(game, 0)
    with pytest.raises(Refusal):
        game.play(0, "discard periculum")


def test_periculum_face_up_does_nothing_until_taken_and_nobody_must() -> None:
    """[4]"""
    game = table(GENIUS, "", row="earth-gold-mage water-gold-wizard fire-gold-witch periculum")
    game.play(0, "take 0")
    game.play(0, "take 1")
    assert set(GENIUS.split()) <= hand(game, 0) and state(game).row[3] == cards("periculum")[0]


def test_the_deck_file_may_let_periculum_take_the_whole_hand() -> None:
    """[4]"""
    row = "periculum water-gold-wizard earth-gold-mage fire-gold-witch"
    game = table(f"{GENIUS} idem fire-elemental", "", row=row, periculum="hand")
    game.play(0, "take 0")
    assert hand(game, 0) == set() and len(names(state(game).discards)) == 6
