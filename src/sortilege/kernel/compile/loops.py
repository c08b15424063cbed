"""Play whole games in loops that are bound to one game's functions. In the plain subset."""

from typing import Annotated, Any

from sortilege.kernel.plain.bits import lowest
from sortilege.kernel.plain.rng import below, sow
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, Parameters, State

States = Annotated[list[Any], "states"]


def start(s: State) -> None:
    """Stand in for the game's `start`."""
    raise NotImplementedError("bound to a game")


def legal(s: State, seat: int, out: MoveList) -> None:
    """Stand in for the game's `legal`."""
    raise NotImplementedError("bound to a game")


def apply(s: State, seat: int, move: int) -> None:
    """Stand in for the game's `apply`."""
    raise NotImplementedError("bound to a game")


def rank(s: State, seat: int) -> int:
    """Stand in for the game's `rank`."""
    raise NotImplementedError("bound to a game")


def imagine(s: State, audience: int) -> bool:
    """Stand in for the game's `imagine`."""
    raise NotImplementedError("bound to a game")


def forget(s: State, audience: int) -> None:
    raise NotImplementedError("bound to a game")


def greedy(s: State, seat: int, moves: MoveList) -> int:
    """Stand in for the game's `greedy`."""
    raise NotImplementedError("bound to a game")


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Stand in for the game's `expert`."""
    raise NotImplementedError("bound to a game")


def playout_move(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Choose a move in a playout: the expert's, unless a game has a faster player that is nearly as good."""
    return expert(s, seat, moves, parameters)


def outlook(s: State, seat: int) -> int:
    """Stand in for the game's `outlook`."""
    raise NotImplementedError("bound to a game")


def read_evidence(s: State, seat: int, parameters: Parameters) -> Scratch:
    """Return what the moves of others tell a seat about hidden things: nothing, unless a game says more."""
    return scratch(1)


def likelihood(s: State, seat: int, evidence: Scratch) -> int:
    """Return how likely the evidence makes an imagined world, in ten-thousandths of the likeliest: all equal here."""
    return 10_000


def is_duplicate(s: State, move: int) -> bool:
    """Return whether an earlier move is the same, as far as the seat can tell: never, unless a game says so."""
    return False


def copy_state(states: States, to: int, blank: States, of: int) -> None:
    """Copy a state. Assigning a row would alias in plain Python and copy when compiled; this copies in both."""
    states[to] = blank[of].copy()


def begin(states: States, blank: States, seed: int, game: int) -> None:
    """Begin game number `game` in states[0], from the prepared blank[0]."""
    copy_state(states, 0, blank, 0)
    s = states[0]
    sow(s, seed, game)
    start(s)


def random_move(s: State, out: MoveList) -> None:
    """Play a random move for the seat to move."""
    seat = lowest(s.waiting) if s.together else s.turn  # all at once: the order does not matter
    legal(s, seat, out)
    apply(s, seat, out[1 + below(s, out[0])])


def play_random(states: States, blank: States, out: MoveList, seed: int, game: int) -> int:
    """Play a whole random game in states[0]; return the number of decisions."""
    begin(states, blank, seed, game)
    s = states[0]
    decisions = 0
    while s.ending == 0:
        random_move(s, out)
        decisions += 1
    return decisions


def trace(states: States, blank: States, out: MoveList, seed: int, game: int, trail: States) -> int:
    """Play a random game and keep every state in `trail`; return how many, or -1 if the trail is too short."""
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
