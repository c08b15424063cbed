"""Show each audience of Épée what it may know, and read that view back into a state."""

from typing import Any

from sortilege.games.epee.rules.auctions import highest_bid
from sortilege.games.epee.rules.creatures import helps, share_price
from sortilege.games.epee.rules.display import seats_there
from sortilege.games.epee.rules.flow import EVERY_ADVENTURE
from sortilege.games.epee.state import (
    ADVENTURE_COUNT,
    ARTEFACTS,
    CARD_COUNT,
    CARDS,
    FIRST_SPELL,
    LETTERS,
    NONE,
    WISHES,
    State,
    Step,
)
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.views import View


def see(s: State, audience: int) -> dict[str, Any]:
    """Show one's own hand, all hands at the end [12], and an offer to the two seats it concerns [10].

    The last three follow from what is public.
    """
    unseen = unseen_adventures(s)
    return {
        "hand": [_names(s.hand[seat]) if s.ending or seat == audience else None for seat in range(s.seats)],
        "offer_give": CARDS[s.offer_give] if _is_told(s, audience) else None,
        "offer_want": WISHES[s.offer_want] if _is_told(s, audience) else None,
        "top": LETTERS[min(s.letter[card] for card in each(unseen))] if unseen else None,
        "aid": [[_aid(s, seat, card) for seat in range(s.seats)] for card in s.display],
        "price": share_price(s, s.display[s.place], count(seats_there(s))) if s.step == Step.SHARE else None,
        "reach": [highest_bid(s, seat) for seat in range(s.seats)] if s.step == Step.BID else None,
    }


def _aid(s: State, seat: int, card: int) -> list[str]:
    """Return the artefacts that would help this seat against this adventure. [7]"""
    if card == NONE or s.laid[seat] == 0 or s.runes[card] == 0:
        return []
    return [name for number, name in enumerate(ARTEFACTS) if helps(s, seat, number, card)]


def _names(cards: int) -> list[str]:
    return [CARDS[card] for card in each(cards)]


def _is_told(s: State, audience: int) -> bool:
    return s.step == Step.ANSWER and audience in (s.offer_from, s.turn)


def remember(s: State, view: View) -> None:
    """Fill hands and offer from a view."""
    for seat in range(s.seats):
        s.hand[seat] = sum(1 << CARDS.index(card) for card in view["hand"][seat] or [])
    s.offer_give = NONE if view["offer_give"] is None else CARDS.index(view["offer_give"])
    s.offer_want = NONE if view["offer_want"] is None else WISHES.index(view["offer_want"])


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know, independently of `see` and `remember`: it checks them."""
    for i in range(ADVENTURE_COUNT):
        s.adventures[i] = 0
    for i in range(CARD_COUNT):
        s.artefacts[i] = 0
    for seat in range(s.seats):
        if s.ending == 0 and audience != seat:
            s.hand[seat] = 0
    if s.step != Step.ANSWER or (audience != s.offer_from and audience != s.turn):
        s.offer_give = NONE
        s.offer_want = NONE


def unseen_adventures(s: State) -> int:
    """Return the adventures that lie in the pile."""
    cards = EVERY_ADVENTURE & ~s.discarded
    for seat in range(s.seats):
        cards &= ~(s.spells[seat] << FIRST_SPELL)
    for place in range(2):
        if s.display[place] != NONE:
            cards &= ~(1 << s.display[place])
    return cards
