"""Imagine full states that fit what an audience of Menteur knows. In the plain subset."""

from sortilege.kernel.plain.rng import shuffle

from .rules.turns import holds_card
from .state import VALUES, State


def imagine(s: State, audience: int) -> bool:
    """Deal the unseen cards to every place whose card is not known."""
    left = lay_out_unseen(s)
    shuffle(s, s.pile, 0, left)
    for seat in range(s.seats):
        if s.hand[seat] == 0 and holds_card(s, seat):
            left -= 1
            s.hand[seat] = s.pile[left]
            s.pile[left] = 0
    for turn in range(s.turns):
        if s.played[turn] == 0:
            left -= 1
            s.played[turn] = s.pile[left]
            s.pile[left] = 0
    return left == s.pile_n


def lay_out_unseen(s: State) -> int:
    """Write all cards that are not known into the pile; return how many."""
    n = 0
    for value in range(1, VALUES + 1):
        for _ in range(s.copies[value] - count_known(s, value)):
            s.pile[n] = value
            n += 1
    return n


def count_known(s: State, value: int) -> int:
    """Return how many cards of a value lie in hands and among the played cards."""
    known = 0
    for seat in range(s.seats):
        known += s.hand[seat] == value
    for turn in range(s.turns):
        known += s.played[turn] == value
    return known
