"""Points, Philosopher's Stones, and who has won. In the plain subset."""

from typing import Final

from sortilege.games.abbracadabra.events import game_ended, scored
from sortilege.games.abbracadabra.state import ELEMENTALS, GOAL, STONE, State, Step
from sortilege.kernel.bits import count, each
from sortilege.kernel.state import EVERYONE, go_to, left_of

BY_POINTS: Final = 1  # endings
BY_STONES: Final = 2
BY_QUIET: Final = 3
ENOUGH_ELEMENTALS: Final = 3  # for the prize


def elemental_points(s: State, elementals: int) -> int:
    """Return what so many elementals count: a point each, and the prize for enough of them."""
    return elementals + (s.prize if elementals >= ENOUGH_ELEMENTALS else 0)


def points_with(s: State, seat: int, objects: int) -> int:
    """[11] With its first so many objects."""
    points = s.bonus[seat] + elemental_points(s, count(s.hand[seat] & ELEMENTALS))
    for i in range(objects):
        points += s.objects[seat][i] & 15
    return points


def points_of(s: State, seat: int) -> int:
    return points_with(s, seat, s.objects_n[seat])


def transforms(s: State, seat: int, objects: int) -> bool:
    """[11] Two Philosopher's Stones, and one more object to change; a hand card or a third stone will do."""
    stones = 0
    for i in range(objects):
        if s.objects[seat][i] & 15 == STONE:
            stones += 1
    return enough_stones(stones, objects + s.bonus[seat])


def enough_stones(stones: int, objects: int) -> bool:
    """Return whether so many stones, among so many objects and hand cards, win the game."""
    return stones >= 2 and objects > 2


def at_goal(s: State, seat: int, objects: int) -> bool:
    return points_with(s, seat, objects) >= GOAL or transforms(s, seat, objects)


def look_for_winner(s: State) -> None:
    """[11] The active seat before the others, then in turn order."""
    s.fresh = 0
    seat = s.active
    for _ in range(s.seats):
        look_at(s, seat)
        seat = left_of(s, seat)


def look_at(s: State, seat: int) -> None:
    """The seat has received something: the moment it is enough, it has won."""
    if s.ending == 0 and at_goal(s, seat, s.objects_n[seat]):
        s.winner = seat
        finish(s, BY_POINTS if points_of(s, seat) >= GOAL else BY_STONES)


def finish(s: State, ending: int) -> None:
    """[11] Hands and objects are shown."""
    s.ending = ending
    for seat in range(s.seats):
        for card in each(s.hand[seat]):
            s.known[card] = EVERYONE & ~(1 << seat)
        scored(s, seat, points_of(s, seat), s.hand[seat])
    go_to(s, Step.OVER)
    game_ended(s)
