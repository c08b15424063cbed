"""Describe how a seat of Abbracadabra stands: its outlook is computed from it. In the plain subset."""

from typing import Final

from sortilege.games.abbracadabra.bots.valuation import MEAN_OBJECT, count_types, type_of_three
from sortilege.games.abbracadabra.rules.cards import empty_places
from sortilege.games.abbracadabra.rules.meetings import THIRD
from sortilege.games.abbracadabra.rules.scoring import ENOUGH_ELEMENTALS
from sortilege.games.abbracadabra.state import (
    ELEMENTAL,
    ELEMENTALS,
    ENCHANTERS,
    GOAL,
    HIDDEN,
    LETTER_NAMES,
    NATURALS,
    SEATS,
    STONE,
    TRICKS,
    State,
    Step,
    Trick,
)
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.plain.scratch import Scratch

TYPES: Final = (*LETTER_NAMES, "any")  # of a meeting; the organiser names the last
STANDING: Final = (  # what the features are, by name
    *(f"points {n}" for n in range(GOAL + 1)),
    "stone",
    *(f"elementals {n}" for n in range(ENOUGH_ELEMENTALS + 1)),
    *TRICKS[:-1],
    "proximal laid",
    *(f"turns before {n}" for n in range(SEATS + 1)),
    *(f"partners for {letter}" for letter in TYPES),
    *(f"with the towers {letter}" for letter in TYPES),
    *(f"from hand {letter}" for letter in TYPES),
    "enchanters",
    "of air",
    "cards",
    "objects",
    "hand cards",
    "most points of another",
    "points of the others",
    *(f"seats {n}" for n in range(2, SEATS + 1)),
)
OF_STONE: Final = STANDING.index("stone")
OF_ELEMENTALS: Final = STANDING.index("elementals 0")
OF_TRICKS: Final = STANDING.index(TRICKS[0])
KEPT_TRICKS: Final = (1 << len(TRICKS) - 1) - 1
OF_PROXIMAL: Final = STANDING.index("proximal laid")
OF_TURNS: Final = STANDING.index("turns before 0")
PARTNERS: Final = STANDING.index("partners for A")
WITH_TOWERS: Final = STANDING.index("with the towers A")
FROM_HAND: Final = STANDING.index("from hand A")
OF_ENCHANTERS: Final = STANDING.index("enchanters")
CARDS_HELD: Final = STANDING.index("cards")
OBJECTS_HELD: Final = STANDING.index("objects")
MOST_OF_ANOTHER: Final = STANDING.index("most points of another")
OF_SEATS: Final = STANDING.index("seats 2") - 2


def stand(s: State, seat: int, features: Scratch) -> None:
    """Describe the seat in an empty list."""
    hand = s.hand[seat]
    elementals = count(hand & ELEMENTALS)
    features[min(GOAL, points_seen(s, seat))] = 1
    features[OF_STONE] = has_stone(s, seat)
    features[OF_ELEMENTALS + min(elementals, ENOUGH_ELEMENTALS)] = 1
    for trick in each(hand >> Trick.PROXIMAL & KEPT_TRICKS):
        features[OF_TRICKS + trick] = 1
    features[OF_PROXIMAL] = s.proximal == seat
    features[OF_TURNS + turns_before(s, seat)] = 1
    find_meetings(s, hand & ENCHANTERS, features)
    taken = just_taken(s, seat)
    features[OF_ENCHANTERS] = count(hand & ENCHANTERS) - taken
    features[OF_ENCHANTERS + 1] = count(hand & ENCHANTERS & ~NATURALS)
    features[CARDS_HELD] = count(hand) - taken
    features[OBJECTS_HELD] = s.objects_n[seat]
    features[OBJECTS_HELD + 1] = s.bonus[seat]
    look_around(s, seat, features)
    features[OF_SEATS + s.seats] = 1


def find_meetings(s: State, hand: int, features: Scratch) -> None:
    """Describe the meetings that two of these enchanters may still make, and those that could be held now."""
    towers = s.towers & NATURALS
    unseen = ~(s.discards | hand)
    for a in each(hand):
        for b in each(hand & (-2 << a)):
            third = THIRD[a * ELEMENTAL + b]
            count_types(a, b, third & unseen, features, PARTNERS)
            for c in each(third & towers):
                features[WITH_TOWERS + type_of_three(a, b, c)] = 1
            for c in each(third & hand & (-2 << b)):
                features[FROM_HAND + type_of_three(a, b, c)] = 1


def look_around(s: State, seat: int, features: Scratch) -> None:
    for other in range(s.seats):
        if other != seat:
            points = points_seen(s, other)
            features[MOST_OF_ANOTHER] = max(features[MOST_OF_ANOTHER], points)
            features[MOST_OF_ANOTHER + 1] += points


def turns_before(s: State, seat: int) -> int:
    """Count the turns before the seat's next: a seat that met in this turn waits for all the others."""
    if seat != s.active:
        return (seat + s.seats - s.active) % s.seats
    return 0 if s.step == Step.TAKE or s.step == Step.ACT or s.extra else s.seats


def just_taken(s: State, seat: int) -> int:
    """Count the cards that the seat at turn has taken: within a turn they are no advantage yet."""
    return empty_places(s) if seat == s.active and (s.step == Step.TAKE or s.step == Step.ACT) else 0


def points_seen(s: State, seat: int) -> int:
    """Return the points of a seat; an object whose value is not seen counts as the mean one."""
    elementals = count(s.hand[seat] & ELEMENTALS)
    points = s.bonus[seat] + elementals
    if elementals >= ENOUGH_ELEMENTALS:
        points += s.prize
    for i in range(s.objects_n[seat]):
        value = s.objects[seat][i] & 15
        points += MEAN_OBJECT if value == HIDDEN else value
    return points


def has_stone(s: State, seat: int) -> bool:
    for i in range(s.objects_n[seat]):
        if s.objects[seat][i] & 15 == STONE:
            return True
    return False
