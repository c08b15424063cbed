"""Play Bataille des Sorciers greedily: go on while the spells in reach are worth a die. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.bataille.moves import STACK, STOP, TAKE, THROW
from sortilege.games.bataille.rules.dice import face_of, shown, tally
from sortilege.games.bataille.state import SIDES, State, Step
from sortilege.kernel.state import MoveList

WORTH: Final = (0, 0, 2, 2, 1, 1)  # of a spell, by its face: Immobulus brings nothing back
ENOUGH: Final = 3  # within reach, and another die is worth its risk


def greedy(s: State, seat: int, moves: MoveList) -> int:
    """Choose one of the listed moves."""
    match s.step:
        case Step.MORE:
            return THROW if within_reach(s) >= ENOUGH else STOP
        case Step.TAKE:
            return best_to_take(s, moves)
        case Step.STACK:
            return best_on_top(s, moves)
        case _:
            return moves[1]


def within_reach(s: State) -> int:
    """Value all the spells that one more die would complete."""
    counts = tally(s)
    worth = 0
    for face in range(1, SIDES):
        if shown(counts, face) == 1:
            worth += WORTH[face]
    return worth


def best_to_take(s: State, moves: MoveList) -> int:
    """Return the die that would help the next seat most; a loose one, for under a top lies another."""
    best = moves[1]
    best_worth = -1
    for i in range(1, moves[0] + 1):
        die = moves[i] - TAKE
        worth = WORTH[face_of(s, die)] + (SIDES if die < s.loose_n else 0)
        if worth > best_worth:
            best = moves[i]
            best_worth = worth
    return best


def best_on_top(s: State, moves: MoveList) -> int:
    """Return the die that would help the next seat least."""
    best = moves[1]
    for i in range(2, moves[0] + 1):
        if WORTH[face_of(s, moves[i] - STACK)] < WORTH[face_of(s, best - STACK)]:
            best = moves[i]
    return best
