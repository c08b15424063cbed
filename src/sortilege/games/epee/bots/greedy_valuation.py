"""Value things for the greedy player of Épée, in tenths of a stone. In the plain subset."""

from typing import Final

from sortilege.games.epee.rules.adventures import HOLY_CARDS
from sortilege.games.epee.rules.creatures import helps
from sortilege.games.epee.rules.spells import (
    ADDUS_MAGIC,
    FULMENTUS_MAGIC,
    FULMENTUS_STONES,
    STONEX_CARDS,
    STONEX_STONES,
    TRANSFORMUS_MAGIC,
    TRANSFORMUS_STONES,
    ready,
)
from sortilege.games.epee.state import (
    ARTEFACT_COUNT,
    ARTEFACT_OF,
    DRAWS,
    FIRST_SPELL,
    MAGIC,
    MOST_MAGIC,
    NONE,
    PARTS,
    STONES,
    Kind,
    Spell,
    State,
)
from sortilege.kernel.plain.bits import has, lowest

STONE: Final = 10
PAIR: Final = 30  # cards in hand: it completes an artefact
SINGLE: Final = 10
HALF: Final = 4
DEAD: Final = 0  # its other half lies before somebody else


def magic_worth(s: State) -> int:
    """Value a point of magic, ever less as the adventures run out."""
    return 1 + min(4, s.adventures_n)


def draw_worth(s: State) -> int:
    return s.adventures_n // 2 if s.artefacts_n else 0


def solo_worth(s: State, seat: int, card: int) -> int:
    return reward_worth(s, s.solo[card]) + bonus_worth(s, seat, card)


def shared_worth(s: State, seat: int, card: int) -> int:
    return reward_worth(s, s.shared[card]) + bonus_worth(s, seat, card)


def reward_worth(s: State, reward: list[int]) -> int:
    return reward[STONES] * STONE + reward[MAGIC] * magic_worth(s) + reward[DRAWS] * draw_worth(s)


def bonus_worth(s: State, seat: int, card: int) -> int:
    value = 0
    for artefact in range(ARTEFACT_COUNT):
        if helps(s, seat, artefact, card):
            value += s.bonus[artefact][STONES] * STONE + s.bonus[artefact][MAGIC] * magic_worth(s)
    return value


def energy_worth(s: State, seat: int, points: int) -> int:
    value = min(points, MOST_MAGIC - s.magic[seat]) * magic_worth(s)
    return value + fulmentus_worth(s) if ready(s, seat, Spell.FULMENTUS) else value


def holy_worth(s: State, seat: int, stones: int) -> int:
    value = stones * STONE + HOLY_CARDS * draw_worth(s)
    return value + stonex_worth(s) if ready(s, seat, Spell.STONEX) else value


def fulmentus_worth(s: State) -> int:
    """Return what Fulmentus brings each time it acts."""
    return FULMENTUS_STONES * STONE + FULMENTUS_MAGIC * magic_worth(s)


def stonex_worth(s: State) -> int:
    """Return what Stonex brings each time it acts."""
    return STONEX_STONES * STONE + STONEX_CARDS * draw_worth(s)


def spell_worth(s: State, card: int) -> int:
    """Value a spell over the rounds still to come, about two for every three adventures."""
    rounds = s.adventures_n * 2 // 3
    match card - FIRST_SPELL:
        case Spell.FULMENTUS:
            return left_of_kind(s, Kind.ENERGY) * fulmentus_worth(s)
        case Spell.STONEX:
            return left_of_kind(s, Kind.HOLY) * stonex_worth(s)
        case Spell.TRANSFORMUS:
            return rounds * (TRANSFORMUS_STONES * STONE - TRANSFORMUS_MAGIC * magic_worth(s))
        case Spell.ADDUS:
            return rounds * ADDUS_MAGIC * magic_worth(s)
        case Spell.HARPAGUS:
            return rounds * magic_worth(s) // 2
    return rounds


def left_of_kind(s: State, kind: int) -> int:
    """Count adventures of this kind neither discarded nor on display."""
    n = 0
    for card in range(FIRST_SPELL):
        shown = card == s.display[0] or card == s.display[1]
        if s.kind[card] == kind and not shown and not has(s.discarded, card):
            n += 1
    return n


def card_worth(s: State, seat: int, card: int) -> int:
    """Value an artefact card for this seat, held or to be had."""
    mate = mate_of(card)
    if mate == NONE:
        return SINGLE
    if has(s.hand[seat] | s.laid[seat], mate):
        return PAIR
    for other in range(s.seats):
        if has(s.laid[other], mate):
            return DEAD
    return HALF


def mate_of(card: int) -> int:
    """Return the other half of a two-part artefact."""
    mate = PARTS[ARTEFACT_OF[card]] & ~(1 << card)
    return lowest(mate) if mate else NONE
