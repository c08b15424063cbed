"""Weigh how a round of Abracada may end by how near each seat is to its death. In the plain subset."""

from typing import Final

from sortilege.games.abracada.bots.belief import GROWTH, STEPS
from sortilege.games.abracada.bots.equity import equity
from sortilege.games.abracada.rules.rounds import NOBODY
from sortilege.games.abracada.rules.spells import heals, lives_after, struck_by
from sortilege.games.abracada.state import LIVES, SEATS, State
from sortilege.kernel.bits import has
from sortilege.kernel.scratch import Scratch, scratch

THOUSAND: Final = 1000
HUNDRED: Final = 100


def prospects(s: State, seat: int, fault: int, lucky: int) -> Scratch:
    """Return what the game is worth to `seat`, by which seat dies first, or wins if the last one takes all."""
    found = scratch(SEATS)
    for fallen in range(s.seats):
        if s.last_takes_all:
            found[fallen] = equity(s, seat, 0, fallen, True, lucky)
        else:
            found[fallen] = if_first_to_die(s, seat, fallen, fault, lucky)
    return found


def if_first_to_die(s: State, seat: int, fallen: int, fault: int, lucky: int) -> int:
    """Return what the game is worth if that seat dies, by its own fault or killed by any other."""
    killed = 0
    for killer in range(s.seats):
        if killer != fallen:
            killed += equity(s, seat, 1 << fallen, killer, False, lucky)
    alone = equity(s, seat, 1 << fallen, NOBODY, False, lucky)
    return (fault * alone + (THOUSAND - fault) * killed // (s.seats - 1)) // THOUSAND


def balance(s: State, ends: Scratch, caster: int, spell: int, points: int, frail: int) -> int:
    """Weigh the ends by how near each seat is to its own, after a cast; spell 0: the caster has lost the points."""
    total = 0
    weights = 0
    struck = struck_by(s, caster, spell)
    for other in range(s.seats):
        if s.lives[other] > 0:
            if spell:
                change = life_change(caster, spell, struck, points, other)
            else:
                change = -points if other == caster else 0
            lives = lives_after(s.lives[other], change)
            if s.last_takes_all:
                lives = LIVES - lives
            weight = GROWTH[max(0, min(len(GROWTH) - 1, frail * (LIVES - lives) * STEPS // HUNDRED))]
            total += weight * ends[other]
            weights += weight
    return total // max(1, weights)


def life_change(seat: int, spell: int, struck: int, points: int, other: int) -> int:
    """Return the lives that a spell of `seat` gives to `other`, or takes if below 0, where it strikes these seats."""
    if other == seat:
        return points if heals(spell) else 0
    return -points if has(struck, other) else 0
