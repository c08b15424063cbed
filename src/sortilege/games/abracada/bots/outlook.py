"""Estimate a seat's chance to win a game of Abracada. In the plain subset."""

from typing import Final

from sortilege.games.abracada.bots.equity import equity
from sortilege.games.abracada.bots.parameters import Weight
from sortilege.games.abracada.bots.prospects import balance, prospects
from sortilege.games.abracada.rules.rounds import NOBODY
from sortilege.games.abracada.state import State

FRAIL: Final = Weight.FRAIL.default
FAULT: Final = Weight.FAULT.default


def outlook(s: State, seat: int) -> int:
    """Return the chance to win: by the scores when a round begins, else by which seat is likely to die first."""
    if s.calls_n == 0:
        return equity(s, seat, 0, NOBODY, False, NOBODY)
    return balance(s, prospects(s, seat, FAULT, NOBODY), 0, 0, 0, FRAIL)
