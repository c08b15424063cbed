"""Value things for the expert of Épée, in hundredths of a stone. In the plain subset."""

from typing import Final

from sortilege.games.epee.bots.greedy_valuation import mate_of
from sortilege.games.epee.bots.parameters import Weight
from sortilege.games.epee.rules.adventures import HOLY_CARDS
from sortilege.games.epee.rules.spells import (
    ADDUS_MAGIC,
    FULMENTUS_MAGIC,
    FULMENTUS_STONES,
    RETRANSFORMUS_MAGIC,
    RETRANSFORMUS_STONES,
    STONEX_CARDS,
    STONEX_STONES,
    TRANSFORMUS_MAGIC,
    TRANSFORMUS_STONES,
    ready,
)
from sortilege.games.epee.state import (
    ADVENTURE_COUNT,
    ARTEFACT_OF,
    FIRST_SPELL,
    MAGIC,
    MOST_MAGIC,
    NONE,
    STONES,
    Kind,
    Spell,
    State,
)
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.state import Parameters

STONE: Final = 100


# ---------------------------------------------------------------------------------------------------------- magic
def point_value(s: State, parameters: Parameters) -> int:
    """Value a point of magic."""
    return min(parameters[Weight.MAGIC], parameters[Weight.LAST] + parameters[Weight.FADE] * s.adventures_n)


def purse_value(s: State, points: int, parameters: Parameters) -> int:
    """Value points of magic: those above the most are lost, those above enough are worth less."""
    held = min(points, MOST_MAGIC)
    plenty = max(0, held - parameters[Weight.ENOUGH])
    return point_value(s, parameters) * (100 * (held - plenty) + parameters[Weight.SURPLUS] * plenty) // 100


def magic_gain(s: State, seat: int, points: int, parameters: Parameters) -> int:
    """Value points gained, or paid if below 0."""
    return purse_value(s, s.magic[seat] + points, parameters) - purse_value(s, s.magic[seat], parameters)


# ----------------------------------------------------------------------------------------------------- adventures
def unseen_of(s: State, kind: int) -> int:
    """Count adventures of this kind still in the pile."""
    n = 0
    for card in range(ADVENTURE_COUNT):
        n += s.kind[card] == kind and in_pile(s, card)
    return n


def in_pile(s: State, card: int) -> bool:
    return not has(s.discarded, card) and card != s.display[0] and card != s.display[1]


def energy_value(s: State, seat: int, points: int, parameters: Parameters) -> int:
    if ready(s, seat, Spell.FULMENTUS):
        return FULMENTUS_STONES * STONE + magic_gain(s, seat, points + FULMENTUS_MAGIC, parameters)
    return magic_gain(s, seat, points, parameters)


def holy_value(s: State, seat: int, stones: int, parameters: Parameters) -> int:
    cards = HOLY_CARDS
    if ready(s, seat, Spell.STONEX):
        stones += STONEX_STONES
        cards += STONEX_CARDS
    return stones * STONE + cards * draw_value(s, parameters)


def spell_value(s: State, card: int, parameters: Parameters) -> int:
    return spell_brings(s, card - FIRST_SPELL, parameters) * parameters[Weight.SPELLS] // 100


def spell_brings(s: State, spell: int, parameters: Parameters) -> int:
    """Value a spell over the rounds still to come."""
    rounds = s.adventures_n * parameters[Weight.PACE]
    point = point_value(s, parameters)
    match spell:
        case Spell.FULMENTUS:
            return unseen_of(s, Kind.ENERGY) * (FULMENTUS_STONES * STONE + FULMENTUS_MAGIC * point)
        case Spell.STONEX:
            gain = STONEX_STONES * STONE + STONEX_CARDS * draw_value(s, parameters)
            return unseen_of(s, Kind.HOLY) * gain
        case Spell.TRANSFORMUS:
            return rounds * max(0, TRANSFORMUS_STONES * STONE - TRANSFORMUS_MAGIC * point) // 100
        case Spell.ADDUS:
            return rounds * ADDUS_MAGIC * point // 100
        case Spell.HARPAGUS:
            return rounds * point // 150
    gain = RETRANSFORMUS_MAGIC * point - RETRANSFORMUS_STONES * STONE
    return rounds * max(point // 8, gain) // 100


# ------------------------------------------------------------------------------------------------------ artefacts
def draw_value(s: State, parameters: Parameters) -> int:
    return parameters[Weight.DRAW] * unseen_of(s, Kind.CREATURE) if s.artefacts_n else 0


def artefact_value(s: State, artefact: int, parameters: Parameters) -> int:
    """Value what an artefact, laid and complete, can still pay."""
    creatures = 0
    for card in range(ADVENTURE_COUNT):
        if s.artefact_runes[artefact] & s.runes[card] and not has(s.discarded, card):
            creatures += 1
    bonus = s.bonus[artefact][STONES] * STONE + s.bonus[artefact][MAGIC] * point_value(s, parameters)
    return bonus * creatures * parameters[Weight.JOIN] // 100


def hand_value(s: State, seat: int, held: int, parameters: Parameters) -> int:
    """Value these cards in the hand of this seat."""
    value = 0
    for card in each(held):
        value += artefact_value(s, ARTEFACT_OF[card], parameters) * card_part(s, seat, card, held, parameters) // 100
    return value


def card_part(s: State, seat: int, card: int, held: int, parameters: Parameters) -> int:
    """Return the hundredths of its artefact that a card stands for: a lone half for what it may become."""
    mate = mate_of(card)
    if mate == NONE or has(s.laid[seat], mate):
        return 100
    if has(held, mate):
        return 50
    for other in range(s.seats):
        if has(s.laid[other], mate):
            return 0
    return parameters[Weight.HOPE]
