"""Check that a state of Abracada is possible and that no stone is lost or doubled. In the plain subset."""

from sortilege.games.abracada.state import CALLS, EMPTY, FACES, GOAL, LIVES, ROW, SECRETS, SPELLS, STONES, State
from sortilege.games.abracada.worlds import in_sight
from sortilege.kernel.plain.bits import has


def possible(s: State) -> bool:
    """Return whether counts and ranges are right, and no failed spell stands where it failed."""
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
    """Return whether every number is in its range."""
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
    """Return whether every count is right."""
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
    """Return whether every stone lies somewhere, once."""
    for spell in range(1, SPELLS + 1):
        n = s.board[spell] + in_sight(s, spell)
        for i in range(s.pile_n):
            n += s.pile[i] == spell
        for i in range(s.secrets_n):
            n += s.secrets[i] == spell
        if n != s.copies[spell]:
            return False
    return True
