"""Choose where to lay a gold card in Magicoa: by the worth of a place and the chance to hold it. In the plain subset.

The others' cards to come are unknown cards of what they have left. Chances are in thousandths.
"""

from typing import Final

from sortilege.games.magicoa.bots.parameters import Weight
from sortilege.games.magicoa.bots.valuation import row_values
from sortilege.games.magicoa.moves import PLACE, PLACE_TWO, first_of_two
from sortilege.games.magicoa.rules.bidding import highest_beaten
from sortilege.games.magicoa.state import BIDDINGS, NOBODY, PLACES, State
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import MoveList, Parameters

CERTAIN: Final = 1000
SHARPEST: Final = 6  # so that no pull grows beyond what a word holds


def best_place(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Return the placement that gains most."""
    values = row_values(s, seat, parameters)
    best = moves[1]
    most = -CERTAIN * CERTAIN
    for i in range(1, moves[0] + 1):
        if moves[i] < PLACE_TWO:
            gain = gain_at(s, seat, moves[i] - PLACE, values, parameters)
        else:
            at = first_of_two(moves[i])
            gain = gain_at(s, seat, at, values, parameters) + gain_at(s, seat, at + 1, values, parameters)
        if gain > most:
            best = moves[i]
            most = gain
    return best


def gain_at(s: State, seat: int, place: int, values: Scratch, parameters: Parameters) -> int:
    gold = s.chosen[seat][s.bidding - 1]
    gain = held(s, seat, place, gold, values, parameters) * values[seat * PLACES + place]
    leader = s.leader[place]
    if leader == NOBODY:
        return gain
    kept = held(s, leader, place, s.high[place], values, parameters) * values[leader * PLACES + place]
    return gain - kept if leader == seat else gain + kept * parameters[Weight.SPITE] // 100


def held(s: State, seat: int, place: int, gold: int, values: Scratch, parameters: Parameters) -> int:
    """Return the chance that no card to come of another seat is laid on this one."""
    chance = CERTAIN
    for other in range(s.seats):
        if other != seat:
            taken = takes(s, other, place, gold, values, parameters)
            for _ in range(cards_to_come(s, other)):
                chance -= chance * taken // CERTAIN
    return chance


def cards_to_come(s: State, other: int) -> int:
    """Count the cards of a seat after the one being placed now."""
    now = has(s.waiting, other) and other != s.turn
    return BIDDINGS - s.bidding + now


def takes(s: State, other: int, place: int, gold: int, values: Scratch, parameters: Parameters) -> int:
    """Return the chance that a card of this seat goes onto `gold` at this place."""
    least = gold if highest_beaten(s, other, gold) == gold else gold + 1
    total = 0
    for card in each(s.left[other] >> least << least):
        total += aims(s, other, place, card, values, parameters)
    return total // max(1, count(s.left[other]))


def aims(s: State, other: int, place: int, card: int, values: Scratch, parameters: Parameters) -> int:
    """Return the chance that this card, which may go there, does: the better potions draw more."""
    whole = 0
    for at in range(s.seats):
        if at == place or (s.high[at] < card and s.leader[at] != other):
            whole += drawn(values[other * PLACES + at], parameters)
    return CERTAIN * drawn(values[other * PLACES + place], parameters) // max(1, whole)


def drawn(value: int, parameters: Parameters) -> int:
    pull = 1
    for _ in range(min(parameters[Weight.SHARP], SHARPEST)):
        pull *= 1 + value // 10
    return pull
