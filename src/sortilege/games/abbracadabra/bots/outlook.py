"""Estimate a seat's chance to win a game of Abbracadabra. In the plain subset.

A small net weighs how each seat stands (standing.py); shares go by what comes out. It was fitted to the starts of turns
(tools/fit/standings.py, which wrote data/outlook.toml).
"""

import tomllib
from importlib.resources import files
from typing import Final

from sortilege.games.abbracadabra.bots.standing import STANDING, stand
from sortilege.games.abbracadabra.state import State
from sortilege.kernel.plain.scratch import scratch

CERTAIN: Final = 10_000
_FITTED: Final = tomllib.loads(files("sortilege.games.abbracadabra").joinpath("data/outlook.toml").read_text("utf-8"))
OF_UNITS: Final = tuple(_FITTED["units"])
WEIGHTS: Final = tuple(weight for part in STANDING for weight in _FITTED["standing"][part])
PARTS: Final = len(STANDING)
UNITS: Final = len(OF_UNITS)
OCTAVE: Final = 64  # steps of strength, after which it is doubled
STRENGTHS: Final = tuple(round(1024 * 2 ** (i / OCTAVE)) for i in range(16 * OCTAVE))
STEP: Final = 10_830  # millionths of the logarithm of the odds: ln 2 / OCTAVE


def outlook(s: State, seat: int) -> int:
    """Return the chance to win, in ten-thousandths."""
    own = strength(s, seat)
    total = own
    for other in range(s.seats):
        if other != seat:
            total += strength(s, other)
    return own * CERTAIN // total


def strength(s: State, seat: int) -> int:
    features = scratch(PARTS)
    stand(s, seat, features)
    units = scratch(UNITS)
    for part in range(PARTS):
        if features[part]:
            for unit in range(UNITS):
                units[unit] += features[part] * WEIGHTS[part * UNITS + unit]
    found = 0
    for unit in range(UNITS):
        found += OF_UNITS[unit] * max(0, units[unit])
    return STRENGTHS[min(len(STRENGTHS) - 1, max(0, len(STRENGTHS) // 2 + found // STEP))]
