"""Check that a state of Abbracadabra is possible and that no card or object is lost.

`possible` and `consistent` are in the plain subset; `conserved` is ordinary Python.
"""

from sortilege.games.abbracadabra.rules.cards import empty_places
from sortilege.games.abbracadabra.rules.flow import QUIET_TURNS
from sortilege.games.abbracadabra.rules.meetings import ALEA, THIRD, type_of
from sortilege.games.abbracadabra.rules.scoring import BY_POINTS, BY_QUIET, at_goal, points_of, transforms
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    ALL_CARDS,
    BACKS,
    CARDS,
    ELEMENTAL,
    ENCHANTERS,
    GOAL,
    HAND_CARDS,
    HAND_LIMIT,
    LETTERS,
    NONE,
    OBJECTS,
    PACK,
    PERICULUM_TAKES,
    WITH_BACK,
    State,
    Step,
    Trick,
)
from sortilege.kernel.layout import flat
from sortilege.kernel.plain.bits import count, each, has, nth
from sortilege.kernel.state import EVERYONE, SPECTATOR, all_seats, left_of


# ---------------------------------------------------------------------------------------------------- consistent
def spared(s: State) -> int:
    """Return the seats that had no enchanter to drop for Exodus!"""
    if s.step != Step.DROP:
        return 0
    return all_seats(s) & ~(s.droppers | 1 << s.active)


def consistent(s: State) -> bool:
    """Return whether nobody has won unnoticed, and every seat that must drop an enchanter has one."""
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


# ------------------------------------------------------------------------------------------------------ possible
def possible(s: State) -> bool:
    """Return whether the state is consistent, and each step has what it needs. [4] Periculum! is in no hand."""
    held = 0
    for seat in range(s.seats):
        held |= s.hand[seat]
        chosen = 1 if has(s.droppers & ~s.waiting, seat) else 0
        if count(s.hand[seat] & s.dropped) != chosen:
            return False
    if s.dropped & ~(held & ENCHANTERS) or has(held, Trick.PERICULUM):
        return False
    return towers_fit(s) and hands_fit(s) and (end_fits(s) if s.ending else turn_fits(s)) and consistent(s)


def towers_fit(s: State) -> bool:
    """Return whether the towers hold a meeting of their type, or nothing."""
    if s.towers == 0:
        return s.meeting == NONE
    if count(s.towers) != 3 or s.towers & ~ENCHANTERS:
        return False
    a, b, c = nth(s.towers, 0), nth(s.towers, 1), nth(s.towers, 2)
    if not has(THIRD[a * ELEMENTAL + b], c):
        return False
    if b >= AIR_ENCHANTER:
        return s.meeting >= 0 and s.meeting % 2 == 0  # A, C, E or G
    return s.meeting == type_of(a, b)


def hands_fit(s: State) -> bool:
    """Return whether no hand is above the limit, except in the turn that is being played."""
    for seat in range(s.seats):
        most = HAND_LIMIT + (empty_places(s) if seat == s.active else 0)
        if count(s.hand[seat]) > most:
            return False
    return s.step != Step.DISCARD or count(s.hand[s.active]) > HAND_LIMIT


def end_fits(s: State) -> bool:
    """Return whether the winner has won, or nobody has by the guard; nothing is half done."""
    if s.step != Step.OVER or s.target != NONE or s.drawn != NONE or s.droppers or owed_in_all(s):
        return False
    if s.ending == BY_QUIET:
        return s.winner == NONE and s.quiet == QUIET_TURNS * s.seats
    if s.winner == NONE:
        return False
    enough = points_of(s, s.winner) >= GOAL
    return enough if s.ending == BY_POINTS else not enough and transforms(s, s.winner, s.objects_n[s.winner])


