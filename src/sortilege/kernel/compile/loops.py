"""Loops over whole games, bound to one game's functions. In the plain subset."""

from typing import Annotated, Any

from sortilege.kernel.bits import lowest
from sortilege.kernel.rng import below, sow
from sortilege.kernel.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, Parameters, State

States = Annotated[list[Any], "states"]


def start(s: State) -> None:
    raise NotImplementedError("bound to a game")


def legal(s: State, seat: int, out: MoveList) -> None:
    raise NotImplementedError("bound to a game")


def apply(s: State, seat: int, move: int) -> None:
    raise NotImplementedError("bound to a game")


def rank(s: State, seat: int) -> int:
    raise NotImplementedError("bound to a game")


def imagine(s: State, audience: int) -> bool:
    raise NotImplementedError("bound to a game")


def forget(s: State, audience: int) -> None:
    raise NotImplementedError("bound to a game")


def greedy(s: State, seat: int, moves: MoveList) -> int:
    raise NotImplementedError("bound to a game")


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    raise NotImplementedError("bound to a game")


def playout_move(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """How seats play on in a playout: as experts, unless a game knows what is nearly as good and takes less time."""
    return expert(s, seat, moves, parameters)


def outlook(s: State, seat: int) -> int:
    raise NotImplementedError("bound to a game")


def read_evidence(s: State, seat: int, parameters: Parameters) -> Scratch:
    """A game may say what the doings of others tell a seat of the hidden; by itself nothing."""
    return scratch(1)


def likelihood(s: State, seat: int, evidence: Scratch) -> int:
    """How likely that makes an imagined world, in ten-thousandths of the likeliest; by itself all are equal."""
    return 10_000


def is_duplicate(s: State, move: int) -> bool:
    """A game may say of a move that one before it is the same, as far as the seat can tell; by itself of none."""
    return False


def copy_state(states: States, to: int, blank: States, of: int) -> None:
    """Assigning a row would alias in plain Python and copy when compiled: this copies in both."""
    states[to] = blank[of].copy()


def begin(states: States, blank: States, seed: int, game: int) -> None:
    """A new game number `game` in states[0], from the prepared blank[0]."""
    copy_state(states, 0, blank, 0)
    s = states[0]
    sow(s, seed, game)
    start(s)


def random_move(s: State, out: MoveList) -> None:
    seat = lowest(s.waiting) if s.together else s.turn  # all at once: the order does not matter
    legal(s, seat, out)
    apply(s, seat, out[1 + below(s, out[0])])


def play_random(states: States, blank: States, out: MoveList, seed: int, game: int) -> int:
    """A whole random game in states[0]; the number of decisions."""
    begin(states, blank, seed, game)
    s = states[0]
    decisions = 0
    while s.ending == 0:
        random_move(s, out)
        decisions += 1
    return decisions


def trace(states: States, blank: States, out: MoveList, seed: int, game: int, trail: States) -> int:
    """A random game, every state of it kept in `trail`; how many there are, or -1: the trail is too short."""
    begin(states, blank, seed, game)
    s = states[0]
    copy_state(trail, 0, states, 0)
    n = 1
    while s.ending == 0:
        if n == len(trail):
            return -1
        random_move(s, out)
        copy_state(trail, n, states, 0)
        n += 1
    return n
