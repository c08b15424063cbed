"""Value a meeting or a trick for a seat, by its points and those of the others. In the plain subset.

What an action brings and leaves is described in numbers; their weights were fitted to imagined games
(tools/fit/choices.py, which wrote data/action_value.toml). Only what the seat can see is read.
"""

import tomllib
from importlib.resources import files
from typing import Final

from sortilege.games.abbracadabra.bots.belief import EVEN, blind_in_hands, odds_of
from sortilege.games.abbracadabra.bots.valuation import MEAN_OBJECT, POINT, count_types, stones_of, third_of
from sortilege.games.abbracadabra.moves import CHAOS, EXODUS, IDEM, MEET, PASS, PROXIMAL, VADEMECUM
from sortilege.games.abbracadabra.rules.cards import hand_size
from sortilege.games.abbracadabra.rules.meetings import (
    THIRD,
    cards_of,
    hand_cards_earned,
    joined_by,
    other_packs,
    type_of_meeting,
)
from sortilege.games.abbracadabra.rules.scoring import ENOUGH_ELEMENTALS, elemental_points, enough_stones, points_of
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    BACKS,
    ELEMENTAL,
    ELEMENTALS,
    ENCHANTERS,
    GOAL,
    HAND_LIMIT,
    LETTER_NAMES,
    NATURALS,
    NONE,
    PACK,
    STONE,
    TRICKS,
    WITH_BACK,
    State,
    Trick,
)
from sortilege.games.abbracadabra.views import faces, unseen
from sortilege.games.abbracadabra.worlds import without_objects
from sortilege.kernel.plain.bits import count, each, lowest
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, left_of

TYPES: Final = (*LETTER_NAMES, "any")  # of a meeting; the organiser names the last
PARTS: Final = (  # of an action, by name; hundredths where they are a mean or a chance
    *(f"meeting {letter}" for letter in LETTER_NAMES),
    "hand card",
    "points",
    "points beyond 8",
    "points beyond 11",
    "win",
    "first stone",
    "shared",
    *TRICKS[:-1],
    "enchanters left",
    "of air left",
    "too many",
    *(f"partners for {letter}" for letter in TYPES),
    "partners",
    "meeting left",
    "elemental drawn",
    "third elemental drawn",
    "win drawn",
    "air drawn",
    "trick drawn",
    "enchanter drawn",
    "partners drawn",
    "points of whom",
    "whom is next",
    "elemental robbed",
    "given",
)
HAND_CARD: Final = PARTS.index("hand card")
POINTS: Final = PARTS.index("points")
WINS: Final = PARTS.index("win")
SHARED: Final = PARTS.index("shared")
PLAYED: Final = PARTS.index(TRICKS[0])
LEFT: Final = PARTS.index("enchanters left")
PARTNERS: Final = PARTS.index("partners for A")
OUTS: Final = PARTS.index("partners")
DRAWN: Final = PARTS.index("elemental drawn")
WHOM: Final = PARTS.index("points of whom")
GIVEN: Final = PARTS.index("given")
NUMBERS: Final = len(PARTS)
EARLY: Final = 8
LATE: Final = 11
OF_ELEMENTALS: Final = (0, 130, 350, 900, 1000)  # what a card to give away is reckoned by
OF_TRICKS: Final = (200, 150, 20, 20, 120)
OF_ENCHANTER: Final = 50
OF_AIR: Final = 80
OF_PARTNER: Final = 10
SURE: Final = 1 << 40  # a win that nothing can spoil
CERTAIN: Final = 100
SCALE: Final = 1 << 20

_FITTED: Final = tomllib.loads(
    files("sortilege.games.abbracadabra").joinpath("data/action_value.toml").read_text("utf-8")
)["weights"]
ALWAYS: Final = tuple(_FITTED[part][0] for part in PARTS)
BY_POINTS: Final = tuple(_FITTED[part][1] for part in PARTS)  # and for each point of the seat
BY_OTHERS: Final = tuple(_FITTED[part][2] for part in PARTS)  # and for each of the first among the others


def best_act(s: State, seat: int, moves: MoveList) -> int:
    """Return the action worth most."""
    hidden = unseen(s, seat)
    weights = scratch(NUMBERS)
    weigh_parts(points_of(s, seat), most_of_others(s, seat), weights)
    best = moves[1]
    most = worth_of_act(s, seat, best, hidden, weights)
    for i in range(2, moves[0] + 1):
        worth = worth_of_act(s, seat, moves[i], hidden, weights)
        if worth > most:
            most = worth
            best = moves[i]
    return best


