"""What everyone at the table can work out: what a spell would do now. Ordinary Python."""

from functools import lru_cache
from typing import Any, Final

from sortilege.games.abracada.effects import heals, struck_by, throws
from sortilege.games.abracada.layout import LIVES, SPELLS, Spell, State
from sortilege.kernel.bits import each

KEPT: Final = 1000
KINDS: Final = tuple((spell, throws(spell), heals(spell)) for spell in range(1, SPELLS + 1))


def stakes(s: State, audience: int) -> list[dict[str, Any]]:
    """To the seat at turn, for each spell the least and the most lives gained or lost. `works`: if the stone is there,
    by seat; `fails`: what it costs the caster if not; `slips`: whether it would."""
    if s.ending or audience != s.turn:
        return []
    lives, least, most = s.lives, min(s.die), max(s.die)
    struck = who_is_struck(s.seats, audience, s.alive)
    slips = s.last if s.slips and not s.easy else 0  # the spells below
    found = []
    for spell, thrown, healing in KINDS:
        low, high = (least, most) if thrown else (1, 1)
        works = [[0, 0] for _ in range(s.seats)]
        for other in struck[spell - 1]:
            works[other] = [-min(low, lives[other]), -min(high, lives[other])]
        if healing:
            works[audience] = [min(low, LIVES - lives[audience]), min(high, LIVES - lives[audience])]
        low, high = (least, most) if spell == Spell.DRAGON and spell >= slips else (1, 1)
        fails = [-min(low, lives[audience]), -min(high, lives[audience])]
        found.append({"works": works, "fails": fails, "slips": spell < slips})
    return found


@lru_cache(KEPT)
def who_is_struck(seats: int, seat: int, alive: int) -> tuple[tuple[int, ...], ...]:
    """By each spell of that seat: it hangs on who is alive, and that changes seldom."""
    s = State()
    s.seats, s.alive = seats, alive
    for other in each(alive):
        s.lives[other] = 1
    return tuple(tuple(each(struck_by(s, seat, spell))) for spell in range(1, SPELLS + 1))
