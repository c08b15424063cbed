"""Imagine full states that fit what an audience of Épée knows. In the plain subset."""

from sortilege.games.epee.rules.flow import lay_adventures
from sortilege.games.epee.rules.trades import wishes_of
from sortilege.games.epee.state import ALL_CARDS, NONE, State, Step
from sortilege.games.epee.views import unseen_adventures
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.plain.rng import pick, shuffle


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
    """Deal the hand of a seat that offers: it holds the card given and not the one wanted. Return the rest. [10]"""
    seat = s.offer_from
    if s.hand[seat] == 0:
        given = 0 if s.offer_give == NONE else 1 << s.offer_give
        wanted = 0 if s.offer_want == NONE else 1 << s.offer_want
        s.hand[seat] = given | some_cards(s, unseen & ~(given | wanted), s.hand_n[seat] - count(given))
    return unseen & ~s.hand[seat]


def some_cards(s: State, cards: int, number: int) -> int:
    """Draw so many cards at random."""
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
    """Return the cards in no hand that is known and on no table."""
    cards = ALL_CARDS
    for seat in range(s.seats):
        cards &= ~(s.hand[seat] | s.laid[seat])
    return cards
