"""Tell whose turn it is, and who holds a card. In the plain subset."""

from sortilege.kernel.state import left_of

from ..state import ROUNDS, State, Step


def seat_of_turn(s: State, turn: int) -> int:
    """Return who plays the card of a turn, the first turn being 0."""
    return (s.first + turn) % s.seats


def seat_asked(s: State) -> int:
    """Return who claims, or who answers the last claim."""
    if s.step == Step.CLAIM:
        return seat_of_turn(s, s.turns)
    return left_of(s, seat_of_turn(s, s.turns - 1))


def holds_card(s: State, seat: int) -> bool:
    """Return whether a seat holds a card: it has turns left, and its last card was answered."""
    if s.step == Step.ANSWER and seat == seat_of_turn(s, s.turns - 1):
        return False
    taken = 0
    for turn in range(s.turns):
        taken += seat_of_turn(s, turn) == seat
    return taken < ROUNDS
