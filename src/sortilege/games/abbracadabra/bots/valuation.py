"""Value meetings, objects and cards for a seat, in hundredths of a point. In the plain subset.

Only what the seat can see is read, so that it is worth the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.abbracadabra.bots.parameters import Weight
from sortilege.games.abbracadabra.moves import OPEN_TYPES, WAYS
from sortilege.games.abbracadabra.rules.meetings import ALEA, THIRD, other_packs, type_of
from sortilege.games.abbracadabra.rules.scoring import ENOUGH_ELEMENTALS, elemental_points, enough_stones, points_of
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    ELEMENTAL,
    ELEMENTALS,
    ENCHANTERS,
    GOAL,
    LETTERS,
    NATURALS,
    NONE,
    PACK,
    STONE,
    State,
    Trick,
)
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import Parameters

POINT: Final = 100
MEAN_OBJECT: Final = 3
OPEN: Final = LETTERS  # a meeting whose type its organiser names
# In a list of prices: what a meeting of each type brings, with a card of the towers and, at ALONE, of the hand alone.
ALONE: Final = LETTERS + 1
PRICES: Final = 2 * ALONE


# ------------------------------------------------------------------------------------------------------ meetings
def price_types(s: State, seat: int, prices: Scratch, parameters: Parameters) -> None:
    """Value a meeting of each type."""
    for hand_card in range(2):
        best = 0
        more = hand_card if s.hand_cards else 0
        need = missing(s, seat, more)
        of_stone = worth_of_stone(s, seat, more, parameters)
        for letter in range(LETTERS):
            prices[hand_card * ALONE + letter] = worth_of_type(s, seat, letter, more, need, of_stone, parameters)
        for way in range(WAYS):
            best = max(best, prices[hand_card * ALONE + OPEN_TYPES[way]])
        prices[hand_card * ALONE + OPEN] = best


def missing(s: State, seat: int, more: int) -> int:
    """Return the points missing to the goal, when the seat gets `more` beside."""
    return GOAL - points_of(s, seat) - more


def worth_of_type(
    s: State, seat: int, letter: int, hand_card: int, need: int, of_stone: int, parameters: Parameters
) -> int:
    """Value all that a meeting of this type brings, with so many points missing."""
    worth = hand_card * POINT + (parameters[Weight.AGAIN] if letter == ALEA else 0)
    worth += worth_of_objects(s, seat, letter, need, of_stone, parameters)
    if s.proximal == seat:
        of_second = worth_of_stone(s, seat, hand_card + MEAN_OBJECT, parameters)
        worth += worth_of_objects(s, seat, letter, need - MEAN_OBJECT, of_second, parameters)
    elif s.proximal != NONE:
        worth -= parameters[Weight.SHARED] * MEAN_OBJECT * POINT // 100
    return worth


def worth_of_objects(s: State, seat: int, letter: int, need: int, of_stone: int, parameters: Parameters) -> int:
    """Value the top of this pack, or of the better neighbour's if it is empty."""
    if s.pack_n[letter]:
        return worth_of_pack(s, seat, letter, need, of_stone, parameters)
    best = 0
    for other in each(other_packs(s, letter)):
        best = max(best, worth_of_pack(s, seat, other, need, of_stone, parameters))
    return best


def worth_of_pack(s: State, seat: int, letter: int, need: int, of_stone: int, parameters: Parameters) -> int:
    """Return the mean value of the objects that the seat does not hold itself, with so many points missing."""
    total = 0
    left = PACK
    for i in range(PACK):
        total += worth_of_object(s.printed[letter][i], need, of_stone, parameters)
    for i in range(s.objects_n[seat]):
        if s.objects[seat][i] >> 4 == letter:
            total -= worth_of_object(s.objects[seat][i] & 15, need, of_stone, parameters)
            left -= 1
    return total // max(1, left)


def worth_of_object(value: int, need: int, of_stone: int, parameters: Parameters) -> int:
    """Value an object with this number on it."""
    if value == STONE:
        return of_stone
    return value * POINT + (parameters[Weight.WIN] if value >= need else 0)


def worth_of_stone(s: State, seat: int, more: int, parameters: Parameters) -> int:
    """Value a stone: the second one wins, with one more object to change."""
    wins = enough_stones(stones_of(s, seat) + 1, s.objects_n[seat] + s.bonus[seat] + more + 1)
    return parameters[Weight.WIN] if wins else parameters[Weight.STONE]


def stones_of(s: State, seat: int) -> int:
    stones = 0
    for i in range(s.objects_n[seat]):
        if s.objects[seat][i] & 15 == STONE:
            stones += 1
    return stones


