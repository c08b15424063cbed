"""Every card and every object of Abbracadabra lies somewhere, once, and every number is in its range."""

from sortilege.games.abbracadabra.layout import (
    ALL_CARDS,
    BACKS,
    CARDS,
    GOAL,
    HAND_CARDS,
    LETTERS,
    NONE,
    OBJECTS,
    PACK,
    PERICULUM_TAKES,
    WITH_BACK,
    State,
    Trick,
)
from sortilege.games.abbracadabra.rules import QUIET_TURNS
from sortilege.kernel.bits import count, each, has
from sortilege.kernel.layout import flat
from sortilege.kernel.table import EVERYONE, SPECTATOR


def conserved(s: State) -> bool:
    in_range = _deck_in_range(s) and _seats_in_range(s) and _counts_in_range(s)
    return in_range and _blank_beyond_counts(s) and _cards_conserved(s) and _objects_conserved(s) and _hands_agree(s)


def _deck_in_range(s: State) -> bool:
    printed = all(value in range(GOAL) for value in flat(s.printed))
    return printed and s.prize in range(GOAL) and s.periculum in range(len(PERICULUM_TAKES))


def _seats_in_range(s: State) -> bool:
    """What is no seat of this table has nothing."""
    seats = range(s.seats)
    absent = (column[s.seats :] for column in (s.hand, s.bonus, s.objects_n, s.owed, s.backs, s.objects))
    return (
        s.active in seats
        and all(seat == NONE or seat in seats for seat in (s.proximal, s.target, s.winner))
        and s.droppers < 1 << s.seats
        and not any(flat(list(absent)))
    )


def _counts_in_range(s: State) -> bool:
    counts = (s.deck_n, s.hand_cards, *s.bonus, *s.pack_n, *s.objects_n, *s.owed)
    return (
        min(counts) >= 0
        and max(s.pack_n) <= PACK
        and max(s.objects_n) <= OBJECTS
        and s.meeting in range(NONE, LETTERS)
        and s.extra in (0, 1)
        and s.hand_card_owed in range(min(1, s.hand_cards) + 1)
        and s.fresh in range(s.objects_n[s.active] + 1)
        and s.round >= 1
        and s.quiet in range(QUIET_TURNS * s.seats + 1)
        and all(0 <= cards <= ALL_CARDS for cards in (s.discards, s.towers, s.dropped, *s.hand))
    )


def _cards_conserved(s: State) -> bool:
    lying = [card for card in s.row if card != NONE] + s.deck[: s.deck_n]
    for cards in (s.discards, s.towers, *s.hand[: s.seats]):
        lying += each(cards)
    if s.proximal != NONE:
        lying.append(Trick.PROXIMAL)
    return sorted(lying) == list(range(CARDS))


def _objects_conserved(s: State) -> bool:
    held = [o for seat in range(s.seats) for o in s.objects[seat][: s.objects_n[seat]]]
    for letter in range(LETTERS):
        lying = s.pack[letter][: s.pack_n[letter]] + [o & 15 for o in held if o >> 4 == letter]
        if sorted(lying) != sorted(s.printed[letter]):
            return False
    return s.hand_cards + sum(s.bonus) == HAND_CARDS and len(held) + sum(s.pack_n) == LETTERS * PACK


def _blank_beyond_counts(s: State) -> bool:
    beyond = [s.deck[s.deck_n :]]
    beyond += [s.pack[letter][s.pack_n[letter] :] for letter in range(LETTERS)]
    beyond += [s.objects[seat][s.objects_n[seat] :] for seat in range(s.seats)]
    return not any(flat(beyond))


def _hands_agree(s: State) -> bool:
    """The backs of a hand are those of its cards, and a card is known where it lies: at the end by everyone."""
    held = 0
    for seat in range(s.seats):
        held |= s.hand[seat]
        if s.backs[seat] != [count(s.hand[seat] & WITH_BACK[back]) for back in range(BACKS)]:
            return False
        if not all(_knowers_fit(s, seat, card) for card in each(s.hand[seat])):
            return False
    return all(has(held, card) or s.known[card] == 0 for card in range(CARDS))


def _knowers_fit(s: State, owner: int, card: int) -> bool:
    """The whole table, or some of the other seats."""
    if s.ending or has(s.known[card], SPECTATOR):
        return s.known[card] == EVERYONE & ~(1 << owner)
    return 0 <= s.known[card] < 1 << s.seats and not has(s.known[card], owner)
