"""Compute what the adventure at a place would bring each seat of Épée, alone or shared. In the plain subset.

A prize is a fixed part, in hundredths of a stone, and points of magic, whose worth depends on the price paid with them.
"""

from typing import Final

from sortilege.games.epee.bots.valuation import STONE, draw_value, energy_value, holy_value, magic_gain, spell_value
from sortilege.games.epee.rules.creatures import helps
from sortilege.games.epee.state import ARTEFACT_COUNT, DRAWS, MAGIC, NONE, SEATS, STONES, Kind, State
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import Parameters

CARD: Final = 0
ALONE: Final = 1  # by seat: the fixed part of the solo reward, or all of what needs no price
ALONE_MAGIC: Final = ALONE + SEATS
SHARED: Final = ALONE_MAGIC + SEATS
SHARED_MAGIC: Final = SHARED + SEATS
LIMIT: Final = SHARED_MAGIC + SEATS  # the highest price at which winning alone is a gain; -1: there is none
SIZE: Final = LIMIT + SEATS


def prizes_at(s: State, place: int, parameters: Parameters) -> Scratch:
    """Return the prizes at a place."""
    prizes = scratch(SIZE)
    card = s.display[place]
    prizes[CARD] = card
    for seat in range(s.seats):
        match s.kind[card]:
            case Kind.ENERGY:
                prizes[ALONE + seat] = energy_value(s, seat, s.worth[card], parameters)
            case Kind.HOLY:
                prizes[ALONE + seat] = holy_value(s, seat, s.worth[card], parameters)
            case Kind.SPELL:
                prizes[ALONE + seat] = spell_value(s, card, parameters)
            case _:
                price_creature(s, prizes, seat, parameters)
        prizes[LIMIT + seat] = furthest(s, prizes, seat, parameters)
    return prizes


def price_creature(s: State, prizes: Scratch, seat: int, parameters: Parameters) -> None:
    card = prizes[CARD]
    stones = 0
    magic = 0
    if s.laid[seat]:
        for artefact in range(ARTEFACT_COUNT):
            if helps(s, seat, artefact, card):
                stones += s.bonus[artefact][STONES]
                magic += s.bonus[artefact][MAGIC]
    drawn = draw_value(s, parameters)
    prizes[ALONE + seat] = (s.solo[card][STONES] + stones) * STONE + s.solo[card][DRAWS] * drawn
    prizes[ALONE_MAGIC + seat] = s.solo[card][MAGIC] + magic
    prizes[SHARED + seat] = (s.shared[card][STONES] + stones) * STONE + s.shared[card][DRAWS] * drawn
    prizes[SHARED_MAGIC + seat] = s.shared[card][MAGIC] + magic


def solo_gain(s: State, prizes: Scratch, seat: int, price: int, parameters: Parameters) -> int:
    return prizes[ALONE + seat] + magic_gain(s, seat, prizes[ALONE_MAGIC + seat] - price, parameters)


def shared_gain(s: State, prizes: Scratch, seat: int, price: int, parameters: Parameters) -> int:
    return prizes[SHARED + seat] + magic_gain(s, seat, prizes[SHARED_MAGIC + seat] - price, parameters)


def furthest(s: State, prizes: Scratch, seat: int, parameters: Parameters) -> int:
    """Return the highest price at which winning alone is a gain, or NONE."""
    least = s.cost[prizes[CARD]]
    price = s.magic[seat]
    while price >= least and solo_gain(s, prizes, seat, price, parameters) <= 0:
        price -= 1
    return price if price >= least else NONE
