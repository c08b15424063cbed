"""Choose greedily in Menteur: claim what is held, doubt only what cannot be. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.kernel.state import MoveList

from ..moves import BELIEVE, CLAIM, DOUBT
from ..state import State, Step
from .unseen import unseen_of


def greedy(s: State, seat: int, moves: MoveList) -> int:
    if s.step == Step.CLAIM:
        return CLAIM + s.hand[seat]
    return BELIEVE if unseen_of(s, seat, s.claim[s.turns - 1]) else DOUBT
