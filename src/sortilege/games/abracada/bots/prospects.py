"""Weigh how a round of Abracada may end by how near each seat is to its death. In the plain subset."""

from typing import Final

from sortilege.games.abracada.bots.belief import GROWTH, STEPS
from sortilege.games.abracada.bots.equity import NOBODY, equity
from sortilege.games.abracada.rules.spells import living_left, living_right
from sortilege.games.abracada.state import LIVES, SEATS, Spell, State
from sortilege.kernel.scratch import Scratch, scratch

THOUSAND: Final = 1000
HUNDRED: Final = 100


def prospects(s: State, seat: int, fault: int, lucky: int) -> Scratch:
    """By seat: what the game is worth to `seat` if that one is the first to die; or, if the last takes all, to win."""
    found = scratch(SEATS)
    for fallen in range(s.seats):
        if s.last_takes_all:
            found[fallen] = equity(s, seat, 0, fallen, True, lucky)
        else:
            found[fallen] = if_first_to_die(s, seat, fallen, fault, lucky)
    return found


def if_first_to_die(s: State, seat: int, fallen: int, fault: int, lucky: int) -> int:
    """By an own fault, or killed by any of the others."""
    killed = 0
    for killer in range(s.seats):
        if killer != fallen:
            killed += equity(s, seat, 1 << fallen, killer, False, lucky)
    alone = equity(s, seat, 1 << fallen, NOBODY, False, lucky)
    return (fault * alone + (THOUSAND - fault) * killed // (s.seats - 1)) // THOUSAND


def balance(s: State, ends: Scratch, caster: int, spell: int, points: int, frail: int) -> int:
    """The ends weighed by how near each seat is to its own, after a cast; spell 0: the caster has lost the points."""
    total = 0
    weights = 0
    for other in range(s.seats):
        if s.lives[other] > 0:
            lives = s.lives[other]
            if spell:
                lives = min(LIVES, lives + change(s, caster, spell, points, other))
            elif other == caster:
                lives -= points
            if s.last_takes_all:
                lives = LIVES - max(0, lives)
            weight = GROWTH[max(0, frail * (LIVES - lives) * STEPS // HUNDRED)]
            total += weight * ends[other]
            weights += weight
    return total // max(1, weights)


def change(s: State, seat: int, spell: int, points: int, other: int) -> int:
    """Lives the spell gives to `other`, or takes."""
    if other == seat:
        return points if spell in (Spell.GHOST, Spell.DREAMS, Spell.POTION) else 0
    hit = spell == Spell.DRAGON or spell == Spell.GHOST
    if spell == Spell.STORM or spell == Spell.BLIZZARD:
        hit = hit or other == living_left(s, seat)
    if spell == Spell.STORM or spell == Spell.FIREBALL:
        hit = hit or other == living_right(s, seat)
    return -points if hit else 0
