"""The greedy player of Magicoa. In the plain subset."""

from sortilege.games.magicoa.layout import State
from sortilege.kernel.table import MoveList


def greedy(s: State, seat: int, moves: MoveList) -> int:
    return moves[1]
