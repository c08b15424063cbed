"""Check that the question asked could be asked at this table. In the plain subset."""

from sortilege.games.epee.rules.auctions import added_cost
from sortilege.games.epee.rules.display import seats_there
from sortilege.games.epee.rules.holdings import in_turn
from sortilege.games.epee.rules.spells import CAST_IN_B
from sortilege.games.epee.rules.trades import wishes_of
from sortilege.games.epee.state import NONE, RESTS, Kind, Spell, State, Step
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.state import all_seats, next_waiting, right_of


def question_possible(s: State) -> bool:
    """Return whether the step, and all that belongs to it, fits the rest of the state."""
    if (s.step == Step.OVER) != (s.ending != 0) or s.together or not (offer_fits(s) and bid_fits(s)):
        return False
    match s.step:
        case Step.CAST | Step.CHOOSE:
            return choosing_possible(s)
        case Step.FIGHT | Step.SHARE | Step.BID:
            return resolving_possible(s)
        case Step.TRADE | Step.ANSWER | Step.OVER:
            return trading_possible(s)
    return False


def asks_in_order(s: State, who: int) -> bool:
    """Return whether, of these seats, those nearer to the first player were asked before the one being asked."""
    reached = False
    for i in range(s.seats):
        seat = in_turn(s, i)
        reached = reached or has(s.waiting, seat)
        if reached and has(who & ~s.waiting, seat):
            return False
    return s.turn == next_waiting(s, right_of(s, s.first))


# -------------------------------------------------------------------------------------------------- phases B and C
def choosing_possible(s: State) -> bool:
    """Return whether two adventures lie open, and the seats still to be asked have not chosen."""
    if s.display[0] == NONE or s.display[1] == NONE or s.place != NONE or s.unresolved != 0b11 or s.card_left:
        return False
    for seat in range(s.seats):
        asked_yet = s.step == Step.CAST or has(s.waiting, seat)
        if (s.choice[seat] == NONE) != asked_yet or s.offers[seat]:
            return False
    if s.step == Step.CHOOSE:
        return s.sharers == 0 and asks_in_order(s, all_seats(s))
    return s.sharers == 0 and asks_in_order(s, s.waiting) and casters_own(s)


def casters_own(s: State) -> bool:
    """Return whether the seats asked own a spell to cast."""
    for seat in each(s.waiting):
        if s.spells[seat] & CAST_IN_B == 0:
            return False
    return True


# --------------------------------------------------------------------------------------------------------- phase D
def resolving_possible(s: State) -> bool:
    """Return whether all have chosen, and the seats asked stand at the adventure whose turn it is."""
    if s.place < 0 or s.display[s.place] == NONE or has(s.unresolved, s.place):
        return False
    for seat in range(s.seats):
        if s.choice[seat] == NONE or s.offers[seat]:
            return False
    other = 1 - s.place
    if has(s.unresolved, other) != (nearest_place(s) == s.place) or s.waiting & ~seats_there(s):
        return False
    if has(s.unresolved, other) and (s.display[other] == NONE or s.card_left):
        return False
    return visitors_possible(s, seats_there(s))


def nearest_place(s: State) -> int:
    """Return the place of the seat nearest to the first player."""
    for i in range(s.seats):
        if s.choice[in_turn(s, i)] != RESTS:
            return s.choice[in_turn(s, i)]
    return NONE


def visitors_possible(s: State, there: int) -> bool:
    """Return whether this adventure is fought, shared or bid for, by seats that have not spoken."""
    kind = s.kind[s.display[s.place]]
    if s.step == Step.FIGHT:
        return kind == Kind.CREATURE and s.sharers == 0 and count(there) == 1
    if count(there) < 2 or s.sharers & ~(there & ~s.waiting):
        return False
    if s.step == Step.SHARE:
        return kind == Kind.CREATURE and asks_in_order(s, there)
    return s.sharers == 0 and (kind == Kind.CREATURE or kind == Kind.SPELL)


def bid_fits(s: State) -> bool:
    """Return whether the last bidder can pay, has not passed, and waits for the others."""
    if s.step != Step.BID or s.place < 0 or s.display[s.place] < 0:
        return s.bid == NONE and s.bidder == NONE
    if s.bid == NONE or s.bidder == NONE:
        creature = s.kind[s.display[s.place]] == Kind.CREATURE  # [3] its last seat is still asked
        return s.bid == s.bidder and asks_in_order(s, seats_there(s)) and (creature or count(s.waiting) > 1)
    least = 0 if s.auction else s.cost[s.display[s.place]]
    waits = s.bidder != s.turn and has(s.waiting, s.bidder)
    return waits and least <= s.bid <= s.magic[s.bidder] - added_cost(s)


# --------------------------------------------------------------------------------------------------------- phase E
def trading_possible(s: State) -> bool:
    """Return whether only creatures are left, the older first, and the seats asked have something to do."""
    if s.place != NONE or s.unresolved or s.sharers or s.card_left != (s.display[1] == NONE):
        return False
    for place in range(2):
        if s.step != Step.OVER and s.display[place] != NONE and s.kind[s.display[place]] != Kind.CREATURE:
            return False
    for seat in range(s.seats):
        if s.choice[seat] != NONE:
            return False
    if (s.display[0] == NONE and s.display[1] != NONE) or (s.quiet_rounds == 0) != (s.card_left == 1):
        return False
    if s.step == Step.OVER:
        return s.adventures_n == 0 and s.display[1] == NONE
    return traders_possible(s, s.traders if s.step == Step.ANSWER else s.waiting)


def traders_possible(s: State, traders: int) -> bool:
    """Return whether the first trader has its turn; the others have cards or Transformus, and no offer made."""
    trader = s.offer_from if s.step == Step.ANSWER else s.turn
    nearer = True
    for i in range(s.seats):
        seat = in_turn(s, i)
        nearer = nearer and seat != trader
        if has(traders, seat) and (nearer or not may_trade(s, seat, trader)):
            return False
        if not nearer and seat != trader and s.offers[seat]:
            return False
    return has(traders, trader)


def may_trade(s: State, seat: int, trader: int) -> bool:
    """Return whether the seat may trade. The one having its turn may have laid its last card."""
    return seat == trader or s.hand_n[seat] > 0 or has(s.spells[seat], Spell.TRANSFORMUS)


def offer_fits(s: State) -> bool:
    """Return whether the offer can be made: the giver holds the card, wants an unseen one, asks a holder. [10]"""
    if s.step != Step.ANSWER:
        return s.offer_from == NONE and s.offer_give == NONE and s.offer_want == NONE and s.traders == 0
    if s.offer_from < 0 or s.offer_give < 0 or s.offer_want < 0 or s.offer_from == s.turn:
        return False
    able = has(s.hand[s.offer_from], s.offer_give) and s.hand_n[s.turn] > 0 and s.waiting == 1 << s.turn
    return able and s.offers[s.offer_from] > 0 and has(wishes_of(s, s.offer_from), s.offer_want)
