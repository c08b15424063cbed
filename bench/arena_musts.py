"""What the arena must show: it is fast, towers stand, gentle throws stay, nothing passes through wall or floor."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import hypot, pi, tan
from random import Random
from statistics import mean
from time import process_time

from sortilege.arena.bodies import (
    EDGE,
    FLOOR,
    HALF,
    HEIGHT,
    SLOPE,
    Body,
    Pose,
    flat_turn,
    outward,
    still_piled,
    write_pose,
)
from sortilege.arena.scene import STEP, Scene
from sortilege.arena.throw import MIDDLE, Aim, Landing, let_go, plain_aim, throw
from sortilege.arena.track import encode

TIMED = 200
ROOM = 2.35


@dataclass(frozen=True)
class Must:
    name: str
    wanted: str
    found: str


def scattered(dice: int, random: Random) -> list[Pose]:
    """Dice lying flat somewhere on the foam, apart."""
    poses: list[Pose] = []
    while len(poses) < dice:
        x, y = random.uniform(-FLOOR, FLOOR), random.uniform(-FLOOR, FLOOR)
        free = all(hypot(x - pose.at[0], y - pose.at[1]) > ROOM for pose in poses)
        if outward(x, y) < FLOOR - 1.2 and free:
            poses.append(Pose((x, y, HALF), flat_turn(random.randrange(6), 2 * pi * random.random())))
    return poses


def thrown(lying: int, dice: int, strength: int, seed: int) -> Landing:
    random = Random(seed)
    before, aim = scattered(lying, random), plain_aim(360 * random.random(), random)
    return throw(before, [(Aim(aim.x, aim.y, aim.angle, strength), dice)], random)


def milliseconds(work: Callable[[int], object]) -> list[float]:
    spent = []
    for seed in range(TIMED):
        started = process_time()
        work(seed)
        spent.append(1000 * (process_time() - started))
    return spent


def timed(lying: int, dice: int, most: int, name: str) -> Must:
    spent = sorted(milliseconds(lambda seed: encode(thrown(lying, dice, MIDDLE, seed).frames)))
    found = f"{mean(spent):.1f} ms mean, {spent[len(spent) * 95 // 100]:.1f} ms for 95 of 100"
    return Must(f"{name}, CPU with its film", f"at most {most} ms", found)


def tower_stands() -> Must:
    """For five simulated seconds, untouched, each die turned a little otherwise and not quite in line."""
    stood = 0
    for seed in range(20):
        random = Random(seed)
        dice = [
            Pose((random.gauss(0, 0.05), random.gauss(0, 0.05), HALF + EDGE * i), flat_turn(i, random.random()))
            for i in range(5)
        ]
        scene = Scene([Body(pose) for pose in dice])
        for _ in range(round(5 / STEP)):
            scene.step()
        stood += len(still_piled(scene.poses())) == 5
    return Must("a tower of five stands for five seconds", "20 of 20", f"{stood} of 20")


def gentle_stays() -> Must:
    out = sum(thrown(seed % 9, 1, 0, seed).poses[-1] is None for seed in range(1000))
    return Must("dice out in gentle throws", "0 of 1,000", f"{out} of 1,000")


def nothing_passes() -> Must:
    passed = sum(passes(seed) for seed in range(1000))
    return Must("dice through wall or floor at full strength", "0 in 1,000 throws", f"{passed} in 1,000 throws")


def passes(seed: int) -> int:
    """How many dice are ever below the foam, or cross a wall below its rim, looked at in every step of a throw."""
    random = Random(seed)
    aim = plain_aim(360 * random.random(), random)
    before = scattered(8, random)
    scene = Scene([Body(pose) for pose in before] + let_go(Aim(aim.x, aim.y, aim.angle, 100), 1, EDGE, random))
    within, wrong = [True] * 8 + [False], set()
    for _ in range(round(2 / STEP)):
        scene.step()
        for die, pose in enumerate(scene.poses()):
            x, y, z = pose.at
            now = outward(x, y) < FLOOR + z * tan(SLOPE)
            if (now != within[die] and z < HEIGHT) or (now and z < HALF / 2):
                wrong.add(die)
            within[die] = now
    return len(wrong)


def film_size() -> Must:
    sizes = [len(encode(thrown(0, 8, strength, seed).frames)) for seed in range(100) for strength in (MIDDLE, 100)]
    return Must("film of eight dice thrown at once", "under 3,000 bytes", f"{mean(sizes):.0f} mean, {max(sizes)} at most")


def digest() -> str:
    """Of the resting poses of forty throws."""
    poses = [thrown(8, 1 + seed % 4, 25 * (seed % 5), seed).poses for seed in range(40)]
    return sha256(repr([pose and write_pose(pose) for landing in poses for pose in landing]).encode()).hexdigest()


def same_in_two_processes() -> Must:
    command = [sys.executable, "-c", "from arena_musts import digest; print(digest())"]
    there = subprocess.run(command, capture_output=True, text=True, check=True, cwd=sys.path[0]).stdout.strip()
    return Must("forty throws in two processes", "bit-identical", "bit-identical" if there == digest() else "different")


def musts() -> list[Must]:
    return [
        timed(8, 1, 25, "one die into eight"),
        timed(0, 8, 40, "eight dice at once"),
        tower_stands(),
        gentle_stays(),
        nothing_passes(),
        film_size(),
        same_in_two_processes(),
    ]
