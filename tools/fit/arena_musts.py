"""Check what the arena must show: it is fast, towers stand, gentle throws stay, nothing passes wall or floor."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import tan
from random import Random
from statistics import mean
from time import process_time

from sortilege.arena.bodies import (
    EDGE,
    FLOOR,
    HEIGHT,
    SLOPE,
    Body,
    outward,
    piled,
    scattered,
    still_piled,
    write_pose,
)
from sortilege.arena.scene import STEP, THICK, Scene
from sortilege.arena.throw import MIDDLE, Aim, Landing, let_go, plain_aim, throw
from sortilege.arena.track import encode

TIMED = 200


@dataclass(frozen=True)
class Must:
    name: str
    wanted: str
    found: str


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
    """Check five simulated seconds of a tower, untouched, its dice turned at random and not quite in line."""
    stood = 0
    for seed in range(20):
        scene = Scene([Body(pose) for pose in piled(5, Random(seed))])
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
    """Count dice that sink into the foam with their middle, or come out behind a wall without rising over its rim.

    Every step is checked. Foam gives way: a hard throw presses a die into it by half its height for a moment.
    """
    random = Random(seed)
    aim = plain_aim(360 * random.random(), random)
    dice = scattered(8, random)
    scene = Scene([Body(pose) for pose in dice] + let_go(Aim(aim.x, aim.y, aim.angle, 100), 1, EDGE, random))
    peak, wrong = [HEIGHT] * 9, set()
    for _ in range(round(2 / STEP)):
        scene.step()
        for die, pose in enumerate(scene.poses()):
            x, y, z = pose.at
            behind = outward(x, y) - FLOOR - z * tan(SLOPE)
            peak[die] = z if behind < 0 else max(peak[die], z)
            if (behind > THICK and peak[die] < HEIGHT) or (behind < 0 and z < 0):
                wrong.add(die)
    return len(wrong)


def film_size() -> Must:
    sizes = [len(encode(thrown(0, 8, strength, seed).frames)) for seed in range(100) for strength in (MIDDLE, 100)]
    return Must(
        "film of eight dice thrown at once", "under 3,000 bytes", f"{mean(sizes):.0f} mean, {max(sizes)} at most"
    )


def digest() -> str:
    """Hash the resting poses of forty throws."""
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
