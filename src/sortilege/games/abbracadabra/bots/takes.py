"""Choose two cards to take, by the exact expected value of the hidden cards.

Worlds are four shuffles, one for each back; Periculum! alone is never in a hand, so it lies oftener in the row.
"""

from typing import Final

from sortilege.games.abbracadabra.bots.belief import blind_in_hands, odds_of, part_lying
from sortilege.games.abbracadabra.bots.parameters import Weight
from sortilege.games.abbracadabra.bots.valuation import (
    ALONE,
    POINT,
    PRICES,
    best_third,
    price_types,
    third_of,
    type_of_three,
    worth_beside,
    worth_of_elementals,
    worth_of_playing,
    worth_of_trick,
)
from sortilege.games.abbracadabra.state import (
    BACK,
    BACKS,
    CARDS,
    ELEMENTAL,
    ELEMENTALS,
    ENCHANTERS,
    FACE_UP,
    NATURALS,
    NONE,
    ROW,
    WITH_BACK,
    State,
    Step,
    Trick,
)
from sortilege.games.abbracadabra.views import faces, unseen
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, Parameters, left_of

# In the list of prices, after the prices of the types:
KEPT: Final = PRICES  # for each card, what it adds to the hand when it is kept
MEETS: Final = KEPT + CARDS  # for each card, its best meeting with the hand, less what is used up; a trick played
NOW: Final = MEETS + CARDS  # the best meeting or trick without new cards
LOST: Final = NOW + 1  # what Periculum! would take
DENIED: Final = LOST + 1  # what the open card is worth to the next seat
TWO_ELEMENTALS: Final = DENIED + 1  # what both of two new ones add to the hand
MUTUAL: Final = TWO_ELEMENTALS + 1  # what an unseen partner of two new cards is worth
LYING: Final = MUTUAL + 1  # for each back, how many unseen cards are in no hand
HELD: Final = LYING + BACKS  # for each card, in how many places of other hands it may be, as often as it is kept there
CELLS: Final = HELD + CARDS
WORST: Final = -1_000_000


def best_take(s: State, seat: int, moves: MoveList, parameters: Parameters, pairs: bool) -> int:
    """Return the best take, of both cards together; without `pairs`, each as if it were the only one."""
    prices = scratch(CELLS)
    hidden = unseen(s, seat)
    write_prices(s, seat, hidden, prices, parameters)
    first = pairs and moves[0] == ROW
    best = moves[1]
    most = worth_of_take(s, seat, moves[1], first, hidden, prices)
    for i in range(2, moves[0] + 1):
        if not has_duplicate(s, moves[i], NONE):
            worth = worth_of_take(s, seat, moves[i], first, hidden, prices)
            if worth > most:
                most = worth
                best = moves[i]
    return best


def is_duplicate(s: State, move: int) -> bool:
    """Return whether another face-down place with the same back comes first: one of them is enough."""
    return s.step == Step.TAKE and has_duplicate(s, move, NONE)


def has_duplicate(s: State, place: int, gone: int) -> bool:
    """Return whether a face-down place before it, not the one `gone`, has the same back."""
    for other in range(place):
        if place != FACE_UP and other != gone and s.row[other] != NONE and BACK[s.row[other]] == BACK[s.row[place]]:
            return True
    return False


def worth_of_take(s: State, seat: int, place: int, first: bool, hidden: int, prices: Scratch) -> int:
    if first:
        return worth_of_first(s, s.hand[seat], place, hidden, prices)
    return worth_of_last(s, s.hand[seat], place, NONE, hidden, NONE, prices)


# ------------------------------------------------------------------------------------------------ the prices
def write_prices(s: State, seat: int, hidden: int, prices: Scratch, parameters: Parameters) -> None:
    price_types(s, seat, prices, parameters)
    hand = s.hand[seat]
    for card in each(hand & ENCHANTERS):
        prices[KEPT + card] = worth_beside(s, seat, card, hand, hidden, parameters)
        prices[LOST] += prices[KEPT + card] // 2  # a pair counts at both its cards
    if s.periculum:
        for card in each(hand & ~ENCHANTERS):
            prices[LOST] += worth_beside(s, seat, card, hand & ~(1 << card), hidden, parameters)
    prices[NOW] = max(best_now(s, hand & ENCHANTERS, prices), best_trick(s, seat, parameters))
    for card in each(in_row(s, hidden)):
        prices[KEPT + card] = worth_beside(s, seat, card, hand, hidden, parameters)
        if card < ELEMENTAL:
            prices[MEETS + card] = best_with(s, card, hand & ENCHANTERS, prices)
        elif card >= Trick.PROXIMAL:
            prices[MEETS + card] = worth_of_playing(s, seat, card, parameters)
    n = count(hand & ELEMENTALS)
    prices[TWO_ELEMENTALS] = worth_of_elementals(s, seat, n + 2, parameters) - worth_of_elementals(
        s, seat, n, parameters
    )
    prices[MUTUAL] = parameters[Weight.PARTNER]
    find_places(s, seat, hidden, prices)
    if s.row[FACE_UP] != NONE:
        prices[DENIED] = parameters[Weight.DENY] * worth_to_next(s, seat, s.row[FACE_UP], prices, parameters) // 100


def in_row(s: State, hidden: int) -> int:
    """Return what may lie in the row."""
    cards = 0
    for place in range(ROW):
        if s.row[place] != NONE:
            cards |= candidates(s, place, hidden)
    return cards


def candidates(s: State, place: int, hidden: int) -> int:
    return 1 << s.row[place] if place == FACE_UP else hidden & WITH_BACK[BACK[s.row[place]]]


def best_now(s: State, enchanters: int, prices: Scratch) -> int:
    best = 0
    for a in each(enchanters):
        best = max(best, best_with(s, a, enchanters & (-2 << a), prices) - prices[KEPT + a])
    return best


