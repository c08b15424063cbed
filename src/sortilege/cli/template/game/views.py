"""Show each audience of New Game what it may know, and read that view back into a state."""

from typing import Any

from sortilege.kernel.views import View

from .rules.turns import seat_of_turn
from .state import CARDS, State


def see(s: State, audience: int) -> dict[str, Any]:
    """Return what an audience sees beyond the public fields; None stands for a card it does not know."""
    seats = range(s.seats)
    return {
        "hand": [s.hand[seat] if seat == audience or s.hand[seat] == 0 else None for seat in seats],
        "played": [s.played[turn] if knows(s, audience, turn) else None for turn in range(s.turns)],
    }


def knows(s: State, audience: int, turn: int) -> bool:
    """Return whether an audience knows the card of a turn: its own, or one that was doubted and shown."""
    return s.doubted[turn] == 1 or seat_of_turn(s, turn) == audience


def remember(s: State, view: View) -> None:
    """Fill a blank state with what the view shows beyond the public fields; 0 where it shows None."""
    for seat, card in enumerate(view["hand"]):
        s.hand[seat] = card or 0
    for turn, card in enumerate(view["played"]):
        s.played[turn] = card or 0


def forget(s: State, audience: int) -> None:
    """Blank in a true state what an audience may not know: the tests compare `see` and `remember` with it."""
    for i in range(CARDS):
        s.pile[i] = 0
    for seat in range(s.seats):
        if seat != audience:
            s.hand[seat] = 0
    for turn in range(s.turns):
        if s.doubted[turn] == 0 and seat_of_turn(s, turn) != audience:
            s.played[turn] = 0
