"""Test the game object: the few names everything goes through."""

import copy
import json
import pickle
import subprocess
import sys
from dataclasses import replace
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


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_pickled_at_its_start_and_at_its_end(slug: str) -> None:
    game = sortilege.new(slug, load(slug).seats[0], seed=5)
    again = pickle.loads(pickle.dumps(game))
    while not game.over:
        seat = game.pending[0]
        text = game.legal(seat)[game.played % len(game.legal(seat))]
        for one in (game, again):
            one.play(seat, text)
    for one in (again, pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert one.record() == game.record() and one.state == game.state and one.book is game.book
        assert [one.heard(audience) for audience in (None, 0, 1)] == [game.heard(audience) for audience in (None, 0, 1)]


def test_a_changed_rulebook_is_not_pickled_as_the_standard_one() -> None:
    with pytest.raises(pickle.PicklingError):
        pickle.dumps(replace(load("abracada"), version=2))


def test_a_long_game_is_pickled() -> None:
    """A chain of moves is deeper than pickle can follow."""
    game = sortilege.new("epee", 4, seed=3)
    for _ in range(3000):
        game._past = (game._past, "0 done", None)
    assert pickle.loads(pickle.dumps(game)).moves == game.moves


def test_a_fork_with_a_seed_does_not_foresee_the_game() -> None:
    """The same failed Dragon meets other dice in each fork, and a fork without a seed meets the game's own die."""
    game = sortilege.new("abracada", 2, 1, {"first": 0})
    forks = [game.fork(seed) for seed in range(12)]
    twin = game.fork()
    for one in (game, twin, *forks):
        one.play(0, "cast 1")
    assert {fork.view()["lives"][0] for fork in forks} == {3, 4, 5} and twin.state == game.state
    assert all(sortilege.verify(fork.record()).position() == fork.position() for fork in forks)
    assert game.moves == ["0 cast 1"] and game.begun_at == ""


@pytest.mark.parametrize("slug", SLUGS)
def test_an_imagined_game_looks_the_same_and_goes_on(slug: str) -> None:
    game = sortilege.new(slug, load(slug).seats[-1], seed=8)
    for _ in range(20):
        seat = game.pending[0]
        game.play(seat, game.legal(seat)[game.played % len(game.legal(seat))])
    seat = game.pending[0]
    worlds = [game.imagine(seat, seed) for seed in range(6)]
    assert {world.view(seat).to_bytes() for world in worlds} == {game.view(seat).to_bytes()}
    assert all(world.legal(seat) == game.legal(seat) for world in worlds)
    assert len({world.position() for world in worlds}) > 1 or slug == "bataille", "nothing is hidden"
    assert game.imagine(seat, 3).state == worlds[3].state
    for world in worlds:
        world.play(seat, world.legal(seat)[0])
        assert sortilege.verify(world.record()).state == world.state
    assert game.imagine(None, 1).view() == game.view()
    fresh = game.imagine(seat, 1), game.fork(seed=1)
    assert all(one.heard() == [] and one.moves == [] and one.played == 0 for one in fresh), "the past is forgotten"
