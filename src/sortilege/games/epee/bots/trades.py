"""Trade in phase E as the expert of Épée: what to lay, to offer, to accept. In the plain subset."""

from sortilege.games.epee.bots.greedy import other_holders
from sortilege.games.epee.bots.greedy_valuation import mate_of
from sortilege.games.epee.bots.valuation import STONE, artefact_value, hand_value, magic_gain
from sortilege.games.epee.moves import ACCEPT, ACCEPT_FOR, DECLINE, DONE, LAY, TRANSFORM, offer
from sortilege.games.epee.rules.spells import TRANSFORMUS_MAGIC, TRANSFORMUS_STONES, can_transform
from sortilege.games.epee.rules.trades import OFFERS, wishes_of
from sortilege.games.epee.state import ANY, ARTEFACT_OF, NONE, State
from sortilege.kernel.plain.bits import count, each, has, nth
from sortilege.kernel.state import Parameters


def best_trade(s: State, seat: int, parameters: Parameters) -> int:
    """Choose a move: offers first, while there is something to give; then lay what pays."""
    if can_transform(s, seat) and transform_gain(s, seat, parameters) > 0:
        return TRANSFORM
    asked = best_offer(s, seat, parameters)
    if asked != NONE:
        return asked
    for card in each(s.hand[seat]):
        if is_whole(s, seat, card):
            return LAY + card
    return DONE


def transform_gain(s: State, seat: int, parameters: Parameters) -> int:
    """Return what Transformus brings: a stone for magic."""
    return TRANSFORMUS_STONES * STONE + magic_gain(s, seat, -TRANSFORMUS_MAGIC, parameters)


def is_whole(s: State, seat: int, card: int) -> bool:
    """Return whether the card completes an artefact."""
    mate = mate_of(card)
    return mate == NONE or has(s.hand[seat] | s.laid[seat], mate)


def best_offer(s: State, seat: int, parameters: Parameters) -> int:
    """Offer the card of least use for the other half of the best lone one; each question is put once a round."""
    holders = other_holders(s, seat)
    half = best_half(s, seat, parameters)
    made = s.offers[seat]
    if half == NONE or made >= min(OFFERS, count(holders)):
        return NONE
    given = least_card(s, seat, s.hand[seat] & ~(1 << half), parameters)
    if given == NONE or trade_gain(s, seat, given, mate_of(half), parameters) <= 0:
        return NONE
    return offer(nth(holders, (made + s.round) % count(holders)), given, mate_of(half))


def best_half(s: State, seat: int, parameters: Parameters) -> int:
    """Return the best half whose mate lies in no place this seat sees."""
    best = NONE
    most = 0
    wishes = wishes_of(s, seat)
    for card in each(s.hand[seat]):
        mate = mate_of(card)
        if mate != NONE and has(wishes, mate):
            worth = artefact_value(s, ARTEFACT_OF[card], parameters)
            if worth > most:
                best = card
                most = worth
    return best


def least_card(s: State, seat: int, cards: int, parameters: Parameters) -> int:
    """Return the card of least use."""
    least = NONE
    for card in each(cards):
        if least == NONE or kept_value(s, seat, card, parameters) < kept_value(s, seat, least, parameters):
            least = card
    return least


def kept_value(s: State, seat: int, card: int, parameters: Parameters) -> int:
    """Return what the hand would be worth less without the card."""
    return hand_value(s, seat, s.hand[seat], parameters) - hand_value(s, seat, s.hand[seat] & ~(1 << card), parameters)


def trade_gain(s: State, seat: int, given: int, taken: int, parameters: Parameters) -> int:
    """Return what the hand gains by giving one card for another."""
    after = s.hand[seat] & ~(1 << given) | 1 << taken
    return hand_value(s, seat, after, parameters) - hand_value(s, seat, s.hand[seat], parameters)


def best_answer(s: State, seat: int, parameters: Parameters) -> int:
    """Answer an offer. A seat that asks for a card by name has use for it: accept only for a clear gain."""
    if s.offer_want != ANY and not has(s.hand[seat], s.offer_want):
        return DECLINE
    returned = least_card(s, seat, s.hand[seat], parameters) if s.offer_want == ANY else s.offer_want
    if trade_gain(s, seat, returned, s.offer_give, parameters) <= STONE:
        return DECLINE
    return ACCEPT_FOR + returned if s.offer_want == ANY else ACCEPT
