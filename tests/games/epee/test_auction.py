"""Test that the expert of Épée thinks an auction through as a search of the whole tree does."""

from functools import cache
from random import Random

import pytest

from sortilege.games.epee.bots.auction_search import (
    EXTRA,
    LEAST,
    LIMITS,
    NO_SALE,
    PRICES,
    SPITE,
    auction_room,
    best_bid,
    next_of,
    think_through,
    unopened,
)
from sortilege.games.epee.state import NONE

Outcome = tuple[int, int] | None  # winner and price


class Auction:
    """Try every bid of every seat, by the rules alone."""

    def __init__(self, gains: list[list[int]], limits: list[int], spell: bool, least: int, extra: int, spite: int):
        self.gains, self.limits, self.spell = gains, limits, spell
        self.least, self.extra, self.spite = least, extra, spite
        self.end = cache(self._end)

    def regard(self, seat: int, outcome: Outcome) -> int:
        if outcome is None:
            return 0
        winner, price = outcome
        return self.gains[winner][price] * (100 if winner == seat else -self.spite)

    def _end(self, left: int, turn: int, bid: int, bidder: int) -> Outcome:
        """Return how it ends with these seats still in, this one's turn, this bid standing (-1: none)."""
        if left == 0:
            return None
        if left & (left - 1) == 0 and (self.spell or bidder == turn):
            return turn, max(bid, 0) + (self.extra if bidder == turn else 0)
        return max(self.ends(left, turn, bid, bidder).values(), key=lambda outcome: self.regard(turn, outcome))

    def ends(self, left: int, turn: int, bid: int, bidder: int) -> dict[int, Outcome]:
        """Return the ends by move, passing first, then from the lowest bid: the first of the best is made."""
        out = left & ~(1 << turn)
        after = next_of(left, turn)
        found = {NONE: self.end(out, after if out else turn, bid, bidder)}
        for higher in range(max(self.least, bid + 1), self.limits[turn] + 1):
            found[higher] = self.end(left, after, higher, turn)
        return found


def laid_out(auction: Auction) -> list[int]:
    room = auction_room()
    room[LEAST], room[EXTRA], room[SPITE] = auction.least, auction.extra, auction.spite
    for seat, gains in enumerate(auction.gains):
        room[LIMITS + seat] = auction.limits[seat]
        room[seat * PRICES : seat * PRICES + len(gains)] = gains
    return room


def some_auction(seats: int, seed: int) -> Auction:
    random = Random(seed)
    spell = seed % 2 == 0
    extra = 0 if spell else random.randint(0, 2)
    least = 0 if spell or extra else random.randint(0, 2)
    limits = [random.randint(0, 6) for _ in range(seats)]
    values = [random.randint(0, 900) for _ in range(seats)]
    points = [random.randint(40, 160) for _ in range(seats)]
    gains = [[value - point * price for price in range(9)] for value, point in zip(values, points, strict=True)]
    return Auction(gains, limits, spell, least, extra, spite=random.choice([0, 10, 35]))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_an_auction_ends_as_in_the_whole_tree(seats: int, seed: int) -> None:
    auction = some_auction(seats, seed)
    room, everyone = laid_out(auction), (1 << seats) - 1
    think_through(room, everyone)
    for first in range(seats):
        found = unopened(room, everyone, first, auction.spell)
        outcome = None if found == NO_SALE else divmod(found, PRICES)
        assert outcome == auction.end(everyone, first, NONE, NONE)


@pytest.mark.parametrize("seed", range(20))
def test_the_bid_made_is_the_lowest_of_the_best(seed: int) -> None:
    auction = some_auction(3, seed)
    room = laid_out(auction)
    think_through(room, 0b111)
    ends = auction.ends(0b111, 0, NONE, NONE)
    passing = unopened(room, 0b110, 1, auction.spell)
    best = max(ends, key=lambda move: auction.regard(0, ends[move]))
    assert best_bid(room, 0b111, 0, passing) == best


def test_who_cares_for_its_own_gain_alone_lets_the_price_fall() -> None:
    """To two seats the prize is worth 8 and 5 points: with a little spite the price is about the second."""
    prices = []
    for spite in (0, 10):
        gains = [[100 * (worth - price) for price in range(11)] for worth in (8, 5)]
        room = laid_out(Auction(gains, [10, 10], True, 0, 0, spite))
        think_through(room, 0b11)
        prices.append(unopened(room, 0b11, 0, True) % PRICES)
    assert prices[0] == 0
    assert prices[1] in (4, 5, 6)
