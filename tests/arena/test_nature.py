"""Test arena games: an outcome comes from outside the rules, is kept in the record, and can be proved."""

import copy
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.arena import bodies
from sortilege.games.bataille.physics import resting
from sortilege.games.bataille.state import State, Step
from sortilege.kernel.plain.bits import each
from sortilege.testing.walks import choose

rapier = pytest.importorskip("rapier3d")

WITHOUT_RAPIER = """
import sys
sys.modules["rapier3d"] = sys.modules["PIL"] = sys.modules["numpy"] = sys.modules["numba"] = None
import sortilege, json
from importlib import util
found = util.find_spec
util.find_spec = lambda name, *rest: None if name in ("rapier3d", "PIL", "numba") else found(name, *rest)
import sortilege.games.bataille.physics as nature
nature.find_spec = util.find_spec
import sortilege.cli.app
game = sortilege.new("bataille", 3, 1)
game.play(game.pending[0], "throw")
try:
    sortilege.new("bataille", 3, 1, {"throws": "arena"})
except sortilege.Refusal as refusal:
    print(refusal)
print(sortilege.replay(json.loads(sys.stdin.read())).position())
"""


def played(seats: int = 3, seed: int = 4, moves: int = 10_000) -> Game:
    game = sortilege.new("bataille", seats, seed, {"throws": "arena"})
    random = Random(seed)
    while not game.over and len(game.moves) < moves:
        seat, move = choose(game.book, game.state, random, 0.5)
        game.play(seat, game.book.moves.write(move))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def lying(s: State) -> list[tuple[int, list[int]]]:
    loose = zip(s.loose[: s.loose_n], s.loose_pose, strict=False)
    return [*loose, *zip(s.tower[: s.tower_n], s.tower_pose, strict=False)]


