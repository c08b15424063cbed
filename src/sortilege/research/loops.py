"""Step many games in compiled code: apply actions, list the next ones, encode observations. In the plain subset."""

from typing import Annotated, Final

from sortilege.kernel.bits import lowest
from sortilege.kernel.compile.loops import (
    States,
    apply,
    begin,
    copy_state,
    expert,
    forget,
    greedy,
    legal,
    rank,
    start,
)
from sortilege.kernel.rng import below, sow
from sortilege.kernel.state import MoveList, Parameters, State, pending

Row = Annotated[list[int], "i2"]
Rows = Annotated[list[list[int]], "i2 rows"]
Numbers = Annotated[list[int], "i8"]
NumberRows = Annotated[list[list[int]], "i8 rows"]
Actions = Annotated[list[int], "i4"]
ActionRows = Annotated[list[list[int]], "i4 rows"]
Masks = Annotated[list[list[int]], "i1 rows"]

GAME: Final = 0  # columns of `rows`: the number of the game in this row
SEAT: Final = 1  # the seat to move; NOBODY when the game is over
COUNT: Final = 2  # its legal actions
DONE: Final = 3  # the last action ended a game
REFUSED: Final = 4  # the last action was not legal and was not played
LEARNER: Final = 5  # the seat that is not an opponent's; NOBODY where there are no opponents
COLUMNS: Final = 6
NOBODY: Final = -1
UNLISTED: Final = -2  # instead of a seat: the move was not legal

SEED: Final = 0  # in `settings`
STRIDE: Final = 1  # from the number of a row's game to that of its next one
RESETS: Final = 2  # begin the next game at once
OBSERVES: Final = 3
MASKS: Final = 4
SETTINGS: Final = 5

COPY: Final = 0  # in `spare`: of the state that is being observed
CHANCE: Final = 1  # of random opponents
SPARES: Final = 2
WHOLE: Final = 60  # parts of a win: shared by up to six it stays whole
RANDOM: Final = 0  # levels of opponents
GREEDY: Final = 1
EXPERT: Final = 2


def encode(s: State, seat: int, row: Row) -> None:
    raise NotImplementedError("made from a layout")


def encode_perfect(s: State, seat: int, row: Row) -> None:
    raise NotImplementedError("made from a layout")


# ------------------------------------------------------------------------------------------------------ one game
def next_seat(s: State) -> int:
    """Return who is asked next: seats that choose at once are asked in the order of their numbers."""
    if s.ending:
        return NOBODY
    return lowest(s.waiting) if s.together else s.turn


def begin_one(states: States, blank: States, out: MoveList, seed: int, game: int) -> int:
    """Begin game number `game`, list the first legal moves and return the seat to move."""
    begin(states, blank, seed, game)
    return offer(states[0], out)


def play_one(states: States, out: MoveList, move: int) -> int:
    """Play a listed move of the seat to move, list the next ones and return the next seat; or refuse it."""
    s = states[0]
    for at in range(1, out[0] + 1):
        if out[at] == move:
            apply(s, next_seat(s), move)
            return offer(s, out)
    return UNLISTED


def play_of(states: States, out: MoveList, seat: int, move: int) -> int:
    """Play a legal move of this seat, one of those asked at once."""
    s = states[0]
    apply(s, seat, move)
    return offer(s, out)


def offer(s: State, out: MoveList) -> int:
    seat = next_seat(s)
    out[0] = 0
    if seat != NOBODY:
        legal(s, seat, out)
    return seat


def offer_to(states: States, out: MoveList, seat: int) -> None:
    """List the legal moves of this seat, none if it is not asked."""
    s = states[0]
    out[0] = 0
    if s.ending == 0 and pending(s) >> seat & 1:
        legal(s, seat, out)


def pending_of(states: States) -> int:
    return pending(states[0])