def turn_fits(s: State) -> bool:
    """Return whether the step asks these seats, and as many cards are gone from the row."""
    if s.winner != NONE or s.step == Step.OVER or not gaps_fit(s) or not extra_fits(s) or not chaos_fits(s):
        return False
    if s.step == Step.PACK:
        return packs_fit(s) and asks(s, s.turn)
    if owed_in_all(s):
        return False
    if s.step == Step.DROP:
        return exodus_fits(s)
    return asks(s, s.active)


def exodus_fits(s: State) -> bool:
    others = all_seats(s) & ~(1 << s.active)
    return s.together == 1 and s.turn == s.active and s.waiting & ~s.droppers == 0 and s.droppers & ~others == 0


def asks(s: State, seat: int) -> bool:
    return s.turn == seat and s.waiting == 1 << seat and s.together == 0 and s.droppers == 0


def packs_fit(s: State) -> bool:
    """Return whether the pack of the meeting is empty, and the seat that is asked is the next to take."""
    seat = s.active
    for _ in range(s.seats):
        if s.owed[seat]:
            empty = s.meeting != NONE and s.pack_n[s.meeting] == 0
            return empty and seat == s.turn and owed_in_all(s) <= 2 + s.hand_card_owed
        seat = left_of(s, seat)
    return False


def owed_in_all(s: State) -> int:
    """Count the objects of a meeting being settled: still to be taken, or taken and not yet looked at."""
    owed = s.fresh + s.hand_card_owed
    for seat in range(s.seats):
        owed += s.owed[seat]
    return owed


def chaos_fits(s: State) -> bool:
    """Return whether, between drawing and giving, the drawer holds the card and its loser knows it."""
    if s.step != Step.GIVE:
        return s.drawn == NONE and s.target == NONE
    if s.drawn == NONE or s.target == NONE or s.target == s.active:
        return False
    return has(s.hand[s.active], s.drawn) and has(s.known[s.drawn], s.target)


def extra_fits(s: State) -> bool:
    """Return whether another turn comes from a meeting of this turn. [8]"""
    if s.extra == 0:
        return s.step != Step.AGAIN
    met = s.step == Step.AGAIN or s.step == Step.PACK or s.step == Step.DISCARD
    return met and s.meeting == ALEA


def gaps_fit(s: State) -> bool:
    match s.step:
        case Step.TAKE:
            return empty_places(s) < 2
        case Step.AGAIN:
            return empty_places(s) == 0
    return empty_places(s) == 2


# ----------------------------------------------------------------------------------------------------- conserved
def conserved(s: State) -> bool:
    """Return whether every card and object lies somewhere, once, and every number is in its range."""
    in_range = _deck_in_range(s) and _seats_in_range(s) and _counts_in_range(s)
    return in_range and _blank_beyond_counts(s) and _cards_conserved(s) and _objects_conserved(s) and _hands_agree(s)


def _deck_in_range(s: State) -> bool:
    printed = all(value in range(GOAL) for value in flat(s.printed))
    return printed and s.prize in range(GOAL) and s.periculum in range(len(PERICULUM_TAKES))


def _seats_in_range(s: State) -> bool:
    """Return whether numbers of seats are in range, and seats that do not play have nothing."""
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
    """Return whether the backs of a hand are those of its cards, and a card is known only where it lies."""
    held = 0
    for seat in range(s.seats):
        held |= s.hand[seat]
        if s.backs[seat] != [count(s.hand[seat] & WITH_BACK[back]) for back in range(BACKS)]:
            return False
        if not all(_knowers_fit(s, seat, card) for card in each(s.hand[seat])):
            return False
    return all(has(held, card) or s.known[card] == 0 for card in range(CARDS))


def _knowers_fit(s: State, owner: int, card: int) -> bool:
    """Return whether the whole table knows the card, or some of the other seats."""
    if s.ending or has(s.known[card], SPECTATOR):
        return s.known[card] == EVERYONE & ~(1 << owner)
    return 0 <= s.known[card] < 1 << s.seats and not has(s.known[card], owner)