def weigh_parts(own: int, most: int, weights: Scratch) -> None:
    """Compute the weights by the points of the seat and those of the first among the others."""
    for part in range(NUMBERS):
        weights[part] = ALWAYS[part] + BY_POINTS[part] * own + BY_OTHERS[part] * most


def worth_of_act(s: State, seat: int, move: int, hidden: int, weights: Scratch) -> int:
    features = scratch(NUMBERS)
    describe(s, seat, move, hidden, features)
    worth = SURE if features[WINS] == CERTAIN else 0
    for part in range(NUMBERS):
        worth += features[part] * weights[part]
    return worth


def most_of_others(s: State, seat: int) -> int:
    """Return the points of the first among the others; at least half the seat's own, as in the fitted games."""
    most = points_of(s, seat) // 2
    for other in range(s.seats):
        if other != seat:
            most = max(most, points_about(s, other, seat))
    return most


def points_about(s: State, other: int, seat: int) -> int:
    """Return the points of another seat, as far as this seat can tell."""
    return MEAN_OBJECT * s.objects_n[other] + s.bonus[other] + count(faces(s, other, seat) & ELEMENTALS)


# ------------------------------------------------------------------------------------------------------- describe
def describe(s: State, seat: int, move: int, hidden: int, features: Scratch) -> None:
    """Describe an action in an empty list."""
    if move >= MEET:
        describe_meeting(s, seat, move, features)
        describe_rest(s.hand[seat] & ~cards_of(move), hidden, features)
        return
    trick = trick_of(move)
    hand = s.hand[seat] & ~(1 << trick)
    describe_rest(hand, hidden, features)
    if move == PASS:
        return
    features[PLAYED + trick - Trick.PROXIMAL] = 1
    if move == IDEM:
        describe_gain(s, seat, s.meeting, 1, 0, features)
    elif move >= VADEMECUM:
        describe_draw(s, seat, move - VADEMECUM, hand, hidden, features)
    elif move >= CHAOS:
        describe_draw(s, seat, move - CHAOS, hand, hidden, features)
        features[GIVEN] = least_of(hand, hidden)


def trick_of(move: int) -> int:
    """Return the trick of a move. PASS plays none: Periculum! is never in a hand."""
    if move == PROXIMAL:
        return Trick.PROXIMAL
    if move == IDEM:
        return Trick.IDEM
    if move == EXODUS:
        return Trick.EXODUS
    if move == PASS:
        return Trick.PERICULUM
    return Trick.VADEMECUM if move >= VADEMECUM else Trick.CHAOS


def describe_meeting(s: State, seat: int, move: int, features: Scratch) -> None:
    letter = type_of_meeting(move)
    hand_card = hand_cards_earned(s, joined_by(move))
    features[letter] = 1
    features[HAND_CARD] = hand_card
    features[SHARED] = s.proximal != NONE and s.proximal != seat
    describe_gain(s, seat, letter, 2 if s.proximal == seat else 1, hand_card, features)


def describe_gain(s: State, seat: int, letter: int, objects: int, more: int, features: Scratch) -> None:
    """Describe so many objects of this pack, or of a neighbour if it is empty, and points beside."""
    if s.pack_n[letter] == 0:
        if other_packs(s, letter) == 0:
            return
        letter = lowest(other_packs(s, letter))
    own = points_of(s, seat)
    stones = stones_of(s, seat)
    wins_by_stones = enough_stones(stones + 1, s.objects_n[seat] + s.bonus[seat] + more + 1)
    left = without_objects(s, seat, letter, (1 << PACK) - 1)
    n = max(1, count(left))
    total = 0
    wins = 0
    for at in each(left):
        value = s.printed[letter][at]
        total += value
        if objects * value + more + own >= GOAL or (value == STONE and wins_by_stones):
            wins += 1
        elif value == STONE and stones == 0:
            features[WINS + 1] += 100 // n
    features[WINS] = 100 * wins // n
    gain = POINT * objects * total // n + POINT * more
    features[POINTS] = gain
    features[POINTS + 1] = beyond(EARLY, own, gain)
    features[POINTS + 2] = beyond(LATE, own, gain)