def type_of_three(a: int, b: int, c: int) -> int:
    """Return the type of a meeting of these three, in any order."""
    if a < AIR_ENCHANTER:
        if b < AIR_ENCHANTER:
            return type_of(a, b)
        return type_of(a, c) if c < AIR_ENCHANTER else OPEN
    return type_of(b, c) if b < AIR_ENCHANTER and c < AIR_ENCHANTER else OPEN


def count_types(a: int, b: int, thirds: int, prices: Scratch, at: int) -> None:
    """Count the meetings of two enchanters, the first before the second, with these, by type."""
    if b < AIR_ENCHANTER:
        prices[at + type_of(a, b)] += count(thirds)
        return
    for c in each(thirds):
        prices[at + type_of_three(a, b, c)] += 1


def third_of(a: int, b: int) -> int:
    """Return the cards that can meet with these two."""
    return THIRD[min(a, b) * ELEMENTAL + max(a, b)]


def best_third(a: int, b: int, hand: int, towers: int, prices: Scratch) -> int:
    """Value the best meeting of these two with a card of the hand or of the towers."""
    third = third_of(a, b)
    best = 0
    for c in each(third & hand):
        best = max(best, prices[ALONE + type_of_three(a, b, c)])
    for c in each(third & towers & NATURALS):
        best = max(best, prices[type_of_three(a, b, c)])
    return best


# --------------------------------------------------------------------------------------------------------- cards
def worth_of_elementals(s: State, seat: int, elementals: int, parameters: Parameters) -> int:
    """Value so many elementals in the hand: a point each, what they may still become, and the prize."""
    if elementals == 0:
        return 0
    held = count(s.hand[seat] & ELEMENTALS)
    gained = elemental_points(s, elementals) - elemental_points(s, held)
    worth = parameters[Weight.WIN] if points_of(s, seat) + gained >= GOAL else 0
    if elementals == 1:
        return worth + parameters[Weight.ELEMENTAL]
    if elementals < ENOUGH_ELEMENTALS:
        return worth + parameters[Weight.ELEMENTAL] + parameters[Weight.SECOND_ELEMENTAL]
    return worth + elemental_points(s, elementals) * POINT


def worth_of_playing(s: State, seat: int, trick: int, parameters: Parameters) -> int:
    """Value a trick if it is played in this turn."""
    if trick == Trick.IDEM:
        if s.meeting == NONE:
            return 0
        of_stone = worth_of_stone(s, seat, 0, parameters)
        return worth_of_objects(s, seat, s.meeting, missing(s, seat, 0), of_stone, parameters) + parameters[Weight.PLAY]
    laid = parameters[Weight.LAID] if trick == Trick.PROXIMAL else 0
    return worth_of_trick(trick, parameters) + parameters[Weight.PLAY] + laid


def worth_of_trick(card: int, parameters: Parameters) -> int:
    """Value a trick that is kept."""
    return parameters[Weight.PROXIMAL + card - Trick.PROXIMAL] if card < Trick.PERICULUM else 0


def worth_of_hand(
    s: State, seat: int, hand: int, towers: int, hidden: int, prices: Scratch, parameters: Parameters
) -> int:
    """Value what these cards can still become, kept till the next turn."""
    worth = worth_of_elementals(s, seat, count(hand & ELEMENTALS), parameters)
    for card in each(hand >> Trick.PROXIMAL):
        worth += worth_of_trick(Trick.PROXIMAL + card, parameters)
    enchanters = hand & ENCHANTERS
    worth += parameters[Weight.ENCHANTER] * count(enchanters)
    worth += parameters[Weight.AIR] * count(enchanters >> AIR_ENCHANTER)
    ready = 0
    for a in each(enchanters):
        for b in each(enchanters & (-2 << a)):
            worth += parameters[Weight.PARTNER] * count(THIRD[a * ELEMENTAL + b] & hidden)
            ready = max(ready, best_third(a, b, enchanters, towers, prices))
    return worth + ready * parameters[Weight.READY] // 100


def worth_beside(s: State, seat: int, card: int, hand: int, hidden: int, parameters: Parameters) -> int:
    """Return what one card more adds to a hand, except by a meeting now."""
    if card >= Trick.PROXIMAL:
        return worth_of_trick(card, parameters)
    if card >= ELEMENTAL:
        n = count(hand & ELEMENTALS)
        return worth_of_elementals(s, seat, n + 1, parameters) - worth_of_elementals(s, seat, n, parameters)
    later = hidden | s.discards if s.deck_n < 2 * s.seats else hidden  # before its next turn they are mixed in
    partners = 0
    for other in each(hand & ENCHANTERS):
        if other != card:
            partners += count(third_of(card, other) & later)
    air = parameters[Weight.AIR] if card >= AIR_ENCHANTER else 0
    return partners * parameters[Weight.PARTNER] + parameters[Weight.ENCHANTER] + air
