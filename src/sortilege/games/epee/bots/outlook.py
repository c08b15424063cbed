"""Estimate a seat's chance to win a game of Épée. In the plain subset.

The weights were fitted to 3,000 games of four experts, at the beginning of each round's choices.
"""

from typing import Final

from sortilege.games.epee.bots.parameters import PARAMETERS
from sortilege.games.epee.bots.valuation import STONE, artefact_value, spell_value
from sortilege.games.epee.rules.creatures import complete
from sortilege.games.epee.state import ARTEFACT_COUNT, FIRST_SPELL, SEATS, State
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.scratch import scratch
from sortilege.kernel.state import Parameters

CERTAIN: Final = 10_000
DEFAULTS: Final = tuple(PARAMETERS.values())
WEIGHTS: Final = len(PARAMETERS)
POINT: Final = 59  # of magic, in hundredths of a stone
# What a stone more is worth, in thousandths of the natural logarithm of the odds: at the end, less for each adventure.
LATE: Final = 410
EARLY: Final = 240
LESS: Final = 20
DOUBLED: Final = 693
HALVING: Final = (1024, 939, 861, 790, 724, 664, 609, 558)  # 1024 * 2 ** (-i / 8)


def outlook(s: State, seat: int) -> int:
    """Return the chance to win, in ten-thousandths."""
    parameters = scratch(WEIGHTS)
    for i in range(WEIGHTS):
        parameters[i] = DEFAULTS[i]
    standing = scratch(SEATS)
    best = 0
    for other in range(s.seats):
        standing[other] = strength(s, other, parameters)
        best = max(best, standing[other])
    total = 0
    for other in range(s.seats):
        total += odds(s, best - standing[other])
    return CERTAIN * odds(s, best - standing[seat]) // total


def odds(s: State, behind: int) -> int:
    """Return the odds of a seat that is so far behind: about a million for the best."""
    weight = max(EARLY, LATE - LESS * s.adventures_n)
    eighths = behind * weight * 8 // (STONE * DOUBLED)
    return HALVING[eighths % 8] * 1000 >> min(eighths // 8, 20)


def strength(s: State, seat: int, parameters: Parameters) -> int:
    """Value stones, and what magic, artefacts and spells should still bring: late artefacts have less to meet."""
    value = s.stones[seat] * STONE + s.magic[seat] * POINT + 3 * s.hand_n[seat] * s.adventures_n
    laid = 0
    if s.laid[seat]:
        for artefact in range(ARTEFACT_COUNT):
            if complete(s, seat, artefact):
                laid += artefact_value(s, artefact, parameters)
    value += laid * min(100, 50 + 6 * s.adventures_n) // 100
    for spell in each(s.spells[seat]):
        value += spell_value(s, FIRST_SPELL + spell, parameters) * 9 // 10
    return value
