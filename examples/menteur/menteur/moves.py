"""List the moves of Menteur and their text."""

from typing import Final

from sortilege.kernel.moves import Moves

from .state import VALUES

MOVES: Final = Moves()
CLAIM: Final = MOVES.family("claim {}", range(1, VALUES + 1)) - 1  # CLAIM + v claims the value v
BELIEVE: Final = MOVES.family("believe")
DOUBT: Final = MOVES.family("doubt")
