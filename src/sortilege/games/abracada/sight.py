"""What each audience of Abracada sees, and the worlds it can imagine."""

from collections.abc import Sequence
from typing import Any, Final

from sortilege.games.abracada.calls import as_likely_as_called
from sortilege.games.abracada.layout import CALLS, EMPTY, FACES, GOAL, LIVES, ROW, SECRETS, SPELLS, STONES, State
from sortilege.games.abracada.stakes import stakes
from sortilege.kernel.bits import has
from sortilege.kernel.chance import below
from sortilege.kernel.table import SPECTATOR
from sortilege.kernel.views import View

TRIES: Final = 5000
UNKNOWN: Final = [[None] * n for n in range(SECRETS + 1)]  # so many stones
NO_STONE: Final = {EMPTY: 0}  # what a place without one looks like, whoever looks
WHOLE_ROW: Final = [None] * ROW  # of stones not seen
NO_STAKES: Final[list[Any]] = []


# ------------------------------------------------------------------------------------------------- see, remember
def see(s: State, audience: int) -> dict[str, Any]:
    """Rows: the others' stones, never one's own; a stone not seen is None, an empty place 0. The rest follows."""
    seats = s.seats
    if s.ending:  # [10] when the last round ends all is shown
        drawn = [stones[:n] for stones, n in zip(s.drawn, s.drawn_n[:seats], strict=False)]
        return {"row": s.row[:seats], "drawn": drawn, "stakes": NO_STAKES}
    unknown: list[Any] = [*map(UNKNOWN.__getitem__, s.drawn_n[:seats])]
    if audience == SPECTATOR:
        return {"row": [*map(_unseen, s.filled[:seats])], "drawn": unknown, "stakes": NO_STAKES}
    row: list[Any] = s.row[:seats]
    row[audience] = _unseen(s.filled[audience])
    unknown[audience] = s.drawn[audience][: s.drawn_n[audience]]
    return {"row": row, "drawn": unknown, "stakes": stakes(s, audience) if audience == s.turn else NO_STAKES}


def _unseen(places: list[int]) -> Sequence[int | None]:
    return [*map(NO_STONE.get, places)] if EMPTY in places else WHOLE_ROW


def remember(s: State, view: View) -> None:
    for seat in range(s.seats):
        s.row[seat] = [stone or 0 for stone in view["row"][seat]]
        drawn = [stone or 0 for stone in view["drawn"][seat]]
        s.drawn[seat] = drawn + [0] * (SECRETS - len(drawn))


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know: said once more, to check `see` and `remember` by."""
    for i in range(STONES):
        s.pile[i] = 0
    for i in range(SECRETS):
        s.secrets[i] = 0
    for seat in range(s.seats):
        for place in range(ROW):
            if s.ending == 0 and audience in (seat, SPECTATOR):
                s.row[seat][place] = 0
        for i in range(SECRETS):
            if s.ending == 0 and audience != seat:
                s.drawn[seat][i] = 0


# ------------------------------------------------------------------------------------------------------- imagine
def imagine(s: State, audience: int) -> bool:
    """Fill the blanks of a recalled state; for a seat, worlds come as often as they are likely. False: none found."""
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
    """All stones that lie nowhere in sight, at the bottom of the pile; how many."""
    n = 0
    for spell in range(1, SPELLS + 1):
        for _ in range(s.copies[spell] - s.board[spell] - in_sight(s, spell)):
            s.pile[n] = spell
            n += 1
    return n


def in_sight(s: State, spell: int) -> int:
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
    for place in range(ROW):
        if s.filled[seat][place] != EMPTY and s.row[seat][place] == 0:
            return True
    return False


def imagine_row(s: State, seat: int, unseen: int) -> int:
    """Deal a row until one fits what was called; how many stones are left, -1: no such row was found."""
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
    swap_to(s, below(s, last + 1), last)
    stone = s.pile[last]
    s.pile[last] = 0
    return stone


def swap_to(s: State, i: int, j: int) -> None:
    stone = s.pile[i]
    s.pile[i] = s.pile[j]
    s.pile[j] = stone


def mix_pile(s: State) -> None:
    for last in range(s.pile_n - 1, 0, -1):
        swap_to(s, below(s, last + 1), last)


def possible(s: State) -> bool:
    """Every count is what it counts, every number in its range, and what has failed is not there."""
    if not (in_range(s) and counted(s)):
        return False
    for seat in range(s.seats):
        for place in range(ROW):
            stone = s.row[seat][place]
            if (stone == 0) != (s.filled[seat][place] == EMPTY):
                return False
            if has(s.crossed_out[seat][place], stone) or s.crossed_out[seat][place] >> SPELLS + 1:
                return False
    return True


def in_range(s: State) -> bool:
    if s.turns < 1 or s.round < 1 or not 0 <= s.last <= SPELLS or (s.last > 0) != (s.step != 0 and s.ending == 0):
        return s.ending != 0
    for face in range(FACES):
        if not 1 <= s.die[face] <= FACES:
            return False
    for seat in range(s.seats):
        if not (0 <= s.lives[seat] <= LIVES and 0 <= s.score[seat] <= GOAL and 0 <= s.drawn_n[seat] <= SECRETS):
            return False
        if s.score[seat] == GOAL and s.ending == 0:
            return False
    return 0 <= s.pile_n <= STONES and 0 <= s.secrets_n <= SECRETS and 0 <= s.calls_n <= CALLS


def counted(s: State) -> bool:
    for seat in range(s.seats):
        stones = 0
        for place in range(ROW):
            stones += s.filled[seat][place] != EMPTY
        if stones != s.row_n[seat] or has(s.alive, seat) != (s.lives[seat] > 0):
            return False
    for i in range(STONES):
        if (s.pile[i] == 0) != (i >= s.pile_n):
            return False
    return s.alive < 1 << s.seats and (s.ending != 0 or s.lives[s.turn] > 0)


def conserved(s: State) -> bool:
    """Every stone lies somewhere, once."""
    for spell in range(1, SPELLS + 1):
        n = s.board[spell] + in_sight(s, spell)
        for i in range(s.pile_n):
            n += s.pile[i] == spell
        for i in range(s.secrets_n):
            n += s.secrets[i] == spell
        if n != s.copies[spell]:
            return False
    return True
