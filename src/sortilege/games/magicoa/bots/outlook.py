"""Estimate a seat's chance to win a game of Magicoa. In the plain subset.

The weights were fitted to 3,000 games of four experts, at the beginning of each round. They are in thousandths of the
natural logarithm of the odds.
"""

from typing import Final

from sortilege.games.magicoa.state import PLACES, State, Symbol
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.plain.scratch import scratch

CERTAIN: Final = 10_000
FITTED: Final = 6  # a point, a card above all others, the square of it, a triple, Double mise, another power
WEIGHTS: Final = (
    *(258, 640, 300, 1200, 1859, 1021),  # rounds 1 and 2
    *(258, 640, 300, 1200, 1859, 1021),
    *(399, 980, 292, 1269, 2309, 955),
    *(476, 554, 1145, 905, 2224, 715),
    *(604, 528, 1635, 495, 1941, 570),
    *(946, 572, 2809, 232, 1320, 415),
)
DOUBLED: Final = 693  # so much more doubles the odds
HALVING: Final = (1024, 939, 861, 790, 724, 664, 609, 558)  # 1024 * 2 ** (-i / 8)


def outlook(s: State, seat: int) -> int:
    """Return the chance to win, in ten-thousandths."""
    standing = scratch(PLACES)
    best = 0
    for other in range(s.seats):
        standing[other] = strength(s, other)
        best = max(best, standing[other])
    total = 0
    for other in range(s.seats):
        total += odds(best - standing[other])
    return CERTAIN * odds(best - standing[seat]) // total


def odds(behind: int) -> int:
    """Return the odds of a seat that is so far behind: about a million for the best."""
    eighths = behind * 8 // DOUBLED
    return HALVING[eighths % 8] * 1000 >> min(eighths // 8, 20)


def strength(s: State, seat: int) -> int:
    """Value points, gold left beside that of the others, powers."""
    at = (s.round - 1) * FITTED
    value = WEIGHTS[at] * s.score[seat] + hand_strength(s, seat, at)
    for power in each(s.powers[seat]):
        if power <= Symbol.TRIPLE_GREEN:
            value += WEIGHTS[at + 3]
        else:
            value += WEIGHTS[at + 4] if power == Symbol.DOUBLE_BID else WEIGHTS[at + 5]
    return value


def hand_strength(s: State, seat: int, at: int) -> int:
    """Sum, for each card, the part of the others' cards that it beats."""
    theirs = 0
    for other in range(s.seats):
        theirs += count(s.left[other]) if other != seat else 0
    value = 0
    for card in each(s.left[seat]):
        lower = 0
        for other in range(s.seats):
            lower += count(s.left[other] & ((1 << card) - 1)) if other != seat else 0
        part = 1000 * lower // max(1, theirs)
        value += (WEIGHTS[at + 1] + WEIGHTS[at + 2] * part // 1000) * part // 1000
    return value
