"""Estimate a seat's chance to win New Game. In the plain subset."""

from typing import Final

from ..state import State

WHOLE: Final = 10_000
POINT: Final = 400  # ten-thousandths of a win that a point of lead is worth


def outlook(s: State, seat: int) -> int:
    """Return the chance in ten-thousandths, by the lead over the mean of all."""
    total = 0
    for other in range(s.seats):
        total += s.score[other]
    lead = s.score[seat] * s.seats - total
    return max(0, min(WHOLE, (WHOLE + POINT * lead) // s.seats))
