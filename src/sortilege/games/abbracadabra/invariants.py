"""Which positions of Abbracadabra could be: nothing in them contradicts what has happened. In the plain subset."""

from sortilege.games.abbracadabra.cards import empty_places
from sortilege.games.abbracadabra.goal import BY_POINTS, BY_QUIET, at_goal, points_of, transforms
from sortilege.games.abbracadabra.layout import (
    AIR_ENCHANTER,
    ELEMENTAL,
    ENCHANTERS,
    GOAL,
    HAND_LIMIT,
    NONE,
    State,
    Step,
    Trick,
)
from sortilege.games.abbracadabra.meetings import ALEA, THIRD, type_of
from sortilege.games.abbracadabra.rules import QUIET_TURNS
from sortilege.kernel.bits import count, has, nth
from sortilege.kernel.table import all_seats, left_of


# ---------------------------------------------------------------------------------------------------- consistent
def spared(s: State) -> int:
    """The seats that had no enchanter to drop for Exodus!"""
    if s.step != Step.DROP:
        return 0
    return all_seats(s) & ~(s.droppers | 1 << s.active)


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


# ------------------------------------------------------------------------------------------------------ possible
def possible(s: State) -> bool:
    """Consistent, and each step has what it needs and leaves nothing of another. [4] Periculum! is in no hand."""
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
    """A meeting lies there, of its type, or nothing."""
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
    """Nobody holds more than the limit, but for the turn that is being played."""
    for seat in range(s.seats):
        most = HAND_LIMIT + (empty_places(s) if seat == s.active else 0)
        if count(s.hand[seat]) > most:
            return False
    return s.step != Step.DISCARD or count(s.hand[s.active]) > HAND_LIMIT


def end_fits(s: State) -> bool:
    """The winner has won, or nobody has by the guard; nothing is half done."""
    if s.step != Step.OVER or s.target != NONE or s.drawn != NONE or s.droppers or owed_in_all(s):
        return False
    if s.ending == BY_QUIET:
        return s.winner == NONE and s.quiet == QUIET_TURNS * s.seats
    if s.winner == NONE:
        return False
    enough = points_of(s, s.winner) >= GOAL
    return enough if s.ending == BY_POINTS else not enough and transforms(s, s.winner, s.objects_n[s.winner])


def turn_fits(s: State) -> bool:
    """Those are asked whom the step asks, and as many cards are gone from the row."""
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
    """The pack of the meeting is empty, and the seat that is asked is the next to take."""
    seat = s.active
    for _ in range(s.seats):
        if s.owed[seat]:
            empty = s.meeting != NONE and s.pack_n[s.meeting] == 0
            return empty and seat == s.turn and owed_in_all(s) <= 2 + s.hand_card_owed
        seat = left_of(s, seat)
    return False


def owed_in_all(s: State) -> int:
    """Objects of a meeting that is being settled: still to be taken, or taken and not yet looked at."""
    owed = s.fresh + s.hand_card_owed
    for seat in range(s.seats):
        owed += s.owed[seat]
    return owed


def chaos_fits(s: State) -> bool:
    """Between drawing and giving, the card is in the hand of who drew it, and who lost it knows."""
    if s.step != Step.GIVE:
        return s.drawn == NONE and s.target == NONE
    if s.drawn == NONE or s.target == NONE or s.target == s.active:
        return False
    return has(s.hand[s.active], s.drawn) and has(s.known[s.drawn], s.target)


def extra_fits(s: State) -> bool:
    """[8] Only a meeting of this turn gives another one."""
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
