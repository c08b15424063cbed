"""Apply the six spells, and run phase B in which most of them are cast. In the plain subset."""

from typing import Final

from sortilege.games.epee.events import acted, paid_stone, robbed, took_spell
from sortilege.games.epee.moves import DONE, RETRANSFORM, ROB
from sortilege.games.epee.rules.holdings import gain_magic, gain_stones, in_turn, pay
from sortilege.games.epee.state import FIRST_SPELL, NONE, Spell, State, Step
from sortilege.kernel.plain.bits import has
from sortilege.kernel.state import MoveList, add, ask, go_to, mark_answered

MAGIC_EACH_ROUND: Final = 2
# What a spell brings each time it acts.
FULMENTUS_STONES: Final = 2
FULMENTUS_MAGIC: Final = 1
STONEX_STONES: Final = 2
STONEX_CARDS: Final = 1
ADDUS_MAGIC: Final = 1
TRANSFORMUS_STONES: Final = 1
TRANSFORMUS_MAGIC: Final = 1  # paid
RETRANSFORMUS_STONES: Final = 1  # paid
RETRANSFORMUS_MAGIC: Final = 2
HARPAGUS_MAGIC: Final = 1  # taken from another seat
CAST_IN_B: Final = 1 << Spell.RETRANSFORMUS | 1 << Spell.HARPAGUS


def ready(s: State, seat: int, spell: int) -> bool:
    """Return whether the seat's spell can act: each acts at most once a round."""
    return has(s.spells[seat] & ~s.used, spell)


def act(s: State, seat: int, spell: int) -> None:
    s.used |= 1 << spell
    acted(s, seat, spell)


def take_spell(s: State, seat: int, price: int) -> None:
    spell = s.display[s.place] - FIRST_SPELL
    took_spell(s, seat, spell)
    pay(s, seat, price)
    s.spells[seat] |= 1 << spell
    s.display[s.place] = NONE
    s.card_left = 1
    go_to(s, Step.RESOLVE)


def can_transform(s: State, seat: int) -> bool:
    return ready(s, seat, Spell.TRANSFORMUS) and s.magic[seat] >= TRANSFORMUS_MAGIC


def transform(s: State, seat: int) -> None:
    act(s, seat, Spell.TRANSFORMUS)
    pay(s, seat, TRANSFORMUS_MAGIC)
    gain_stones(s, seat, TRANSFORMUS_STONES)


# ------------------------------------------------------------------------------------------------------- phase B
def recharge(s: State) -> None:
    """Give magic to all, then by Addus, then ask the holders of spells. [2]"""
    casters = 0
    for i in range(s.seats):
        gain_magic(s, in_turn(s, i), MAGIC_EACH_ROUND)
    for seat in range(s.seats):
        if ready(s, seat, Spell.ADDUS):
            act(s, seat, Spell.ADDUS)
            gain_magic(s, seat, ADDUS_MAGIC)
        if s.spells[seat] & CAST_IN_B:
            casters |= 1 << seat
    ask(s, Step.CAST, casters)
    skip_idle_casters(s)


def skip_idle_casters(s: State) -> None:
    while s.waiting and not can_cast(s, s.turn):
        mark_answered(s, s.turn)


def can_cast(s: State, seat: int) -> bool:
    if can_retransform(s, seat):
        return True
    for other in range(s.seats):
        if can_rob(s, seat, other):
            return True
    return False


def can_retransform(s: State, seat: int) -> bool:
    return ready(s, seat, Spell.RETRANSFORMUS) and s.stones[seat] >= RETRANSFORMUS_STONES


def can_rob(s: State, seat: int, other: int) -> bool:
    return ready(s, seat, Spell.HARPAGUS) and s.stones[other] > s.stones[seat] and s.magic[other] >= HARPAGUS_MAGIC


def legal_casts(s: State, seat: int, out: MoveList) -> None:
    if can_retransform(s, seat):
        add(out, RETRANSFORM)
    for other in range(s.seats):
        if can_rob(s, seat, other):
            add(out, ROB + other)
    add(out, DONE)


def play_cast(s: State, seat: int, move: int) -> None:
    if move == DONE:
        mark_answered(s, seat)
        skip_idle_casters(s)
    elif move == RETRANSFORM:
        retransform(s, seat)
    else:
        rob(s, seat, move - ROB)


def retransform(s: State, seat: int) -> None:
    act(s, seat, Spell.RETRANSFORMUS)
    s.stones[seat] -= RETRANSFORMUS_STONES
    paid_stone(s, seat, s.stones[seat])
    gain_magic(s, seat, RETRANSFORMUS_MAGIC)


def rob(s: State, seat: int, other: int) -> None:
    act(s, seat, Spell.HARPAGUS)
    robbed(s, seat, other)
    pay(s, other, HARPAGUS_MAGIC)
    gain_magic(s, seat, HARPAGUS_MAGIC)
