"""Declare the moves of Bataille des Sorciers and their text."""

from typing import Final

from sortilege.games.bataille.state import DICE
from sortilege.kernel.moves import Moves

REACH: Final = 80  # millimetres from the middle to the foot of a wall
PLACES: Final = 2 * REACH + 1
ANGLES: Final = 360
STRENGTHS: Final = 101

MOVES: Final = Moves()
STOP: Final = MOVES.family("stop")
THROW: Final = MOVES.family("throw")
THROW_ALL: Final = MOVES.family("throw all")
TAKE: Final = MOVES.family("take {}", range(DICE))
STACK: Final = MOVES.family("stack {}", range(DICE))
AIM: Final = MOVES.family(
    "throw {},{},{},{}", range(-REACH, REACH + 1), range(-REACH, REACH + 1), range(ANGLES), range(STRENGTHS)
)


def aim_x(move: int) -> int:
    return (move - AIM) // (PLACES * ANGLES * STRENGTHS) - REACH


def aim_y(move: int) -> int:
    return (move - AIM) // (ANGLES * STRENGTHS) % PLACES - REACH


def aim_angle(move: int) -> int:
    return (move - AIM) // STRENGTHS % ANGLES


def aim_strength(move: int) -> int:
    return (move - AIM) % STRENGTHS


def on_foam(move: int) -> bool:
    """Return whether the aim is on the foam, an octagon: as far as REACH straight on, and as far slantwise."""
    x = abs(aim_x(move))
    y = abs(aim_y(move))
    return (x + y) * 7071 <= REACH * 10_000
