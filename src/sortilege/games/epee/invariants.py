"""Check that a state of Épée is possible and that no card is lost. `possible` is in the plain subset."""

from typing import Final

from sortilege.games.epee.deck import AMOUNTS
from sortilege.games.epee.questions import question_possible
from sortilege.games.epee.rules.adventures import QUIET_ROUNDS
from sortilege.games.epee.rules.trades import OFFERS
from sortilege.games.epee.state import (
    ADVENTURE_COUNT,
    ALL_CARDS,
    ANY,
    CARD_COUNT,
    CHOICES,
    FIRST_SPELL,
    LETTERS,
    MOST_MAGIC,
    NONE,
    PLACES,
    RUNES,
    SPELLS,
    Kind,
    State,
)
from sortilege.kernel.layout import flat
from sortilege.kernel.plain.bits import count, each

MOST_STONES: Final = 16_000  # every adventure for 30, each time the bonuses of all artefacts, and Transformus


def possible(s: State) -> bool:
    """Return whether hands have their size, A lies over B over C, and the question asked could be asked."""
    for seat in range(s.seats):
        if count(s.hand[seat]) != s.hand_n[seat]:
            return False
    for i in range(1, s.adventures_n):
        if s.letter[s.adventures[i - 1]] < s.letter[s.adventures[i]]:
            return False
    return question_possible(s)


def conserved(s: State) -> bool:
    """Return whether every card lies somewhere, once, and every number is in its range."""
    in_range = _deck_in_range(s) and _seats_in_range(s) and _counts_in_range(s) and _rounds_in_range(s)
    return in_range and _blank_beyond_counts(s) and _artefacts_conserved(s) and _adventures_conserved(s)


# -------------------------------------------------------------------------------------------------------- in range
def _deck_in_range(s: State) -> bool:
    amounts = flat([s.cost, s.worth, s.solo, s.shared, s.bonus])
    runes = (*s.runes, *s.artefact_runes)
    return (
        all(amount in AMOUNTS for amount in amounts)
        and all(0 <= marks < 1 << len(RUNES) for marks in runes)
        and all(letter in range(len(LETTERS)) for letter in s.letter)
        and all(_printed(s, card) for card in range(ADVENTURE_COUNT))
    )


def _printed(s: State, card: int) -> bool:
    """Return whether a card has the values of its kind and no others; spells are known by their names."""
    kind = s.kind[card]
    on_creatures = any(flat([s.cost[card], s.solo[card], s.shared[card], s.runes[card]]))
    return (
        kind in range(len(Kind))
        and (kind == Kind.SPELL) == (card >= FIRST_SPELL)
        and not (on_creatures and kind != Kind.CREATURE)
        and not (s.worth[card] and kind in (Kind.CREATURE, Kind.SPELL))
    )


def _seats_in_range(s: State) -> bool:
    """Return whether numbers of seats are in range, and seats that do not play have nothing."""
    columns = (s.magic, s.stones, s.hand_n, s.hand, s.laid, s.spells, s.choice, s.offers)
    return (
        not any(flat([column[s.seats :] for column in columns]))
        and all(0 <= magic <= MOST_MAGIC for magic in s.magic)
        and all(0 <= stones <= MOST_STONES for stones in s.stones)
        and all(0 <= hand <= ALL_CARDS for hand in s.hand)
        and all(choice in range(NONE, len(CHOICES)) for choice in s.choice)
        and all(offers in range(OFFERS + 1) for offers in s.offers)
        and all(seat in range(NONE, s.seats) for seat in (s.bidder, s.offer_from))
        and max(s.sharers, s.traders) < 1 << s.seats
    )


def _counts_in_range(s: State) -> bool:
    owned = 0
    for spells in s.spells:
        owned |= spells
    return (
        s.adventures_n in range(ADVENTURE_COUNT + 1)
        and s.artefacts_n in range(CARD_COUNT + 1)
        and owned < 1 << len(SPELLS)
        and s.used & ~owned == 0
        and s.unresolved < 1 << len(PLACES)
        and s.place in range(NONE, len(PLACES))
        and all(card in range(NONE, ADVENTURE_COUNT) for card in s.display)
        and s.bid in range(NONE, MOST_MAGIC + 1)
        and s.offer_give in range(NONE, CARD_COUNT)
        and s.offer_want in range(NONE, ANY + 1)
        and s.card_left in (0, 1)
    )


def _rounds_in_range(s: State) -> bool:
    """Return whether the round fits: it takes at most two cards from the display, and five rounds at least one. [13]"""
    gone = ADVENTURE_COUNT - s.adventures_n - len(_displayed(s))
    quiet = s.quiet_rounds in range(QUIET_ROUNDS)
    return quiet and s.round >= 1 and gone <= 2 * s.round <= 2 * (QUIET_ROUNDS * gone + s.quiet_rounds + 1)


# ------------------------------------------------------------------------------------------------------- conserved
def _blank_beyond_counts(s: State) -> bool:
    """Return whether no card lies above the top of a pile."""
    return not any(s.adventures[s.adventures_n :] + s.artefacts[s.artefacts_n :])


def _artefacts_conserved(s: State) -> bool:
    lying = s.artefacts[: s.artefacts_n]
    for cards in (*s.hand, *s.laid):
        lying += each(cards)
    return sorted(lying) == list(range(CARD_COUNT))


def _adventures_conserved(s: State) -> bool:
    lying = s.adventures[: s.adventures_n] + _displayed(s) + list(each(s.discarded))
    for spells in s.spells:
        lying += [FIRST_SPELL + spell for spell in each(spells)]
    return sorted(lying) == list(range(ADVENTURE_COUNT))


def _displayed(s: State) -> list[int]:
    return [card for card in s.display if card != NONE]
