"""Declare the state of Abracada... Quoi ?"""

from enum import IntEnum
from typing import Final

from sortilege.kernel.layout import SEAT, Seats, public, public_list, public_set, secret
from sortilege.kernel.state import State as KernelState

SEATS: Final = Seats(5)
SPELLS: Final = 8
STONES: Final = 36
ROW: Final = 5
SECRETS: Final = 4
LIVES: Final = 6
GOAL: Final = 8
FACES: Final = 6
EMPTY: Final = -1  # a place of the row without a stone
FAILED: Final = -1  # instead of the place where the stone stood
SLIPPED: Final = -2
CALLS: Final = 96  # no round of the standard deck has more: 32 stones, 30 lives, 28 lives won back


class Spell(IntEnum):
    DRAGON = 1
    GHOST = 2
    DREAMS = 3
    SINGER = 4
    STORM = 5
    BLIZZARD = 6
    FIREBALL = 7
    POTION = 8


class Step(IntEnum):
    CAST = 0  # a first attempt is owed
    MORE = 1  # another spell, or stop
    OVER = 2


class State(KernelState):
    step: int = public("i1", of=Step)
    easy: int = public("i1", fixed=True)  # options
    last_takes_all: int = public("i1", fixed=True)
    slips: int = public("i1", fixed=True)
    die: list[int] = public("i1", FACES, fixed=True)  # deck
    copies: list[int] = public("i1", SPELLS + 1, fixed=True)
    turns: int = public("i2")  # of this round, the running one included
    last: int = public("i1", of=range(1, SPELLS + 1))  # the last spell cast this turn, 0 before the first
    lives: list[int] = public("i1", SEATS)
    alive: int = public_set("i1", of=SEAT)
    score: list[int] = public("i1", SEATS)
    gained: list[int] = public("i1", SEATS)  # points of the last round, before the cap of the tower
    board: list[int] = public("i1", SPELLS + 1)  # used and shown stones of each spell
    filled: list[list[int]] = public("i2", SEATS, ROW)  # 0 dealt, else the turn that filled the place; EMPTY
    # spells that failed while this stone stood there
    crossed_out: list[list[int]] = public_set("i2", SEATS, ROW, of=range(1, SPELLS + 1))
    row_n: list[int] = public("i1", SEATS)
    calls_n: int = public("i1")  # announcements of this round, oldest first
    call_seat: list[int] = public_list("i1", CALLS, upto="calls_n", of=SEAT)
    call_spell: list[int] = public_list("i1", CALLS, upto="calls_n")
    call_place: list[int] = public_list("i1", CALLS, upto="calls_n")  # the place emptied; FAILED or SLIPPED
    pile_n: int = public("i1")
    secrets_n: int = public("i1")
    drawn_n: list[int] = public("i1", SEATS)
    row: list[list[int]] = secret("i1", SEATS, ROW, of=range(1, SPELLS + 1))  # 0 where there is no stone
    pile: list[int] = secret("i1", STONES, unseen=True)  # the top is last; 0 beyond pile_n
    secrets: list[int] = secret("i1", SECRETS, unseen=True)
    drawn: list[list[int]] = secret("i1", SEATS, SECRETS, of=range(1, SPELLS + 1))
