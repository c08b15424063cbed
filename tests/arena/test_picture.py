"""Test drawings of throws: a strip, and moving."""

from pathlib import Path

import pytest

pytest.importorskip("PIL")
pytest.importorskip("rapier3d")

from PIL import Image, ImageChops

from sortilege.arena.bodies import Pose, flat_turn
from sortilege.arena.picture import HIGH, MOMENTS, WIDE, draw, picture
from tests.arena.test_throw import landing


def test_a_strip_shows_moments_side_by_side(tmp_path: Path) -> None:
    draw(landing(3, 1, 50, 1).frames, "XILAWC", tmp_path / "throw.png")
    with Image.open(tmp_path / "throw.png") as strip:
        first, last = (strip.crop((WIDE * i, 0, WIDE * (i + 1), HIGH)).tobytes() for i in (0, MOMENTS - 1))
        assert strip.size == (WIDE * MOMENTS, HIGH) and first != last


def test_a_moving_picture_has_a_picture_for_each_moment(tmp_path: Path) -> None:
    frames = landing(3, 1, 50, 1).frames
    draw(frames, "XILAWC", tmp_path / "throw.gif")
    with Image.open(tmp_path / "throw.gif") as moving:
        assert 10 < getattr(moving, "n_frames", 1) <= len(frames) + 1


def test_angles_go_round_clockwise_as_the_seats_do() -> None:
    """The first seat's side is to the right; a quarter of the way round is nearest."""
    empty = picture([], "XILAWC")

    def seen(x: float, y: float) -> tuple[int, int]:
        die = picture([Pose((x, y, 0.8), flat_turn(4, 0.0))], "XILAWC")
        box = ImageChops.difference(empty, die).getbbox()
        assert box
        return box[:2]

    first, quarter, half, last = (seen(*way) for way in ((5.0, 0.0), (0.0, 5.0), (-5.0, 0.0), (0.0, -5.0)))
    assert first[0] > quarter[0] > half[0] and quarter[1] > half[1] > last[1]
