"""Think an auction of Épée through to its end by backward induction. In the plain subset.

Each seat knows what every seat gains by winning at each price, and counts a part of another's gain against itself:
caring for their own gain alone, all would be indifferent and pass. An outcome is 32 * winner + price, or NO_SALE.
"""

from typing import Final

from sortilege.games.epee.state import MOST_MAGIC, NONE, SEATS
from sortilege.kernel.plain.bits import count, each, lowest
from sortilege.kernel.plain.scratch import Scratch, scratch

PRICES: Final = 32  # of a seat in a table of gains: 0..30
NO_SALE: Final = SEATS * PRICES
SETS: Final = 1 << SEATS
# An auction laid out: gains by seat and price, the highest bid of each seat; then, for each set of seats that have
# not passed and each seat of it, the best outcome it can reach by bidding, the bid that does it, and a bid in doubt.
LIMITS: Final = SEATS * PRICES
REACHED: Final = LIMITS + SEATS
BIDS: Final = REACHED + SETS * SEATS
DOUBTED: Final = BIDS + SETS * SEATS
SIZE: Final = DOUBTED + SETS * SEATS
LEAST: Final = SIZE  # the lowest bid to be made, what is paid besides, the part of another's gain that hurts
EXTRA: Final = SIZE + 1
SPITE: Final = SIZE + 2


def auction_room() -> Scratch:
    """Return an empty list for an auction: the caller writes gains, limits and terms."""
    room = scratch(SIZE + 3)
    for cell in range(REACHED, SIZE):
        room[cell] = NONE
    return room


def regard(room: Scratch, seat: int, outcome: int) -> int:
    """Return what an outcome is worth to a seat, in hundredths of its unit of gain."""
    if outcome == NO_SALE:
        return 0
    return room[outcome] * (100 if outcome // PRICES == seat else -room[SPITE])


def next_of(seats: int, after: int) -> int:
    """Return the next of these seats, clockwise."""
    above = seats >> (after + 1) << (after + 1)
    return lowest(above if above else seats)


def nth_of(seats: int, first: int, n: int) -> int:
    """Return the seat n places after `first` among these, which hold it."""
    seat = first
    for _ in range(n):
        seat = next_of(seats, seat)
    return seat


# ------------------------------------------------------------------------------------------------------ induction
def think_through(room: Scratch, bidders: int) -> None:
    """Compute what each seat can reach by a bid, for every set of seats still in: from the highest bid down."""
    top = 0
    for seat in each(bidders):
        top = max(top, room[LIMITS + seat])
    for bid in range(min(top, MOST_MAGIC - room[EXTRA]), room[LEAST] - 1, -1):
        for seats in range(1, bidders + 1):
            if seats & ~bidders == 0:
                doubt_bids(room, seats, bid)
        for seats in range(1, bidders + 1):
            if seats & ~bidders == 0:
                settle_bids(room, seats, bid)


def doubt_bids(room: Scratch, seats: int, bid: int) -> None:
    """Compute how it ends if a seat bids so much: only higher bids can answer."""
    for seat in each(seats):
        if bid <= room[LIMITS + seat]:
            standing = seat * PRICES + bid + room[EXTRA]
            turn = next_of(seats, seat)
            room[DOUBTED + seats * SEATS + seat] = answered(room, seats, turn, count(seats) - 1, standing)


def settle_bids(room: Scratch, seats: int, bid: int) -> None:
    """Keep the bids that reach most: of two that reach as much, the lower."""
    for seat in each(seats):
        at = seats * SEATS + seat
        if bid <= room[LIMITS + seat]:
            known = room[REACHED + at]
            outcome = room[DOUBTED + at]
            if known == NONE or regard(room, seat, outcome) >= regard(room, seat, known):
                room[REACHED + at] = outcome
                room[BIDS + at] = bid


def answered(room: Scratch, seats: int, turn: int, askers: int, standing: int) -> int:
    """Return how it ends when so many seats from `turn` on may go higher, or pass: the last of them thinks first."""
    for later in range(askers):
        seat = nth_of(seats, turn, askers - 1 - later)
        reached = room[REACHED + still_in(seats, turn, askers - 1 - later) * SEATS + seat]
        if reached != NONE and regard(room, seat, reached) > regard(room, seat, standing):
            standing = reached
    return standing


def still_in(seats: int, turn: int, passes: int) -> int:
    """Return the seats left once so many from `turn` on have passed."""
    left = seats
    for i in range(passes):
        left &= ~(1 << nth_of(seats, turn, i))
    return left


# ---------------------------------------------------------------------------------------------------- predictions
def unopened(room: Scratch, seats: int, turn: int, spell: bool) -> int:
    """Return how it ends if no seat has bid: the last seat gets a spell for nothing, a creature stays."""
    if not spell:
        return answered(room, seats, turn, count(seats), NO_SALE)
    last = nth_of(seats, turn, count(seats) - 1)
    return answered(room, seats, turn, count(seats) - 1, last * PRICES)


def best_bid(room: Scratch, seats: int, seat: int, passing: int) -> int:
    """Return the bid to make where passing ends so; NONE: to pass."""
    at = seats * SEATS + seat
    reached = room[REACHED + at]
    if reached == NONE or regard(room, seat, reached) <= regard(room, seat, passing):
        return NONE
    return room[BIDS + at]
