"""Begin and end a round of Magicoa. In the plain subset. Numbers in brackets are our rulings."""

from typing import Final

from sortilege.games.magicoa.events import game_ended, laid_down, laid_up, peeked, round_began, scored
from sortilege.games.magicoa.state import FACE_DOWN, NOBODY, ROUNDS, State, Step, Symbol
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.state import all_seats, ask_together, go_to, left_of

SIX_ROUNDS: Final = 1  # ending


def start_round(s: State) -> None:
    s.round += 1
    s.bidding = 0
    round_began(s, s.round, s.first)
    clear_gold(s)
    deal_row(s)
    peek(s, holders(s, Symbol.INDISCRETION))
    ask_together(s, Step.CHOOSE, all_seats(s))


def clear_gold(s: State) -> None:
    for i in range(s.seats):
        s.high[i] = 0
        s.leader[i] = NOBODY
        for bidding in range(2):
            s.laid_gold[i][bidding] = 0
            s.laid_on[i][bidding] = 0


def deal_row(s: State) -> None:
    """Deal the row: audiences that knew the top of the pile know the face-down potion."""
    potion = draw(s)
    s.down[s.round - 1] = potion
    s.knows_down[s.round - 1] = s.knows_top
    laid_down(s, potion // 10, potion % 10, s.knows_top)
    s.knows_top = 0
    for place in range(FACE_DOWN + 1, s.seats):
        potion = draw(s)
        s.row[place] = potion
        laid_up(s, place + 1, potion // 10, potion % 10)


def draw(s: State) -> int:
    s.pile_n -= 1
    top = s.box_n + s.pile_n
    potion = s.pile[top]
    s.pile[top] = 0
    return potion


def peek(s: State, seats: int) -> None:
    s.knows_down[s.round - 1] |= seats
    potion = s.down[s.round - 1]
    for seat in each(seats):
        peeked(s, seat, potion // 10, potion % 10, s.knows_down[s.round - 1])


def holders(s: State, power: int) -> int:
    seats = 0
    for seat in range(s.seats):
        if has(s.powers[seat], power):
            seats |= 1 << seat
    return seats


def end_round(s: State) -> None:
    if s.round < ROUNDS:
        s.first = left_of(s, s.first)
        start_round(s)
        return
    for seat in range(s.seats):
        scored(s, seat, s.score[seat])
    s.ending = SIX_ROUNDS
    go_to(s, Step.OVER)
    game_ended(s)
