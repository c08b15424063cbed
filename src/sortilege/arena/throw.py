"""Throw dice at a point: simulate until they rest; nudge dice that lean."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, dist, hypot, pi, radians, sin, sqrt
from random import Random
from typing import Final

from sortilege.arena.bodies import HALF, HEIGHT, RIM, Body, Pose, Vector, any_turn, cocked, inside
from sortilege.arena.scene import GRAVITY, STEP, Scene

MIDDLE: Final = 50  # percent: the strength of a good middle throw
SLOWEST, FASTEST, CURVE = 60.0, 340.0, 1.3  # cm/s at 0 and at 100 percent, and how it grows between
SPREAD: Final = 3.0  # a plain throw goes somewhere within this of the middle
APART: Final = 2.8  # dice let go together do not touch
FRAME: Final = 8  # steps: 30 pictures a second
LOOK: Final = 5  # steps between two looks at whether all lies still
QUIET: Final = 8  # looks in a row that make it so
LONGEST: Final = 1440  # steps, six seconds; and as many again after each nudge
NUDGES: Final = 8


@dataclass(frozen=True)
class Aim:
    """Hold where a hand aims, from which side, and how strongly."""

    x: float  # centimetres on the foam
    y: float
    angle: float  # degrees: the side of the bowl the hand is on
    strength: int  # percent


@dataclass(frozen=True)
class Landing:
    """Hold where the dice of a throw came to lie, and their flight."""

    poses: list[Pose | None]  # the dice that lay there, then the thrown; None: out
    frames: list[list[Pose]]
    nudges: int
    leaning: int  # dice that would not lie flat: they show the side nearest to the top
    seconds: float  # simulated


def plain_aim(angle: float, random: Random) -> Aim:
    """Return a good middle throw from this side, somewhere near the middle."""
    away, way = SPREAD * sqrt(random.random()), 2 * pi * random.random()
    return Aim(away * cos(way), away * sin(way), angle, MIDDLE)


def let_go(aim: Aim, dice: int, clear: float, random: Random) -> list[Body]:
    """Return dice leaving one hand, above everything that stands to the height `clear`, turned at random."""
    k = aim.strength / 100
    away = 4.0 + (RIM + 1.0) * min(1.0, 1.6 * k)
    height = max(HEIGHT + 3.5 + 2.0 * k, clear + 2.5)
    c, s = cos(radians(aim.angle)), sin(radians(aim.angle))
    hand = (away * c, away * s, height)
    bodies = []
    for i in range(dice):
        u, v, w = _place_in_hand(i, dice)
        at = (hand[0] - s * u + c * v, hand[1] + c * u + s * v, height + w)
        bodies.append(_let_one_go(at, hand, aim, random))
    return bodies


def _place_in_hand(i: int, dice: int) -> Vector:
    """Place one die in the middle, several two by two in layers."""
    if dice == 1:
        return (0.0, 0.0, 0.0)
    return (APART * (i % 2 - 0.5), APART * (i // 2 % 2 - 0.5), APART * (i // 4))


def _let_one_go(at: Vector, hand: Vector, aim: Aim, random: Random) -> Body:
    k = aim.strength / 100
    speed = (SLOWEST + (FASTEST - SLOWEST) * k**CURVE) * (1 + 0.05 * random.gauss(0, 1))
    way = toward((aim.x - hand[0], aim.y - hand[1], HALF - hand[2]), speed)
    shaken = [part + 0.03 * speed * random.gauss(0, 1) for part in way]
    spin = [random.gauss(0, 6.0 + 30.0 * k) for _ in range(3)]
    return Body(Pose(at, any_turn(random)), (shaken[0], shaken[1], shaken[2]), (spin[0], spin[1], spin[2]))


def toward(way: Vector, speed: float) -> Vector:
    """Return the velocity that flies there on the flat arc; if too slow, on the arc that needs the least speed."""
    flat, rise = hypot(way[0], way[1]), way[2]
    a, b, c = GRAVITY**2 / 4, GRAVITY * rise - speed**2, flat**2 + rise**2
    inner = b * b - 4 * a * c
    squared = (-b - sqrt(inner)) / (2 * a) if inner > 0 else -1.0
    time = sqrt(squared) if squared > 0 else (c / a) ** 0.25
    return (way[0] / time, way[1] / time, rise / time + GRAVITY * time / 2)


def throw(resting: Sequence[Pose], hands: Sequence[tuple[Aim, int]], random: Random) -> Landing:
    """Throw from several hands at once: dice that would touch earlier ones start higher."""
    clear = max((pose.at[2] + HALF for pose in resting), default=0.0)
    thrown: list[Body] = []
    for aim, dice in hands:
        bodies = let_go(aim, dice, clear, random)
        while any(dist(a.pose.at, b.pose.at) < APART for a in bodies for b in thrown):
            bodies = [raised(body) for body in bodies]
        thrown += bodies
    return simulate([Body(pose) for pose in resting] + thrown, random)


def raised(body: Body) -> Body:
    """Return the die a little higher."""
    x, y, z = body.pose.at
    return Body(Pose((x, y, z + APART), body.pose.turn), body.velocity, body.spin)


def simulate(dice: Sequence[Body], random: Random) -> Landing:
    """Simulate until all dice lie, nudging cocked ones."""
    scene = Scene(dice)
    frames = [scene.poses()]
    steps = settle(scene, frames)
    nudges = 0
    while True:
        poses = scene.poses()
        leaning = [i for i, pose in enumerate(poses) if inside(pose) and cocked(pose)]
        if not leaning or nudges == NUDGES:
            break
        nudges += 1
        nudge(scene, leaning, nudges, random)
        steps += settle(scene, frames)
    frames.append(poses)
    kept = [pose if inside(pose) else None for pose in poses]
    return Landing(kept, frames, nudges, len(leaning), steps * STEP)


def settle(scene: Scene, frames: list[list[Pose]]) -> int:
    """Step until all dice lie still; return how many steps it took."""
    quiet = 0
    for step in range(1, LONGEST + 1):
        scene.step()
        if step % FRAME == 0:
            frames.append(scene.poses())
        if step % LOOK == 0:
            quiet = quiet + 1 if scene.still() else 0
            if quiet == QUIET:
                break
    return step


def nudge(scene: Scene, dice: Sequence[int], times: int, random: Random) -> None:
    """Move the box a little, more each time, until the cocked dice lie flat."""
    way, push = 2 * pi * random.random(), 18.0 + 8.0 * times
    for die in dice:
        spin = [random.gauss(0, 6) for _ in range(3)]
        scene.kick(die, (push * cos(way), push * sin(way), 10.0 + 4.0 * times), (spin[0], spin[1], spin[2]))
