"""Play Abbracadabra as the expert: the best pair of takes, then the best action. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from sortilege.games.abbracadabra.bots.action_value import best_act
from sortilege.games.abbracadabra.bots.second_take import best_second
from sortilege.games.abbracadabra.bots.takes import best_take
from sortilege.games.abbracadabra.bots.valuation import (
    PRICES,
    missing,
    price_types,
    worth_of_hand,
    worth_of_pack,
    worth_of_stone,
)
from sortilege.games.abbracadabra.moves import AGAIN, CHOOSE, DISCARD, DROP, GIVE
from sortilege.games.abbracadabra.state import ROW, State, Step
from sortilege.games.abbracadabra.views import unseen
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, Parameters


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Choose one of the listed moves."""
    if s.step == Step.TAKE:
        return best_take(s, seat, moves, parameters, True) if moves[0] == ROW else best_second(s, seat, moves)
    if s.step == Step.ACT:
        return best_act(s, seat, moves)
    if s.step == Step.AGAIN:
        return AGAIN
    prices = scratch(PRICES)
    price_types(s, seat, prices, parameters)
    hidden = unseen(s, seat)
    best = moves[1]
    most = worth_of_move(s, seat, best, hidden, prices, parameters)
    for i in range(2, moves[0] + 1):
        worth = worth_of_move(s, seat, moves[i], hidden, prices, parameters)
        if worth > most:
            most = worth
            best = moves[i]
    return best


def playout_move(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Choose quickly: each take by itself, and no look at what could be done then."""
    if s.step == Step.TAKE:
        return best_take(s, seat, moves, parameters, False)
    return expert(s, seat, moves, parameters)


def worth_of_move(s: State, seat: int, move: int, hidden: int, prices: Scratch, parameters: Parameters) -> int:
    """Value a move that chooses a pack or gives up a card."""
    match s.step:
        case Step.PACK:
            more = s.hand_card_owed
            need, of_stone = missing(s, seat, more), worth_of_stone(s, seat, more, parameters)
            return worth_of_pack(s, seat, move - CHOOSE, need, of_stone, parameters)
        case Step.GIVE:
            return worth_without(s, seat, move - GIVE, hidden, prices, parameters)
        case Step.DROP:
            return worth_without(s, seat, move - DROP, hidden, prices, parameters)
    return worth_without(s, seat, move - DISCARD, hidden, prices, parameters)


def worth_without(s: State, seat: int, card: int, hidden: int, prices: Scratch, parameters: Parameters) -> int:
    """Value the hand without a card."""
    return worth_of_hand(s, seat, s.hand[seat] & ~(1 << card), s.towers, hidden, prices, parameters)
