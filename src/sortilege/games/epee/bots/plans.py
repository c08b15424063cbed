"""Choose where to go in phase C of Épée: think the choices still to come through. In the plain subset.

Seats choose one after another and all see it, so the last choice is thought of first (max-n). What a place brings
depends on the seats there; a seat is at one place only, so each place is computed alone.
"""

from typing import Final

from sortilege.games.epee.bots.parameters import Weight
from sortilege.games.epee.bots.prizes import ALONE, CARD, LIMIT, prizes_at, shared_gain, solo_gain
from sortilege.games.epee.bots.valuation import magic_gain
from sortilege.games.epee.moves import GO, REST
from sortilege.games.epee.rules.creatures import share_price
from sortilege.games.epee.rules.holdings import in_turn
from sortilege.games.epee.state import NONE, RESTS, SEATS, Kind, State
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import Parameters

SETS: Final = 1 << SEATS
CHOICES: Final = 3
PLANS: Final = 81  # choices of four seats
GAINS: Final = 2 * SETS * SEATS  # by place, set of seats there, seat; then by seat what resting brings
ROOM: Final = GAINS + SEATS


def best_choice(s: State, seat: int, parameters: Parameters) -> int:
    """Return the best choice of this seat, given that all after it follow theirs."""
    gains = scratch(ROOM)
    reckon_places(s, gains, parameters)
    best = REST
    most = 0
    values = plan_values(s, seat, gains, parameters[Weight.SPITE])
    for choice in range(CHOICES - 1, NONE, -1):
        if choice == RESTS or values[choice] > most:
            most = values[choice]
            best = REST if choice == RESTS else GO + choice
    return best


# -------------------------------------------------------------------------------------------------------- the tree
def plan_values(s: State, seat: int, gains: Scratch, spite: int) -> Scratch:
    """Return the regard of this seat for each of its choices. A plan is a number with a digit for each seat."""
    choosers = count(s.waiting)
    plans = 1
    for _ in range(choosers):
        plans *= CHOICES
    values = scratch(PLANS * SEATS)
    for plan in range(plans):
        lay_plan(s, plan, gains, values)
    for later in range(choosers - 1):
        plans //= CHOICES
        chooser = in_turn(s, s.seats - 1 - later)
        for plan in range(plans):
            follow_best(s, plan, chooser, values, spite)
    found = scratch(CHOICES)
    for choice in range(CHOICES):
        found[choice] = regard_plan(s, choice, seat, values, spite)
    return found


def lay_plan(s: State, plan: int, gains: Scratch, values: Scratch) -> None:
    """Write what a plan brings each seat. The last chooser's digit is the lowest."""
    there = scratch(CHOICES)
    rest = plan
    for later in range(s.seats):
        seat = in_turn(s, s.seats - 1 - later)
        choice = s.choice[seat]
        if choice == NONE:
            choice = rest % CHOICES
            rest //= CHOICES
        there[choice] |= 1 << seat
    for seat in range(s.seats):
        for place in range(2):
            if has(there[place], seat):
                values[plan * SEATS + seat] = gains[(place * SETS + there[place]) * SEATS + seat]
        if has(there[RESTS], seat):
            values[plan * SEATS + seat] = gains[GAINS + seat] if s.choice[seat] == NONE else 0


def follow_best(s: State, plan: int, chooser: int, values: Scratch, spite: int) -> None:
    """Give a plan the values of its best continuation."""
    best = plan * CHOICES + RESTS
    for choice in range(RESTS):
        if regard_plan(s, plan * CHOICES + choice, chooser, values, spite) > regard_plan(
            s, best, chooser, values, spite
        ):
            best = plan * CHOICES + choice
    for seat in range(s.seats):
        values[plan * SEATS + seat] = values[best * SEATS + seat]


def regard_plan(s: State, plan: int, seat: int, values: Scratch, spite: int) -> int:
    regard = (100 + spite) * values[plan * SEATS + seat]
    for other in range(s.seats):
        regard -= spite * values[plan * SEATS + other]
    return regard


# ------------------------------------------------------------------------------------------------------ the places
def reckon_places(s: State, gains: Scratch, parameters: Parameters) -> None:
    for place in range(2):
        prizes = prizes_at(s, place, parameters)
        for there in range(1, 1 << s.seats):
            reckon_visit(s, prizes, there, gains, (place * SETS + there) * SEATS, parameters)
    for seat in range(s.seats):
        gains[GAINS + seat] = magic_gain(s, seat, 1, parameters)


def reckon_visit(s: State, prizes: Scratch, there: int, gains: Scratch, at: int, parameters: Parameters) -> None:
    kind = s.kind[prizes[CARD]]
    if kind == Kind.ENERGY or kind == Kind.HOLY:
        for seat in each(there):
            gains[at + seat] = prizes[ALONE + seat]
        return
    reckon_auction(s, prizes, there, gains, at, parameters)
    if kind == Kind.CREATURE and count(there) > 1:
        reckon_share(s, prizes, there, gains, at, parameters)


def reckon_share(s: State, prizes: Scratch, there: int, gains: Scratch, at: int, parameters: Parameters) -> None:
    """Count a shared creature if all gain more by sharing than by the auction."""
    price = share_price(s, prizes[CARD], count(there))
    for seat in each(there):
        if s.magic[seat] < price or shared_gain(s, prizes, seat, price, parameters) <= gains[at + seat]:
            return
    for seat in each(there):
        gains[at + seat] = shared_gain(s, prizes, seat, price, parameters)


def reckon_auction(s: State, prizes: Scratch, there: int, gains: Scratch, at: int, parameters: Parameters) -> None:
    """Count an auction: the seat that can go highest pays what the second would; alone, the cost."""
    winner = NONE
    highest = NONE
    price = s.cost[prizes[CARD]]
    for seat in each(there):
        limit = prizes[LIMIT + seat]
        price = max(price, min(limit, highest))
        if limit > highest:
            winner = seat
            highest = limit
    if winner != NONE:
        gains[at + winner] = max(0, solo_gain(s, prizes, winner, price, parameters))