def observe(states: States, at: int, spare: States, seat: int, row: Row) -> None:
    """Write what the seat may know of the game."""
    copy_state(spare, COPY, states, at)
    s = spare[COPY]
    forget(s, seat)
    encode(s, seat, row)


def observe_perfect(states: States, at: int, seat: int, row: Row) -> None:
    """Write the whole state, hidden parts included, seen from the seat."""
    encode_perfect(states[at], seat, row)


def share_wins(states: States, at: int, shares: Numbers) -> None:
    """Write what each seat has won of a game that is over, in sixtieths."""
    s = states[at]
    best = rank(s, 0)
    winners = 0
    for seat in range(s.seats):
        mine = rank(s, seat)
        if mine > best:
            best = mine
            winners = 0
        winners += mine == best
    for seat in range(s.seats):
        shares[seat] = WHOLE // winners if rank(s, seat) == best else 0


# ---------------------------------------------------------------------------------------------------- many games
def reset_rows(
    states: States,
    blank: States,
    spare: States,
    out: MoveList,
    of_code: Actions,
    rows: NumberRows,
    legal_rows: ActionRows,
    masks: Masks,
    observations: Rows,
    settings: Numbers,
) -> None:
    """Begin the game of every row."""
    for i in range(len(rows)):
        rows[i][DONE] = 0
        rows[i][REFUSED] = 0
        begin_row(states, i, blank, settings[SEED], rows[i][GAME])
        show_row(states, i, spare, out, of_code, rows, legal_rows, masks, observations, settings)


def step_rows(
    states: States,
    blank: States,
    spare: States,
    out: MoveList,
    codes: Numbers,
    of_code: Actions,
    actions: Actions,
    rows: NumberRows,
    legal_rows: ActionRows,
    masks: Masks,
    observations: Rows,
    final: Rows,
    shares: NumberRows,
    settings: Numbers,
) -> None:
    """Play one action in every row; what is not legal is refused, and its row stays as it is."""
    for i in range(len(rows)):
        rows[i][DONE] = 0
        rows[i][REFUSED] = 0
        if is_offered(legal_rows, rows, i, actions[i]):
            seat = int(rows[i][SEAT])
            apply(states[i], seat, int(codes[actions[i]]))
            if states[i].ending:
                end_row(states, i, spare, seat, rows, final, shares, settings)
                if settings[RESETS]:
                    begin_row(states, i, blank, settings[SEED], rows[i][GAME])
            show_row(states, i, spare, out, of_code, rows, legal_rows, masks, observations, settings)
        else:
            rows[i][REFUSED] = 1


def is_offered(legal_rows: ActionRows, rows: NumberRows, i: int, action: int) -> bool:
    for at in range(rows[i][COUNT]):
        if legal_rows[i][at] == action:
            return True
    return False


def begin_row(states: States, i: int, blank: States, seed: int, game: int) -> None:
    copy_state(states, i, blank, 0)
    s = states[i]
    sow(s, int(seed), int(game))
    start(s)


def end_row(
    states: States,
    i: int,
    spare: States,
    seat: int,
    rows: NumberRows,
    final: Rows,
    shares: NumberRows,
    settings: Numbers,
) -> None:
    """Keep what the seat sees at the end and what all have won; give the row the number of its next game."""
    rows[i][DONE] = 1
    share_wins(states, i, shares[i])
    if settings[OBSERVES]:
        observe(states, i, spare, seat, final[i])
    if settings[RESETS]:
        rows[i][GAME] += settings[STRIDE]


def show_row(
    states: States,
    i: int,
    spare: States,
    out: MoveList,
    of_code: Actions,
    rows: NumberRows,
    legal_rows: ActionRows,
    masks: Masks,
    observations: Rows,
    settings: Numbers,
) -> None:
    """Write who is to move, the legal actions and the observation of the seat to move."""
    if settings[MASKS]:
        for at in range(rows[i][COUNT]):
            masks[i][legal_rows[i][at]] = 0
    seat = offer(states[i], out)
    rows[i][SEAT] = seat
    rows[i][COUNT] = out[0]
    for at in range(out[0]):
        legal_rows[i][at] = of_code[out[1 + at]]
        if settings[MASKS]:
            masks[i][legal_rows[i][at]] = 1
    if settings[OBSERVES] and seat != NOBODY:
        observe(states, i, spare, seat, observations[i])


