"""Describe dice and bowl as shapes: where a die lies, which side is up, whether it is inside. Centimetres, z is up."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin, sqrt, tan
from random import Random
from typing import Final

EDGE: Final = 1.6
HALF: Final = EDGE / 2
ROUNDING: Final = 0.2
WALLS: Final = 8
FLOOR: Final = 8.0  # from the middle to the foot of a wall
HEIGHT: Final = 5.5  # of the walls
SLOPE: Final = radians(20)  # they lean outward
RIM: Final = FLOOR + HEIGHT * tan(SLOPE)
FINE: Final = 1000  # kept poses are in thousandths of a centimetre, and their quaternions in parts of
UNIT: Final = 32767
FLAT: Final = 0.97  # the cosine of the tilt under which a die is cocked

Vector = tuple[float, float, float]
Turn = tuple[float, float, float, float]  # a quaternion x, y, z, w


@dataclass(frozen=True)
class Pose:
    """Hold where a die is and how it is turned."""

    at: Vector
    turn: Turn


@dataclass(frozen=True)
class Body:
    """Hold a die at the moment of a throw."""

    pose: Pose
    velocity: Vector = (0.0, 0.0, 0.0)
    spin: Vector = (0.0, 0.0, 0.0)


def read_pose(cells: Sequence[int]) -> Pose:
    x, y, z, *turn = cells
    length = sqrt(sum(part * part for part in turn))
    i, j, k, w = (part / length for part in turn)
    return Pose((x / FINE, y / FINE, z / FINE), (i, j, k, w))


def write_pose(pose: Pose) -> list[int]:
    return [round(part * FINE) for part in pose.at] + [round(part * UNIT) for part in pose.turn]


def upward(turn: Turn) -> Vector:
    """Return how far the axes x, y and z of the die point upward."""
    x, y, z, w = turn
    return (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))


def side_up(turn: Turn) -> int:
    """Return the side nearest to the top, however the die leans: 0 to 5 for +x, -x, +y, -y, +z, -z."""
    up = upward(turn)
    axis = max(range(3), key=lambda i: abs(up[i]))
    return 2 * axis + (up[axis] < 0)


def cocked(pose: Pose) -> bool:
    """Return whether the die leans."""
    return max(abs(part) for part in upward(pose.turn)) < FLAT


def outward(x: float, y: float) -> float:
    """Return the distance from the middle, measured toward the nearest wall."""
    return max(x * cos(2 * pi * k / WALLS) + y * sin(2 * pi * k / WALLS) for k in range(WALLS))


def inside(pose: Pose) -> bool:
    """Return whether a die is over foam or slope: not outside, and not on the rim."""
    x, y, z = pose.at
    away = outward(x, y)
    perched = z > HEIGHT + 0.3 and away > RIM - 1.2
    return z > 0.2 and away < RIM - 0.2 and not perched


def rests_on(upper: Pose, lower: Pose) -> bool:
    apart = hypot(upper.at[0] - lower.at[0], upper.at[1] - lower.at[1])
    return apart < 0.8 * EDGE and abs(upper.at[2] - lower.at[2] - EDGE) < 0.2 * EDGE


def still_piled(tower: Sequence[Pose | None]) -> set[int]:
    """Return the dice of a tower, bottom first, that rest on one that was below them, and those under them.

    Where it has come apart into several piles, the largest is the tower.
    """
    piles: list[set[int]] = []
    for upper, pose in enumerate(tower):
        for lower, other in enumerate(tower[:upper]):
            if pose and other and rests_on(pose, other):
                touched = [pile for pile in piles if pile & {upper, lower}]
                piles = [pile for pile in piles if pile not in touched] + [{upper, lower}.union(*touched)]
    return max(piles, key=len, default=set())


def any_turn(random: Random) -> Turn:
    """Return a random orientation, each as likely."""
    u, v, w = random.random(), 2 * pi * random.random(), 2 * pi * random.random()
    a, b = sqrt(1 - u), sqrt(u)
    return (a * sin(v), a * cos(v), b * sin(w), b * cos(w))


def flat_turn(side: int, angle: float) -> Turn:
    """Return an orientation with this side upward, turned by an angle about the vertical."""
    half = sqrt(0.5)
    upright = (
        (0.0, -half, 0.0, half),
        (0.0, half, 0.0, half),
        (half, 0.0, 0.0, half),
        (-half, 0.0, 0.0, half),
        (0.0, 0.0, 0.0, 1.0),
        (1.0, 0.0, 0.0, 0.0),
    )[side]
    x, y, z, w = upright
    s, c = sin(angle / 2), cos(angle / 2)
    return (c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z)


def scattered(dice: int, random: Random) -> list[Pose]:
    """Return poses of dice lying flat on the foam, apart as far as there is room."""
    poses: list[Pose] = []
    apart, tries = 1.5 * EDGE, 0
    while len(poses) < dice:
        x, y = random.uniform(-FLOOR, FLOOR), random.uniform(-FLOOR, FLOOR)
        free = all(hypot(x - pose.at[0], y - pose.at[1]) > apart for pose in poses)
        if free and outward(x, y) < FLOOR - 1.2:
            poses.append(Pose((x, y, HALF), flat_turn(random.randrange(6), 2 * pi * random.random())))
        tries += 1
        apart *= 0.97 if tries % 2000 == 0 else 1
    return poses


def piled(dice: int, random: Random) -> list[Pose]:
    """Return poses of a tower in the middle, its dice turned anyhow and not quite in line."""
    shift = 0.05
    return [
        Pose(
            (random.gauss(0, shift), random.gauss(0, shift), HALF + EDGE * level), flat_turn(level % 6, random.random())
        )
        for level in range(dice)
    ]
