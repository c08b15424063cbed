"""The expert of this game: what the greedy player does. In the plain subset."""

from typing import Final

from sortilege.games.abbracadabra.greedy import greedy
from sortilege.games.abbracadabra.layout import State
from sortilege.games.abbracadabra.rules import rank
from sortilege.kernel.table import MoveList, Taste

TASTE: Final[dict[str, int]] = {}  # name and default of what tuning may vary
CERTAIN: Final = 10_000


def expert(s: State, seat: int, moves: MoveList, taste: Taste) -> int:
    return greedy(s, seat, moves)


def outlook(s: State, seat: int) -> int:
    """The chance to win: of a game that goes on, everyone's is the same."""
    if s.ending == 0:
        return CERTAIN // s.seats
    sharers = 1
    for other in range(s.seats):
        if rank(s, other) > rank(s, seat):
            return 0
        sharers += other != seat and rank(s, other) == rank(s, seat)
    return CERTAIN // sharers
