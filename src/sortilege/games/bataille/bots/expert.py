"""Play Bataille des Sorciers as the expert: by the solved game of two, and near it elsewhere. In the plain subset.

It is exact for two seats where no body moves and no tower stands. Of a tower only the top counts; several rivals count
as one who holds their mean.
"""

from typing import Final

from sortilege.games.bataille.bots.parameters import Weight
from sortilege.games.bataille.bots.solved import FACES, MOST, WHOLE, lone, position, read_table, unpacked
from sortilege.games.bataille.moves import STACK, STOP, TAKE, THROW
from sortilege.games.bataille.rules.dice import face_of, shown, tally
from sortilege.games.bataille.state import SIDES, Face, State, Step
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.state import MoveList, Parameters

SOLVED: Final = unpacked(read_table())
CERTAIN: Final = 10_000


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Choose one of the listed moves."""
    match s.step:
        case Step.MORE:
            return THROW if gain(s, seat, parameters) > 0 else STOP
        case Step.TAKE:
            return best_to_take(s, seat, moves)
        case Step.STACK:
            return best_on_top(s, seat, moves)
    return moves[1]


def gain(s: State, seat: int, parameters: Parameters) -> int:
    """Return what another throw gains over stopping."""
    mine = s.reserve[seat]
    theirs = rival(s, seat)
    arena = arena_in(tally(s))
    stop = CERTAIN - chance(theirs, mine, arena)
    if arena:
        again = chance(mine, theirs, arena)
    else:
        again = chance_of_one(mine, theirs)
    return again - stop + parameters[Weight.BOLDNESS] + parameters[Weight.BOLDER] * (count(s.alive) - 2)


def best_to_take(s: State, seat: int, moves: MoveList) -> int:
    """Return the die without which the next seat has the least."""
    mine = s.reserve[seat] + 1
    theirs = rival(s, seat)
    best = moves[1]
    least = CERTAIN + 1
    for i in range(1, moves[0] + 1):
        left = chance(theirs, mine, arena_in(tally_without(s, moves[i] - TAKE)))
        if left < least:
            least = left
            best = moves[i]
    return best


def tally_without(s: State, die: int) -> int:
    """Count the dice without this one: under a top that is taken lies another. [6]"""
    counts = tally(s) - (1 << 5 * face_of(s, die))
    if die >= s.loose_n:
        counts += 1 << 5 * face_of(s, die - 1)
    return counts


def best_on_top(s: State, seat: int, moves: MoveList) -> int:
    theirs = rival(s, seat)
    best = moves[1]
    least = CERTAIN + 1
    for i in range(1, moves[0] + 1):
        left = chance(theirs, s.reserve[seat], arena_in(1 << 5 * face_of(s, moves[i] - STACK)))
        if left < least:
            least = left
            best = moves[i]
    return best


# -------------------------------------------------------------------------------------------------- in the table
def arena_in(counts: int) -> int:
    """Return the arena as the table numbers it: how many show Immobulus, and which other faces there are."""
    arena = shown(counts, Face.IMMOBULUS) << FACES
    for face in range(Face.LASHLABASK, SIDES):
        if shown(counts, face):
            arena |= 1 << face - Face.LASHLABASK
    return arena


def rival(s: State, seat: int) -> int:
    """Return how many dice the others hold on average."""
    others = s.alive & ~(1 << seat)
    total = 0
    for other in each(others):
        total += s.reserve[other]
    n = count(others)
    return max(1, (2 * total + n) // (2 * n)) if total else 0


def chance(mine: int, theirs: int, arena: int) -> int:
    """Return the chance of the seat whose turn begins, in ten-thousandths. Dice beyond the table are scaled down."""
    if mine == 0 or theirs == 0:
        return CERTAIN if mine else 0
    while (arena >> FACES) + count(arena & 15) > MOST - 2:
        arena -= 1 << FACES
    room = MOST - (arena >> FACES) - count(arena & 15)
    return SOLVED[position(fitted(mine, theirs, room), fitted(theirs, mine, room), arena)] * CERTAIN // WHOLE


def chance_of_one(mine: int, theirs: int) -> int:
    """Return the chance after throwing one die more into an empty arena."""
    return SOLVED[lone(fitted(mine, theirs, MOST), fitted(theirs, mine, MOST))] * CERTAIN // WHOLE


def fitted(mine: int, theirs: int, room: int) -> int:
    """Return so many of the room's dice that both keep their shares."""
    if mine + theirs <= room:
        return mine
    return min(room - 1, max(1, (mine * room + (mine > theirs) * (mine + theirs - 1)) // (mine + theirs)))
