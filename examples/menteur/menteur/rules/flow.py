"""Play Menteur: deal, claim, answer, score. In the plain subset. [1] is a ruling of the rules text."""

from sortilege.kernel.plain.rng import below, shuffle
from sortilege.kernel.state import MoveList, add, ask_one, go_to, left_of

from ..events import believed, claimed, doubted, drew, game_ended, round_began, scored, shown
from ..moves import BELIEVE, CLAIM, DOUBT
from ..state import ROUNDS, VALUES, State, Step
from .turns import seat_of_turn


def start(s: State) -> None:
    if s.first < 0:
        s.first = below(s, s.seats)
    for value in range(1, VALUES + 1):
        for _ in range(s.copies[value]):
            s.pile[s.pile_n] = value
            s.pile_n += 1
    shuffle(s, s.pile, 0, s.pile_n)
    for seat in range(s.seats):
        draw(s, seat)
    begin_turn(s)


def draw(s: State, seat: int) -> None:
    s.pile_n -= 1
    s.hand[seat] = s.pile[s.pile_n]
    s.pile[s.pile_n] = 0
    drew(s, seat, s.hand[seat], 1 << seat)


def begin_turn(s: State) -> None:
    if s.turns % s.seats == 0:
        s.round += 1
        round_began(s, s.round)
    ask_one(s, Step.CLAIM, seat_of_turn(s, s.turns))


def legal(s: State, seat: int, out: MoveList) -> None:
    out[0] = 0
    if s.step == Step.ANSWER:
        add(out, BELIEVE)
        add(out, DOUBT)
        return
    for value in range(1, VALUES + 1):
        add(out, CLAIM + value)


def apply(s: State, seat: int, move: int) -> None:
    if move == BELIEVE:
        believe(s, seat)
    elif move == DOUBT:
        doubt(s, seat)
    else:
        make_claim(s, seat, move - CLAIM)


def make_claim(s: State, seat: int, value: int) -> None:
    s.claim[s.turns] = value
    s.played[s.turns] = s.hand[seat]
    s.hand[seat] = 0
    s.turns += 1
    claimed(s, seat, value)
    ask_one(s, Step.ANSWER, left_of(s, seat))


def believe(s: State, seat: int) -> None:
    believed(s, seat)
    win(s, seat_of_turn(s, s.turns - 1), s.claim[s.turns - 1])
    end_turn(s)


def doubt(s: State, seat: int) -> None:
    turn = s.turns - 1
    claimant = seat_of_turn(s, turn)
    s.doubted[turn] = 1
    doubted(s, seat)
    shown(s, claimant, s.played[turn])
    if s.played[turn] == s.claim[turn]:
        win(s, claimant, 2 * s.claim[turn])
    else:
        win(s, seat, s.claim[turn])
    end_turn(s)


def win(s: State, seat: int, points: int) -> None:
    s.score[seat] += points
    scored(s, seat, points, s.score[seat])


def end_turn(s: State) -> None:
    """End a turn. [1] After its last card a seat draws no more."""
    if s.turns <= (ROUNDS - 1) * s.seats:
        draw(s, seat_of_turn(s, s.turns - 1))
    if s.turns < ROUNDS * s.seats:
        begin_turn(s)
        return
    s.ending = 1
    go_to(s, Step.OVER)
    game_ended(s)


def rank(s: State, seat: int) -> int:
    return s.score[seat]


def score(s: State, seat: int) -> int:
    return s.score[seat]
