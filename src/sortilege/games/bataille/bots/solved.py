"""Read the solved game of two seats, without bodies or tower: the chance to win when a turn begins. Plain subset.

The table is written by `sortilege solve bataille`. A position is how many dice the seat to throw holds, how many the
other, and the arena: how many dice show Immobulus (two or more stand), and which of the other four faces lie there.
"""

from importlib.resources import files
from struct import iter_unpack
from typing import Final

MOST: Final = 17  # dice in play: eight each, and the first one laid
ROWS: Final = MOST * MOST  # of pairs of reserves
FACES: Final = 4  # that lie there once or not at all: all but X and Immobulus
ARENAS: Final = MOST << FACES
WHOLE: Final = 65_535  # a certain win
FILE: Final = "solved.bin"


def _size(arena: int) -> int:
    return (arena >> FACES) + (arena & 15).bit_count()


def _pairs() -> list[int]:
    """Return where each pair of reserves begins, at mine * MOST + theirs; at the end, how many positions there are."""
    starts = [0] * (ROWS + 1)
    n = 0
    for mine in range(1, MOST):
        for theirs in range(1, MOST - mine + 1):
            starts[mine * MOST + theirs] = n
            n += sum(_size(arena) <= MOST - mine - theirs for arena in range(ARENAS))
    starts[ROWS] = n
    return starts


# An arena is Immobulus << FACES | the set of the other faces. In this order those that have room are the first ones.
IN_ORDER: Final = tuple(sorted(range(ARENAS), key=lambda arena: (_size(arena), arena)))
ORDER: Final = tuple(IN_ORDER.index(arena) for arena in range(ARENAS))
PAIRS: Final = tuple(_pairs())
POSITIONS: Final = PAIRS[ROWS]


def position(mine: int, theirs: int, arena: int) -> int:
    """Return the number of a position."""
    return PAIRS[mine * MOST + theirs] + ORDER[arena]


def lone(mine: int, theirs: int) -> int:
    """Return where the value of one more die thrown into an emptied arena is kept, behind the positions."""
    return POSITIONS + mine * MOST + theirs


def read_table() -> bytes:
    """Read the packed table."""
    return files("sortilege.games.bataille").joinpath("data", FILE).read_bytes()


def unpacked(table: bytes) -> tuple[int, ...]:
    """Unpack a table."""
    return tuple(value for (value,) in iter_unpack("<H", table))
