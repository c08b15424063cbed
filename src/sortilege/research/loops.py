"""Step one game in compiled code: play moves, list the next ones, encode observations. In the plain subset."""

from typing import Annotated, Final

from sortilege.kernel.compile.loops import (
    States,
    apply,
    begin,
    copy_state,
    forget,
    legal,
    rank,
)
from sortilege.kernel.plain.bits import lowest
from sortilege.kernel.state import MoveList, State, pending

Row = Annotated[list[int], "i2"]
Numbers = Annotated[list[int], "i8"]

NOBODY: Final = -1
UNLISTED: Final = -2  # instead of a seat: the move was not legal

COPY: Final = 0  # in `spare`: of the state that is being observed
CHANCE: Final = 1  # of random opponents
SPARES: Final = 2
WHOLE: Final = 60  # parts of a win: shared by up to six it stays whole


def encode(s: State, seat: int, row: Row) -> None:
    raise NotImplementedError("made from a layout")


def encode_perfect(s: State, seat: int, row: Row) -> None:
    raise NotImplementedError("made from a layout")


def next_seat(s: State) -> int:
    """Return who is asked next: seats that choose at once are asked in the order of their numbers."""
    if s.ending:
        return NOBODY
    return lowest(s.waiting) if s.together else s.turn


def begin_one(states: States, blank: States, out: MoveList, seed: int, game: int) -> int:
    """Begin game number `game`, list the first legal moves and return the seat to move."""
    begin(states, blank, seed, game)
    return offer(states[0], out)


def play_one(states: States, out: MoveList, move: int) -> int:
    """Play a listed move of the seat to move, list the next ones and return the next seat; or refuse it."""
    s = states[0]
    for at in range(1, out[0] + 1):
        if out[at] == move:
            apply(s, next_seat(s), move)
            return offer(s, out)
    return UNLISTED


def play_of(states: States, out: MoveList, seat: int, move: int) -> int:
    """Play a legal move of this seat, one of those asked at once."""
    s = states[0]
    apply(s, seat, move)
    return offer(s, out)


def offer(s: State, out: MoveList) -> int:
    seat = next_seat(s)
    out[0] = 0
    if seat != NOBODY:
        legal(s, seat, out)
    return seat


def offer_to(states: States, out: MoveList, seat: int) -> None:
    """List the legal moves of this seat, none if it is not asked."""
    s = states[0]
    out[0] = 0
    if s.ending == 0 and pending(s) >> seat & 1:
        legal(s, seat, out)


def pending_of(states: States) -> int:
    return pending(states[0])


def observe(states: States, at: int, spare: States, seat: int, row: Row) -> None:
    """Write what the seat may know of the game."""
    copy_state(spare, COPY, states, at)
    s = spare[COPY]
    forget(s, seat)
    encode(s, seat, row)


def observe_perfect(states: States, at: int, seat: int, row: Row) -> None:
    """Write the whole state, hidden parts included, seen from the seat."""
    encode_perfect(states[at], seat, row)


def share_wins(states: States, at: int, shares: Numbers) -> None:
    """Write what each seat has won of a game that is over, in sixtieths."""
    s = states[at]
    best = rank(s, 0)
    winners = 0
    for seat in range(s.seats):
        mine = rank(s, seat)
        if mine > best:
            best = mine
            winners = 0
        winners += mine == best
    for seat in range(s.seats):
        shares[seat] = WHOLE // winners if rank(s, seat) == best else 0
