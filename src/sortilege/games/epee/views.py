"""What each audience of Épée sees, and the worlds it can imagine."""

from typing import Any

from sortilege.games.epee.plausible import question_possible
from sortilege.games.epee.rules.auctions import highest_bid
from sortilege.games.epee.rules.creatures import helps, share_price
from sortilege.games.epee.rules.display import seats_there
from sortilege.games.epee.rules.flow import EVERY_ADVENTURE, lay_adventures
from sortilege.games.epee.rules.trades import wishes_of
from sortilege.games.epee.state import (
    ADVENTURE_COUNT,
    ALL_CARDS,
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
from sortilege.kernel.bits import count, each
from sortilege.kernel.rng import pick, shuffle
from sortilege.kernel.views import View


# ------------------------------------------------------------------------------------------------- see, remember
def see(s: State, audience: int) -> dict[str, Any]:
    """Hands: one's own, and all at the end [12]; an offer: that of the two seats it concerns [10].
    The last three are worked out of what is public."""
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
    """[7] The artefacts that would help this seat against this adventure."""
    if card == NONE or s.laid[seat] == 0 or s.runes[card] == 0:
        return []
    return [name for number, name in enumerate(ARTEFACTS) if helps(s, seat, number, card)]


def _names(cards: int) -> list[str]:
    return [CARDS[card] for card in each(cards)]


def _is_told(s: State, audience: int) -> bool:
    return s.step == Step.ANSWER and audience in (s.offer_from, s.turn)


def remember(s: State, view: View) -> None:
    for seat in range(s.seats):
        s.hand[seat] = sum(1 << CARDS.index(card) for card in view["hand"][seat] or [])
    s.offer_give = NONE if view["offer_give"] is None else CARDS.index(view["offer_give"])
    s.offer_want = NONE if view["offer_want"] is None else WISHES.index(view["offer_want"])


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know: said once more, to check `see` and `remember` by."""
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


# ------------------------------------------------------------------------------------------------------- imagine
def imagine(s: State, audience: int) -> bool:
    """Fill the blanks of a recalled state: every possible world is as likely. There always is one."""
    unseen = unseen_cards(s)
    if s.step == Step.ANSWER:
        unseen = imagine_offerer(s, unseen)
    for seat in range(s.seats):
        if s.hand[seat] == 0:
            s.hand[seat] = some_cards(s, unseen, s.hand_n[seat])
            unseen &= ~s.hand[seat]
    if s.step == Step.ANSWER and s.offer_give == NONE:
        s.offer_give = pick(s, s.hand[s.offer_from])
        s.offer_want = pick(s, wishes_of(s, s.offer_from))
    lay_artefacts(s, unseen)
    lay_adventures(s, unseen_adventures(s))
    return True


def imagine_offerer(s: State, unseen: int) -> int:
    """[10] Who offers holds the card given and not the one wanted. What is left unseen."""
    seat = s.offer_from
    if s.hand[seat] == 0:
        given = 0 if s.offer_give == NONE else 1 << s.offer_give
        wanted = 0 if s.offer_want == NONE else 1 << s.offer_want
        s.hand[seat] = given | some_cards(s, unseen & ~(given | wanted), s.hand_n[seat] - count(given))
    return unseen & ~s.hand[seat]


def some_cards(s: State, cards: int, number: int) -> int:
    chosen = 0
    for _ in range(number):
        chosen |= 1 << pick(s, cards & ~chosen)
    return chosen


def lay_artefacts(s: State, cards: int) -> None:
    n = 0
    for card in each(cards):
        s.artefacts[n] = card
        n += 1
    shuffle(s, s.artefacts, 0, n)


def unseen_cards(s: State) -> int:
    """In no hand that is known and on no table."""
    cards = ALL_CARDS
    for seat in range(s.seats):
        cards &= ~(s.hand[seat] | s.laid[seat])
    return cards


def unseen_adventures(s: State) -> int:
    cards = EVERY_ADVENTURE & ~s.discarded
    for seat in range(s.seats):
        cards &= ~(s.spells[seat] << FIRST_SPELL)
    for place in range(2):
        if s.display[place] != NONE:
            cards &= ~(1 << s.display[place])
    return cards


# ------------------------------------------------------------------------------------------------------- possible
def possible(s: State) -> bool:
    """Hands are as large as everyone can see, A lies over B over C, and what is asked could be asked."""
    for seat in range(s.seats):
        if count(s.hand[seat]) != s.hand_n[seat]:
            return False
    for i in range(1, s.adventures_n):
        if s.letter[s.adventures[i - 1]] < s.letter[s.adventures[i]]:
            return False
    return question_possible(s)
