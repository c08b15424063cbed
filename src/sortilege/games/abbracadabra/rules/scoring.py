"""Count points and Philosopher's Stones, and decide who has won. In the plain subset."""

from typing import Final

from sortilege.games.abbracadabra.events import game_ended, scored
from sortilege.games.abbracadabra.state import ELEMENTALS, GOAL, STONE, State, Step
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.state import EVERYONE, go_to, left_of

BY_POINTS: Final = 1  # endings
BY_STONES: Final = 2
BY_QUIET: Final = 3
ENOUGH_ELEMENTALS: Final = 3  # for the prize


def elemental_points(s: State, elementals: int) -> int:
    """Return what so many elementals count: a point each, and the prize for enough of them."""
    return elementals + (s.prize if elementals >= ENOUGH_ELEMENTALS else 0)


def points_with(s: State, seat: int, objects: int) -> int:
    """Return the points of a seat with its first so many objects. [11]"""
    points = s.bonus[seat] + elemental_points(s, count(s.hand[seat] & ELEMENTALS))
    for i in range(objects):
        points += s.objects[seat][i] & 15
    return points


def points_of(s: State, seat: int) -> int:
    """Return the points of a seat."""
    return points_with(s, seat, s.objects_n[seat])


def transforms(s: State, seat: int, objects: int) -> bool:
    """Return whether two stones have one more object to change; a hand card or a third stone will do. [11]"""
    stones = 0
    for i in range(objects):
        if s.objects[seat][i] & 15 == STONE:
            stones += 1
    return enough_stones(stones, objects + s.bonus[seat])


def enough_stones(stones: int, objects: int) -> bool:
    """Return whether so many stones, among so many objects and hand cards, win the game."""
    return stones >= 2 and objects > 2


def at_goal(s: State, seat: int, objects: int) -> bool:
    """Return whether the seat has won with its first so many objects."""
    return points_with(s, seat, objects) >= GOAL or transforms(s, seat, objects)


def look_for_winner(s: State) -> None:
    """Look at the active seat before the others, then in turn order. [11]"""
    s.fresh = 0
    seat = s.active
    for _ in range(s.seats):
        look_at(s, seat)
        seat = left_of(s, seat)


def look_at(s: State, seat: int) -> None:
    """Check a seat that received something: it wins the moment it has enough."""
    if s.ending == 0 and at_goal(s, seat, s.objects_n[seat]):
        s.winner = seat
        finish(s, BY_POINTS if points_of(s, seat) >= GOAL else BY_STONES)


def finish(s: State, ending: int) -> None:
    """End the game and show hands and objects. [11]"""
    s.ending = ending
    for seat in range(s.seats):
        for card in each(s.hand[seat]):
            s.known[card] = EVERYONE & ~(1 << seat)
        scored(s, seat, points_of(s, seat), s.hand[seat])
    go_to(s, Step.OVER)
    game_ended(s)
