"""Test the game object: the few names everything goes through."""

import json
import subprocess
import sys
from typing import Any

import pytest

import sortilege
from sortilege import View
from sortilege.games import SLUGS, load


def test_a_game_goes_on_from_its_position() -> None:
    game = sortilege.new("abracada", 4, 7)
    game.play(game.pending[0], "cast 8")
    again = sortilege.from_position("abracada", game.position(), seed=3)
    assert again.pending == game.pending and again.position() == game.position()
    again.play(again.pending[0], again.legal(again.pending[0])[0])
    assert sortilege.replay(again.record()).position() == again.position()


def test_a_record_survives_json() -> None:
    game = sortilege.new("abracada", 3, options={"slips": True})
    while not game.over:
        seat = game.pending[0]
        game.play(seat, game.legal(seat)[0])
    again = sortilege.verify(json.loads(json.dumps(game.record())))
    assert again.result == game.result and again.record() == game.record()


def test_the_future_cannot_be_told_from_the_past() -> None:
    """From one position, with other seeds, the same failed Dragon meets other dice: no stream is carried over."""
    start = sortilege.new("abracada", 2, 1, {"first": 0}).position()
    twins = [sortilege.from_position("abracada", start, seed) for seed in range(12)]
    for twin in twins:
        twin.play(0, "cast 1")
    assert {twin.view()["lives"][0] for twin in twins} == {3, 4, 5}


def test_a_view_is_recalled_and_nothing_else() -> None:
    game = sortilege.new("abracada", 2, 1)
    with pytest.raises(TypeError):
        game.book.recall(dict(game.view(0)))  # type: ignore[arg-type]
    assert isinstance(game.view(0), View)


@pytest.mark.parametrize("slug", SLUGS)
def test_who_changes_a_view_changes_nothing_else(slug: str) -> None:
    game = sortilege.new(slug, load(slug).seats[0], seed=3)
    audiences = [None, *range(game.seats)]
    for _ in range(12):
        views = [game.view(audience) for audience in audiences]
        before = game.position(), [view.to_bytes() for view in views]
        for view in views:
            spoil(view)
        assert before == (game.position(), [game.view(audience).to_bytes() for audience in audiences])
        seat = game.pending[0]
        game.play(seat, game.legal(seat)[-1])


def spoil(part: Any) -> None:
    for inner in [*(part.values() if isinstance(part, dict) else part)]:
        if isinstance(inner, list | dict):
            spoil(inner)
    part.clear()


def test_the_start_tells_too() -> None:
    assert sortilege.new("abracada", 4, 1).heard()[0]["event"] == "round_began"


def test_importing_sortilege_needs_nothing_heavy() -> None:
    """`sortilege bench` says how long it takes."""
    code = "import sys, sortilege; sortilege.new('abracada', 4, 1); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "rich", "typer", "asyncio"} & set(loaded)
