"""Play Épée greedily: take what is worth most now. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.games.epee.bots.greedy_valuation import (
    DEAD,
    HALF,
    SINGLE,
    card_worth,
    energy_worth,
    holy_worth,
    magic_worth,
    mate_of,
    shared_worth,
    solo_worth,
    spell_worth,
)
from sortilege.games.epee.moves import (
    ACCEPT,
    ACCEPT_FOR,
    AUCTION,
    BID,
    DECLINE,
    DONE,
    FIGHT,
    GO,
    LAY,
    LEAVE,
    PASS,
    REST,
    RETRANSFORM,
    ROB,
    SHARE,
    TRANSFORM,
    offer,
)
from sortilege.games.epee.rules.auctions import added_cost, highest_bid, lowest_bid
from sortilege.games.epee.rules.creatures import share_price
from sortilege.games.epee.rules.display import seats_there
from sortilege.games.epee.rules.spells import RETRANSFORMUS_MAGIC, can_retransform, can_rob, can_transform
from sortilege.games.epee.rules.trades import OFFERS
from sortilege.games.epee.state import ANY, MOST_MAGIC, NONE, Kind, State, Step
from sortilege.kernel.plain.bits import count, each, has, lowest, nth
from sortilege.kernel.state import MoveList


def greedy(s: State, seat: int, moves: MoveList) -> int:
    """Choose one of the listed moves."""
    match s.step:
        case Step.CAST:
            return greedy_cast(s, seat)
        case Step.CHOOSE:
            return greedy_choice(s, seat)
        case Step.FIGHT:
            return FIGHT if gain_alone(s, seat, s.display[s.place]) > 0 else LEAVE
        case Step.SHARE:
            return greedy_share(s, seat)
        case Step.BID:
            return greedy_bid(s, seat)
        case Step.TRADE:
            return greedy_trade(s, seat)
    return greedy_answer(s, seat)


# ------------------------------------------------------------------------------------------------------ phase B
def greedy_cast(s: State, seat: int) -> int:
    """Rob the richest; turn a stone into magic where that is what a creature lacks."""
    richest = NONE
    for other in range(s.seats):
        if can_rob(s, seat, other) and (richest == NONE or s.stones[other] > s.stones[richest]):
            richest = other
    if richest != NONE and s.magic[seat] < MOST_MAGIC:
        return ROB + richest
    if can_retransform(s, seat) and lacks_little(s, seat):
        return RETRANSFORM
    return DONE


def lacks_little(s: State, seat: int) -> bool:
    for place in range(2):
        card = s.display[place]
        if s.kind[card] == Kind.CREATURE and s.magic[seat] < s.cost[card] <= s.magic[seat] + RETRANSFORMUS_MAGIC:
            return True
    return False


# ------------------------------------------------------------------------------------------------------ phase C
def greedy_choice(s: State, seat: int) -> int:
    best = REST
    most = magic_worth(s) if s.magic[seat] < MOST_MAGIC else 0
    for place in range(2):
        gain = place_gain(s, seat, place)
        if gain > most:
            best = GO + place
            most = gain
    return best


def place_gain(s: State, seat: int, place: int) -> int:
    """Return what going there should bring, as far as the others have chosen."""
    card = s.display[place]
    rivals = 0
    undecided = NONE  # the seat itself
    for other in range(s.seats):
        if s.choice[other] == place:
            rivals |= 1 << other
        undecided += s.choice[other] == NONE
    match s.kind[card]:
        case Kind.ENERGY:
            return energy_worth(s, seat, s.worth[card])
        case Kind.HOLY:
            return holy_worth(s, seat, s.worth[card])
        case Kind.SPELL:
            return spell_worth(s, card) // (1 + count(rivals))
    alone = gain_alone(s, seat, card)
    if rivals == 0:
        return alone * 4 // (4 + undecided)
    return max(gain_shared(s, seat, card, rivals), gain_auctioned(s, seat, card, rivals))


# ------------------------------------------------------------------------------------------------------ phase D
def gain_alone(s: State, seat: int, card: int) -> int:
    """Return what fighting alone brings; 0 where the creature costs too much."""
    if s.magic[seat] < s.cost[card]:
        return 0
    return solo_worth(s, seat, card) - s.cost[card] * magic_worth(s)


def gain_shared(s: State, seat: int, card: int, rivals: int) -> int:
    """Return what sharing brings; 0 where the seat or one of the rivals cannot pay its part."""
    price = share_price(s, card, count(rivals) + 1)
    for other in each(rivals | 1 << seat):
        if s.magic[other] < price:
            return 0
    return shared_worth(s, seat, card) - price * magic_worth(s)


def gain_auctioned(s: State, seat: int, card: int, rivals: int) -> int:
    """Return what an auction brings if rivals bid up to its worth; 0 where one of them goes further."""
    point = magic_worth(s)
    price = s.cost[card]
    for other in each(rivals):
        price = max(price, 1 + min(s.magic[other], solo_worth(s, other, card) // point))
    if s.magic[seat] < price:
        return 0
    return max(0, solo_worth(s, seat, card) - price * point)


def greedy_share(s: State, seat: int) -> int:
    card = s.display[s.place]
    rivals = seats_there(s) & ~(1 << seat)
    if gain_shared(s, seat, card, rivals) > gain_auctioned(s, seat, card, rivals):
        return SHARE
    return AUCTION


def greedy_bid(s: State, seat: int) -> int:
    """Bid the lowest, as long as winning with it is worth its price."""
    card = s.display[s.place]
    bid = lowest_bid(s)
    spell = s.kind[card] == Kind.SPELL
    value = spell_worth(s, card) if spell else solo_worth(s, seat, card)
    if bid > highest_bid(s, seat) or (bid + added_cost(s)) * magic_worth(s) >= value:
        return PASS
    return BID + bid


# ------------------------------------------------------------------------------------------------------ phase E
def greedy_trade(s: State, seat: int) -> int:
    if can_transform(s, seat):
        return TRANSFORM
    for card in each(s.hand[seat]):
        if card_worth(s, seat, card) >= SINGLE:
            return LAY + card
    if s.hand_n[seat] == 0 or s.offers[seat] == OFFERS:
        return DONE
    return greedy_offer(s, seat, least_card(s, seat))


def greedy_offer(s: State, seat: int, given: int) -> int:
    """Offer the card of least use for the other half of another one, or a useless one for any; each only once."""
    wishes = wanted_halves(s, seat, given)
    if wishes == 0 and card_worth(s, seat, given) == DEAD:
        wishes = 1 << ANY
    holders = other_holders(s, seat)
    made = s.offers[seat]
    if made >= count(wishes) * count(holders):
        return DONE
    return offer(nth(holders, made % count(holders)), given, nth(wishes, made // count(holders)))


def wanted_halves(s: State, seat: int, given: int) -> int:
    wanted = 0
    for card in each(s.hand[seat] & ~(1 << given)):
        if card_worth(s, seat, card) == HALF:
            wanted |= 1 << mate_of(card)
    return wanted


def other_holders(s: State, seat: int) -> int:
    """Return the seats besides this one that hold a card."""
    holders = 0
    for other in range(s.seats):
        if other != seat and s.hand_n[other]:
            holders |= 1 << other
    return holders


def least_card(s: State, seat: int) -> int:
    least = lowest(s.hand[seat])
    for card in each(s.hand[seat]):
        if card_worth(s, seat, card) < card_worth(s, seat, least):
            least = card
    return least


def greedy_answer(s: State, seat: int) -> int:
    """Accept only a card of more use than the one it costs."""
    returned = least_card(s, seat) if s.offer_want == ANY else s.offer_want
    if not has(s.hand[seat], returned) or mate_of(s.offer_give) == returned:
        return DECLINE
    if card_worth(s, seat, s.offer_give) <= card_worth(s, seat, returned):
        return DECLINE
    return ACCEPT_FOR + returned if s.offer_want == ANY else ACCEPT
