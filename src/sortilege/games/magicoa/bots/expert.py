"""Play Magicoa as the expert. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.games.magicoa.bots.endgame import solvable, solved_order, solved_place
from sortilege.games.magicoa.bots.pairs import best_pair
from sortilege.games.magicoa.bots.parameters import Weight
from sortilege.games.magicoa.bots.placing import best_place
from sortilege.games.magicoa.bots.valuation import (
    POINT,
    potion_value,
    power_value,
    row_values,
)
from sortilege.games.magicoa.moves import KEEP, POINTS, POWER, SWAP, choosing
from sortilege.games.magicoa.rules.taking import undecided, worth
from sortilege.games.magicoa.state import NOBODY, PLACES, State, Step
from sortilege.kernel.plain.bits import lowest, nth
from sortilege.kernel.state import MoveList, Parameters


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Choose one of the listed moves."""
    match s.step:
        case Step.CHOOSE:
            return best_choice(s, seat, parameters)
        case Step.PLACE:
            return (
                solved_place(s, seat, moves)
                if solvable(s, parameters[Weight.EXACT])
                else best_place(s, seat, moves, parameters)
            )
        case Step.EXCHANGE:
            return best_swap(s, seat, parameters)
    return points_or_power(s, seat, parameters)


def best_choice(s: State, seat: int, parameters: Parameters) -> int:
    if solvable(s, parameters[Weight.EXACT]):
        low = lowest(s.left[seat])
        high = nth(s.left[seat], 1)
        return choosing(high, low) if solved_order(s, seat) else choosing(low, high)
    pair = best_pair(s, seat, parameters)
    return choosing(pair // 32, pair % 32)


def best_swap(s: State, seat: int, parameters: Parameters) -> int:
    """Choose a swap: for an own place what is worth more, for another's what is worth less to its leader."""
    values = row_values(s, seat, parameters)
    top = s.pile[s.box_n + s.pile_n - 1]
    best = KEEP
    most = 0
    for place in range(s.seats):
        leader = s.leader[place]
        if leader != NOBODY:
            gain = potion_value(s, leader, top, parameters) - values[leader * PLACES + place]
            gain = 100 * gain if leader == seat else -parameters[Weight.SPITE] * gain
            if gain > most:
                best = SWAP + place
                most = gain
    return best


def points_or_power(s: State, seat: int, parameters: Parameters) -> int:
    potion = s.row[undecided(s, seat)]
    return POWER if power_value(s, seat, potion // 10, parameters) > POINT * worth(s, seat, potion) else POINTS
