"""Imagine full states that fit what an audience of Abracada knows. In the plain subset."""

from typing import Final

from sortilege.games.abracada.bots.calls import as_likely_as_called
from sortilege.games.abracada.state import EMPTY, ROW, SPELLS, State
from sortilege.kernel.plain.bits import has
from sortilege.kernel.plain.rng import below

TRIES: Final = 5000  # rows dealt before `imagine` gives up


def imagine(s: State, audience: int) -> bool:
    """Fill the blanks of a recalled state. For a seat, worlds come as often as they are likely. False: none found."""
    unseen = lay_out_unseen(s)
    for seat in range(s.seats):
        if blank_row(s, seat):
            unseen = imagine_row(s, seat, unseen)
            if unseen < 0:
                return False
    for seat in range(s.seats):
        for i in range(s.drawn_n[seat]):
            if s.drawn[seat][i] == 0:
                unseen -= 1
                s.drawn[seat][i] = take_unseen(s, unseen)
    for i in range(s.secrets_n):
        unseen -= 1
        s.secrets[i] = take_unseen(s, unseen)
    mix_pile(s)
    return unseen == s.pile_n


def lay_out_unseen(s: State) -> int:
    """Put all stones that lie nowhere in sight at the bottom of the pile; return how many."""
    n = 0
    for spell in range(1, SPELLS + 1):
        for _ in range(s.copies[spell] - s.board[spell] - in_sight(s, spell)):
            s.pile[n] = spell
            n += 1
    return n


def in_sight(s: State, spell: int) -> int:
    """Count the stones of a spell in rows and among drawn secrets."""
    n = 0
    for seat in range(s.seats):
        for place in range(ROW):
            if s.row[seat][place] == spell:
                n += 1
        for i in range(s.drawn_n[seat]):
            if s.drawn[seat][i] == spell:
                n += 1
    return n


def blank_row(s: State, seat: int) -> bool:
    """Return whether a stone of the row is not known."""
    for place in range(ROW):
        if s.filled[seat][place] != EMPTY and s.row[seat][place] == 0:
            return True
    return False


def imagine_row(s: State, seat: int, unseen: int) -> int:
    """Deal a row until one fits the calls; return how many stones are left, -1 if none was found."""
    for _ in range(TRIES):
        left = unseen
        fits = True
        for place in range(ROW):
            if fits and s.filled[seat][place] != EMPTY:
                left -= 1
                swap_to(s, below(s, left + 1), left)
                s.row[seat][place] = s.pile[left]
                fits = not has(s.crossed_out[seat][place], s.pile[left])
        if fits and as_likely_as_called(s, seat):
            for i in range(left, unseen):
                s.pile[i] = 0
            return left
    return -1


def take_unseen(s: State, last: int) -> int:
    """Take a random stone among the first of the pile."""
    swap_to(s, below(s, last + 1), last)
    stone = s.pile[last]
    s.pile[last] = 0
    return stone


def swap_to(s: State, i: int, j: int) -> None:
    stone = s.pile[i]
    s.pile[i] = s.pile[j]
    s.pile[j] = stone


def mix_pile(s: State) -> None:
    """Shuffle the pile."""
    for last in range(s.pile_n - 1, 0, -1):
        swap_to(s, below(s, last + 1), last)
