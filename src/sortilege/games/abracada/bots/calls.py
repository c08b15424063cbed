"""Read what the calls of a round tell of a row: everyone heard them. In the plain subset."""

from sortilege.games.abracada.state import ROW, State
from sortilege.kernel.plain.bits import has
from sortilege.kernel.plain.rng import below


def as_likely_as_called(s: State, seat: int) -> bool:
    """Accept a row at random, as often as its calls would have taken the stones they took.

    Chance took one of the matching stones: the more of them the row still holds, the less likely was the place seen.
    """
    turn = 0
    for i in range(s.calls_n):
        turn += starts_turn(s, i)
        if s.call_seat[i] == seat and s.call_place[i] >= 0:
            gone = 1 + taken_later(s, i)
            if below(s, gone + standing(s, seat, s.call_spell[i], turn)) >= gone:
                return False
    return True


def starts_turn(s: State, call: int) -> bool:
    """Return whether the call is the first of a turn: no seat has two turns running."""
    return call == 0 or s.call_seat[call] != s.call_seat[call - 1]


def taken_later(s: State, call: int) -> int:
    """Count the stones of that spell that stood in the same row then and were cast since."""
    n = 0
    seat = s.call_seat[call]
    emptied = emptied_in_turn(s, call)
    for i in range(call + 1, s.calls_n):
        if s.call_seat[i] == seat and s.call_place[i] >= 0:
            if s.call_spell[i] == s.call_spell[call] and not has(emptied, s.call_place[i]):
                n += 1
            emptied |= 1 << s.call_place[i]
    return n


def emptied_in_turn(s: State, call: int) -> int:
    """Return the places empty after this call: what stands there later came later."""
    emptied = 0
    i = call
    while i >= 0 and s.call_seat[i] == s.call_seat[call]:
        if s.call_place[i] >= 0:
            emptied |= 1 << s.call_place[i]
        i -= 1
    return emptied


def standing(s: State, seat: int, spell: int, turn: int) -> int:
    """Count the stones of that spell in the row that stood there in that turn already."""
    n = 0
    for place in range(ROW):
        if s.row[seat][place] == spell and s.filled[seat][place] < turn:
            n += 1
    return n


def casts_since(s: State, seat: int, place: int) -> int:
    """Count, six bits a spell, how often the seat cast it while the stone at this place stood there."""
    found = 0
    turn = 0
    for i in range(s.calls_n):
        turn += starts_turn(s, i)
        if s.call_seat[i] == seat and s.call_place[i] >= 0 and s.filled[seat][place] < turn:
            found += 1 << 6 * s.call_spell[i]
    return found


def of_spell(counts: int, spell: int) -> int:
    """Return the count of one spell."""
    return (counts >> 6 * spell) & 63
