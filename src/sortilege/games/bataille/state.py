"""Declare the state of Bataille des Sorciers."""

from enum import IntEnum
from typing import Final

from sortilege.kernel.layout import SEAT, Seats, derived, public, public_list, public_set, secret
from sortilege.kernel.state import State as KernelState

SEATS: Final = Seats(5)
DICE: Final = 26
SIDES: Final = 6
POSE: Final = 7  # x, y, z in hundredths of a millimetre; a quaternion x, y, z, w in parts of UNIT
UNIT: Final = 32767
HALF: Final = 800  # half the edge of a die
PARTS: Final = 10_000  # chances are counted in
OUT: Final = -1  # a die that left the arena
THROWS: Final = ("table", "arena")
ARENA: Final = 1  # in `throws`


class Face(IntEnum):
    X = 0
    IMMOBULUS = 1
    LASHLABASK = 2
    ACCIO = 3
    WINGARDIUM_LEVIOSA = 4
    CONFUNDO = 5


SYMBOLS: Final = tuple(face.name.lower() for face in Face)


class Step(IntEnum):
    THROW = 0  # one die is owed
    MORE = 1  # another die, or stop
    ALL = 2  # Expelliarmus: every die left is owed
    ANSWER = 3  # Lashlabask: the others throw one die each, all together
    TAKE = 4  # Accio: one more die
    STACK = 5  # Wingardium Leviosa: which die goes on top
    OVER = 6


class State(KernelState):
    step: int = public("i1", of=Step)
    throws: int = public("i1", of=THROWS, fixed=True)  # options
    hidden_reserves: int = public("i1", fixed=True)
    dice: int = public("i1", fixed=True)  # deck
    dealt: list[int] = public("i1", 4, fixed=True)  # to each seat, by number of seats
    sides: list[int] = public("i1", SIDES, of=Face, fixed=True)  # what the sides +x, -x, +y, -y, +z, -z of a die bear
    out_one: int = public("i2", fixed=True)  # chances: a die thrown alone leaves
    out_many: int = public("i2", fixed=True)  # each of several thrown at once leaves
    knock: list[int] = public("i2", DICE + 1, fixed=True)  # a loose die changes, by how many lie there
    knocked_out: int = public("i2", fixed=True)  # a die that changes leaves
    topple: int = public("i2", fixed=True)  # the tower falls
    direction: int = public("i1")  # 1 clockwise, -1 the other way round
    alive: int = public_set("i1", of=SEAT)
    reserve: list[int] = public("i1", SEATS)
    points: list[int] = public("i1", SEATS)  # of an eliminated seat: the seats still in then
    since: int = public("i2")  # turns begun since the last elimination
    gone: int = public("i1")  # dice out of the game
    loose_n: int = public("i1")
    loose: list[int] = public_list("i1", DICE, upto="loose_n", of=SYMBOLS)  # the longest lying first
    held: int = public_set("i4", of=range(DICE))  # loose dice of a standing Immobulus
    tower_n: int = public("i1")
    tower: list[int] = public_list("i1", DICE, upto="tower_n", of=SYMBOLS)  # from the bottom up
    held_top: int = public("i1")  # the top of the tower is in it too
    spells: int = public_set("i1", of=SYMBOLS)  # effects still to come this turn
    loose_pose: list[list[int]] = public_list("i2", DICE, POSE, upto="loose_n")  # blank in table throws
    tower_pose: list[list[int]] = public_list("i2", DICE, POSE, upto="tower_n")
    aim: list[int] = secret("i4", SEATS)  # answers to Lashlabask: the move chosen, 0 none
    # What a throw comes to, from outside or drawn: first the dice lying there, then the thrown. Blank between moves.
    landed_n: int = derived("i1", unseen=True)
    landed: list[int] = derived("i1", DICE, unseen=True)  # the face shown, or OUT
    landed_pose: list[list[int]] = derived("i2", DICE, POSE, unseen=True)
    standing: int = derived("i4", unseen=True)  # the dice of the tower that still stand
