"""Play Épée as the expert: think choices and auctions through, value what can still pay. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.games.epee.bots.auction_search import (
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
from sortilege.games.epee.bots.parameters import Weight
from sortilege.games.epee.bots.plans import best_choice
from sortilege.games.epee.bots.prizes import LIMIT, prizes_at, shared_gain, solo_gain
from sortilege.games.epee.bots.trades import best_answer, best_trade
from sortilege.games.epee.bots.valuation import STONE, magic_gain
from sortilege.games.epee.moves import AUCTION, BID, DONE, FIGHT, LEAVE, PASS, RETRANSFORM, ROB, SHARE
from sortilege.games.epee.rules.auctions import added_cost, highest_bid, lowest_bid
from sortilege.games.epee.rules.creatures import share_price
from sortilege.games.epee.rules.display import seats_there
from sortilege.games.epee.rules.spells import RETRANSFORMUS_MAGIC, RETRANSFORMUS_STONES, can_retransform, can_rob
from sortilege.games.epee.state import MOST_MAGIC, NONE, Kind, State, Step
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import MoveList, Parameters


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Choose one of the listed moves."""
    match s.step:
        case Step.CAST:
            return best_cast(s, seat, parameters)
        case Step.CHOOSE:
            return best_choice(s, seat, parameters)
        case Step.FIGHT:
            return fight_or_leave(s, seat, parameters)
        case Step.SHARE:
            return share_or_auction(s, seat, parameters)
        case Step.BID:
            return bid_or_pass(s, seat, parameters)
        case Step.TRADE:
            return best_trade(s, seat, parameters)
    return best_answer(s, seat, parameters)


# ------------------------------------------------------------------------------------------------------- phase B
def best_cast(s: State, seat: int, parameters: Parameters) -> int:
    """Rob the richest; turn a stone into magic where two points are worth more."""
    richest = NONE
    for other in range(s.seats):
        if can_rob(s, seat, other) and (richest == NONE or s.stones[other] > s.stones[richest]):
            richest = other
    if richest != NONE and s.magic[seat] < MOST_MAGIC:
        return ROB + richest
    if can_retransform(s, seat) and magic_gain(s, seat, RETRANSFORMUS_MAGIC, parameters) > RETRANSFORMUS_STONES * STONE:
        return RETRANSFORM
    return DONE


# ------------------------------------------------------------------------------------------------------- phase D
def fight_or_leave(s: State, seat: int, parameters: Parameters) -> int:
    return LEAVE if prizes_at(s, s.place, parameters)[LIMIT + seat] == NONE else FIGHT


def share_or_auction(s: State, seat: int, parameters: Parameters) -> int:
    there = seats_there(s)
    price = share_price(s, s.display[s.place], count(there))
    prizes = prizes_at(s, s.place, parameters)
    room = room_for(s, there, prizes, parameters)
    think_through(room, there)
    auctioned = regard(room, seat, unopened(room, there, first_there(s, there), False))
    shared = 0
    for other in each(there):
        if s.magic[other] < price:
            return AUCTION
        part = 100 if other == seat else -parameters[Weight.SPITE]
        shared += part * shared_gain(s, prizes, other, price, parameters)
    return SHARE if shared > auctioned else AUCTION


def first_there(s: State, there: int) -> int:
    return next_of(there, (s.first + s.seats - 1) % s.seats)


def bid_or_pass(s: State, seat: int, parameters: Parameters) -> int:
    room = room_for(s, s.waiting, prizes_at(s, s.place, parameters), parameters)
    think_through(room, s.waiting)
    bid = best_bid(room, s.waiting, seat, after_passing(s, seat, room))
    return PASS if bid == NONE else BID + bid


def after_passing(s: State, seat: int, room: Scratch) -> int:
    left = s.waiting & ~(1 << seat)
    turn = next_of(s.waiting, seat)
    if s.bid != NONE:
        return answered(room, left, turn, count(left) - 1, s.bidder * PRICES + s.bid + added_cost(s))
    if left == 0:
        return NO_SALE
    return unopened(room, left, turn, s.kind[s.display[s.place]] == Kind.SPELL)


def room_for(s: State, bidders: int, prizes: Scratch, parameters: Parameters) -> Scratch:
    """Return the auction at the place being resolved, from the standing bid on."""
    room = auction_room()
    room[LEAST] = lowest_bid(s)
    room[EXTRA] = added_cost(s)
    room[SPITE] = parameters[Weight.SPITE]
    for seat in each(bidders):
        room[LIMITS + seat] = highest_bid(s, seat)
        for price in range(s.magic[seat] + 1):
            room[seat * PRICES + price] = solo_gain(s, prizes, seat, price, parameters)
    return room
