"""The expert of Épée: thinks choices and auctions through, values what can still pay. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.games.epee.auctions import added_cost, highest_bid, lowest_bid
from sortilege.games.epee.barter import best_answer, best_trade
from sortilege.games.epee.creatures import share_price
from sortilege.games.epee.display import seats_there
from sortilege.games.epee.foresight import (
    EXTRA,
    LEAST,
    LIMITS,
    NO_SALE,
    PRICES,
    SPITE,
    answered,
    auction_room,
    best_bid,
    next_of,
    regard,
    think_through,
    unopened,
)
from sortilege.games.epee.layout import MOST_MAGIC, NONE, Kind, State, Step
from sortilege.games.epee.notation import AUCTION, BID, DONE, FIGHT, LEAVE, PASS, RETRANSFORM, ROB, SHARE
from sortilege.games.epee.plans import best_choice
from sortilege.games.epee.prizes import LIMIT, prizes_at, shared_gain, solo_gain
from sortilege.games.epee.spells import can_retransform, can_rob
from sortilege.games.epee.value import SPITE_PART, STONE, magic_gain
from sortilege.kernel.bits import count, each
from sortilege.kernel.paper import Sheet
from sortilege.kernel.table import MoveList, Taste


def expert(s: State, seat: int, moves: MoveList, taste: Taste) -> int:
    match s.step:
        case Step.CAST:
            return best_cast(s, seat, taste)
        case Step.CHOOSE:
            return best_choice(s, seat, taste)
        case Step.FIGHT:
            return fight_or_leave(s, seat, taste)
        case Step.SHARE:
            return share_or_auction(s, seat, taste)
        case Step.BID:
            return bid_or_pass(s, seat, taste)
        case Step.TRADE:
            return best_trade(s, seat, taste)
    return best_answer(s, seat, taste)


# ------------------------------------------------------------------------------------------------------- phase B
def best_cast(s: State, seat: int, taste: Taste) -> int:
    """Rob the richest; turn a stone into magic where two points are worth more."""
    richest = NONE
    for other in range(s.seats):
        if can_rob(s, seat, other) and (richest == NONE or s.stones[other] > s.stones[richest]):
            richest = other
    if richest != NONE and s.magic[seat] < MOST_MAGIC:
        return ROB + richest
    if can_retransform(s, seat) and magic_gain(s, seat, 2, taste) > STONE:
        return RETRANSFORM
    return DONE


# ------------------------------------------------------------------------------------------------------- phase D
def fight_or_leave(s: State, seat: int, taste: Taste) -> int:
    return LEAVE if prizes_at(s, s.place, taste)[LIMIT + seat] == NONE else FIGHT


def share_or_auction(s: State, seat: int, taste: Taste) -> int:
    there = seats_there(s)
    price = share_price(s, s.display[s.place], count(there))
    prizes = prizes_at(s, s.place, taste)
    room = room_for(s, there, prizes, taste)
    think_through(room, there)
    auctioned = regard(room, seat, unopened(room, there, first_there(s, there), False))
    shared = 0
    for other in each(there):
        if s.magic[other] < price:
            return AUCTION
        shared += shared_gain(s, prizes, other, price, taste) * (100 if other == seat else -taste[SPITE_PART])
    return SHARE if shared > auctioned else AUCTION


def first_there(s: State, there: int) -> int:
    return next_of(there, (s.first + s.seats - 1) % s.seats)


def bid_or_pass(s: State, seat: int, taste: Taste) -> int:
    room = room_for(s, s.waiting, prizes_at(s, s.place, taste), taste)
    think_through(room, s.waiting)
    bid = best_bid(room, s.waiting, seat, after_passing(s, seat, room))
    return PASS if bid == NONE else BID + bid


def after_passing(s: State, seat: int, room: Sheet) -> int:
    left = s.waiting & ~(1 << seat)
    turn = next_of(s.waiting, seat)
    if s.bid != NONE:
        return answered(room, left, turn, count(left) - 1, s.bidder * PRICES + s.bid + added_cost(s))
    if left == 0:
        return NO_SALE
    return unopened(room, left, turn, s.kind[s.display[s.place]] == Kind.SPELL)


def room_for(s: State, bidders: int, prizes: Sheet, taste: Taste) -> Sheet:
    """The auction at the place being resolved, from the bid that stands on."""
    room = auction_room()
    room[LEAST] = lowest_bid(s)
    room[EXTRA] = added_cost(s)
    room[SPITE] = taste[SPITE_PART]
    for seat in each(bidders):
        room[LIMITS + seat] = highest_bid(s, seat)
        for price in range(s.magic[seat] + 1):
            room[seat * PRICES + price] = solo_gain(s, prizes, seat, price, taste)
    return room
