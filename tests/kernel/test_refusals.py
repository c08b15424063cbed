"""Test refusals: bad input gets a distinct code, facts and a sentence in both languages, and changes nothing."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.words import LANGUAGES, Words


def game() -> Game:
    return sortilege.new("abracada", 3, 7, {"first": 0})


def finished() -> Game:
    played = game()
    while not played.over:
        seat = played.pending[0]
        played.play(seat, played.legal(seat)[-1])
    return played


def record(**changes: Any) -> dict[str, Any]:
    return finished().record() | changes


def spaced() -> list[str]:
    """Write the first move with spaces: it is read alike."""
    first, *rest = finished().moves
    return [first.replace(" ", "  ").upper(), *rest]


def from_position(**changes: Any) -> dict[str, Any]:
    return Game.at(game().book, game().position(), 7).record() | changes


def lacking(part: str) -> dict[str, Any]:
    kept = record()
    del kept[part]
    return kept


BROKEN = "record/broken"
CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "unreadable move": (lambda: game().play(0, "cast nine"), "move/unreadable"),
    "move that is no text": (lambda: game().play(0, 5), "move/unreadable"),  # type: ignore[arg-type]
    "illegal move": (lambda: game().play(0, "stop"), "move/cast_owed"),
    "wrong seat": (lambda: game().play(1, "cast 5"), "seat/not_asked"),
    "unknown seat": (lambda: game().play(7, "cast 5"), "seat/unknown"),
    "seat that is no number": (lambda: game().view(True), "seat/unknown"),
    "finished game": (lambda: finished().play(0, "cast 5"), "game/over"),
    "unknown game": (lambda: sortilege.new("chess", 2), "game/unknown"),
    "unknown option": (lambda: sortilege.new("abracada", 2, options={"hard": True}), "option/unknown"),
    "bad option": (lambda: sortilege.new("abracada", 2, options={"easy": 1}), "option/bad_value"),
    "bad first seat": (lambda: sortilege.new("abracada", 2, options={"first": 2}), "option/bad_value"),
    "too many seats": (lambda: sortilege.new("abracada", 6), "seats/bad_count"),
    "seats that are no number": (lambda: sortilege.new("abracada", "two"), "seats/bad_count"),  # type: ignore[arg-type]
    "bad seed": (lambda: sortilege.new("abracada", 2, "dragon"), "seed/bad"),
    "short seed": (lambda: sortilege.new("abracada", 2, b"short"), "seed/bad"),
    "broken deck": (lambda: sortilege.new("abracada", 2, deck={"die": []}), "deck/missing"),
    "no record": (lambda: sortilege.replay([]), "record/broken"),  # type: ignore[arg-type]
    "record without moves": (lambda: sortilege.replay(lacking("moves")), "record/broken"),
    "record of another format": (lambda: sortilege.replay(record(format="pgn")), "record/broken"),
    "record of unknown rules": (lambda: sortilege.replay(record(rules=99)), "record/unknown_rules"),
    "record with a bad move": (lambda: sortilege.replay(record(moves=["0 stop"])), "record/bad_move"),
    "record with nonsense": (lambda: sortilege.replay(record(moves=[5])), "record/broken"),
    "record that ends otherwise": (lambda: sortilege.replay(record(result=None)), "record/other_result"),
    "record of another seed": (lambda: sortilege.verify(record(seed="00" * 16)), "record/other_seed"),
    "record with options nobody plays by": (lambda: sortilege.replay(from_position(options={"easy": True})), BROKEN),
    "record with a deck nobody plays by": (lambda: sortilege.replay(from_position(deck={"die": [6] * 6})), BROKEN),
    "record with a truth for a number": (lambda: sortilege.replay(record(rules=True)), BROKEN),
    "record with a move in other words": (lambda: sortilege.replay(record(moves=spaced())), BROKEN),
    "record without a seed": (lambda: sortilege.verify(record(seed="xx")), "record/broken"),
    "position of another game": (lambda: sortilege.from_position("abracada", "chess/1"), "position/wrong_game"),
    "empty position": (lambda: sortilege.from_position("abracada", ""), "position/wrong_game"),
    "unreadable position": (lambda: sortilege.from_position("abracada", "abracada/1 lives=x"), "position/unreadable"),
    "position with chance": (lambda: sortilege.from_position("abracada", "abracada/1 rng=1,2"), "position/unreadable"),
    "position with a set below zero": (
        lambda: sortilege.from_position("abracada", "abracada/1 waiting=-1"),
        "position/unreadable",
    ),
    "position that is no text": (lambda: sortilege.from_position("abracada", None), "position/wrong_game"),  # type: ignore[arg-type]
    "record with an odd promise": (lambda: sortilege.verify(record(commitment="\ud800")), "record/other_seed"),
    "record of another promise": (lambda: sortilege.verify(record(), promised="ab" * 32), "record/other_seed"),
    "impossible position": (lambda: sortilege.from_position("abracada", "abracada/1 seats=2"), "position/impossible"),
    "position with a stone too many": (
        lambda: sortilege.from_position("abracada", game().position().replace("pile_n=11", "pile_n=10")),
        "position/impossible",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_is_refused_with_its_code_and_a_sentence_in_both_languages(case: str) -> None:
    attempt, code = CASES[case]
    with pytest.raises(Refusal) as refused:
        attempt()
    assert refused.value.code == code
    json.dumps(refused.value.as_dict())
    sentences = {Words("abracada", lang).refusal(refused.value) for lang in LANGUAGES}
    assert len(sentences) == 2 and not any("{" in sentence for sentence in sentences)


def start_of(**changes: str) -> str:
    """Return a sound position of Abracada with some fields changed."""
    cells = dict(cell.split("=") for cell in game().position().split()[1:]) | changes
    return "abracada/1 " + " ".join(f"{name}={value}" for name, value in cells.items())


@pytest.mark.parametrize(
    "change",
    [
        {"lives": "0,6,6"},
        {"lives": "-5,6,6"},
        {"lives": "100,6,6"},
        {"score": "100,-5,9"},
        {"score": "8,0,0"},
        {"alive": "0"},
        {"alive": "100"},
        {"row_n": "1,1,1"},
        {"die": "0,1,1,2,2,3"},
        {"turns": "-3"},
        {"round": "-7"},
        {"easy": "7"},
        {"last": "8"},
        {"waiting": "6"},
        {"waiting": "9"},
        {"waiting": "-1"},
        {"turn": "4"},
        {"first": "-1"},
        {"drawn_n": "-1"},
        {"drawn_n": "-128"},
        {"pile_n": "40"},
        {"secrets_n": "-2"},
        {"calls_n": "-1"},
        {"ending": "1"},
        {"ending": "9"},
        {"step": "9"},
        {"together": "5"},
    ],
    ids=str,
)
def test_a_position_no_game_can_reach_is_refused(change: dict[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.from_position("abracada", start_of(**change))
    assert refused.value.code in ("position/impossible", "position/unreadable")


@pytest.mark.parametrize(("seat", "move"), [(0, "cast nine"), (0, "stop"), (1, "cast 5"), (9, "cast 5")])
def test_a_refused_move_changes_nothing(seat: int, move: str) -> None:
    playing = game()
    before = (playing.state.to_bytes(), copy.deepcopy(playing.record()), playing.heard(0))
    with pytest.raises(Refusal):
        playing.play(seat, move)
    assert (playing.state.to_bytes(), playing.record(), playing.heard(0)) == before


def test_every_refusal_of_the_house_can_be_said_in_both_languages() -> None:
    tables = [Words("", lang)["refusals"] for lang in LANGUAGES]
    assert tables[0].keys() == tables[1].keys()
