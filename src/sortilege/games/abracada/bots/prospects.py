"""Weigh how a round of Abracada may end by how near each seat is to its death. In the plain subset."""

from typing import Final

from sortilege.games.abracada.bots.belief import GROWTH, STEPS
from sortilege.games.abracada.bots.equity import equity
from sortilege.games.abracada.rules.rounds import NOBODY
from sortilege.games.abracada.rules.spells import lives_after
from sortilege.games.abracada.state import LIVES, SEATS, State
from sortilege.kernel.plain.bits import has
from sortilege.kernel.plain.scratch import Scratch, scratch

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


def balance(s: State, ends: Scratch, losers: int, gainers: int, points: int, frail: int) -> int:
    """Weigh the ends by how near each seat is to its own, once these seats lose and those gain so many lives."""
    total = 0
    weights = 0
    for other in range(s.seats):
        if s.lives[other] > 0:
            lives = s.lives[other]
            if has(losers, other):
                lives = lives_after(lives, -points)
            elif has(gainers, other):
                lives = lives_after(lives, points)
            if s.last_takes_all:
                lives = LIVES - lives
            weight = GROWTH[max(0, min(len(GROWTH) - 1, frail * (LIVES - lives) * STEPS // HUNDRED))]
            total += weight * ends[other]
            weights += weight
    return total // max(1, weights)
