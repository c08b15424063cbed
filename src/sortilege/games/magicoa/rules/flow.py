"""Run a game of Magicoa: set-up, moves, the end. In the plain subset. Numbers in brackets are our rulings.

`rounds` begins and ends a round, `bidding` lays the gold, `taking` hands out the potions.
"""

from sortilege.games.magicoa.moves import (
    CHOOSE,
    KEEP,
    PLACE,
    PLACE_TWO,
    POINTS,
    POWER,
    SWAP,
    choosing,
    chosen_bottom,
    chosen_top,
    first_of_two,
    placing_two,
)
from sortilege.games.magicoa.rules.bidding import choose, open_places, place, place_on_two
from sortilege.games.magicoa.rules.rounds import start_round
from sortilege.games.magicoa.rules.taking import decline, swap, take_points, use_power
from sortilege.games.magicoa.state import DECK, ROUNDS, State, Step, Symbol
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.plain.rng import below, shuffle
from sortilege.kernel.state import MoveList, add


# ------------------------------------------------------------------------------------------------------- set-up
def start(s: State) -> None:
    if s.first < 0:
        s.first = below(s, s.seats)  # [10]
    for seat in range(s.seats):
        s.left[seat] = s.gold
    for i in range(DECK):
        s.pile[i] = s.deck[i]
    shuffle(s, s.pile, 0, DECK)
    s.pile_n = ROUNDS * s.seats + 1
    s.box_n = DECK - s.pile_n
    start_round(s)


# --------------------------------------------------------------------------------------------------------- moves
def legal(s: State, seat: int, out: MoveList) -> None:
    out[0] = 0
    match s.step:
        case Step.CHOOSE:
            list_pairs(s, seat, out)
        case Step.PLACE:
            list_places(s, seat, out)
        case Step.EXCHANGE:
            for at in range(s.seats):
                add(out, SWAP + at)
            add(out, KEEP)
        case Step.POWER:
            add(out, POINTS)
            add(out, POWER)


def list_pairs(s: State, seat: int, out: MoveList) -> None:
    left = s.left[seat]
    n = 0
    for top in each(left):
        over_none = choosing(top, 0)
        for bottom in each(left & ~(1 << top)):
            n += 1
            out[n] = over_none + bottom
    out[0] = n


def list_places(s: State, seat: int, out: MoveList) -> None:
    places = open_places(s, seat)
    for at in each(places):
        add(out, PLACE + at)
    if has(s.powers[seat], Symbol.DOUBLE_BID):
        for at in each(places & places >> 1):
            add(out, placing_two(at))


def apply(s: State, seat: int, move: int) -> None:
    if move >= CHOOSE:
        choose(s, seat, chosen_top(move), chosen_bottom(move))
    elif move == POWER:
        use_power(s, seat)
    elif move == POINTS:
        take_points(s, seat)
    elif move == KEEP:
        decline(s, seat)
    elif move >= SWAP:
        swap(s, seat, move - SWAP)
    elif move >= PLACE_TWO:
        place_on_two(s, seat, first_of_two(move))
    else:
        place(s, seat, move - PLACE)


# ------------------------------------------------------------------------------------------------------- the end
def rank(s: State, seat: int) -> int:
    """Rank by points, then potions face up. [8]"""
    return s.score[seat] * 64 + s.kept_n[seat]


def score(s: State, seat: int) -> int:
    return s.score[seat]
