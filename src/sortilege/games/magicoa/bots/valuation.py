"""Value potions for the expert of Magicoa, in hundredths of a point. In the plain subset."""

from typing import Final

from sortilege.games.magicoa.bots.parameters import Weight
from sortilege.games.magicoa.rules.taking import TRIPLED, bears_power, worth
from sortilege.games.magicoa.state import DECK, FACE_DOWN, PLACES, ROUNDS, State, Symbol
from sortilege.kernel.plain.bits import has
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import Parameters

POINT: Final = 100


def potion_value(s: State, seat: int, potion: int, parameters: Parameters) -> int:
    symbol = potion // 10
    points = POINT * worth(s, seat, potion)
    if bears_power(potion):
        return max(points, power_value(s, seat, symbol, parameters))
    if symbol != Symbol.RED and points < POINT * TRIPLED:
        points += parameters[Weight.COLOUR] * (ROUNDS - s.round)
    return points


def power_value(s: State, seat: int, power: int, parameters: Parameters) -> int:
    """Value a power over the rounds still to come; a triple also for the potions won so far."""
    if has(s.powers[seat], power):
        return 0
    rounds = ROUNDS - s.round
    match power:
        case Symbol.EXCHANGE:
            return rounds * parameters[Weight.EXCHANGE]
        case Symbol.INDISCRETION:
            return rounds * parameters[Weight.INDISCRETION]
        case Symbol.DOUBLE_BID:
            return rounds * parameters[Weight.DOUBLE]
        case Symbol.EQUALITY:
            return rounds * parameters[Weight.EQUALITY]
    colour = Symbol.BLUE if power == Symbol.TRIPLE_BLUE else Symbol.GREEN
    gain = rounds * parameters[Weight.TRIPLE]
    for i in range(s.kept_n[seat]):
        if s.kept[seat][i] // 10 == colour:
            gain += POINT * (TRIPLED - s.kept[seat][i] % 10)
    return gain


# ------------------------------------------------------------------------------------------------------ the row
def row_values(s: State, seat: int, parameters: Parameters) -> Scratch:
    """Value the row by seat and place, as far as `seat` can tell: a face-down potion counts as the unseen mean."""
    values = scratch(PLACES * PLACES)
    unseen = unseen_value(s, seat, parameters)
    for other in range(s.seats):
        for place in range(s.seats):
            if place != FACE_DOWN:
                values[other * PLACES + place] = potion_value(s, other, s.row[place], parameters)
            elif has(s.knows_down[s.round - 1], seat) and has(s.knows_down[s.round - 1], other):
                values[other * PLACES] = potion_value(s, other, s.down[s.round - 1], parameters)
            else:
                values[other * PLACES] = unseen
    return values


def unseen_value(s: State, seat: int, parameters: Parameters) -> int:
    """Return the mean of the potions that this seat has not seen."""
    total = 0
    n = DECK
    for i in range(DECK):
        total += potion_value(s, seat, s.deck[i], parameters)
    for i in range(s.unsold_n):
        total -= potion_value(s, seat, s.unsold[i], parameters)
    n -= s.unsold_n
    for place in range(s.seats):
        if s.row[place]:
            total -= potion_value(s, seat, s.row[place], parameters)
            n -= 1
    for i in range(s.round):
        if s.down[i] and has(s.knows_down[i], seat):
            total -= potion_value(s, seat, s.down[i], parameters)
            n -= 1
    for other in range(s.seats):
        for i in range(s.kept_n[other]):
            total -= potion_value(s, seat, s.kept[other][i], parameters)
        for i in range(s.used_n[other]):
            total -= potion_value(s, seat, s.used[other][i], parameters)
        n -= s.kept_n[other] + s.used_n[other]
    return total // max(1, n)
