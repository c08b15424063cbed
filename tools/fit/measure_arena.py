"""Measure the arena: the chances that `table` throws use, and the figures of docs/arena.md.

    python tools/fit/measure_arena.py [--throws 16000]

Plays whole games with bodies at the middle strength, then throws at other strengths into the positions they reached.
Writes src/sortilege/games/bataille/data/chances.toml and docs/arena.md. The same machine gives the same figures again.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from arena_musts import Must, musts

from sortilege.arena.bodies import Pose, scattered, side_up, still_piled
from sortilege.arena.throw import MIDDLE, Aim, Landing, plain_aim, throw
from sortilege.games.bataille import RULEBOOK
from sortilege.games.bataille.physics import resting
from sortilege.games.bataille.rules.dice import lying
from sortilege.games.bataille.state import DICE, PARTS, SYMBOLS, State, Step
from sortilege.kernel.game import Game
from sortilege.testing.walks import choose

ROOT = Path(__file__).parents[2]
STRENGTHS = (0, 25, 50, 75, 100)
ENOUGH = 1500  # loose dice seen before a chance by number of dice is believed by itself
CRITICAL = 11.07  # chi-square, five degrees of freedom, 5 %


class Tally:
    """Count over many throws of one kind."""

    def __init__(self) -> None:
        self.throws = self.thrown = self.out = 0
        self.loose = self.changed = self.ejected = 0
        self.towers = self.toppled = self.leaning = 0
        self.faces: Counter[int] = Counter()

    def add(self, before: Sequence[Pose], tower: int, poses: Sequence[Pose | None]) -> None:
        there = len(before)
        self.throws += 1
        self.thrown += len(poses) - there
        self.out += sum(pose is None for pose in poses[there:])
        self.faces.update(side_up(pose.turn) for pose in poses[there:] if pose)
        for old, new in zip(before[: there - tower], poses, strict=False):
            self.loose += 1
            self.ejected += new is None
            self.changed += new is None or side_up(new.turn) != side_up(old.turn)
        if tower:
            self.towers += 1
            self.toppled += len(still_piled(poses[there - tower : there])) < tower

    def chi_square(self) -> float:
        wanted = sum(self.faces.values()) / 6
        return sum((self.faces[side] - wanted) ** 2 / wanted for side in range(6))


def interval(found: int, of: int) -> tuple[float, float, float]:
    """Return a share with its 95 % interval (Wilson)."""
    if of == 0:
        return 0.0, 0.0, 1.0
    share, z = found / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    margin = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return share, max(0.0, middle - margin), min(1.0, middle + margin)


def percent(found: int, of: int) -> str:
    share, low, high = interval(found, of)
    return f"{100 * share:.2f} ({100 * low:.2f}-{100 * high:.2f})" if of else "–"


# ------------------------------------------------------------------------------------------------- in play
class Played:
    def __init__(self) -> None:
        self.one, self.many, self.common = Tally(), Tally(), Tally()
        self.by_lying: dict[int, Tally] = {}
        self.positions: list[State] = []
        self.games = 0

    @property
    def throws(self) -> int:
        return self.one.throws + self.many.throws + self.common.throws

    def see(self, s: State, poses: list[Pose | None]) -> None:
        before = resting(s)
        dice = len(poses) - lying(s)
        kind = self.one if dice == 1 else self.common if s.step == Step.ANSWER else self.many
        for tally in (kind, self.by_lying.setdefault(lying(s), Tally())):
            tally.add(before, s.tower_n, poses)
        if self.throws % 8 == 0 and lying(s):
            self.positions.append(s.copy())


def play(throws: int) -> Played:
    """Play whole games of 2 to 5 seats, mostly by the greedy player, every throw a plain one."""
    from sortilege.arena.bodies import read_pose

    played = Played()
    while played.throws < throws:
        seed = played.games
        random, game = Random(seed), Game(RULEBOOK, 2 + seed % 4, seed, {"throws": "arena"})
        while not game.over:
            s: Any = game.state
            seat, move = choose(RULEBOOK, s, random, 0.8)
            game.play(seat, RULEBOOK.moves.write(move))
            facts = game.outcomes.get(str(len(game.moves)))
            if facts:
                played.see(s, [read_pose(pose) if pose else None for pose in facts["poses"]])
        played.games += 1
        sys.stderr.write(f"\r{played.throws} throws, {played.games} games ")
    return played


def at_strength(positions: Sequence[State], strength: int, throws: int) -> Tally:
    """Throw one die at this strength into positions reached in play."""
    tally = Tally()
    for i in range(throws):
        s, random = positions[i % len(positions)], Random(1_000_000 * strength + i)
        tally.add(resting(s), s.tower_n, one(resting(s), strength, random).poses)
    return tally


def faces(throws: int) -> Tally:
    """Throw one die at the middle strength into three dice, each throw by itself."""
    tally = Tally()
    for seed in range(throws):
        random = Random(10_000_000 + seed)
        before = scattered(3, random)
        tally.add(before, 0, one(before, MIDDLE, random).poses)
    return tally


def one(before: list[Pose], strength: int, random: Random, dice: int = 1) -> Landing:
    aim = plain_aim(360 * random.random(), random)
    return throw(before, [(Aim(aim.x, aim.y, aim.angle, strength), dice)], random)


# ------------------------------------------------------------------------------------------------- the data file
def knock_chance(played: Played, dice: int) -> int:
    """Return the chance for a loose die among so many: the nearest numbers are joined until enough is seen."""
    for width in range(DICE + 1):
        near = [tally for n, tally in played.by_lying.items() if abs(n - dice) <= width]
        seen = sum(tally.loose for tally in near)
        if seen >= ENOUGH:
            break
    return parts(sum(tally.changed for tally in near), seen)


def parts(found: int, of: int) -> int:
    return round(PARTS * found / max(1, of))


def chances(played: Played) -> dict[str, Any]:
    all_throws = list(played.by_lying.values())
    changed, ejected = sum(t.changed for t in all_throws), sum(t.ejected for t in all_throws)
    several_out, several = played.many.out + played.common.out, played.many.thrown + played.common.thrown
    return {
        "out_one": parts(played.one.out, played.one.thrown),
        "out_many": parts(several_out, several),
        "knock": [0] + [knock_chance(played, dice) for dice in range(1, DICE + 1)],
        "knocked_out": parts(ejected, changed),
        "topple": parts(sum(t.toppled for t in all_throws), sum(t.towers for t in all_throws)),
    }


def write_chances(played: Played) -> None:
    found = chances(played)
    head = [
        "# Chances of table throws, in ten-thousandths, measured in the arena at its middle strength on positions",
        f"# reached in play: {played.throws} throws of {played.games} games. Written by tools/fit/measure_arena.py.",
        f"out_one = {found['out_one']}  # a die thrown alone leaves the arena",
        f"out_many = {found['out_many']}  # each of several thrown at once leaves",
        "# a loose die shows another face or leaves, where 0, 1, 2 … dice lie, those of a tower included",
        f"knock = {found['knock']}",
        f"knocked_out = {found['knocked_out']}  # of the loose dice that change: it leaves",
        f"topple = {found['topple']}  # a tower no longer stands whole",
    ]
    path = ROOT / "src/sortilege/games/bataille/data/chances.toml"
    path.write_text("\n".join(head) + "\n", "utf-8")


# ------------------------------------------------------------------------------------------------- the report
def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def table(*rows: Sequence[object]) -> list[str]:
    head, *rest = rows
    return [row(*head), row(*["---"] * len(head)), *(row(*cells) for cells in rest), ""]


def tally_row(name: object, t: Tally) -> list[object]:
    changed = f"{t.changed / t.throws:.2f}"
    return [
        name,
        t.throws,
        percent(t.out, t.thrown),
        percent(t.changed, t.loose),
        changed,
        t.ejected,
        percent(t.toppled, t.towers),
    ]


HEAD = (
    "",
    "throws",
    "thrown dice out, %",
    "loose dice changed, %",
    "changed a throw",
    "loose dice out",
    "towers toppled, %",
)


def faces_row(name: str, t: Tally) -> list[object]:
    sides = RULEBOOK.standard_deck()["sides"]
    return [name, *(t.faces[sides.index(symbol)] for symbol in SYMBOLS), f"{t.chi_square():.2f}"]


def report(played: Played, alone: Tally, strengths: dict[int, Tally], shown: Sequence[Must]) -> str:
    in_play = Tally()
    for t in (played.one, played.many, played.common):
        in_play.faces.update(t.faces)
    several = (("one die", played.one), ("a Lashlabask's answer", played.common), ("every die left", played.many))
    by_lying = sorted((n, t) for n, t in played.by_lying.items() if t.throws >= 100)
    lines = [
        "# The arena, measured",
        "",
        "Written by `tools/fit/measure_arena.py`, all figures in one run. In brackets: 95 % intervals",
        "(Wilson).",
        "",
        "## Faces",
        f"At the middle strength, {alone.throws} throws of one die each for itself, and {played.throws} throws of",
        f"{played.games} whole games. Chi-square has five degrees of freedom: one run in twenty is above",
        f"{CRITICAL}.",
        "",
        *table(
            ("dice that stayed", *SYMBOLS, "chi-square"),
            faces_row("each for itself", alone),
            faces_row("in play", in_play),
        ),
        "## By how many dice are thrown (middle strength, in play)",
        *table(HEAD, *(tally_row(name, t) for name, t in several)),
        "## By how many dice lie there (middle strength, in play)",
        *table(HEAD, *(tally_row(n, t) for n, t in by_lying)),
        "## By strength (one die, positions reached in play)",
        *table(HEAD, *(tally_row(f"{strength} %", t) for strength, t in strengths.items())),
        "## What must hold",
        *table(("", "wanted", "found"), *((must.name, must.wanted, must.found) for must in shown)),
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=16_000)
    given = parser.parse_args()
    played = play(given.throws)
    write_chances(played)
    strengths = {strength: at_strength(played.positions, strength, given.throws // 8) for strength in STRENGTHS}
    (ROOT / "docs/arena.md").write_text(report(played, faces(given.throws), strengths, musts()), "utf-8")


if __name__ == "__main__":
    main()
