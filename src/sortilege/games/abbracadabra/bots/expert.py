"""The expert of Abbracadabra: the best pair of takes, then the action that brings and leaves most. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.games.abbracadabra.acts import best_act
from sortilege.games.abbracadabra.layout import ROW, State, Step
from sortilege.games.abbracadabra.notation import AGAIN, CHOOSE, DISCARD, DROP, GIVE
from sortilege.games.abbracadabra.seconds import best_second
from sortilege.games.abbracadabra.sight import unseen
from sortilege.games.abbracadabra.takes import best_take
from sortilege.games.abbracadabra.worth import (
    PRICES,
    missing,
    price_types,
    worth_of_hand,
    worth_of_pack,
    worth_of_stone,
)
from sortilege.kernel.paper import Sheet, paper
from sortilege.kernel.table import MoveList, Taste


def expert(s: State, seat: int, moves: MoveList, taste: Taste) -> int:
    if s.step == Step.TAKE:
        return best_take(s, seat, moves, taste, True) if moves[0] == ROW else best_second(s, seat, moves)
    if s.step == Step.ACT:
        return best_act(s, seat, moves)
    if s.step == Step.AGAIN:
        return AGAIN
    sheet = paper(PRICES)
    price_types(s, seat, sheet, taste)
    hidden = unseen(s, seat)
    best = moves[1]
    most = worth_of_move(s, seat, best, hidden, sheet, taste)
    for i in range(2, moves[0] + 1):
        worth = worth_of_move(s, seat, moves[i], hidden, sheet, taste)
        if worth > most:
            most = worth
            best = moves[i]
    return best


def quick(s: State, seat: int, moves: MoveList, taste: Taste) -> int:
    """The expert in haste: each take by itself, and no look at what could be done then."""
    if s.step == Step.TAKE:
        return best_take(s, seat, moves, taste, False)
    return expert(s, seat, moves, taste)


def worth_of_move(s: State, seat: int, move: int, hidden: int, sheet: Sheet, taste: Taste) -> int:
    match s.step:
        case Step.PACK:
            more = s.hand_card_owed
            need, of_stone = missing(s, seat, more), worth_of_stone(s, seat, more, taste)
            return worth_of_pack(s, seat, move - CHOOSE, need, of_stone, taste)
        case Step.GIVE:
            return worth_without(s, seat, move - GIVE, hidden, sheet, taste)
        case Step.DROP:
            return worth_without(s, seat, move - DROP, hidden, sheet, taste)
    return worth_without(s, seat, move - DISCARD, hidden, sheet, taste)


def worth_without(s: State, seat: int, card: int, hidden: int, sheet: Sheet, taste: Taste) -> int:
    return worth_of_hand(s, seat, s.hand[seat] & ~(1 << card), s.towers, hidden, sheet, taste)
