"""Play Abbracadabra greedily: the most points now, then cards for the next turn. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.abbracadabra.bots.takes import is_duplicate
from sortilege.games.abbracadabra.moves import (
    AGAIN,
    CHAOS,
    CHOOSE,
    DISCARD,
    DROP,
    EXODUS,
    GIVE,
    IDEM,
    MEET,
    PROXIMAL,
    TAKE,
    VADEMECUM,
)
from sortilege.games.abbracadabra.rules.cards import hand_size
from sortilege.games.abbracadabra.rules.meetings import ALEA, THIRD, joins, type_of, type_of_meeting
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    BACK,
    ELEMENTAL,
    ELEMENTALS,
    ENCHANTERS,
    FACE_UP,
    NATURALS,
    PACK,
    STONE,
    WITH_BACK,
    State,
    Step,
    Trick,
)
from sortilege.games.abbracadabra.views import unseen
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.state import MoveList

# Worths are in hundredths of a point.
POINT: Final = 100
OF_A_STONE: Final = 250
OF_ANOTHER_TURN: Final = 150
OF_A_PARTNER: Final = 4  # for each unseen card that would make a meeting with one of the hand
OF_TRICKS: Final = (200, 250, 60, 80, 120, -300)  # Proximal, Idem!, Exodus!, Chaos!, Vademecum!, Periculum!
OF_ELEMENTALS: Final = (100, 150, 600, 100)  # by how many are in the hand already
OF_A_FREE_TYPE: Final = 350  # a meeting with two or three air enchanters


def greedy(s: State, seat: int, moves: MoveList) -> int:
    hidden = 0 if s.step == Step.ACT else unseen(s, seat)  # for an action the cards to come do not count
    best = moves[1]
    best_worth = worth_of(s, seat, best, hidden)
    for i in range(2, moves[0] + 1):
        if is_duplicate(s, moves[i]):
            continue
        worth = worth_of(s, seat, moves[i], hidden)
        if worth > best_worth:
            best = moves[i]
            best_worth = worth
    return best


def worth_of(s: State, seat: int, move: int, hidden: int) -> int:
    match s.step:
        case Step.TAKE:
            return worth_of_place(s, seat, move - TAKE, hidden)
        case Step.ACT:
            return worth_of_action(s, move)
        case Step.PACK:
            return worth_of_pack(s, move - CHOOSE)
        case Step.GIVE:
            return -worth_of_card(s, seat, move - GIVE, hidden)
        case Step.DROP:
            return -worth_of_card(s, seat, move - DROP, hidden)
        case Step.DISCARD:
            return -worth_of_card(s, seat, move - DISCARD, hidden)
    return 1 if move == AGAIN else 0


def worth_of_place(s: State, seat: int, place: int, hidden: int) -> int:
    """Value the open card, or the mean card that could have that back."""
    card = s.row[place]
    if place == FACE_UP:
        return worth_of_card(s, seat, card, hidden)
    total = 0
    candidates = hidden & WITH_BACK[BACK[card]]
    for candidate in each(candidates):
        total += worth_of_card(s, seat, candidate, hidden)
    return total // count(candidates)


def worth_of_card(s: State, seat: int, card: int, hidden: int) -> int:
    """Value a card in the hand, beside the others that are there."""
    hand = s.hand[seat] & ~(1 << card)
    if card >= Trick.PROXIMAL:
        return OF_TRICKS[card - Trick.PROXIMAL]
    if card >= ELEMENTAL:
        return OF_ELEMENTALS[count(hand & ELEMENTALS)]
    at_hand = hand | s.towers & NATURALS
    best = 0
    partners = 0
    for other in each(hand & ENCHANTERS):
        third = THIRD[min(card, other) * ELEMENTAL + max(card, other)]
        partners += count(third & hidden)
        for c in each(third & at_hand):
            best = max(best, worth_of_three(s, card, other, c))
    return best + partners * OF_A_PARTNER


def worth_of_three(s: State, a: int, b: int, c: int) -> int:
    natural = (1 << a | 1 << b | 1 << c) & NATURALS
    if count(natural) < 2:
        return OF_A_FREE_TYPE
    if a >= AIR_ENCHANTER:
        return worth_of_type(s, type_of(b, c))
    return worth_of_type(s, type_of(a, c if b >= AIR_ENCHANTER else b))


def worth_of_type(s: State, letter: int) -> int:
    return worth_of_pack(s, letter) + (OF_ANOTHER_TURN if letter == ALEA else 0)


def worth_of_pack(s: State, letter: int) -> int:
    """Return the mean of what is printed on a pack's objects."""
    total = 0
    for i in range(PACK):
        value = s.printed[letter][i]
        total += OF_A_STONE if value == STONE else value * POINT
    return total // PACK


def worth_of_action(s: State, move: int) -> int:
    if move >= MEET:
        hand_card = 0 if joins(move) or s.hand_cards == 0 else POINT
        return worth_of_type(s, type_of_meeting(move)) + hand_card
    if move >= VADEMECUM:
        return OF_TRICKS[Trick.VADEMECUM - Trick.PROXIMAL] + hand_size(s, move - VADEMECUM)
    if move >= CHAOS:
        return OF_TRICKS[Trick.CHAOS - Trick.PROXIMAL] + hand_size(s, move - CHAOS)
    if move == EXODUS:
        return OF_TRICKS[Trick.EXODUS - Trick.PROXIMAL]
    if move == IDEM:
        return worth_of_pack(s, s.meeting)
    return OF_TRICKS[0] if move == PROXIMAL else 0
