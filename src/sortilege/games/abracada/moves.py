"""Declare the moves of Abracada and their text."""

from typing import Final

from sortilege.games.abracada.state import SPELLS
from sortilege.kernel.moves import Moves

MOVES: Final = Moves()
STOP: Final = MOVES.family("stop")
CAST: Final = MOVES.family("cast {}", range(1, SPELLS + 1)) - 1  # CAST + k casts spell k
