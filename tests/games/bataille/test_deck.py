"""Test the deck of Bataille, throws at a table without bodies, and positions."""

from typing import Any

import pytest

import sortilege
from sortilege import Refusal
from sortilege.games.bataille.rules.dice import pile_up
from sortilege.games.bataille.state import ARENA, SYMBOLS
from tests.games.bataille.tables import (
    loose,
    state,
    table,
    tower,
)


# -------------------------------------------------------------------------------------------------------------- deck
@pytest.mark.parametrize(
    ("part", "code_wanted"),
    [
        ({"dice": 27}, "deck/out_of_range"),
        ({"dice": "26"}, "deck/out_of_range"),
        ({"dealt": [8, 7, 6]}, "deck/wrong_count"),
        ({"dealt": [13, 7, 6, 5]}, "deck/out_of_range"),
        ({"sides": ["x", "accio"]}, "deck/wrong_count"),
        ({"sides": ["x", "accio", "accio", "immobulus", "lashlabask", "confundo"]}, "deck/wrong_count"),
        ({"sides": ["x", "accio", "crucio", "immobulus", "lashlabask", "confundo"]}, "deck/unknown_symbol"),
        ({"colour": "blue"}, "deck/unknown"),
        ({"chances": {}}, "deck/missing"),
    ],
)
def test_a_wrong_deck_is_refused(part: dict[str, Any], code_wanted: str) -> None:
    deck = sortilege.new("bataille", 2, 1).deck
    with pytest.raises(Refusal) as refused:
        sortilege.new("bataille", 2, 1, deck=deck | part)
    assert refused.value.code == code_wanted


@pytest.mark.parametrize(("name", "value"), [("knock", [0] * 5), ("topple", 10_001), ("out_one", -1), ("luck", 1)])
def test_wrong_chances_are_refused(name: str, value: Any) -> None:
    deck = sortilege.new("bataille", 2, 1).deck
    with pytest.raises(Refusal, match="deck/"):
        sortilege.new("bataille", 2, 1, deck=deck | {"chances": deck["chances"] | {name: value}})


def test_a_deck_without_chances_is_thrown_with_the_measured_ones() -> None:
    deck = sortilege.new("bataille", 2, 1).deck
    assert sortilege.new("bataille", 2, 1, deck={k: v for k, v in deck.items() if k != "chances"}).deck == deck


def test_a_missing_part_of_the_deck_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("bataille", 2, 1, deck={"dice": 26})
    assert refused.value.facts["part"] == "dealt"


# ------------------------------------------------------------------------------------------------------ table throws
def chances(**parts: int) -> dict[str, Any]:
    deck = sortilege.new("bataille", 2, 1).deck
    knock = [parts.pop("knock", 0)] * 27
    none = {"out_one": 0, "out_many": 0, "knocked_out": 0, "topple": 0, "knock": knock}
    return deck | {"chances": none | parts}


def thrown_into(deck: dict[str, Any], seed: int, lying: str, piled: str = "") -> tuple[str, str]:
    game = sortilege.new("bataille", 2, seed, {"first": 0}, deck)
    s, there = state(game), state(table(lying, piled, (4, 4)))
    s.loose, s.loose_n, s.tower, s.tower_n = there.loose, there.loose_n, there.tower, there.tower_n
    game.play(0, "throw")
    return loose(game), tower(game)


def test_a_table_throw_shows_any_face_or_leaves_by_its_chance() -> None:
    shown = {thrown_into(chances(), seed, "I")[0] for seed in range(80)}
    assert shown == {"I", "II", "IL", "IA", "IW", "IC"}
    assert {thrown_into(chances(out_one=10_000), seed, "I")[0] for seed in range(9)} == {"I"}


def test_in_a_table_throw_a_loose_die_changes_to_another_face_or_leaves() -> None:
    always = {thrown_into(chances(out_one=10_000, knock=10_000), seed, "I")[0] for seed in range(80)}
    assert always == {"", "L", "A", "W", "C"}
    gone = chances(out_one=10_000, knock=10_000, knocked_out=10_000)
    assert {thrown_into(gone, seed, "IL")[0] for seed in range(9)} == {""}


def test_in_a_table_throw_the_tower_stands_or_falls_whole() -> None:
    stands = chances(out_one=10_000, knock=10_000)
    assert thrown_into(stands, 1, "", "ALC") == ("", "ALC")
    fallen = {thrown_into(stands | chances(out_one=10_000, topple=10_000), seed, "", "AL")[1] for seed in range(9)}
    assert fallen == {""}


def test_every_symbol_of_the_deck_is_a_face() -> None:
    assert sorted(sortilege.new("bataille", 2, 1).deck["sides"]) == sorted(SYMBOLS)


# --------------------------------------------------------------------------------------------------------- positions
@pytest.mark.parametrize(
    "fault",
    [
        "dice=27", "dice=20", "dealt=8,7,6,9", "sides=0,1,2,3,4,4", "out_one=10001", "out_many=-1", "knocked_out=10001",
        "topple=-1", "knock=-1", "direction=2", "direction=0", "alive=3", "alive=15", "reserve=4,4,17,-4", "points=1",
        "points=-1", "since=-1", "since=181", "round=0", "round=32767", "gone=-1", "spells=8", "held=1", "held=4",
        "held_top=1", "held_top=2", "loose=9", "loose=3,2", "tower=1", "loose_n=27", "step=1 loose_n=2 loose=3,3",
        "step=2", "step=3", "step=4 spells=8", "step=5", "step=6", "together=1", "waiting=3", "turn=1", "aim=2",
        "landed=1", "landed_n=1", "standing=1", "loose_pose=1", "loose_pose=0,0,800,0,0,0,32767",
        "throws=1 loose_pose=0,0,800,0,0,0,32767", "throws=1 loose_pose=9999,0,800,32767", "throws=2",
        "hidden_reserves=9",
    ],
)  # fmt: skip
def test_a_position_that_no_game_reaches_is_refused(fault: str) -> None:
    game = table("A", reserves=(4, 4, 4))
    state(game).gone = 3 * 7 + 1 - 4 * 3 - 1
    sound = dict(cell.split("=") for cell in game.position().split()[1:])
    assert sortilege.from_position("bataille", game.position()).pending == [0]
    faulty = sound | dict(cell.split("=") for cell in fault.split())
    with pytest.raises(Refusal, match="position/"):
        sortilege.from_position("bataille", " ".join(["bataille/1", *(f"{k}={v}" for k, v in faulty.items())]))


def test_a_tower_of_nearly_all_the_dice_still_has_a_position() -> None:
    """No die is higher than a pose can tell."""
    s = state(table("IL" * 12))
    s.throws = ARENA
    pile_up(s, 0)
    assert s.tower_n == 24 and s.to_bytes() and s.tower_pose[23][2] == s.tower_pose[19][2] < 1 << 15
