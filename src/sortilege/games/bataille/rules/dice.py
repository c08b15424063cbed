"""Lay, move, remove and pile the dice of the arena. In the plain subset.

The dice behind one that goes move up, and take their poses along. Cells beyond the counts are blank.
"""

from typing import Final

from sortilege.games.bataille.events import uncovered
from sortilege.games.bataille.state import ARENA, HALF, POSE, SIDES, UNIT, State
from sortilege.kernel.plain.bits import has

TURNED: Final = 23_170  # UNIT times the square root of a half
TALLEST: Final = 19  # the last level whose height a pose can hold
# Quaternions of a die with its side +x, -x, +y, -y, +z, -z upward.
UPRIGHT: Final = (
    (0, -TURNED, 0, TURNED),
    (0, TURNED, 0, TURNED),
    (TURNED, 0, 0, TURNED),
    (-TURNED, 0, 0, TURNED),
    (0, 0, 0, UNIT),
    (UNIT, 0, 0, 0),
)


def lying(s: State) -> int:
    """Count the dice in the arena."""
    return s.loose_n + s.tower_n


def face_of(s: State, die: int) -> int:
    """Return the face of a die by its number: loose dice first, then the tower from the bottom."""
    return s.loose[die] if die < s.loose_n else s.tower[die - s.loose_n]


def copy_pose(of: list[int], to: list[int]) -> None:
    for i in range(POSE):
        to[i] = of[i]


def blank_pose(pose: list[int]) -> None:
    for i in range(POSE):
        pose[i] = 0


def set_upright(s: State, pose: list[int], face: int) -> None:
    """Lay a die by hand, its edges along the table's, the face upward."""
    for side in range(SIDES):
        if s.sides[side] == face:
            for i in range(4):
                pose[3 + i] = UPRIGHT[side][i]


def add_loose(s: State, face: int) -> None:
    s.loose[s.loose_n] = face
    s.loose_n += 1


def top_of(s: State) -> int:
    """Return the face of the tower's top, or X if there is none."""
    return s.tower[s.tower_n - 1] if s.tower_n else 0


def tally(s: State) -> int:
    """Count how many counted dice show each face, five bits a face: the loose ones and the top of the tower."""
    counts = 0
    for i in range(s.loose_n):
        counts += 1 << 5 * s.loose[i]
    if s.tower_n:
        counts += 1 << 5 * s.tower[s.tower_n - 1]
    return counts


def shown(counts: int, face: int) -> int:
    """Return the count of one face."""
    return counts >> 5 * face & 31


def close_ranks(s: State, kept: int) -> None:
    """Keep only the loose dice of the set `kept`, in their order."""
    n = 0
    held = 0
    for i in range(s.loose_n):
        if has(kept, i):
            if has(s.held, i):
                held |= 1 << n
            if n < i:
                s.loose[n] = s.loose[i]
                if s.throws == ARENA:
                    copy_pose(s.loose_pose[i], s.loose_pose[n])
            n += 1
    for i in range(n, s.loose_n):
        s.loose[i] = 0
        if s.throws == ARENA:
            blank_pose(s.loose_pose[i])
    s.loose_n = n
    s.held = held


def take_top(s: State) -> None:
    """Take the tower's top: the next one is uncovered; the last one left is no tower. [6]"""
    s.tower_n -= 1
    s.held_top = 0
    s.tower[s.tower_n] = 0
    if s.throws == ARENA:
        blank_pose(s.tower_pose[s.tower_n])
    if s.tower_n:
        uncovered(s, top_of(s))
    if s.tower_n == 1:
        loosen(s, 0)
        s.tower[0] = 0
        s.tower_n = 0


def loosen(s: State, level: int) -> None:
    """Move a die of the tower to the loose ones; its cell in the tower is left to the caller."""
    if s.throws == ARENA:
        copy_pose(s.tower_pose[level], s.loose_pose[s.loose_n])
        blank_pose(s.tower_pose[level])
    add_loose(s, s.tower[level])


def pile_up(s: State, top: int) -> None:
    """Pile die `top` on the others, in their order. They keep their faces, and lose their Immobulus. [6]"""
    face = face_of(s, top)
    n = 0
    for die in range(lying(s)):
        if die != top:
            s.landed[n] = face_of(s, die)
            n += 1
    s.landed[n] = face
    s.tower_n = n + 1
    close_ranks(s, 0)
    s.held_top = 0
    for level in range(s.tower_n):
        s.tower[level] = s.landed[level]
        s.landed[level] = 0
        if s.throws == ARENA:
            stand_in_tower(s, level)


def stand_in_tower(s: State, level: int) -> None:
    """Place a die in the tower, in the middle of the arena. Dice above the twentieth share one place and soon fall."""
    pose = s.tower_pose[level]
    pose[0] = 0
    pose[1] = 0
    pose[2] = HALF + 2 * HALF * (level if level < TALLEST else TALLEST)
    set_upright(s, pose, s.tower[level])
