"""Auction creatures and spells in phase D; `waiting` holds the seats that have not passed. In the plain subset."""

from sortilege.games.epee.events import auction_opened, bade, passed
from sortilege.games.epee.moves import BID, PASS
from sortilege.games.epee.rules.creatures import beat_alone
from sortilege.games.epee.rules.display import seats_there, stay
from sortilege.games.epee.rules.spells import take_spell
from sortilege.games.epee.state import NONE, Kind, State, Step
from sortilege.kernel.plain.bits import count
from sortilege.kernel.state import MoveList, add, ask, mark_answered, next_waiting


def open_auction(s: State) -> None:
    s.sharers = 0
    auction_opened(s, s.display[s.place])
    ask(s, Step.BID, seats_there(s))


def lowest_bid(s: State) -> int:
    """Return the lowest bid to be made. [3] [4] A spell costs 0."""
    if s.bid != NONE:
        return s.bid + 1
    return 0 if s.auction else s.cost[s.display[s.place]]


def highest_bid(s: State, seat: int) -> int:
    return s.magic[seat] - added_cost(s)


def added_cost(s: State) -> int:
    """Return what the winner pays besides the bid. [3]"""
    return s.cost[s.display[s.place]] if s.auction else 0


def legal_bids(s: State, seat: int, out: MoveList) -> None:
    for bid in range(lowest_bid(s), highest_bid(s, seat) + 1):
        add(out, BID + bid)
    add(out, PASS)


def play_bid(s: State, seat: int, move: int) -> None:
    if move == PASS:
        passed(s, seat)
        mark_answered(s, seat)
    else:
        s.bid = move - BID
        s.bidder = seat
        bade(s, seat, s.bid)
        s.turn = next_waiting(s, seat)
    if s.waiting == 0:
        stay(s)
    elif count(s.waiting) == 1:
        settle(s, s.turn)


def settle(s: State, last: int) -> None:
    """End the auction: the last seat left gets a spell [4]; for a creature it must have made a bid [3]."""
    bid = s.bid
    spell = s.kind[s.display[s.place]] == Kind.SPELL
    if not spell and s.bidder != last:
        return
    s.bid = NONE
    s.bidder = NONE
    if spell:
        take_spell(s, last, max(bid, 0))
    else:
        beat_alone(s, last, bid + added_cost(s))
