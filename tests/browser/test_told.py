"""The check of frames has teeth: one card too many, and it is noticed."""

import copy
from typing import Any

import pytest
from told import compare, moments_of  # type: ignore[import-not-found]

import sortilege


def frames_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    moments = moments_of(record, 0)
    looks = [{"view": view, "events": told, "legal": legal} for view, told, legal in moments]
    return [{"is": "update", "seat": 0, **look} for look in looks]


def played() -> dict[str, Any]:
    game = sortilege.new("abracada", seats=2, seed=3)
    while not game.over and len(game.moves) < 30:
        seat = game.pending[0]
        legal = game.legal(seat)
        game.play(seat, "stop" if "stop" in legal else legal[0])
    return game.record()


def test_what_the_rules_show_passes() -> None:
    record = played()
    assert compare(frames_of(record), 0, moments_of(record, 0)) == len(record["moves"])


def test_a_stone_shown_to_its_owner_is_noticed() -> None:
    record = played()
    frames = copy.deepcopy(frames_of(record))
    frames[3]["view"]["row"][0][0] = 8
    with pytest.raises(AssertionError, match="row"):
        compare(frames, 0, moments_of(record, 0))


def test_a_stone_named_in_an_event_is_noticed() -> None:
    record = played()
    frames = copy.deepcopy(frames_of(record))
    drawn = [event for frame in frames for event in frame["events"] if event.get("stone", 0) is None]
    drawn[0]["stone"] = 8
    with pytest.raises(AssertionError):
        compare(frames, 0, moments_of(record, 0))


def test_the_look_of_another_seat_is_noticed() -> None:
    record = played()
    with pytest.raises(AssertionError):
        compare([{"is": "snapshot", "seat": 1, "view": {}}], 0, moments_of(record, 0))
