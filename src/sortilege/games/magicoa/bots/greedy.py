"""Play Magicoa greedily: bid where a potion is worth most and is likeliest to be held. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
Worths are in tenths of a point, chances in thousandths.
"""

from typing import Final

from sortilege.games.magicoa.moves import KEEP, PLACE, PLACE_TWO, POINTS, POWER, SWAP, choosing, first_of_two
from sortilege.games.magicoa.rules.taking import TRIPLED, bears_power, undecided, worth
from sortilege.games.magicoa.state import FACE_DOWN, NOBODY, ROUNDS, State, Step, Symbol
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.state import MoveList

CERTAIN: Final = 1000
UNKNOWN: Final = 25  # worth of a potion not seen
# Worth of a power in each round still to come, by symbol.
A_ROUND: Final = (0, 0, 0, 0, 9, 9, 7, 4, 11, 3)
PRICE: Final = 2  # of a gold card, for each unit of its value: what it could win later
AIMED: Final = 2500  # how much more than its share of the row's worth a potion draws


def greedy(s: State, seat: int, moves: MoveList) -> int:
    match s.step:
        case Step.CHOOSE:
            return best_pair(s, seat)
        case Step.PLACE:
            return best_place(s, seat, moves)
        case Step.EXCHANGE:
            return best_swap(s, seat)
    potion = s.row[undecided(s, seat)]
    return POWER if power_worth(s, seat, potion) > 10 * worth(s, seat, potion) else POINTS


# --------------------------------------------------------------------------------------------------------- worth
def worth_of(s: State, seat: int, potion: int) -> int:
    if bears_power(potion):
        return max(10 * worth(s, seat, potion), power_worth(s, seat, potion))
    return 10 * worth(s, seat, potion)


def power_worth(s: State, seat: int, potion: int) -> int:
    power = potion // 10
    if has(s.powers[seat], power):
        return 0
    gain = A_ROUND[power] * (ROUNDS - s.round)
    if power <= Symbol.TRIPLE_GREEN:
        colour = Symbol.BLUE if power == Symbol.TRIPLE_BLUE else Symbol.GREEN
        for i in range(s.kept_n[seat]):
            if s.kept[seat][i] // 10 == colour:
                gain += 10 * (TRIPLED - s.kept[seat][i] % 10)
    return gain


def worth_at(s: State, seat: int, place: int) -> int:
    if place != FACE_DOWN:
        return worth_of(s, seat, s.row[place])
    if has(s.knows_down[s.round - 1], seat):
        return worth_of(s, seat, s.down[s.round - 1])
    return UNKNOWN


def row_worth(s: State, seat: int) -> int:
    total = 1
    for place in range(s.seats):
        total += worth_at(s, seat, place)
    return total


# ----------------------------------------------------------------------------------------------- choice and bids
def best_pair(s: State, seat: int) -> int:
    """Choose two cards: the bottom one, harder to outbid, for the best potion, the top one for the second."""
    best = 0
    second = 0
    for place in range(s.seats):
        here = worth_at(s, seat, place)
        second = max(second, min(best, here))
        best = max(best, here)
    bottom = best_card(s, seat, s.left[seat], 2, best)
    top = best_card(s, seat, s.left[seat] & ~(1 << bottom), 1, second)
    return choosing(top, bottom)


def best_card(s: State, seat: int, cards: int, bidding: int, prize: int) -> int:
    best = 0
    best_gain = -CERTAIN * CERTAIN
    for gold in each(cards):
        gain = prize * holds(s, seat, gold, bidding, CERTAIN // s.seats) - PRICE * gold * CERTAIN
        if gain > best_gain:
            best = gold
            best_gain = gain
    return best


def holds(s: State, seat: int, gold: int, bidding: int, aimed: int) -> int:
    """Return the chance that nobody outbids this card, if each card to come is meant for it with chance `aimed`."""
    chance = CERTAIN
    mine = (seat + s.seats - s.first) % s.seats
    for other in range(s.seats):
        if other != seat:
            later = (other + s.seats - s.first) % s.seats > mine
            outbid = aimed * beats(s, other, gold) // CERTAIN
            for _ in range(2 - bidding + later):
                chance -= chance * outbid // CERTAIN
    return chance


def beats(s: State, other: int, gold: int) -> int:
    """Return the chance that a seat's card beats `gold`, if it is one of the lower half of what it has left."""
    n = count(s.left[other])
    likely = max(n // 2, min(n, 2), 1)
    least = gold if has(s.powers[other], Symbol.EQUALITY) else gold + 1
    below = n - count(s.left[other] >> least)
    return CERTAIN * max(0, likely - below) // likely


def best_place(s: State, seat: int, moves: MoveList) -> int:
    total = row_worth(s, seat)
    best = moves[1]
    best_gain = -CERTAIN * CERTAIN
    for i in range(1, moves[0] + 1):
        if moves[i] < PLACE_TWO:
            gain = gain_at(s, seat, moves[i] - PLACE, total)
        else:
            at = first_of_two(moves[i])
            gain = gain_at(s, seat, at, total) + gain_at(s, seat, at + 1, total)
        if gain > best_gain:
            best = moves[i]
            best_gain = gain
    return best


def gain_at(s: State, seat: int, place: int, total: int) -> int:
    here = worth_at(s, seat, place)
    aimed = min(CERTAIN, here * AIMED // total)
    gain = holds(s, seat, s.chosen[seat][s.bidding - 1], s.bidding, aimed)
    if s.leader[place] == seat:
        gain -= holds(s, seat, s.high[place], s.bidding, aimed)
    return gain * here


# ------------------------------------------------------------------------------------------------------ exchange
def best_swap(s: State, seat: int) -> int:
    """Choose a swap: for an own place what is worth more, for another's what is worth less."""
    top = worth_of(s, seat, s.pile[s.box_n + s.pile_n - 1])
    best = KEEP
    best_gain = 0
    for place in range(s.seats):
        gain = top - worth_at(s, seat, place)
        if s.leader[place] != seat:
            gain = 0 if s.leader[place] == NOBODY else -gain // s.seats
        if gain > best_gain:
            best = SWAP + place
            best_gain = gain
    return best