def best_trick(s: State, seat: int, parameters: Parameters) -> int:
    """Return what a trick of the hand gains by being played now."""
    best = 0
    for i in each(s.hand[seat] >> Trick.PROXIMAL):
        trick = Trick.PROXIMAL + i
        best = max(best, worth_of_playing(s, seat, trick, parameters) - worth_of_trick(trick, parameters))
    return best


def best_with(s: State, card: int, enchanters: int, prices: Scratch) -> int:
    """Return the best meeting of this card with one of these, and one more of them or of the towers."""
    best = 0
    for other in each(enchanters):
        third = third_of(card, other)
        for c in each(third & enchanters & (-2 << other)):
            worth = prices[ALONE + type_of_three(card, other, c)] - prices[KEPT + other] - prices[KEPT + c]
            best = max(best, worth)
        for c in each(third & s.towers & NATURALS):
            best = max(best, prices[type_of_three(card, other, c)] - prices[KEPT + other])
    return best


def find_places(s: State, seat: int, hidden: int, prices: Scratch) -> None:
    """Count the places of unseen cards; cards that are kept or played when held lie in hands more or less often."""
    for back in range(BACKS):
        cards = hidden & WITH_BACK[back]
        blind = blind_in_hands(s, seat, back)
        prices[LYING + back] = count(cards) - blind
        for card in each(cards):
            prices[HELD + card] = blind * odds_of(s, card)


def worth_to_next(s: State, seat: int, card: int, prices: Scratch, parameters: Parameters) -> int:
    """Value a card for the next seat, by the cards of its hand that the seat can name."""
    seat_next = left_of(s, seat)
    known = faces(s, seat_next, seat)
    if card >= Trick.PROXIMAL:
        return worth_of_trick(card, parameters)
    if card >= ELEMENTAL:
        return (1 + count(known & ELEMENTALS)) * POINT
    best = 0
    for other in each(known & ENCHANTERS):
        best = max(best, best_third(card, other, known, s.towers, prices))
    return best


# -------------------------------------------------------------------------------------------------- expectations
def worth_of_first(s: State, hand: int, place: int, hidden: int, prices: Scratch) -> int:
    """Return the mean, over what may lie there, of the best second take then."""
    total = 0
    parts = 0
    cards = candidates(s, place, hidden)
    for card in each(cards):
        part = part_of(card, NONE, prices)
        total += part * best_second(s, hand, place, card, hidden, prices)
        parts += part
    return total // parts + (prices[DENIED] if place == FACE_UP else 0)


def best_second(s: State, hand: int, first: int, card: int, hidden: int, prices: Scratch) -> int:
    """Return the best second take once this card was taken from the place `first`."""
    gone = NONE if first == FACE_UP else BACK[card]
    best = WORST
    for place in range(ROW):
        if place != first and not has_duplicate(s, place, first):
            best = max(best, worth_of_last(s, hand, place, card, hidden & ~(1 << card), gone, prices))
    return best


def worth_of_last(s: State, hand: int, place: int, first: int, hidden: int, gone: int, prices: Scratch) -> int:
    """Return the mean of the second take once `first` was taken, face down with the back `gone`."""
    total = 0
    parts = 0
    cards = candidates(s, place, hidden)
    for card in each(cards):
        part = part_of(card, gone, prices)
        total += part * worth_of_two(s, hand, first, card, hidden, prices)
        parts += part
    return total // parts + (prices[DENIED] if place == FACE_UP else 0)


def part_of(card: int, gone: int, prices: Scratch) -> int:
    """Return how likely a card lies at a place with its back, in parts: Periculum! is in no hand."""
    back = BACK[card]
    lying = prices[LYING + back] - (2 if gone == back else 1)
    return part_lying(lying, prices[HELD + card])


def worth_of_two(s: State, hand: int, first: int, card: int, hidden: int, prices: Scratch) -> int:
    """Value the best meeting or trick with the hand and these two, and what is kept of them."""
    if card == Trick.PERICULUM:
        return spared(s, first, prices) - prices[LOST]
    if first == Trick.PERICULUM:
        return spared(s, card, prices) - prices[LOST]
    if first == NONE:
        return max(prices[NOW] + prices[KEPT + card], prices[MEETS + card])
    if first >= ELEMENTAL or card >= ELEMENTAL:
        return worth_of_unlike(first, card, prices)
    third = third_of(first, card)
    both = prices[KEPT + first] + prices[KEPT + card] + prices[MUTUAL] * count(third & hidden)
    best = max(prices[NOW] + both, prices[MEETS + card] + prices[KEPT + first])
    best = max(best, prices[MEETS + first] + prices[KEPT + card])
    for c in each(third & hand):
        best = max(best, prices[ALONE + type_of_three(first, card, c)] - prices[KEPT + c])
    for c in each(third & s.towers & NATURALS):
        best = max(best, prices[type_of_three(first, card, c)])
    return best


def worth_of_unlike(first: int, card: int, prices: Scratch) -> int:
    """Value two cards that cannot both meet."""
    both = prices[KEPT + first] + prices[KEPT + card]
    if has(ELEMENTALS, first) and has(ELEMENTALS, card):
        both = prices[TWO_ELEMENTALS]
    best = prices[NOW] + both
    if not has(ELEMENTALS, first):
        best = max(best, prices[MEETS + first] + prices[KEPT + card])
    if not has(ELEMENTALS, card):
        best = max(best, prices[MEETS + card] + prices[KEPT + first])
    return best


def spared(s: State, card: int, prices: Scratch) -> int:
    """Return the value left of a card if Periculum! is taken with it."""
    return prices[KEPT + card] if card >= ELEMENTAL and s.periculum == 0 else 0
