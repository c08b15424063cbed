"""Step many games in compiled code, alone or among compiled opponents. In the plain subset.

A row of each array is a game. A row that is refused stays as it is.
"""

from typing import Annotated, Final

from sortilege.kernel.compile.loops import States, apply, copy_state, expert, greedy, start
from sortilege.kernel.plain.rng import below, sow
from sortilege.kernel.state import MoveList, Parameters, State
from sortilege.research.loops import CHANCE, NOBODY, Numbers, observe, observe_perfect, offer, share_wins

NumberRows = Annotated[list[list[int]], "i8 rows"]
Actions = Annotated[list[int], "i4"]
ActionRows = Annotated[list[list[int]], "i4 rows"]
Masks = Annotated[list[list[int]], "i1 rows"]
Rows = Annotated[list[list[int]], "i2 rows"]

GAME: Final = 0  # columns of `rows`: the number of the game in this row
SEAT: Final = 1  # the seat to move; NOBODY when the game is over
COUNT: Final = 2  # its legal actions
DONE: Final = 3  # the last action ended a game
REFUSED: Final = 4  # the last action was not legal and was not played
LEARNER: Final = 5  # the seat that is not an opponent's; NOBODY where there are no opponents
COLUMNS: Final = 6

SEED: Final = 0  # in `settings`
STRIDE: Final = 1  # from the number of a row's game to that of its next one
RESETS: Final = 2  # begin the next game at once
OBSERVES: Final = 3
MASKS: Final = 4

RANDOM: Final = 0  # levels of opponents
GREEDY: Final = 1
EXPERT: Final = 2


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
