"""Declare the state of Magicoa."""

from enum import IntEnum
from typing import Final

from sortilege.kernel.layout import AUDIENCE, SEAT, Places, Seats, public, public_list, public_set, secret
from sortilege.kernel.state import State as KernelState

SEATS: Final = Seats(6)
PLACES: Final = Places(6)  # of the row: as many as seats
ROUNDS: Final = 6
BIDDINGS: Final = 2
DECK: Final = 37  # potions
GOLD: Final = 12  # cards of each seat
MOST_GOLD: Final = 30  # the highest value a gold card may bear
MOST_POINTS: Final = 9
MOST_WON: Final = 24  # two cards a round, each on two potions at most
NOBODY: Final = -1
FACE_DOWN: Final = 0  # the place of the row where the potion lies face down


class Symbol(IntEnum):
    """Name what a potion bears: a plain colour, or a power."""

    BLUE = 1
    GREEN = 2
    RED = 3
    TRIPLE_BLUE = 4
    TRIPLE_GREEN = 5
    EXCHANGE = 6
    INDISCRETION = 7
    DOUBLE_BID = 8
    EQUALITY = 9


SYMBOLS: Final = ("", *(symbol.name.lower() for symbol in Symbol))
# A potion is 10 * symbol + points: 35 is "red 5"; 0 is no potion.
POTIONS: Final = tuple(f"{SYMBOLS[p // 10]} {p % 10}" if p >= 10 else "" for p in range(100))


class Step(IntEnum):
    CHOOSE = 0  # all seats together: two gold cards
    PLACE = 1
    EXCHANGE = 2
    POWER = 3  # points or power, for each power potion won
    OVER = 4


class State(KernelState):
    step: int = public("i1", of=Step)
    gold: int = public_set("i4", fixed=True)  # deck: the values of every seat's cards
    deck: list[int] = public("i1", DECK, of=POTIONS, fixed=True)  # sorted
    bidding: int = public("i1")  # 1 or 2; 0 before the cards are chosen
    # gold not yet played: in hand, or chosen and face down
    left: list[int] = public_set("i4", SEATS, of=range(1, MOST_GOLD + 1))
    laid_gold: list[list[int]] = public("i1", SEATS, BIDDINGS)  # the card played in each bidding of this round
    # the places it was laid on; none: removed
    laid_on: list[list[int]] = public_set("i1", SEATS, BIDDINGS, of=range(PLACES))
    high: list[int] = public("i1", PLACES)  # the top gold card, 0 where there is none
    leader: list[int] = public("i1", PLACES, of=SEAT)  # whose it is, or NOBODY
    powers: list[int] = public_set("i2", SEATS, of=SYMBOLS)
    score: list[int] = public("i2", SEATS)
    kept: list[list[int]] = public_list("i1", SEATS, MOST_WON, upto="kept_n", of=POTIONS)  # won, face up
    kept_n: list[int] = public("i1", SEATS)
    used: list[list[int]] = public_list(
        "i1", SEATS, MOST_WON, upto="used_n", of=POTIONS
    )  # won, turned down for the power
    used_n: list[int] = public("i1", SEATS)
    row: list[int] = public("i1", PLACES, of=POTIONS)  # what lies face up there
    unsold: list[int] = public_list("i1", DECK, upto="unsold_n", of=POTIONS)  # discarded face up
    unsold_n: int = public("i1")
    pile_n: int = public("i1")
    box_n: int = public("i1")
    knows_top: int = public_set("i1", of=AUDIENCE)  # audiences that know the top of the pile
    # audiences that know what lies, or does not, in `down`
    knows_down: list[int] = public_set("i1", ROUNDS, of=AUDIENCE)
    chosen: list[list[int]] = secret("i1", SEATS, BIDDINGS)  # top card, bottom card; 0 once played
    pile: list[int] = secret("i1", DECK)  # first the potions of the box, then the pile, its top last
    down: list[int] = secret("i1", ROUNDS)  # of each round the face-down potion: at its place, or discarded unseen
