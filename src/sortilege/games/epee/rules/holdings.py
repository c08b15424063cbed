"""Change what the seats own: stones, magic, artefacts. In the plain subset."""

from sortilege.games.epee.events import drew, gained_magic, gained_stones, no_artefact_left, paid_magic
from sortilege.games.epee.state import MOST_MAGIC, State


def in_turn(s: State, i: int) -> int:
    """Return the seat i places clockwise from the first player."""
    seat = s.first + i
    return seat if seat < s.seats else seat - s.seats


def gain_stones(s: State, seat: int, stones: int) -> None:
    if stones:
        s.stones[seat] += stones
        gained_stones(s, seat, stones, s.stones[seat])


def gain_magic(s: State, seat: int, points: int) -> None:
    """Give a seat magic: what goes above the most is lost."""
    if points:
        kept = min(points, MOST_MAGIC - s.magic[seat])
        s.magic[seat] += kept
        gained_magic(s, seat, kept, s.magic[seat])


def pay(s: State, seat: int, points: int) -> None:
    if points:
        s.magic[seat] -= points
        paid_magic(s, seat, points, s.magic[seat])


def draw(s: State, seat: int, number: int) -> None:
    """Draw artefacts. An empty pile gives none, and the event says so once. [9]"""
    for _ in range(number):
        if s.artefacts_n == 0:
            no_artefact_left(s, seat)
            return
        draw_one(s, seat)


def draw_one(s: State, seat: int) -> None:
    s.artefacts_n -= 1
    card = s.artefacts[s.artefacts_n]
    s.artefacts[s.artefacts_n] = 0
    s.hand[seat] |= 1 << card
    s.hand_n[seat] += 1
    drew(s, seat, card, 1 << seat)
