"""Test dice as shapes: sides, tilt, inside and outside, towers, and poses as they are kept."""

from math import cos, pi, sin
from random import Random

import pytest

from sortilege.arena.bodies import (
    EDGE,
    HALF,
    HEIGHT,
    RIM,
    Pose,
    any_turn,
    cocked,
    flat_turn,
    inside,
    outward,
    piled,
    read_pose,
    scattered,
    side_up,
    still_piled,
    write_pose,
)
from sortilege.games.bataille.rules.dice import UPRIGHT


@pytest.mark.parametrize("side", range(6))
def test_a_die_laid_flat_shows_its_side_however_it_is_turned(side: int) -> None:
    for k in range(8):
        pose = Pose((0.0, 0.0, HALF), flat_turn(side, k * pi / 4))
        assert side_up(pose.turn) == side and not cocked(pose)


def test_the_rules_and_the_arena_mean_the_same_by_upright() -> None:
    for side, cells in enumerate(UPRIGHT):
        kept = read_pose([0, 0, 800, *cells])
        assert side_up(kept.turn) == side and kept.turn == pytest.approx(flat_turn(side, 0.0), abs=1e-4)


def test_a_kept_pose_is_read_again_as_it_was_written() -> None:
    random = Random(1)
    for _ in range(50):
        pose = Pose((random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(0, 20)), any_turn(random))
        cells = write_pose(pose)
        again = read_pose(cells)
        assert again.at == pytest.approx(pose.at, abs=6e-4) and again.turn == pytest.approx(pose.turn, abs=5e-5)


def test_a_leaning_die_is_cocked() -> None:
    lean = (sin(pi / 12), 0.0, 0.0, cos(pi / 12))
    assert cocked(Pose((0.0, 0.0, HALF), lean)) and side_up(lean) == 4


def test_inside_is_over_foam_or_slope_and_not_on_the_rim_or_the_table() -> None:
    flat = flat_turn(0, 0.0)
    assert inside(Pose((0.0, 0.0, HALF), flat)) and inside(Pose((8.5, 0.0, 2.0), flat))
    assert not inside(Pose((RIM, 0.0, HEIGHT + HALF), flat)) and not inside(Pose((12.0, 0.0, -1.2), flat))
    assert not inside(Pose((RIM - 0.5, 0.0, HEIGHT + HALF), flat))


def test_of_a_tower_those_resting_on_one_below_stand_with_those_under_them() -> None:
    tower: list[Pose | None] = [*piled(5, Random(1))]
    assert still_piled(tower) == {0, 1, 2, 3, 4}
    beside = Pose((4.0, 4.0, HALF), flat_turn(0, 0.0))
    assert still_piled([*tower[:3], beside, None]) == {0, 1, 2}
    assert still_piled([tower[0], beside]) == set()


def test_of_two_piles_the_larger_is_the_tower() -> None:
    low = piled(3, Random(1))
    high = [Pose((5.0, 0.0, HALF + EDGE * level), flat_turn(0, 0.0)) for level in range(2)]
    assert still_piled([*low, *high]) == {0, 1, 2} and still_piled([*high, *low]) == {2, 3, 4}


def test_scattered_dice_lie_apart_on_the_foam() -> None:
    poses = scattered(20, Random(3))
    assert len(poses) == 20 and all(outward(*pose.at[:2]) < 8 - HALF for pose in poses)
    gaps = [max(abs(a.at[0] - b.at[0]), abs(a.at[1] - b.at[1])) for a in poses for b in poses if a is not b]
    assert min(gaps) > 0
