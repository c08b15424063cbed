"""Check that a state of New Game is possible and that no card is lost or doubled. In the plain subset.

`possible` also guards positions that people type in: every number in its range, every count what it counts.
"""

from .rules.turns import holds_card, seat_asked
from .state import CARDS, ROUNDS, VALUES, State, Step
from .worlds import count_known

MOST_POINTS = 3 * VALUES * ROUNDS  # each own claim doubted and true, each claim to the right doubted and false


def possible(s: State) -> bool:
    return in_range(s) and rightly_asked(s) and rightly_held(s)


def in_range(s: State) -> bool:
    if not (0 <= s.first < s.seats and 0 <= s.turn < s.seats and 0 <= s.turns <= ROUNDS * s.seats):
        return False
    for seat in range(s.seats):
        if not 0 <= s.score[seat] <= MOST_POINTS:
            return False
    for turn in range(s.turns):
        if not (1 <= s.claim[turn] <= VALUES and 0 <= s.doubted[turn] <= 1):
            return False
    return 0 <= s.pile_n <= CARDS


def rightly_asked(s: State) -> bool:
    """Return whether step, round and the seat that is asked follow from the cards played."""
    if s.round != (s.turns - (s.step != Step.CLAIM)) // s.seats + 1 or s.together:
        return False
    if s.step == Step.OVER:
        return s.ending == 1 and s.waiting == 0 and s.turns == ROUNDS * s.seats
    if s.ending != 0 or s.turn != seat_asked(s) or s.waiting != 1 << s.turn:
        return False
    if s.step == Step.ANSWER:
        return s.turns > 0 and s.doubted[s.turns - 1] == 0
    return s.turns < ROUNDS * s.seats


def rightly_held(s: State) -> bool:
    """Return whether hands and pile hold cards where they should."""
    for seat in range(s.seats):
        if not 0 <= s.hand[seat] <= VALUES or (s.hand[seat] > 0) != holds_card(s, seat):
            return False
    for turn in range(s.turns):
        if not 1 <= s.played[turn] <= VALUES:
            return False
    for i in range(CARDS):
        if (s.pile[i] > 0) != (i < s.pile_n):
            return False
    return True


def conserved(s: State) -> bool:
    """Return whether every card lies somewhere, once."""
    for value in range(1, VALUES + 1):
        found = count_known(s, value)
        for i in range(s.pile_n):
            found += s.pile[i] == value
        if found != s.copies[value]:
            return False
    return True
