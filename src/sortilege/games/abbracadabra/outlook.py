"""The chance to win, where a playout of Abbracadabra is cut short. In the plain subset.

A seat's share grows with its strength, that doubles every OCTAVE; what counts how much was fitted (a logit over the
seats) to 150,000 starts of turns, experts and greedy players mixed: log-loss 1.193 on 38,000 others, 1.386 for equal
chances (bench/outlooks.py).
"""

from typing import Final

from sortilege.games.abbracadabra.cards import empty_places
from sortilege.games.abbracadabra.goal import ENOUGH_ELEMENTALS
from sortilege.games.abbracadabra.layout import (
    AIR_ENCHANTER,
    ELEMENTAL,
    ELEMENTALS,
    ENCHANTERS,
    HIDDEN,
    NATURALS,
    STONE,
    State,
    Step,
    Trick,
)
from sortilege.games.abbracadabra.meetings import ALEA, THIRD
from sortilege.games.abbracadabra.rules import rank
from sortilege.games.abbracadabra.worth import MEAN_OBJECT, OPEN, type_of_three
from sortilege.kernel.bits import count, each

CERTAIN: Final = 10_000
OCTAVE: Final = 800
STEP: Final = 50  # of strength, as finely as it is told apart
STRENGTHS: Final = tuple(round(1024 * 2 ** (STEP * i / OCTAVE)) for i in range(256))
OF_POINTS: Final = (0, 488, 794, 1137, 1558, 1960, 2399, 2860, 3308, 4066, 4685, 5748, 7072, 7512, 7952)
OF_A_STONE: Final = 776
OF_AN_ENCHANTER: Final = 501
OF_AIR: Final = 388  # one of air more
OF_A_MEETING: Final = 75  # that the hand could hold
OF_AN_ALEA: Final = 314  # more, where one of them is
OF_A_PARTNER: Final = 10
OF_ELEMENTALS: Final = (0, 84, 829, 0, 0)  # beside their points: what they may become
OF_TWO_BY_POINTS: Final = -55  # for each point of who holds two of them
OF_TRICKS: Final = (404, 798, 143, 154, 359)  # kept: Proximal, Idem!, Exodus!, Chaos!, Vademecum!
OF_PROXIMAL: Final = 1222  # laid
OF_WAITING: Final = -327  # for each seat that is to play before
NEAR: Final = 8  # points: from here on it matters more who plays sooner,
OF_WAITING_NEAR: Final = -108  # by so much for each point beyond and each seat before


def outlook(s: State, seat: int) -> int:
    if s.ending:
        return share_of_win(s, seat)
    total = 0
    for other in range(s.seats):
        total += strength(s, other)
    return strength(s, seat) * CERTAIN // total


def share_of_win(s: State, seat: int) -> int:
    sharers = 1
    for other in range(s.seats):
        if rank(s, other) > rank(s, seat):
            return 0
        sharers += other != seat and rank(s, other) == rank(s, seat)
    return CERTAIN // sharers


def strength(s: State, seat: int) -> int:
    points = points_seen(s, seat)
    standing = OF_POINTS[min(points, len(OF_POINTS) - 1)]
    if count(s.hand[seat] & ELEMENTALS) == 2:
        standing += OF_TWO_BY_POINTS * points
    standing += of_hand(s, s.hand[seat]) - OF_AN_ENCHANTER * just_taken(s, seat)
    standing += of_waiting(s, seat, min(points, len(OF_POINTS) - 1))
    if has_stone(s, seat):
        standing += OF_A_STONE
    if s.proximal == seat:
        standing += OF_PROXIMAL
    return STRENGTHS[min(255, max(0, standing) // STEP)]


def of_waiting(s: State, seat: int, points: int) -> int:
    before = turns_before(s, seat)
    return OF_WAITING * (before - s.seats) + OF_WAITING_NEAR * before * max(0, points - NEAR)


def turns_before(s: State, seat: int) -> int:
    """Who has met in this turn waits for all the others."""
    if seat != s.active:
        return (seat + s.seats - s.active) % s.seats
    return 0 if s.step == Step.TAKE or s.step == Step.ACT or s.extra else s.seats


def just_taken(s: State, seat: int) -> int:
    """Whoever's turn it is takes two: within a turn they are no advantage yet."""
    return empty_places(s) if seat == s.active and (s.step == Step.TAKE or s.step == Step.ACT) else 0


def points_seen(s: State, seat: int) -> int:
    """An object whose value is not seen counts as the mean one."""
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


def of_hand(s: State, hand: int) -> int:
    enchanters = hand & ENCHANTERS
    standing = OF_AN_ENCHANTER * count(enchanters) + OF_AIR * count(enchanters >> AIR_ENCHANTER)
    standing += OF_ELEMENTALS[count(hand & ELEMENTALS)] + OF_A_PARTNER * partners(s, enchanters)
    for trick in each(hand >> Trick.PROXIMAL & (1 << len(OF_TRICKS)) - 1):
        standing += OF_TRICKS[trick]
    standing += OF_A_MEETING if meets(s, enchanters) else 0
    return standing + (OF_AN_ALEA if meets_as_alea(s, enchanters) else 0)


def meets(s: State, hand: int) -> bool:
    """Whether these enchanters could hold a meeting now."""
    at_hand = hand | s.towers & NATURALS
    for a in each(hand):
        for b in each(hand & (-2 << a)):
            if THIRD[a * ELEMENTAL + b] & at_hand:
                return True
    return False


def meets_as_alea(s: State, hand: int) -> bool:
    """Whether one that gives another turn is among them."""
    at_hand = hand | s.towers & NATURALS
    for a in each(hand):
        for b in each(hand & (-2 << a)):
            for c in each(THIRD[a * ELEMENTAL + b] & at_hand):
                letter = type_of_three(a, b, c)
                if letter in (ALEA, OPEN):
                    return True
    return False


def partners(s: State, hand: int) -> int:
    """Cards that may still come to two of these."""
    found = 0
    for a in each(hand):
        for b in each(hand & (-2 << a)):
            found += count(THIRD[a * ELEMENTAL + b] & ~(s.discards | hand))
    return found