def perfect_rows(states: States, rows: NumberRows, observations: Rows) -> None:
    """Write the whole state of every row, seen from its seat to move."""
    for i in range(len(rows)):
        if rows[i][SEAT] != NOBODY:
            observe_perfect(states, i, int(rows[i][SEAT]), observations[i])


# ----------------------------------------------------------------------------------------- games among opponents
def reset_rows_among(
    states: States,
    blank: States,
    spare: States,
    out: MoveList,
    of_code: Actions,
    rows: NumberRows,
    legal_rows: ActionRows,
    masks: Masks,
    observations: Rows,
    settings: Numbers,
    levels: Numbers,
    parameters: Parameters,
) -> None:
    for i in range(len(rows)):
        rows[i][DONE] = 0
        rows[i][REFUSED] = 0
        begin_row_among(states, i, blank, spare, out, rows, settings, levels, parameters)
        show_row(states, i, spare, out, of_code, rows, legal_rows, masks, observations, settings)


def step_rows_among(
    states: States,
    blank: States,
    spare: States,
    out: MoveList,
    codes: Numbers,
    of_code: Actions,
    actions: Actions,
    rows: NumberRows,
    legal_rows: ActionRows,
    masks: Masks,
    observations: Rows,
    final: Rows,
    shares: NumberRows,
    settings: Numbers,
    levels: Numbers,
    parameters: Parameters,
) -> None:
    """Play the learner's action in every row, then the opponents until the learner is asked again."""
    for i in range(len(rows)):
        rows[i][DONE] = 0
        rows[i][REFUSED] = 0
        if is_offered(legal_rows, rows, i, actions[i]):
            apply(states[i], int(rows[i][SEAT]), int(codes[actions[i]]))
            play_others(states[i], spare[CHANCE], int(rows[i][LEARNER]), out, levels, parameters)
            if states[i].ending:
                end_row(states, i, spare, int(rows[i][LEARNER]), rows, final, shares, settings)
                if settings[RESETS]:
                    begin_row_among(states, i, blank, spare, out, rows, settings, levels, parameters)
            show_row(states, i, spare, out, of_code, rows, legal_rows, masks, observations, settings)
        else:
            rows[i][REFUSED] = 1


def begin_row_among(
    states: States,
    i: int,
    blank: States,
    spare: States,
    out: MoveList,
    rows: NumberRows,
    settings: Numbers,
    levels: Numbers,
    parameters: Parameters,
) -> None:
    """Begin games until the learner is asked: opponents may end one before."""
    while True:
        game = int(rows[i][GAME])
        rows[i][LEARNER] = (game + game // settings[STRIDE]) % blank[0].seats
        begin_row(states, i, blank, settings[SEED], game)
        sow(spare[CHANCE], int(settings[SEED]) + 1, game)
        play_others(states[i], spare[CHANCE], int(rows[i][LEARNER]), out, levels, parameters)
        if states[i].ending == 0:
            break
        rows[i][GAME] += settings[STRIDE]


def play_others(s: State, chance: State, learner: int, out: MoveList, levels: Numbers, parameters: Parameters) -> None:
    """Play the opponents: `levels` names them clockwise from the learner, who comes first."""
    seat = offer(s, out)
    while seat != NOBODY and seat != learner:
        level = levels[seat - learner if seat > learner else seat - learner + s.seats]
        if level == GREEDY:
            apply(s, seat, greedy(s, seat, out))
        elif level == EXPERT:
            apply(s, seat, expert(s, seat, out, parameters))
        else:
            apply(s, seat, out[1 + below(chance, out[0])])
        seat = offer(s, out)
