"""Choose two gold cards to play in Magicoa: by regret matching on what each card should win. In the plain subset.

The card with k higher ones on the table wins about the potion that k are better than; a card kept should win as much in
a round like the others. Each seat mixes its cards by the regret of not having played them, and the answer is the best
pair against the mean of those mixtures. Chances are in thousandths.
"""

from typing import Final

from sortilege.games.magicoa.bots.parameters import Weight
from sortilege.games.magicoa.bots.valuation import row_values
from sortilege.games.magicoa.state import MOST_GOLD, PLACES, ROUNDS, State
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import Parameters

CERTAIN: Final = 1000
CARDS: Final = MOST_GOLD + 2  # cells of a seat in a list by gold value
BEST: Final = 420  # what the potions of a row are usually worth, from the best to the last
LAST: Final = 90


def best_pair(s: State, seat: int, parameters: Parameters) -> int:
    """Return top card and bottom card, as 32 * top + bottom."""
    prizes = sorted_rows(s, seat, parameters)
    later = later_values(s, parameters)
    over = scratch(PLACES * CARDS)
    sum_above(s, mixtures(s, prizes, later, parameters), over)
    above = scratch(PLACES)
    second = scratch(CARDS)
    for card in each(s.left[seat]):
        tell_above(s, seat, card, over, above)
        second[card] = prize(prizes, seat, above, s.seats, 1) - later[seat * CARDS + card]
    best = 0
    most = -CERTAIN * CERTAIN
    for high in each(s.left[seat]):
        tell_above(s, seat, high, over, above)
        first = prize(prizes, seat, above, s.seats, 0) - later[seat * CARDS + high]
        for low in each(s.left[seat] & ((1 << high) - 1)):
            if first + second[low] > most:
                most = first + second[low]
                best = low * 32 + high
    return best


# -------------------------------------------------------------------------------------------------------- stakes
def sorted_rows(s: State, seat: int, parameters: Parameters) -> Scratch:
    """Return what the row is worth to each seat, the best first."""
    values = row_values(s, seat, parameters)
    for other in range(s.seats):
        at = other * PLACES
        for i in range(1, s.seats):
            for j in range(i, 0, -1):
                if values[at + j] > values[at + j - 1]:
                    swapped = values[at + j]
                    values[at + j] = values[at + j - 1]
                    values[at + j - 1] = swapped
    return values


def later_values(s: State, parameters: Parameters) -> Scratch:
    """Return what each card would win in a round like the others, if all the cards left were as likely."""
    later = scratch(PLACES * CARDS)
    if s.round == ROUNDS:
        return later
    even = scratch(PLACES * CARDS)
    over = scratch(PLACES * CARDS)
    rows = scratch(PLACES * PLACES)
    above = scratch(PLACES)
    for seat in range(s.seats):
        for card in each(s.left[seat]):
            even[seat * CARDS + card] = 2 * CERTAIN // count(s.left[seat])
        for place in range(s.seats):
            usual = BEST - (BEST - LAST) * place // (s.seats - 1)
            rows[seat * PLACES + place] = usual * parameters[Weight.TYPICAL] // 100
    sum_above(s, even, over)
    for seat in range(s.seats):
        for card in each(s.left[seat]):
            tell_above(s, seat, card, over, above)
            later[seat * CARDS + card] = prize(rows, seat, above, s.seats, 0)
    return later


def sum_above(s: State, mixed: Scratch, over: Scratch) -> None:
    """Count the cards above each value that a seat plays, in thousandths."""
    for seat in range(s.seats):
        total = 0
        for card in range(MOST_GOLD, 0, -1):
            over[seat * CARDS + card] = min(total, 2 * CERTAIN)
            total += mixed[seat * CARDS + card]


def tell_above(s: State, seat: int, card: int, over: Scratch, above: Scratch) -> None:
    """Compute the chances that 0, 1, ... cards of the others are higher: as many as there are places win nothing."""
    for k in range(1, s.seats):
        above[k] = 0
    above[0] = CERTAIN
    most = 0
    for other in range(s.seats):
        one = over[other * CARDS + card] // 2
        if other != seat and one:
            for _ in range(2):
                most = min(most + 1, s.seats - 1)
                for k in range(most, 0, -1):
                    above[k] += (above[k - 1] - above[k]) * one // CERTAIN
                above[0] -= above[0] * one // CERTAIN


def prize(prizes: Scratch, seat: int, above: Scratch, seats: int, own: int) -> int:
    """Return what a card wins with so many cards of its own above it."""
    total = 0
    for k in range(seats - own):
        total += above[k] * prizes[seat * PLACES + k + own]
    return total // CERTAIN


# ------------------------------------------------------------------------------------------------ regret matching
def mixtures(s: State, prizes: Scratch, later: Scratch, parameters: Parameters) -> Scratch:
    """Return how often each seat plays each card, as the mean of all steps: two cards in all."""
    now = scratch(PLACES * CARDS)
    total = scratch(PLACES * CARDS)
    regret = scratch(PLACES * CARDS)
    over = scratch(PLACES * CARDS)
    for seat in range(s.seats):
        for card in each(s.left[seat]):
            now[seat * CARDS + card] = 2 * CERTAIN // count(s.left[seat])
            total[seat * CARDS + card] = now[seat * CARDS + card]
    for _ in range(parameters[Weight.STEPS]):
        sum_above(s, now, over)
        for seat in range(s.seats):
            learn(s, seat, prizes, later, now, over, regret)
        for seat in range(s.seats):
            mix(s, seat, regret, now, total)
    for seat in range(s.seats):
        for card in each(s.left[seat]):
            total[seat * CARDS + card] //= parameters[Weight.STEPS] + 1
    return total


def learn(s: State, seat: int, prizes: Scratch, later: Scratch, now: Scratch, over: Scratch, regret: Scratch) -> None:
    """Add by how much each card would have done better than what was played."""
    gains = scratch(CARDS)
    above = scratch(PLACES)
    mean = 0
    for card in each(s.left[seat]):
        tell_above(s, seat, card, over, above)
        gains[card] = prize(prizes, seat, above, s.seats, 0) - later[seat * CARDS + card]
        mean += gains[card] * now[seat * CARDS + card]
    mean //= 2 * CERTAIN
    for card in each(s.left[seat]):
        at = seat * CARDS + card
        regret[at] = max(0, regret[at] + gains[card] - mean)


def mix(s: State, seat: int, regret: Scratch, now: Scratch, total: Scratch) -> None:
    """Mix the cards of a seat by their regret."""
    whole = 0
    for card in each(s.left[seat]):
        whole += regret[seat * CARDS + card]
    for card in each(s.left[seat]):
        at = seat * CARDS + card
        if whole:
            now[at] = min(CERTAIN, 2 * CERTAIN * regret[at] // whole)
        total[at] += now[at]
