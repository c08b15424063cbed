"""The chance of a seat of Magicoa to win, from what all can see. In the plain subset."""

from typing import Final

from sortilege.games.magicoa.layout import State
from sortilege.games.magicoa.rules import rank

CERTAIN: Final = 10_000


def outlook(s: State, seat: int) -> int:
    if s.ending:
        return share_of_win(s, seat)
    return CERTAIN // s.seats


def share_of_win(s: State, seat: int) -> int:
    sharers = 1
    for other in range(s.seats):
        if rank(s, other) > rank(s, seat):
            return 0
        sharers += other != seat and rank(s, other) == rank(s, seat)
    return CERTAIN // sharers
