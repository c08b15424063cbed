"""Hold what every game's state has: randomness, seats to be asked, an ending. In the plain subset."""

from typing import Annotated, Any, Final

from sortilege.kernel.layout import SEAT, Layout, public, public_set, secret
from sortilege.kernel.plain.bits import has

MOST_SEATS: Final = 6
SPECTATOR: Final = MOST_SEATS  # an audience without a seat
EVERYONE: Final = (1 << MOST_SEATS) - 1 | 1 << SPECTATOR

MoveList = Annotated[list[int], "i8"]  # how many moves, then the moves
Parameters = Annotated[list[int], "i8"]  # the numbers a player weighs by, in the order its game names them


class State(Layout):
    """Hold the fields that every game has; each game adds its own."""

    rng: list[int] = secret("i8", 4, unseen=True)
    seats: int = public("i1", fixed=True)
    first: int = public("i1", of=SEAT)  # option `first`, -1 to be drawn; then the seat that begins
    step: int = public("i1")  # the decision asked, or what happens next
    waiting: int = public_set("i1", of=SEAT)  # seats still to be asked in this step
    together: int = public("i1")  # whether all are asked at once
    turn: int = public("i1", of=SEAT)  # the seat being asked, where they are asked one after another
    round: int = public("i2")
    ending: int = public("i1")  # why the game is over, 0 while it goes on

    log: list[tuple[Any, tuple[Any, ...]]] | None = None  # events of this move; None if they are not recorded


def pending(s: State) -> int:
    """Return the seats that may move now."""
    if s.waiting == 0 or s.together:
        return s.waiting
    return 1 << s.turn


def ask(s: State, step: int, who: int) -> None:
    """Ask the seats of `who` one after another, clockwise from the first."""
    s.step = step
    s.together = 0
    s.waiting = who
    s.turn = next_waiting(s, right_of(s, s.first))


def ask_one(s: State, step: int, seat: int) -> None:
    """Ask one seat."""
    s.step = step
    s.together = 0
    s.waiting = 1 << seat
    s.turn = seat


def ask_together(s: State, step: int, who: int) -> None:
    """Ask the seats of `who` at once: they may answer in any order."""
    s.step = step
    s.together = 1
    s.waiting = who


def mark_answered(s: State, seat: int) -> None:
    """Note that the seat has made its decision of this step."""
    s.waiting &= ~(1 << seat)
    if not s.together:
        s.turn = next_waiting(s, seat)


def go_to(s: State, step: int) -> None:
    """Ask nobody: the rules go on with this step."""
    s.step = step
    s.together = 0
    s.waiting = 0


def next_waiting(s: State, after: int) -> int:
    """Return the next seat to the left that is still to be asked."""
    seat = after
    for _ in range(s.seats):
        seat = left_of(s, seat)
        if has(s.waiting, seat):
            return seat
    return after


def all_seats(s: State) -> int:
    """Return the set of all seats."""
    return (1 << s.seats) - 1


def left_of(s: State, seat: int) -> int:
    """Return the seat to the left, which moves next."""
    return seat + 1 if seat + 1 < s.seats else 0


def right_of(s: State, seat: int) -> int:
    """Return the seat to the right."""
    return seat - 1 if seat > 0 else s.seats - 1


def add(moves: MoveList, move: int) -> None:
    """Append a move to the list."""
    moves[0] += 1
    moves[moves[0]] = move
