"""The greedy player of Bataille des Sorciers: goes on while a group is likely enough. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.bataille.dice import face_of, shown, tally
from sortilege.games.bataille.layout import SIDES, Face, State, Step
from sortilege.games.bataille.notation import STACK, STOP, TAKE, THROW
from sortilege.kernel.table import MoveList

KINDS: Final = 3  # so many kinds to match, and another die is worth its risk
KINDS_FOR_LAST: Final = 5  # the same for the last die, which may cost the game
WELCOME: Final = (0, 5, 1, 2, 3, 4)  # how little a face on top helps the next seat


def greedy(s: State, seat: int, moves: MoveList) -> int:
    match s.step:
        case Step.MORE:
            wanted = KINDS if s.reserve[seat] > 1 else KINDS_FOR_LAST
            return THROW if kinds(s) >= wanted else STOP
        case Step.TAKE:
            return best_die(s, moves, TAKE)
        case Step.STACK:
            return best_die(s, moves, STACK)
        case _:
            return moves[1]


def kinds(s: State) -> int:
    """The faces that one more die would make a group of; joining a standing Immobulus brings nothing."""
    counts = tally(s)
    n = 0
    for face in range(1, SIDES):
        if shown(counts, face) == 1 and face != Face.IMMOBULUS:
            n += 1
    return n


def best_die(s: State, moves: MoveList, family: int) -> int:
    """To stack: the face that helps the next seat least. To take: the one that would help it most, a loose one first."""
    best = moves[1]
    best_worth = -1
    for i in range(1, moves[0] + 1):
        die = moves[i] - family
        welcome = WELCOME[face_of(s, die)]
        worth = welcome if family == STACK else SIDES - welcome + (SIDES if die < s.loose_n else 0)
        if worth > best_worth:
            best = moves[i]
            best_worth = worth
    return best
