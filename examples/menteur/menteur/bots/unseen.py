"""Count the cards that a seat does not see. In the plain subset."""

from ..rules.turns import seat_of_turn
from ..state import State


def unseen_of(s: State, seat: int, value: int) -> int:
    """Return how many cards of a value the seat has not seen: neither in its hand, nor played by it, nor shown."""
    unseen = s.copies[value] - (s.hand[seat] == value)
    for turn in range(s.turns):
        if s.doubted[turn] == 1 or seat_of_turn(s, turn) == seat:
            unseen -= s.played[turn] == value
    return unseen