def test_a_record_of_an_arena_game_is_replayed_without_simulating(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The poses of every position are the recorded ones."""
    monkeypatch.setattr(rapier, "PhysicsWorld", None)
    again = sortilege.replay(game.record())
    assert again.position() == game.position() and again.outcomes == game.outcomes


def test_verify_simulates_again_and_finds_a_changed_outcome(game: Game) -> None:
    assert sortilege.verify(game.record()).result == game.result
    record = copy.deepcopy(game.record())
    facts = next(iter(record["outcomes"].values()))
    facts["poses"][0][0] += 1
    assert sortilege.replay(record).position()
    with pytest.raises(Refusal) as refused:
        sortilege.verify(record)
    assert refused.value.facts["because"] == "record/other_outcome"


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"1": {}},
        {"1": {"poses": [[0] * 7] * 2, "tower": []}},
        {"1": {"poses": [[1] * 7], "tower": []}},
        {"1": {"poses": [[1] * 7, [99_999] * 7], "tower": []}},
        {"1": {"poses": [[1] * 7, None], "tower": [0]}},
        {"1": {"poses": [[1] * 7, "x"], "tower": []}},
        [],
    ],
)
def test_a_record_with_broken_outcomes_is_refused(broken: Any) -> None:
    record = played(moves=1).record() | {"outcomes": broken}
    with pytest.raises(Refusal, match="record/"):
        sortilege.replay(record)


def test_an_outcome_that_no_move_asked_for_is_refused() -> None:
    record = played(moves=1).record()
    record["outcomes"]["2"] = {"poses": [], "tower": []}
    with pytest.raises(Refusal):
        sortilege.replay(record)


def test_every_die_shows_the_face_its_pose_has_upward() -> None:
    random = Random(2)
    game = sortilege.new("bataille", 4, 9, {"throws": "arena"})
    towers = 0
    while not game.over:
        s = state(game)
        towers += s.tower_n > 0
        for face, pose in lying(s):
            assert s.sides[bodies.side_up(bodies.read_pose(pose).turn)] == face
        seat, move = choose(game.book, s, random, 0.5)
        game.play(seat, game.book.moves.write(move))
    assert towers


def test_poses_are_part_of_the_position() -> None:
    game = played(moves=12)
    s = state(game)
    again = sortilege.from_position("bataille", game.position(), 3)
    assert [pose for _, pose in lying(state(again))] == [pose for _, pose in lying(s)] and any(s.loose_pose[0])
    again.play(again.pending[0], again.legal(again.pending[0])[-1])


def test_a_throw_leaves_a_film_and_a_stop_does_not() -> None:
    game = sortilege.new("bataille", 3, 1, {"throws": "arena", "first": 0})
    game.play(0, "throw 0,0,0,40")
    assert len(game.film) > 50 and list(game.outcomes) == ["1"]
    if game.pending == [0] and "stop" in game.legal(0):
        game.play(0, "stop")
        assert game.film == b"" and list(game.outcomes) == ["1"]


def test_another_aim_or_seed_gives_another_outcome() -> None:
    game = sortilege.new("bataille", 3, 1, {"throws": "arena", "first": 0})
    other = sortilege.new("bataille", 3, 2, {"throws": "arena", "first": 0})
    aims = ("throw", "throw 0,0,0,40", "throw 0,0,180,40", "throw 0,0,0,90")
    outcomes = [game.foresee(0, aim) for aim in aims] + [other.foresee(0, "throw")]
    assert len({str(outcome and outcome.facts) for outcome in outcomes}) == 5
    assert game.foresee(0, "throw") == game.foresee(0, "throw")


def test_the_common_throw_flies_once_with_the_last_answer() -> None:
    game = sortilege.new("bataille", 4, 1, {"throws": "arena", "first": 0})
    s = state(game)
    s.step, s.together, s.waiting = Step.ANSWER, 1, 0b1110
    for seat in (2, 1, 3):
        assert game.asks_nature(seat, "throw") == (seat == 3)
        game.play(seat, "throw 0,0,0,50")
    assert len(game.outcomes["3"]["poses"]) == 4


def test_a_stacked_die_stands_in_the_middle_with_the_face_it_showed() -> None:
    game = sortilege.new("bataille", 3, 1, {"throws": "arena", "first": 0})
    s = state(game)
    s.loose_n, s.loose[:3], s.step = 3, [3, 2, 5], Step.STACK
    game.play(0, "stack 1")
    s = state(game)
    assert s.tower[:3] == [3, 5, 2] and [pose[:3] for pose in s.tower_pose[:3]] == [
        [0, 0, 800 + 1600 * i] for i in range(3)
    ]
    assert not any(any(pose) for pose in s.loose_pose)


def test_dice_without_a_pose_are_laid_where_there_is_room() -> None:
    game = sortilege.new("bataille", 3, 1, {"throws": "arena", "first": 0})
    s = state(game)
    s.loose_n, s.loose[:9] = 9, [1, 2, 3, 4, 5, 1, 2, 3, 4]
    poses = resting(s)
    assert [s.sides[bodies.side_up(pose.turn)] for pose in poses] == s.loose[:9]
    assert min(abs(a.at[0] - b.at[0]) + abs(a.at[1] - b.at[1]) for a in poses for b in poses if a is not b) > 1.6


def test_without_an_outcome_the_rules_draw_and_forget_where_dice_lie() -> None:
    """As bots think: no bodies."""
    game = played(moves=6)
    s = state(game).copy()
    for seat in list(each(s.waiting))[:1]:
        game.book.apply(s, seat, game.book.legal_moves(s, seat)[-1])
    assert game.book.possible(s) and game.book.conserved(s)


def test_a_table_of_people_throws_bodies_where_they_are_installed() -> None:
    book = sortilege.new("bataille", 2, 1).book
    assert book.options_for_people() == {"throws": "arena"}
    assert sortilege.new("abracada", 2, 1).book.options_for_people() == {}


def test_everything_else_runs_without_rapier_and_the_arena_is_refused_clearly(game: Game) -> None:
    """Replaying an arena game needs no bodies either."""
    import json

    given = json.dumps(game.record())
    ran = subprocess.run([sys.executable, "-c", WITHOUT_RAPIER], input=given, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    refusal, position = ran.stdout.strip().splitlines()
    assert refusal == "nature/missing (game='bataille', extra='arena')" and position == game.position()
