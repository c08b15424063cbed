"""Run the rounds of Abracada: set-up, refill, and the points at the end. In the plain subset."""

from typing import Final

from sortilege.games.abracada.events import game_ended, refilled, round_began, row_revealed, scored, stones_shown
from sortilege.games.abracada.rules.spells import living_left
from sortilege.games.abracada.state import EMPTY, GOAL, LIVES, ROW, SECRETS, SPELLS, STONES, State, Step
from sortilege.kernel.plain.bits import has
from sortilege.kernel.plain.rng import shuffle
from sortilege.kernel.state import all_seats, ask_one, go_to, left_of

SHOWN: Final = (0, 0, 12, 6, 0, 0)  # stones laid open on the board, by number of seats
TOP_OF_TOWER: Final = 1  # ending
WINNER: Final = 3
SURVIVOR: Final = 1
LAST_ALIVE: Final = 2
NOBODY: Final = -1  # instead of the winner of a round


# --------------------------------------------------------------------------------------------------------- rounds
def start_round(s: State, seat: int) -> None:
    s.round += 1
    s.turns = 0
    s.alive = all_seats(s)
    forget_calls(s)
    mix_stones(s)
    for other in range(s.seats):
        s.lives[other] = LIVES
        for i in range(s.drawn_n[other]):
            s.drawn[other][i] = 0
        s.drawn_n[other] = 0
        s.row_n[other] = 0
        for place in range(ROW):
            stand(s, other, place, 0)
    for _ in range(SHOWN[s.seats]):
        s.board[draw(s)] += 1
    for i in range(SECRETS):
        s.secrets[i] = draw(s)
    s.secrets_n = SECRETS
    round_began(s, s.round, seat)
    for spell in range(1, SPELLS + 1):
        if s.board[spell]:
            stones_shown(s, spell, s.board[spell])
    start_turn(s, seat)


def forget_calls(s: State) -> None:
    for i in range(s.calls_n):
        s.call_seat[i] = 0
        s.call_spell[i] = 0
        s.call_place[i] = 0
    s.calls_n = 0


def mix_stones(s: State) -> None:
    pile = s.pile
    n = 0
    for spell in range(1, SPELLS + 1):
        s.board[spell] = 0
        for _ in range(s.copies[spell]):
            pile[n] = spell
            n += 1
    s.pile_n = n
    shuffle(s, pile, 0, STONES)


def draw(s: State) -> int:
    s.pile_n -= 1
    stone = s.pile[s.pile_n]
    s.pile[s.pile_n] = 0
    return stone


def stand(s: State, seat: int, place: int, when: int) -> None:
    """Put a new stone at this place."""
    s.row[seat][place] = draw(s)
    s.filled[seat][place] = when
    s.crossed_out[seat][place] = 0
    s.row_n[seat] += 1


def clear(s: State, seat: int, place: int) -> None:
    """Empty this place of the row."""
    s.row[seat][place] = 0
    s.filled[seat][place] = EMPTY
    s.crossed_out[seat][place] = 0


# ---------------------------------------------------------------------------------------------------------- turns
def start_turn(s: State, seat: int) -> None:
    s.turns += 1
    s.last = 0
    ask_one(s, Step.CAST, seat)


def end_turn(s: State, seat: int) -> None:
    """End the turn, after a stop or a failure. A seat that died is not refilled. [7]"""
    if s.row_n[seat] < ROW and s.lives[seat] > 0:
        for place in range(ROW):
            if s.filled[seat][place] == EMPTY and s.pile_n > 0:
                stand(s, seat, place, s.turns)
                refilled(s, seat, place, s.row[seat][place], all_seats(s) & ~(1 << seat))
    start_turn(s, living_left(s, seat))


# --------------------------------------------------------------------------------------------- the end of a round
def round_points(s: State, seat: int, dead: int, winner: int, alone: bool) -> int:
    """Return what the end of a round brings a seat, with its secrets. `alone`: nobody but the winner scores."""
    if seat == winner:
        return s.drawn_n[seat] + (LAST_ALIVE if s.last_takes_all else WINNER)  # [3] [11]
    return 0 if alone or has(dead, seat) else s.drawn_n[seat] + SURVIVOR  # [4]


def award(s: State, active: int, winner: int) -> None:
    """End the round for one winner: nobody else scores."""
    for seat in range(s.seats):
        s.gained[seat] = round_points(s, seat, 0, winner, True)
    end_round(s, active)


def end_by_death(s: State, seat: int) -> None:
    """End the round because `seat` killed others, or itself: then nobody wins it. [5]"""
    dead = all_seats(s) & ~s.alive
    winner = NOBODY if has(dead, seat) else seat
    for other in range(s.seats):
        s.gained[other] = round_points(s, other, dead, winner, False)
    end_round(s, seat)


def end_round(s: State, active: int) -> None:
    over = False
    for seat in range(s.seats):
        row_revealed(s, seat, s.row[seat], s.drawn[seat])
        s.score[seat] = min(GOAL, s.score[seat] + s.gained[seat])  # [12]
        scored(s, seat, s.gained[seat], s.score[seat])
        over = over or s.score[seat] == GOAL
    if over:
        s.ending = TOP_OF_TOWER
        go_to(s, Step.OVER)
        game_ended(s)
    else:
        start_round(s, left_of(s, active))  # [10]
