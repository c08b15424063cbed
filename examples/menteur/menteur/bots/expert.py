"""Choose as the expert of Menteur: bluff with low cards, doubt high claims and caught liars. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.kernel.state import MoveList, Parameters

from ..moves import BELIEVE, CLAIM, DOUBT
from ..rules.turns import seat_of_turn
from ..state import VALUES, State, Step
from .parameters import Weight
from .unseen import unseen_of


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    if s.step == Step.CLAIM:
        card = s.hand[seat]
        return CLAIM + (
            min(VALUES, max(card, card + parameters[Weight.LIFT])) if card <= parameters[Weight.LOW] else card
        )
    value = s.claim[s.turns - 1]
    suspicion = parameters[Weight.SUSPICION] + parameters[Weight.LESSON] * caught(s, seat_of_turn(s, s.turns - 1))
    return DOUBT if chance_of(s, seat, value) * VALUES < suspicion * value else BELIEVE


def chance_of(s: State, seat: int, value: int) -> int:
    """Return how likely one unseen card has this value, in percent."""
    unseen = 0
    for other in range(1, VALUES + 1):
        unseen += unseen_of(s, seat, other)
    return 100 * unseen_of(s, seat, value) // max(1, unseen)


def caught(s: State, seat: int) -> int:
    """Return how many lies a seat was caught at, less the truths it had to show."""
    lies = 0
    for turn in range(s.turns):
        if s.doubted[turn] == 1 and seat_of_turn(s, turn) == seat:
            lies += 1 if s.played[turn] != s.claim[turn] else -1
    return lies
