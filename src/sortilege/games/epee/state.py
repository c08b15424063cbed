"""Declare the state of Épée magique et œuf de dragon."""

from enum import IntEnum
from typing import Final

from sortilege.kernel.layout import SEAT, Seats, public, public_set, secret, secret_set
from sortilege.kernel.state import State as KernelState

SEATS: Final = Seats(4)
MOST_MAGIC: Final = 30
NONE: Final = -1  # no card, no place, no bid, no seat

LETTERS: Final = ("A", "B", "C")
RUNES: Final = ("sword", "egg", "crown", "wand")
AUCTIONS: Final = ("bid", "bid+cost")  # option: what the winner of a creature pays
STONES: Final = 0  # what a reward or a bonus holds
MAGIC: Final = 1
DRAWS: Final = 2


class Kind(IntEnum):
    CREATURE = 0
    ENERGY = 1
    HOLY = 2
    SPELL = 3


class Spell(IntEnum):
    FULMENTUS = 0
    RETRANSFORMUS = 1
    TRANSFORMUS = 2
    ADDUS = 3
    HARPAGUS = 4
    STONEX = 5


SPELLS: Final = tuple(spell.name.lower() for spell in Spell)
ADVENTURES: Final = (
    *("goblin-scout", "spider", "skeleton", "goblin-band", "giant-spider", "zombies", "goblin-chief"),
    *("young-dragon", "spider-queen", "spectre", "lich", "dragon", "ancient-dragon"),
    *("energy-a", "energy-b", "energy-c", "holy-a", "holy-b", "holy-c"),
    *SPELLS,
)
ADVENTURE_COUNT: Final = len(ADVENTURES)
FIRST_SPELL: Final = ADVENTURE_COUNT - len(SPELLS)  # the card of a spell is FIRST_SPELL + spell

SINGLES: Final = 3  # artefacts of one card for each rune; the two after them are of two cards
ARTEFACTS: Final = tuple(f"{rune}-{number}" for rune in RUNES for number in range(1, 6))
ARTEFACT_COUNT: Final = len(ARTEFACTS)


def cards_of(artefact: str) -> tuple[str, ...]:
    if int(artefact[-1]) <= SINGLES:
        return (artefact,)
    return f"{artefact}-left", f"{artefact}-right"


CARDS: Final = tuple(card for artefact in ARTEFACTS for card in cards_of(artefact))
CARD_COUNT: Final = len(CARDS)
ALL_CARDS: Final = (1 << CARD_COUNT) - 1
PARTS: Final = tuple(sum(1 << CARDS.index(card) for card in cards_of(artefact)) for artefact in ARTEFACTS)
ARTEFACT_OF: Final = tuple(number for number, artefact in enumerate(ARTEFACTS) for _ in cards_of(artefact))
WISHES: Final = (*CARDS, "any")
ANY: Final = CARD_COUNT

PLACES: Final = ("1", "2")  # of the display
CHOICES: Final = (*PLACES, "rest")
RESTS: Final = len(PLACES)


class Step(IntEnum):
    """Name the decision asked; with nobody waiting, the one just made or what comes next."""

    ROUND = 0  # phases A and B begin
    CAST = 1  # B
    CHOOSE = 2  # C
    RESOLVE = 3  # D: the next adventure
    FIGHT = 4
    SHARE = 5
    BID = 6
    TRADE = 7  # E
    ANSWER = 8
    OVER = 9


class State(KernelState):
    step: int = public("i1", of=Step)
    auction: int = public("i1", of=AUCTIONS, fixed=True)  # option
    kind: list[int] = public("i1", ADVENTURE_COUNT, of=Kind, fixed=True)  # deck
    letter: list[int] = public("i1", ADVENTURE_COUNT, of=LETTERS, fixed=True)
    cost: list[int] = public("i1", ADVENTURE_COUNT, fixed=True)
    worth: list[int] = public("i1", ADVENTURE_COUNT, fixed=True)  # magic of an energy ball, stones of a holy place
    solo: list[list[int]] = public("i1", ADVENTURE_COUNT, 3, fixed=True)
    shared: list[list[int]] = public("i1", ADVENTURE_COUNT, 3, fixed=True)
    runes: list[int] = public_set("i1", ADVENTURE_COUNT, of=RUNES, fixed=True)
    artefact_runes: list[int] = public_set("i1", ARTEFACT_COUNT, of=RUNES, fixed=True)
    bonus: list[list[int]] = public("i1", ARTEFACT_COUNT, 2, fixed=True)
    magic: list[int] = public("i1", SEATS)
    stones: list[int] = public("i2", SEATS)
    hand_n: list[int] = public("i1", SEATS)
    laid: list[int] = public_set("i4", SEATS, of=CARDS)
    spells: list[int] = public_set("i1", SEATS, of=SPELLS)
    used: int = public_set("i1", of=SPELLS)  # spells that acted this round
    adventures_n: int = public("i1")
    artefacts_n: int = public("i1")
    discarded: int = public_set("i4", of=ADVENTURES)
    display: list[int] = public("i1", 2, of=ADVENTURES)  # the older first
    choice: list[int] = public("i1", SEATS, of=CHOICES)
    unresolved: int = public_set("i1", of=PLACES)
    place: int = public("i1", of=PLACES)  # the one being resolved
    sharers: int = public_set("i1", of=SEAT)  # seats that said `share`
    bid: int = public("i1")
    bidder: int = public("i1", of=SEAT)
    offers: list[int] = public("i1", SEATS)  # made this round
    offer_from: int = public("i1", of=SEAT)
    traders: int = public_set("i1", of=SEAT)  # seats that go on with phase E once the offer is answered
    quiet_rounds: int = public("i1")  # running, without a card leaving the display
    card_left: int = public("i1")  # the display, this round
    hand: list[int] = secret_set("i4", SEATS, of=range(CARD_COUNT))  # bit sets of cards
    adventures: list[int] = secret("i1", ADVENTURE_COUNT, unseen=True)  # the pile, its top last; 0 beyond adventures_n
    artefacts: list[int] = secret("i1", CARD_COUNT, unseen=True)
    offer_give: int = secret("i1", of=range(CARD_COUNT))
    offer_want: int = secret("i1", of=range(CARD_COUNT + 1))
