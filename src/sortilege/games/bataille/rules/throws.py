"""Apply a throw to the arena. In the plain subset.

The outcome is given from outside, by bodies, or drawn here from measured chances; from there on both are the same.
"""

from sortilege.games.bataille.events import (
    broken,
    fell,
    flew_out,
    knocked,
    laid_bare,
    left_alone,
    removed,
    showed,
    tower_fell,
)
from sortilege.games.bataille.rules.dice import add_loose, blank_pose, close_ranks, copy_pose, lying
from sortilege.games.bataille.state import ARENA, OUT, PARTS, SIDES, Face, State
from sortilege.kernel.plain.bits import count, has
from sortilege.kernel.plain.rng import below


def land(s: State, dice: int) -> None:
    """Apply a throw of so many dice as they lie in the end: those outside are gone, those showing X too. [1]"""
    if s.landed_n == 0:
        draw_outcome(s, dice)
    before = lying(s)
    settle_loose(s)
    if s.tower_n:
        settle_tower(s, before - s.tower_n)
    for i in range(before, before + dice):
        settle_thrown(s, i)
    remove_crossed(s)
    s.gone += before + dice - lying(s)
    break_immobulus(s)
    clear_outcome(s)


# ------------------------------------------------------------------------------------------- drawn from chances
def draw_outcome(s: State, dice: int) -> None:
    """Draw an outcome: loose dice may be knocked over, the tower stands or falls whole, thrown dice land or are out."""
    there = lying(s)
    s.landed_n = there + dice
    if s.throws == ARENA:
        keep_poses(s)
    for i in range(s.loose_n):
        s.landed[i] = s.loose[i]
        if below(s, PARTS) < s.knock[there]:
            s.landed[i] = OUT if below(s, PARTS) < s.knocked_out else (s.loose[i] + 1 + below(s, SIDES - 1)) % SIDES
            forget_pose(s, i)
    if s.tower_n:
        draw_tower(s)
    out = s.out_one if dice == 1 else s.out_many
    for i in range(there, there + dice):
        s.landed[i] = OUT if below(s, PARTS) < out else below(s, SIDES)


def draw_tower(s: State) -> None:
    s.standing = (1 << s.tower_n) - 1
    if below(s, PARTS) < s.topple:
        s.standing = 0
        for i in range(s.loose_n, s.loose_n + s.tower_n):
            s.landed[i] = below(s, SIDES)
            forget_pose(s, i)


def keep_poses(s: State) -> None:
    """Keep poses without simulation: what has not moved lies where it lay, the rest lies nobody knows where."""
    for i in range(s.loose_n):
        copy_pose(s.loose_pose[i], s.landed_pose[i])
    for level in range(s.tower_n):
        copy_pose(s.tower_pose[level], s.landed_pose[s.loose_n + level])


def forget_pose(s: State, i: int) -> None:
    if s.throws == ARENA:
        blank_pose(s.landed_pose[i])


# ---------------------------------------------------------------------------------------------- read and applied
def settle_loose(s: State) -> None:
    for i in range(s.loose_n):
        face = s.landed[i]
        if s.throws == ARENA:
            copy_pose(s.landed_pose[i], s.loose_pose[i])
        if face != s.loose[i]:
            s.held &= ~(1 << i)
            if face == OUT:
                flew_out(s, 0)
            else:
                knocked(s, s.loose[i], face)
            s.loose[i] = face


def settle_tower(s: State, first: int) -> None:
    """Settle the tower: standing dice keep their faces, others join the loose ones. One die is no tower."""
    standing = s.standing if count(s.standing) > 1 else 0
    fallen = s.tower_n - count(standing)
    top = s.tower_n - 1
    if s.held_top and not has(standing, top):
        s.held_top = 0
        if s.landed[first + top] == Face.IMMOBULUS:
            s.held |= 1 << (s.loose_n + fallen - 1)
    if fallen:
        tower_fell(s, s.tower_n - count(s.standing))
    for level in range(s.tower_n):
        if not has(standing, level):
            tell_fall(s, level, s.landed[first + level])
            join(s, first + level)
    close_tower(s, standing, first)


def tell_fall(s: State, level: int, face: int) -> None:
    """Send the event of a fallen die; one that stood alone in the end has not come down."""
    if face == OUT:
        flew_out(s, 0)
    elif has(s.standing, level):
        left_alone(s, face)
    else:
        fell(s, face)


def close_tower(s: State, standing: int, first: int) -> None:
    n = 0
    for level in range(s.tower_n):
        if has(standing, level):
            s.tower[n] = s.tower[level]
            if s.throws == ARENA:
                copy_pose(s.landed_pose[first + level], s.tower_pose[n])
            n += 1
    for level in range(n, s.tower_n):
        s.tower[level] = 0
        if s.throws == ARENA:
            blank_pose(s.tower_pose[level])
    if n and not has(standing, s.tower_n - 1):
        laid_bare(s, s.tower[n - 1])
    s.tower_n = n


def settle_thrown(s: State, i: int) -> None:
    if s.landed[i] == OUT:
        flew_out(s, 1)
    else:
        showed(s, s.landed[i])
    join(s, i)


def join(s: State, i: int) -> None:
    """Lay die i of the outcome loose; one that is out goes with the X's."""
    if s.throws == ARENA:
        copy_pose(s.landed_pose[i], s.loose_pose[s.loose_n])
    add_loose(s, s.landed[i])


def remove_crossed(s: State) -> None:
    kept = 0
    crossed = 0
    for i in range(s.loose_n):
        if s.loose[i] == Face.X:
            crossed += 1
        elif s.loose[i] != OUT:
            kept |= 1 << i
    if crossed:
        removed(s, crossed)
    if kept + 1 != 1 << s.loose_n:
        close_ranks(s, kept)


def break_immobulus(s: State) -> None:
    """Break an Immobulus if fewer than two of its dice count and show it. [3]"""
    if (s.held or s.held_top) and count(s.held) + s.held_top < 2:
        s.held = 0
        s.held_top = 0
        broken(s)


def clear_outcome(s: State) -> None:
    for i in range(s.landed_n):
        s.landed[i] = 0
        if s.throws == ARENA:
            blank_pose(s.landed_pose[i])
    s.landed_n = 0
    s.standing = 0
