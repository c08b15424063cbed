"""Search moves: try each one in sampled worlds with the same random numbers.

A world is imagined from what the seat knows; every seat in it plays on by what that seat would know there.
"""

from enum import IntEnum
from typing import Final

from sortilege.kernel.compile.loops import (
    States,
    apply,
    copy_state,
    expert,
    greedy,
    imagine,
    legal,
    likelihood,
    outlook,
    playout_move,
    rank,
    read_evidence,
)
from sortilege.kernel.plain.bits import lowest
from sortilege.kernel.plain.parameters import Parameter, defaults
from sortilege.kernel.plain.rng import below, sow
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import MoveList, Parameters, State


class Search(Parameter):
    """Name the parameters of the search; tuning may vary them."""

    POLICY = 2  # how a playout goes on: BY_CHANCE, GREEDILY, or 2: as the expert would, or nearly so
    WANDER = 0  # thousandths of its moves that are made by chance all the same
    HORIZON = 1  # rounds begun after this one that are not looked into; 0: to the end of the game
    DEPTH = 400  # decisions of a playout at most
    TRUST = 100  # hundredths of a standard error by which a move must be better than the expert's
    GREED = 0  # thousandths of the others' moves in a playout that are made greedily: not all are experts
    MARGIN = 0  # ten-thousandths of a win by which it must be better besides: imagined others are not the true ones
    TURNS = 0  # how often the seat plays before a playout ends, the move in question included; 0: rounds alone count
    DOUBT = 0  # hundredths of a standard error by which a move must be worse to be given up early; 0: none is
    CARE = 0  # how many turns of its own, the present one included, the seat plays on as the expert


SEARCH_PARAMETERS: Final = defaults(Search)
BY_CHANCE: Final = 0
GREEDILY: Final = 1
CERTAIN: Final = 10_000
ATTEMPTS: Final = 40
THOUSAND: Final = 1000


class Total(IntEnum):
    """Name what is summed for each move over the worlds tried."""

    VALUES = 0
    OF_FIRST = 1  # the values of the first move in the same worlds
    SQUARES = 2  # of the differences between the two
    WORLDS = 3


TOTALS: Final = len(Total)


def try_worlds(
    states: States,
    root: States,
    seat: int,
    moves: MoveList,
    out: MoveList,
    values: Scratch,
    totals: Scratch,
    expert_parameters: Parameters,
    search_parameters: Scratch,
    seed: int,
    start_at: int,
    stop_at: int,
) -> None:
    """Try all moves in the worlds of these numbers; add what each is worth to `totals`."""
    evidence = read_evidence(root[0], seat, expert_parameters)
    heeds = search_parameters[Search.POLICY] != BY_CHANCE  # a random playout needs no likely worlds
    for world in range(start_at, stop_at):
        if imagine_world(states, root, seat, evidence, heeds, seed, world):
            for i in range(1, moves[0] + 1):
                try_move(states, seat, moves[i], out, values, i, expert_parameters, search_parameters)
            for i in range(1, moves[0] + 1):
                note(values, totals, i)


def imagine_world(
    states: States, root: States, seat: int, evidence: Scratch, heeds: bool, seed: int, world: int
) -> bool:
    """Sample a world from what the seat knows into states[0], by likelihood."""
    found = False
    for attempt in range(ATTEMPTS):
        copy_state(states, 0, root, 0)
        s = states[0]
        sow(s, seed, world * ATTEMPTS + attempt)
        found = imagine(s, seat)
        if found and (not heeds or below(s, CERTAIN) < likelihood(s, seat, evidence)):
            break
    return found


def heed_others(root: States, seat: int, expert_parameters: Parameters) -> Scratch:
    """Return the evidence from the moves of other seats."""
    return read_evidence(root[0], seat, expert_parameters)


def try_move(
    states: States,
    seat: int,
    move: int,
    out: MoveList,
    values: Scratch,
    i: int,
    expert_parameters: Parameters,
    search_parameters: Scratch,
) -> None:
    """Run one iteration: the move in a copy of the world, which holds its chance, then a playout."""
    copy_state(states, 1, states, 0)
    s = states[1]
    last = s.round + search_parameters[Search.HORIZON] if search_parameters[Search.HORIZON] else CERTAIN
    apply(s, seat, move)
    values[i] = play_out(s, seat, last, out, expert_parameters, search_parameters)


def play_out(
    s: State, seat: int, last: int, out: MoveList, expert_parameters: Parameters, search_parameters: Scratch
) -> int:
    """Play to the end of the game, to round `last`, or a limit of turns or decisions; return the win or the outlook."""
    before = seat
    turns = 0
    for _ in range(search_parameters[Search.DEPTH]):
        if s.ending or s.round >= last:
            break
        asked = lowest(s.waiting) if s.together else s.turn
        turns += before == seat and asked != seat
        if turns == search_parameters[Search.TURNS] and turns:
            break
        careful = asked == seat and turns < search_parameters[Search.CARE]
        move_on(s, asked, seat, careful, out, expert_parameters, search_parameters)
        before = asked
    return won(s, seat) if s.ending else outlook(s, seat)


def move_on(
    s: State,
    seat: int,
    me: int,
    careful: bool,
    out: MoveList,
    expert_parameters: Parameters,
    search_parameters: Scratch,
) -> None:
    """Play one move of a playout."""
    legal(s, seat, out)
    if out[0] == 1:
        apply(s, seat, out[1])
    elif search_parameters[Search.POLICY] == BY_CHANCE or (
        search_parameters[Search.WANDER] and below(s, THOUSAND) < search_parameters[Search.WANDER]
    ):
        apply(s, seat, out[1 + below(s, out[0])])
    elif search_parameters[Search.POLICY] == GREEDILY or (
        search_parameters[Search.GREED] and seat != me and below(s, THOUSAND) < search_parameters[Search.GREED]
    ):
        apply(s, seat, greedy(s, seat, out))
    elif careful:
        apply(s, seat, expert(s, seat, out, expert_parameters))
    else:
        apply(s, seat, playout_move(s, seat, out, expert_parameters))


def won(s: State, seat: int) -> int:
    """Return the seat's share of the win, in ten-thousandths."""
    mine = rank(s, seat)
    sharers = 0
    for other in range(s.seats):
        theirs = rank(s, other)
        if theirs > mine:
            return 0
        if theirs == mine:
            sharers += 1
    return CERTAIN // sharers


def note(values: Scratch, totals: Scratch, i: int) -> None:
    """Add what move number i was worth in this world."""
    at = i * TOTALS
    difference = values[i] - values[1]
    totals[at + Total.VALUES] += values[i]
    totals[at + Total.OF_FIRST] += values[1]
    totals[at + Total.SQUARES] += difference * difference
    totals[at + Total.WORLDS] += 1


def greedy_move(root: States, seat: int, moves: MoveList) -> int:
    """Return the greedy player's move."""
    return greedy(root[0], seat, moves)


def expert_move(root: States, seat: int, moves: MoveList, expert_parameters: Parameters) -> int:
    """Return the expert's move."""
    return expert(root[0], seat, moves, expert_parameters)
