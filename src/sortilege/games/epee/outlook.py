"""The chance of a seat of Épée to win, from what all can see. In the plain subset."""

from typing import Final

from sortilege.games.epee.creatures import complete
from sortilege.games.epee.layout import ARTEFACT_COUNT, FIRST_SPELL, SEATS, SPELLS, State
from sortilege.games.epee.rules import rank
from sortilege.games.epee.value import STONE, TASTE, artefact_value, purse_value, spell_value
from sortilege.kernel.bits import each
from sortilege.kernel.paper import paper
from sortilege.kernel.table import Taste

CERTAIN: Final = 10_000
WEIGHED: Final = tuple(TASTE.values())
TASTES: Final = len(TASTE)
SPELL_COUNT: Final = len(SPELLS)
LEAD: Final = 300  # in hundredths of a stone: so much more doubles the odds, early and late alike
# 1024 * 2 ** (-i / 8)
HALVING: Final = (1024, 939, 861, 790, 724, 664, 609, 558)


def outlook(s: State, seat: int) -> int:
    if s.ending:
        return share_of_win(s, seat)
    taste = paper(TASTES)
    for i in range(TASTES):
        taste[i] = WEIGHED[i]
    standing = paper(SEATS)
    best = 0
    for other in range(s.seats):
        standing[other] = strength(s, other, taste)
        best = max(best, standing[other])
    total = 0
    for other in range(s.seats):
        total += odds(best - standing[other])
    return CERTAIN * odds(best - standing[seat]) // total


def odds(behind: int) -> int:
    """A million for the best."""
    eighths = behind * 8 // LEAD
    return HALVING[eighths % 8] * 1000 >> min(eighths // 8, 20)


def strength(s: State, seat: int, taste: Taste) -> int:
    """Stones, and what magic, artefacts on the table and spells should still bring."""
    value = s.stones[seat] * STONE + purse_value(s, s.magic[seat], taste)
    if s.laid[seat]:
        for artefact in range(ARTEFACT_COUNT):
            if complete(s, seat, artefact):
                value += artefact_value(s, artefact, taste)
    for spell in each(s.spells[seat]):
        value += spell_value(s, FIRST_SPELL + spell, taste)
    return value


def share_of_win(s: State, seat: int) -> int:
    sharers = 1
    for other in range(s.seats):
        if rank(s, other) > rank(s, seat):
            return 0
        sharers += other != seat and rank(s, other) == rank(s, seat)
    return CERTAIN // sharers
