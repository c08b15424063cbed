"""Trade and lay artefacts in phase E. In the plain subset."""

from typing import Final

from sortilege.games.epee.events import accepted, declined, laid, offered, traded
from sortilege.games.epee.moves import (
    ACCEPT,
    ACCEPT_FOR,
    DECLINE,
    DONE,
    LAY,
    OFFER,
    offer,
    offer_given,
    offer_to,
    offer_wanted,
)
from sortilege.games.epee.state import ALL_CARDS, ANY, NONE, Spell, State, Step
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.state import MoveList, add, ask, ask_one, mark_answered

OFFERS: Final = 2  # [10] a seat, a round


def open_trades(s: State) -> None:
    """Ask the seats with cards in hand, and the holder of Transformus."""
    traders = 0
    for seat in range(s.seats):
        if s.hand_n[seat] or has(s.spells[seat], Spell.TRANSFORMUS):
            traders |= 1 << seat
    ask(s, Step.TRADE, traders)


def legal_trades(s: State, seat: int, out: MoveList) -> None:
    add(out, DONE)
    for card in each(s.hand[seat]):
        add(out, LAY + card)
    if s.offers[seat] < OFFERS:
        for other in range(s.seats):
            if other != seat and s.hand_n[other]:
                add_offers(s, seat, other, out)


def add_offers(s: State, seat: int, other: int, out: MoveList) -> None:
    """List offers: `add` for each, written out, since half of all moves ever listed are offers."""
    wishes = wishes_of(s, seat)
    n = out[0]
    for given in each(s.hand[seat]):
        first = offer(other, given, 0)
        for wanted in each(wishes):
            n += 1
            out[n] = first + wanted
    out[0] = n


def wishes_of(s: State, seat: int) -> int:
    """Return every card the seat sees nowhere, and `any`: the list tells nothing of other hands. [10]"""
    seen = s.hand[seat]
    for other in range(s.seats):
        seen |= s.laid[other]
    return ALL_CARDS & ~seen | 1 << ANY


def play_trade(s: State, seat: int, move: int) -> None:
    if move == DONE:
        mark_answered(s, seat)
    elif move >= OFFER:
        make_offer(s, seat, move)
    else:
        lay(s, seat, move - LAY)


def lay(s: State, seat: int, card: int) -> None:
    s.hand[seat] &= ~(1 << card)
    s.hand_n[seat] -= 1
    s.laid[seat] |= 1 << card
    laid(s, seat, card)


def make_offer(s: State, seat: int, move: int) -> None:
    """Make an offer: the other seat answers first, then the phase goes on as it was."""
    other = offer_to(move)
    s.traders = s.waiting
    s.offers[seat] += 1
    s.offer_from = seat
    s.offer_give = offer_given(move)
    s.offer_want = offer_wanted(move)
    offered(s, seat, other, s.offer_give, s.offer_want, 1 << seat | 1 << other)
    ask_one(s, Step.ANSWER, other)


def legal_answers(s: State, seat: int, out: MoveList) -> None:
    if s.offer_want == ANY:
        for card in each(s.hand[seat]):
            add(out, ACCEPT_FOR + card)
    elif has(s.hand[seat], s.offer_want):
        add(out, ACCEPT)
    add(out, DECLINE)


def play_answer(s: State, seat: int, move: int) -> None:
    if move == DECLINE:
        declined(s, s.offer_from, seat)
    else:
        accepted(s, s.offer_from, seat)
        trade(s, seat, s.offer_want if move == ACCEPT else move - ACCEPT_FOR)
    s.step = Step.TRADE
    s.waiting = s.traders
    s.turn = s.offer_from
    s.traders = 0
    s.offer_from = NONE
    s.offer_give = NONE
    s.offer_want = NONE


def trade(s: State, seat: int, returned: int) -> None:
    swap = 1 << s.offer_give | 1 << returned
    s.hand[s.offer_from] ^= swap
    s.hand[seat] ^= swap
    traded(s, s.offer_from, seat, s.offer_give, returned, 1 << seat | 1 << s.offer_from)
