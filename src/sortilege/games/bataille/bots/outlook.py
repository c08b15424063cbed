"""Estimate a seat's chance to win a game of Bataille des Sorciers. In the plain subset."""

from sortilege.games.bataille.bots.expert import CERTAIN, arena_in, chance, rival
from sortilege.games.bataille.rules.dice import tally
from sortilege.games.bataille.state import State
from sortilege.kernel.plain.bits import count, each, has


def outlook(s: State, seat: int) -> int:
    """Return the chance to win: for two from the table, for more by each seat against the others as one."""
    if not has(s.alive, seat):
        return 0
    total = 0
    for other in each(s.alive):
        total += outlook_alone(s, other)
    return outlook_alone(s, seat) * CERTAIN // max(1, total)


def outlook_alone(s: State, seat: int) -> int:
    """Return the chance of a seat against the others as one."""
    arena = arena_in(tally(s))
    mine = s.reserve[seat]
    theirs = rival(s, seat)
    if seat == s.turn:
        found = chance(mine, theirs, arena)
    else:
        found = CERTAIN - chance(theirs, mine, arena)
    rivals = count(s.alive) - 1
    return found * found // (CERTAIN + (rivals - 1) * (CERTAIN - found))
