"""What a position of Abbracadabra must be: consistent with what has happened, and with nothing lost or doubled."""

from sortilege.games.abbracadabra.cards import empty_places
from sortilege.games.abbracadabra.goal import at_goal
from sortilege.games.abbracadabra.layout import (
    ALL_CARDS,
    BACKS,
    CARDS,
    ENCHANTERS,
    HAND_CARDS,
    LETTERS,
    NONE,
    PACK,
    PERICULUM_TAKES,
    WITH_BACK,
    State,
    Step,
    Trick,
)
from sortilege.kernel.bits import count, each, has


# ------------------------------------------------------------------------------------------------------ possible
def spared(s: State) -> int:
    """The seats that had no enchanter to drop for Exodus!"""
    if s.step != Step.DROP:
        return 0
    return ((1 << s.seats) - 1) & ~(s.droppers | 1 << s.active)


def consistent(s: State) -> bool:
    """Nobody has won unnoticed, and who must drop an enchanter has one."""
    if s.ending:
        return True
    for seat in range(s.seats):
        unchecked = s.fresh if seat == s.active else 0
        if at_goal(s, seat, s.objects_n[seat] - unchecked):
            return False
        if has(s.droppers, seat) and s.hand[seat] & ENCHANTERS == 0:
            return False
        if has(spared(s), seat) and s.hand[seat] & ENCHANTERS:
            return False
    return True


def possible(s: State) -> bool:
    """Consistent, and what was chosen or drawn is in the hand that says so. [4] Periculum! is in none."""
    for seat in range(s.seats):
        chosen = 1 if has(s.droppers & ~s.waiting, seat) else 0
        if count(s.hand[seat] & s.dropped) != chosen or has(s.hand[seat], Trick.PERICULUM):
            return False
    if s.dropped & ~ENCHANTERS or (s.drawn != NONE and not has(s.hand[s.active], s.drawn)):
        return False
    return (s.meeting != NONE) == (s.towers != 0) and (s.ending != 0 or turn_fits(s)) and consistent(s)


def turn_fits(s: State) -> bool:
    """Those are asked whom the step asks, and as many cards are gone from the row."""
    if (s.drawn == NONE) != (s.target == NONE) or (s.drawn != NONE) != (s.step == Step.GIVE):
        return False
    if s.step == Step.DROP:
        return s.together == 1 and s.waiting & ~s.droppers == 0 and empty_places(s) == 2
    if s.together or s.droppers or s.waiting != 1 << s.turn:
        return False
    if s.step == Step.PACK:
        return s.owed[s.turn] > 0 and s.meeting != NONE and empty_places(s) == 2
    return s.turn == s.active and s.owed[s.turn] == 0 and gaps_fit(s)


def gaps_fit(s: State) -> bool:
    match s.step:
        case Step.TAKE:
            return empty_places(s) < 2
        case Step.AGAIN:
            return empty_places(s) == 0
    return empty_places(s) == 2


# ----------------------------------------------------------------------------------------------------- conserved
def conserved(s: State) -> bool:
    """Every card and every object lies somewhere, once, and the hands have the backs they seem to have."""
    return _in_range(s) and _cards_conserved(s) and _objects_conserved(s) and _hands_agree(s)


def _in_range(s: State) -> bool:
    seats = range(s.seats)
    counts = (s.deck_n, s.hand_cards, s.fresh, *s.bonus, *s.pack_n, *s.objects_n, *s.owed)
    sets = (s.discards, s.towers, s.dropped, *s.hand)
    return (
        s.first in seats
        and s.active in seats
        and all(seat == NONE or seat in seats for seat in (s.proximal, s.target, s.winner))
        and s.meeting in range(NONE, LETTERS)
        and s.periculum in range(len(PERICULUM_TAKES))
        and min(counts) >= 0
        and max(s.pack_n) <= PACK
        and all(0 <= cards <= ALL_CARDS for cards in sets)
        and not any(s.hand[s.seats :] + s.bonus[s.seats :] + s.objects_n[s.seats :] + s.owed[s.seats :])
    )


def _cards_conserved(s: State) -> bool:
    lying = [card for card in s.row if card != NONE] + s.deck[: s.deck_n]
    for cards in (s.discards, s.towers, *s.hand[: s.seats]):
        lying += each(cards)
    if s.proximal != NONE:
        lying.append(Trick.PROXIMAL)
    return sorted(lying) == list(range(CARDS)) and not any(s.deck[s.deck_n :])


def _objects_conserved(s: State) -> bool:
    for letter in range(LETTERS):
        lying = s.pack[letter][: s.pack_n[letter]]
        for seat in range(s.seats):
            lying += [o & 15 for o in s.objects[seat][: s.objects_n[seat]] if o >> 4 == letter]
        if sorted(lying) != sorted(s.printed[letter]):
            return False
    return s.hand_cards + sum(s.bonus) == HAND_CARDS


def _hands_agree(s: State) -> bool:
    held = 0
    for seat in range(s.seats):
        held |= s.hand[seat]
        if s.backs[seat] != [count(s.hand[seat] & WITH_BACK[back]) for back in range(BACKS)]:
            return False
    return all(has(held, card) or s.known[card] == 0 for card in range(CARDS))
