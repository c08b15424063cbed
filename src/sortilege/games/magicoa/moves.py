"""Declare the moves of Magicoa and their text. Places are counted from 1 in text, from 0 in the state."""

from typing import Final

from sortilege.games.magicoa.state import MOST_GOLD, PLACES
from sortilege.kernel.moves import Moves

_PLACES = range(1, PLACES + 1)
_VALUES = range(1, MOST_GOLD + 1)

MOVES: Final = Moves()
PLACE: Final = MOVES.family("place {}", _PLACES)
PLACE_TWO: Final = MOVES.family("place {}-{}", _PLACES, _PLACES)
SWAP: Final = MOVES.family("swap {}", _PLACES)
KEEP: Final = MOVES.family("keep")
POINTS: Final = MOVES.family("points")
POWER: Final = MOVES.family("power")
CHOOSE: Final = MOVES.family("choose {} {}", _VALUES, _VALUES)


def choosing(top: int, bottom: int) -> int:
    return CHOOSE + (top - 1) * MOST_GOLD + bottom - 1


def chosen_top(move: int) -> int:
    return (move - CHOOSE) // MOST_GOLD + 1


def chosen_bottom(move: int) -> int:
    return (move - CHOOSE) % MOST_GOLD + 1


def placing_two(place: int) -> int:
    """Return the move across this place and the next."""
    return PLACE_TWO + place * PLACES + place + 1


def first_of_two(move: int) -> int:
    return (move - PLACE_TWO) // PLACES