def beyond(mark: int, own: int, gain: int) -> int:
    """Return the part of a gain that lies beyond so many points."""
    return max(0, POINT * (own - mark) + gain) - max(0, POINT * (own - mark))


def describe_rest(hand: int, hidden: int, features: Scratch) -> None:
    """Describe what the cards that stay can still become."""
    enchanters = hand & ENCHANTERS
    features[LEFT] = min(HAND_LIMIT, count(enchanters))
    features[LEFT + 1] = count(enchanters >> AIR_ENCHANTER)
    features[LEFT + 2] = max(0, count(hand) - HAND_LIMIT)
    outs = 0
    for a in each(enchanters):
        for b in each(enchanters & (-2 << a)):
            third = THIRD[a * ELEMENTAL + b]
            outs |= third & hidden
            count_types(a, b, third & hidden, features, PARTNERS)
            if third & enchanters:
                features[OUTS + 1] = 1
    features[OUTS] = count(outs)


def describe_draw(s: State, seat: int, target: int, hand: int, hidden: int, features: Scratch) -> None:
    """Describe what a blind card of another hand may be, in hundredths."""
    known = faces(s, target, seat)
    size = hand_size(s, target)
    for card in each(known):
        describe_card(card, hand, hidden, 100 // size, features)
    for back in range(BACKS):
        blind = s.backs[target][back] - count(known & WITH_BACK[back])
        if blind:
            describe_blind(s, seat, back, 100 * blind, size, hand, hidden, features)
    held = count(hand & ELEMENTALS)
    third = held == ENOUGH_ELEMENTALS - 1
    features[DRAWN + 1] = features[DRAWN] if third else 0
    gained = elemental_points(s, held + 1) - elemental_points(s, held)
    features[DRAWN + 2] = features[DRAWN] if points_of(s, seat) + gained >= GOAL else 0
    features[WHOM] = points_about(s, target, seat)
    features[WHOM + 1] = target == left_of(s, seat)
    features[WHOM + 2] = 100 * count(known & ELEMENTALS) // size


def describe_blind(
    s: State, seat: int, back: int, chance: int, size: int, hand: int, hidden: int, features: Scratch
) -> None:
    """Describe a card of which only the back is seen, with this chance. All natural enchanters are alike."""
    cards = hidden & WITH_BACK[back]
    held = blind_in_hands(s, seat, back)
    lying = EVEN * (count(cards) - held)
    even = part_held(EVEN, held, lying)
    parts = even * count(cards & NATURALS)
    for card in each(cards & ~NATURALS):
        parts += part_held(odds_of(s, card), held, lying)
    whole = size * max(1, parts)
    for card in each(cards & NATURALS):
        describe_card(card, hand, hidden, chance * even // whole, features)
    for card in each(cards & ~NATURALS):
        describe_card(card, hand, hidden, chance * part_held(odds_of(s, card), held, lying) // whole, features)


def part_held(odds: int, held: int, lying: int) -> int:
    return odds * SCALE // max(1, odds * held + lying)


def describe_card(card: int, hand: int, hidden: int, chance: int, features: Scratch) -> None:
    if card >= Trick.PROXIMAL:
        features[DRAWN + 4] += chance
    elif card >= ELEMENTAL:
        features[DRAWN] += chance
    else:
        features[DRAWN + (3 if card >= AIR_ENCHANTER else 5)] += chance
        for other in each(hand & ENCHANTERS):
            if other != card:
                features[DRAWN + 6] += chance * count(third_of(card, other) & hidden)


def least_of(hand: int, hidden: int) -> int:
    """Return what the hand loses with the card that it can best do without."""
    most = -1
    for card in each(hand):
        most = max(most, rough_worth(hand & ~(1 << card), hidden))
    return rough_worth(hand, hidden) - most


def rough_worth(hand: int, hidden: int) -> int:
    enchanters = hand & ENCHANTERS
    worth = OF_ELEMENTALS[count(hand & ELEMENTALS)]
    worth += OF_ENCHANTER * count(enchanters) + OF_AIR * count(enchanters >> AIR_ENCHANTER)
    for trick in each(hand >> Trick.PROXIMAL):
        worth += OF_TRICKS[trick]
    for a in each(enchanters):
        for b in each(enchanters & (-2 << a)):
            worth += OF_PARTNER * count(THIRD[a * ELEMENTAL + b] & hidden)
    return worth
