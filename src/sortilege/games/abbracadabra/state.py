"""Declare the cards and the state of Abbracadabra."""

from enum import IntEnum
from typing import Final

from sortilege.kernel.layout import AUDIENCE, SEAT, Seats, derived, public, public_set, secret, secret_set
from sortilege.kernel.state import State as KernelState

SEATS: Final = Seats(6)
NONE: Final = -1

ELEMENTS: Final = ("water", "fire", "earth", "air")
SCHOOLS: Final = ("bronze", "silver", "gold")
ASPECTS: Final = ("wizard", "mage", "witch")
TRICKS: Final = ("proximal", "idem", "exodus", "chaos", "vademecum", "periculum")

# Cards 0-26 are the enchanters, element * 9 + school * 3 + aspect. UNKNOWN + b is a card seen by its back b alone.
CARDS: Final = 40
AIR_ENCHANTER: Final = 27
ELEMENTAL: Final = 30
UNKNOWN: Final = 40
BACKS: Final = 4
CARD_NAMES: Final = (
    *(f"{element}-{school}-{aspect}" for element in ELEMENTS[:3] for school in SCHOOLS for aspect in ASPECTS),
    *(f"air-{aspect}" for aspect in ASPECTS),
    *(f"{element}-elemental" for element in ELEMENTS),
    *TRICKS,
)

# Sets of cards.
NATURALS: Final = (1 << AIR_ENCHANTER) - 1
ENCHANTERS: Final = (1 << ELEMENTAL) - 1
ELEMENTALS: Final = 15 << ELEMENTAL
ALL_CARDS: Final = (1 << CARDS) - 1

BACK: Final = (*(card // 9 for card in range(27)), 3, 3, 3, 0, 1, 2, 3, *(3,) * 6, 0, 1, 2, 3)
WITH_BACK: Final = tuple(sum(1 << card for card in range(CARDS) if BACK[card] == back) for back in range(BACKS))

ROW: Final = 4
FACE_UP: Final = 3  # the place of the row that lies open
LETTERS: Final = 7
PACK: Final = 7
LETTER_NAMES: Final = ("A", "B", "C", "D", "E", "F", "G")
HAND_LIMIT: Final = 5
HAND_CARDS: Final = 8
GOAL: Final = 15
OBJECTS: Final = 18  # a seat that has not won holds at most 15, and takes at most two at a time
STONE: Final = 0
HIDDEN: Final = 15  # an object is letter * 16 + value; this value where the audience may not name it
PERICULUM_TAKES: Final = ("enchanters", "hand")


class Trick(IntEnum):
    PROXIMAL = 34
    IDEM = 35
    EXODUS = 36
    CHAOS = 37
    VADEMECUM = 38
    PERICULUM = 39


class Step(IntEnum):
    TAKE = 0
    ACT = 1  # a meeting, a trick, or neither
    PACK = 2  # the pack of the meeting is empty: another one
    GIVE = 3  # a card for the one drawn by Chaos!
    DROP = 4  # an enchanter for Exodus!
    DISCARD = 5
    AGAIN = 6  # after an Alea
    OVER = 7


class State(KernelState):
    step: int = public("i1", of=Step)
    printed: list[list[int]] = public("i1", LETTERS, PACK, fixed=True)  # deck
    prize: int = public("i1", fixed=True)
    periculum: int = public("i1", of=PERICULUM_TAKES, fixed=True)
    active: int = public("i1", of=SEAT)  # the seat whose turn it is
    extra: int = public("i1")  # an Alea of this turn gives another one
    quiet: int = public("i2")  # turns since a meeting last gave an object, the running one included
    winner: int = public("i1", of=SEAT)
    towers: int = public_set("i8", of=CARD_NAMES)
    meeting: int = public("i1", of=LETTER_NAMES)  # the type of what lies in the towers
    proximal: int = public("i1", of=SEAT)  # the seat with Proximal before it
    discards: int = public_set("i8", of=CARD_NAMES)
    deck_n: int = public("i1")
    pack_n: list[int] = public("i1", LETTERS)
    hand_cards: int = public("i1")  # left on the table
    bonus: list[int] = public("i1", SEATS)  # hand cards of each seat
    objects_n: list[int] = public("i1", SEATS)
    owed: list[int] = public("i1", SEATS)  # objects still to be taken
    hand_card_owed: int = public("i1")
    fresh: int = public("i1")  # objects of the active seat that the goal was not yet checked with
    droppers: int = public_set("i1", of=SEAT)  # seats that Exodus! has asked
    target: int = public("i1", of=SEAT)  # of Chaos!, until a card is given back
    hand: list[int] = secret_set("i8", SEATS, of=range(CARDS))
    known: list[int] = secret_set("i1", CARDS, of=AUDIENCE)  # of a card in a hand: the others who certainly know it
    row: list[int] = secret("i1", ROW, of=range(UNKNOWN + BACKS))
    deck: list[int] = secret("i1", CARDS)  # the top is last; 0 beyond deck_n
    pack: list[list[int]] = secret("i1", LETTERS, PACK, unseen=True)
    objects: list[list[int]] = secret("i1", SEATS, OBJECTS)
    drawn: int = secret("i1", of=range(UNKNOWN + BACKS))  # by Chaos!, until a card is given back
    dropped: int = secret_set("i8", of=range(CARDS))  # chosen for Exodus!, still in their hands
    backs: list[list[int]] = derived("i1", SEATS, BACKS)  # how many cards of each back a hand has
