"""Hold meetings: which three enchanters can meet, of what type, and what they bring. In the plain subset.

In a meeting each attribute is all alike or all different. So two enchanters decide what the third must be, and two
natural ones decide the type of the meeting, be the third natural or of air.
"""

from typing import Final

from sortilege.games.abbracadabra.events import (
    joined,
    met,
    no_object_left,
    shared,
    took_hand_card,
    took_object,
)
from sortilege.games.abbracadabra.moves import JOIN, JOIN_AS, MEET, MEET_AS, OPEN_TYPES, WAYS
from sortilege.games.abbracadabra.rules.cards import lose
from sortilege.games.abbracadabra.rules.scoring import look_for_winner
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    ELEMENTAL,
    ENCHANTERS,
    LETTERS,
    NATURALS,
    NONE,
    State,
    Step,
    Trick,
)
from sortilege.kernel.plain.bits import each
from sortilege.kernel.state import MoveList, add, ask_one, left_of

ALEA: Final = 0
LETTER_OF: Final = {  # by element, school, aspect: alike?
    (True, True, False): 0,
    (True, False, True): 1,
    (True, False, False): 2,
    (False, True, True): 3,
    (False, True, False): 4,
    (False, False, True): 5,
    (False, False, False): 6,
}


def _third(a: int, b: int) -> int:
    """Return the cards that can meet with these two."""
    aspect = -(a + b) % 3
    if b < AIR_ENCHANTER:
        natural = 9 * (-(a // 9 + b // 9) % 3) + 3 * (-(a // 3 + b // 3) % 3) + aspect
        return 1 << natural | 1 << AIR_ENCHANTER + aspect
    return sum(1 << card for card in range(aspect, ELEMENTAL, 3)) & ~(1 << a | 1 << b)


def _letter(a: int, b: int) -> int:
    return LETTER_OF[a // 9 == b // 9, a // 3 % 3 == b // 3 % 3, a % 3 == b % 3]


# For a < b, at a * ELEMENTAL + b.
THIRD: Final = tuple(_third(a, b) if a < b else 0 for a in range(ELEMENTAL) for b in range(ELEMENTAL))
TYPE: Final = tuple(
    _letter(a, b) if a < b < AIR_ENCHANTER else NONE for a in range(ELEMENTAL) for b in range(ELEMENTAL)
)


def type_of(a: int, b: int) -> int:
    """Return the type that two natural enchanters of a meeting give it."""
    return TYPE[a * ELEMENTAL + b] if a < b else TYPE[b * ELEMENTAL + a]


# --------------------------------------------------------------------------------------------------------- moves
def legal_meetings(s: State, seat: int, out: MoveList) -> None:
    enchanters = s.hand[seat] & ENCHANTERS
    reusable = s.towers & NATURALS  # [2]
    for a in each(enchanters):
        after_a = enchanters & (-2 << a)
        for b in each(after_a):
            third = THIRD[a * ELEMENTAL + b]
            for c in each(third & after_a & (-2 << b)):
                offer_meet(a, b, c, out)
            for c in each(third & reusable):
                offer_join(a, b, c, out)


def offer_meet(a: int, b: int, c: int, out: MoveList) -> None:
    if b < AIR_ENCHANTER:
        add(out, MEET + (a * ELEMENTAL + b) * ELEMENTAL + c)
        return
    first = MEET_AS + ((a * 3 + b - AIR_ENCHANTER) * 3 + c - AIR_ENCHANTER) * WAYS
    for way in range(WAYS):
        add(out, first + way)


def offer_join(a: int, b: int, c: int, out: MoveList) -> None:
    if a < AIR_ENCHANTER:
        add(out, JOIN + (a * ELEMENTAL + b) * ELEMENTAL + c)
        return
    pair = (a - AIR_ENCHANTER) * 3 + b - AIR_ENCHANTER
    first = JOIN_AS + (pair * AIR_ENCHANTER + c) * WAYS
    for way in range(WAYS):
        add(out, first + way)


def joins(move: int) -> bool:
    """Return whether a card of the towers takes part."""
    return JOIN <= move < MEET_AS or move >= JOIN_AS


def type_of_meeting(move: int) -> int:
    if move >= MEET_AS:
        return OPEN_TYPES[(move - MEET_AS) % WAYS]
    pair, c = divmod(move - (JOIN if move >= JOIN else MEET), ELEMENTAL)
    a, b = divmod(pair, ELEMENTAL)
    return type_of(a, c if b >= AIR_ENCHANTER else b)


def cards_of(move: int) -> int:
    """Return the cards of the hand that meet."""
    if move >= JOIN_AS:
        return air_pair((move - JOIN_AS) // WAYS // AIR_ENCHANTER)
    if move >= MEET_AS:
        a, pair = divmod((move - MEET_AS) // WAYS, 9)
        return 1 << a | air_pair(pair)
    pair, c = divmod(move - (JOIN if move >= JOIN else MEET), ELEMENTAL)
    two = 1 << pair // ELEMENTAL | 1 << pair % ELEMENTAL
    return two if move >= JOIN else two | 1 << c


def joined_by(move: int) -> int:
    """Return the card of the towers that meets with them, as a set."""
    if not joins(move):
        return 0
    return 1 << ((move - JOIN_AS) // WAYS % AIR_ENCHANTER if move >= JOIN_AS else (move - JOIN) % ELEMENTAL)


def meet(s: State, seat: int, move: int) -> None:
    hold(s, seat, cards_of(move), joined_by(move), type_of_meeting(move))


def air_pair(pair: int) -> int:
    """Return the two Air enchanters of a pair number, as a set."""
    return 1 << AIR_ENCHANTER + pair // 3 | 1 << AIR_ENCHANTER + pair % 3


# ------------------------------------------------------------------------------------------------------- meeting
def hold(s: State, seat: int, cards: int, reused: int, letter: int) -> None:
    """Hold a meeting: the towers are cleared of what is not reused. [3]"""
    met(s, seat, letter, cards)
    s.meeting = letter
    s.extra = 1 if letter == ALEA else 0  # [8]
    s.discards |= s.towers & ~reused
    s.towers = reused | cards
    for card in each(reused):
        joined(s, card)
    for card in each(cards):
        lose(s, seat, card)
    s.owed[seat] += 1
    s.hand_card_owed = hand_cards_earned(s, reused)
    if s.proximal != NONE:
        share(s, s.proximal)
    if other_packs(s, letter) or s.pack_n[letter]:
        s.quiet = 0
    take_objects(s)


def hand_cards_earned(s: State, reused: int) -> int:
    """Return 1 if a meeting earns a hand card: nobody of the towers takes part, and one is left."""
    return 1 if reused == 0 and s.hand_cards > 0 else 0


def share(s: State, owner: int) -> None:
    """Give the owner of Proximal its objects too, a second one if it is the organiser. [9]"""
    shared(s, owner)
    s.owed[owner] += 1
    s.proximal = NONE
    s.discards |= 1 << Trick.PROXIMAL


# ------------------------------------------------------------------------------------------------------- objects
def other_packs(s: State, letter: int) -> int:
    """Return the nearest packs that are not empty, one on either side."""
    found = 0
    below = letter - 1
    while below >= 0 and s.pack_n[below] == 0:
        below -= 1
    if below >= 0:
        found |= 1 << below
    above = letter + 1
    while above < LETTERS and s.pack_n[above] == 0:
        above += 1
    if above < LETTERS:
        found |= 1 << above
    return found


def take_objects(s: State) -> None:
    """Let all seats take what is owed, the organiser first; only then is the goal checked. [11]"""
    seat = s.active
    for _ in range(s.seats):
        while s.owed[seat] > 0:
            if s.pack_n[s.meeting] == 0 and other_packs(s, s.meeting):
                ask_one(s, Step.PACK, seat)
                return
            take_object(s, seat, s.meeting)
        seat = left_of(s, seat)
    if s.hand_card_owed:
        take_hand_card(s, s.active)
    look_for_winner(s)


def take_object(s: State, seat: int, letter: int) -> None:
    s.owed[seat] -= 1
    if s.pack_n[letter] == 0:
        no_object_left(s, seat)  # [10]
        return
    n = s.pack_n[letter] - 1
    value = s.pack[letter][n]
    s.pack[letter][n] = 0
    s.pack_n[letter] = n
    s.objects[seat][s.objects_n[seat]] = letter * 16 + value
    s.objects_n[seat] += 1
    if seat == s.active:
        s.fresh += 1
    took_object(s, seat, letter, value, 1 << seat)


def take_hand_card(s: State, seat: int) -> None:
    s.hand_card_owed = 0
    s.hand_cards -= 1
    s.bonus[seat] += 1
    took_hand_card(s, seat)
