"""Run a turn of Abracada. In the plain subset. Numbers in brackets are our rulings, as the rules page lists them."""

from sortilege.games.abracada.events import (
    announced,
    died,
    failed,
    gave_up_stones,
    row_emptied,
    slipped,
    stopped,
    worked,
)
from sortilege.games.abracada.moves import CAST, STOP
from sortilege.games.abracada.rules.rounds import award, clear, end_by_death, end_turn, start_round
from sortilege.games.abracada.rules.spells import backfires, lose, roll, take_effect, too_low
from sortilege.games.abracada.state import CALLS, EMPTY, FAILED, ROW, SLIPPED, SPELLS, State, Step
from sortilege.kernel.plain.bits import count, each, lowest
from sortilege.kernel.plain.rng import below, pick
from sortilege.kernel.state import MoveList, ask_one


def start(s: State) -> None:
    if s.first < 0:
        s.first = below(s, s.seats)  # [13]
    start_round(s, s.first)


def legal(s: State, seat: int, out: MoveList) -> None:
    least = 1 if s.last == 0 or s.easy or s.slips else s.last
    n = 0
    if s.step == Step.MORE:
        n = 1
        out[1] = STOP
    for spell in range(least, SPELLS + 1):
        n += 1
        out[n] = CAST + spell
    out[0] = n


def apply(s: State, seat: int, move: int) -> None:
    if move == STOP:
        stopped(s, seat)
        end_turn(s, seat)
    else:
        announce(s, seat, move - CAST)


def announce(s: State, seat: int, spell: int) -> None:
    announced(s, seat, spell)
    if too_low(s, spell):
        slip(s, seat, spell)
        return
    places = places_of(s, seat, spell)
    if places:
        succeed(s, seat, spell, pick(s, places))
    else:
        fail(s, seat, spell)


def places_of(s: State, seat: int, spell: int) -> int:
    row = s.row[seat]
    places = 0
    for place in range(ROW):
        if row[place] == spell:
            places |= 1 << place
    return places


def note_call(s: State, seat: int, spell: int, place: int) -> None:
    """Note what everyone heard. With an odd deck a round may outlast the list: its end is forgotten."""
    n = s.calls_n
    if n < CALLS:
        s.call_seat[n] = seat
        s.call_spell[n] = spell
        s.call_place[n] = place
        s.calls_n = n + 1


# ------------------------------------------------------------------------------------------------- a spell fails
def slip(s: State, seat: int, spell: int) -> None:
    """Fail a spell that is too low, whether or not the stone is held; nothing is revealed. [9]"""
    slipped(s, seat, spell, s.last)
    note_call(s, seat, spell, SLIPPED)
    lose(s, seat, 1)
    after_own_fault(s, seat)


def fail(s: State, seat: int, spell: int) -> None:
    """Fail a spell that the row does not hold."""
    failed(s, seat, spell)
    note_call(s, seat, spell, FAILED)
    cross_out(s, seat, spell)
    lose(s, seat, roll(s, seat) if backfires(spell) else 1)
    after_own_fault(s, seat)


def cross_out(s: State, seat: int, spell: int) -> None:
    """Note that no stone of this row is that spell: everyone knows it now."""
    for place in range(ROW):
        if s.filled[seat][place] != EMPTY:
            s.crossed_out[seat][place] |= 1 << spell


def after_own_fault(s: State, seat: int) -> None:
    if s.lives[seat] > 0:
        end_turn(s, seat)
        return
    died(s, seat)
    if not s.last_takes_all:
        end_by_death(s, seat)
        return
    give_up_stones(s, seat)
    if count(s.alive) == 1:
        award(s, seat, lowest(s.alive))
    else:
        end_turn(s, seat)


# -------------------------------------------------------------------------------------------------- a spell works
def succeed(s: State, seat: int, spell: int, place: int) -> None:
    """Cast a spell. Where several stones match, chance has picked the place. [2]"""
    worked(s, seat, spell, place)
    note_call(s, seat, spell, place)
    clear(s, seat, place)
    s.row_n[seat] -= 1
    s.board[spell] += 1
    s.last = spell
    before = s.alive
    take_effect(s, seat, spell)
    dead = before & ~s.alive
    if s.row_n[seat] == 0:  # [3]
        row_emptied(s, seat)
        award(s, seat, seat)
    elif dead:
        after_kill(s, seat, dead)
    else:
        ask_one(s, Step.MORE, seat)


def after_kill(s: State, seat: int, dead: int) -> None:
    for victim in each(dead):
        died(s, victim)
    if not s.last_takes_all:
        end_by_death(s, seat)
        return
    for victim in each(dead):
        give_up_stones(s, victim)
    if count(s.alive) == 1:
        award(s, seat, seat)
    else:
        ask_one(s, Step.MORE, seat)  # [11] the killer goes on


def give_up_stones(s: State, seat: int) -> None:
    """Move the stones of a dead seat to the board, without telling their places. [11]"""
    for spell in range(1, SPELLS + 1):
        stones = count(places_of(s, seat, spell))
        if stones:
            s.board[spell] += stones
            gave_up_stones(s, seat, spell, stones)
    s.row_n[seat] = 0
    for place in range(ROW):
        clear(s, seat, place)


# ------------------------------------------------------------------------------------------------- the end of it
def rank(s: State, seat: int) -> int:
    """Rank by score, points of the last round, lives. [12]"""
    return (s.score[seat] * 64 + s.gained[seat]) * 64 + s.lives[seat]


def score(s: State, seat: int) -> int:
    return s.score[seat]
