"""Test the deck of Magicoa, and which ones are refused."""

from typing import Any

import pytest

import sortilege
from sortilege import Refusal
from sortilege.games.magicoa.deck import standard_deck
from sortilege.words import LANGUAGES, Words
from tests.games.magicoa.tables import choose


def deck_with(**change: Any) -> dict[str, Any]:
    """Return a deck with changes: gold by its name, all others are of potions."""
    deck = standard_deck()
    gold = change.pop("gold", deck["gold"])
    return {"gold": gold, "potions": {**deck["potions"], **change}}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"gold": [1, 2, 3]}, "deck/wrong_count"),
        ({"gold": [1, 1, *range(2, 12)]}, "deck/same_gold"),
        ({"gold": [0, *range(1, 12)]}, "deck/out_of_range"),
        ({"gold": [*range(1, 12), 31]}, "deck/out_of_range"),
        ({"red": [2, 2, 2, 3, 3, 3, 4, 4]}, "deck/wrong_count"),
        ({"red": [2, 2, 2, 3, 3, 3, 4, 4, 10]}, "deck/out_of_range"),
        ({"red": [2, 2, 2, 3, 3, 3, 4, 4, "5"]}, "deck/out_of_range"),
        ({"blue": [1, 1, 1, 1, 1, 1, 1, 3]}, "deck/out_of_range"),
        ({"green": [3, 1, 1, 1, 1, 1, 1, 1]}, "deck/out_of_range"),
        ({"exchange": []}, "deck/missing"),
        ({"exchange": 2}, "deck/no_points"),
        ({"yellow": [1]}, "deck/unknown_symbol"),
    ],
)
def test_a_broken_deck_is_refused(change: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        sortilege.new("magicoa", 3, 1, deck=deck_with(**change))
    assert refusal.value.code == code
    assert all("{" not in Words("magicoa", lang).refusal(refusal.value) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"red": [2, 2, 2, 3, 3, 3, 4, 4, 10]},
            "“10” does not fit “potions.red[8]” in the deck: a whole number from 0 to 9",
        ),
        (
            {"green": [3, 1, 1, 1, 1, 1, 1, 1]},
            "“3” does not fit “potions.green[0]” in the deck: a whole number from 0 to 2",
        ),
        ({"exchange": "two"}, "“two” does not fit “potions.exchange” in the deck: a list is needed"),
        ({"exchange": []}, "lacks “exchange” (in potions)"),
        ({"yellow": [1]}, "“yellow” is no symbol that “potions” may bear"),
        ({"gold": [0, *range(1, 12)]}, "“0” does not fit “gold[0]” in the deck"),
        ({"gold": [1, 1, *range(2, 12)]}, "the 1 is there more than once"),
    ],
)
def test_a_refusal_names_the_card(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("magicoa", 3, 1, deck=deck_with(**change))
    assert said in Words("magicoa", "en").refusal(refused.value)


def test_a_deck_with_an_entry_of_another_game_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        sortilege.new("magicoa", 3, 1, deck=deck_with() | {"cards": []})
    assert (refusal.value.code, refusal.value.facts["part"]) == ("deck/unknown", "cards")


@pytest.mark.parametrize("part", ["gold", "potions"])
def test_a_deck_that_lacks_a_part_is_refused(part: str) -> None:
    deck = {name: value for name, value in standard_deck().items() if name != part}
    with pytest.raises(Refusal) as refusal:
        sortilege.new("magicoa", 3, 1, deck=deck)
    assert (refusal.value.code, refusal.value.facts["part"]) == ("deck/missing", part)


def test_a_deck_without_one_of_the_powers_is_refused() -> None:
    deck = deck_with()
    deck["potions"] = {name: points for name, points in deck["potions"].items() if name != "equality"}
    with pytest.raises(Refusal) as refusal:
        sortilege.new("magicoa", 3, 1, deck=deck)
    assert (refusal.value.code, refusal.value.facts["part"]) == ("deck/missing", "equality")


def test_another_deck_plays_with_its_own_values() -> None:
    game = sortilege.new("magicoa", 3, 1, deck=deck_with(gold=list(range(8, 20)), red=[7] * 9))
    assert game.view()["left"][0] == list(range(8, 20)) and game.view()["deck"].count("red 7") == 9
    choose(game, "19 8", "9 10", "11 12")
    assert game.view(0)["chosen"][0] == [19, 8]
