"""What everyone at the table can work out: what a spell would do now. Ordinary Python."""

from functools import lru_cache
from typing import Any, Final

from sortilege.games.abracada.effects import heals, struck_by, throws
from sortilege.games.abracada.layout import LIVES, SPELLS, Spell, State
from sortilege.kernel.bits import each

KEPT: Final = 1000
ONE: Final = (1, 1)
NOTHING: Final = [0, 0]
KINDS: Final = tuple((spell, throws(spell), heals(spell)) for spell in range(1, SPELLS + 1))


def stakes(s: State, audience: int) -> list[dict[str, Any]]:
    """To the seat at turn, for each spell the least and the most lives gained or lost. `works`: if the stone is there,
    by seat; `fails`: what it costs the caster if not; `slips`: whether it would."""
    if s.ending or audience != s.turn:
        return []
    lives, mine, die = s.lives, s.lives[audience], (min(s.die), max(s.die))
    struck = who_is_struck(s.seats, audience, s.alive)
    slips = s.last if s.slips and not s.easy else 0  # the spells below
    found = []
    for spell, thrown, healing in KINDS:
        losses, gains = lost_and_gained(die if thrown else ONE)
        works = [NOTHING] * s.seats
        for other in struck[spell - 1]:
            works[other] = losses[lives[other]]
        if healing:
            works[audience] = gains[mine]
        fails = losses if spell == Spell.DRAGON and spell >= slips else lost_and_gained(ONE)[0]
        found.append({"works": works, "fails": fails[mine], "slips": spell < slips})
    return found


By = tuple[list[int], ...]  # by number of lives: the least and the most


@lru_cache(KEPT)
def lost_and_gained(points: tuple[int, int]) -> tuple[By, By]:
    """Lives lost, and gained, by the least and the most points."""
    low, high = points
    lost = tuple([-min(low, lives), -min(high, lives)] for lives in range(LIVES + 1))
    gained = tuple([min(low, LIVES - lives), min(high, LIVES - lives)] for lives in range(LIVES + 1))
    return lost, gained


@lru_cache(KEPT)
def who_is_struck(seats: int, seat: int, alive: int) -> tuple[tuple[int, ...], ...]:
    """By each spell of that seat: it hangs on who is alive, and that changes seldom."""
    s = State()
    s.seats, s.alive = seats, alive
    for other in each(alive):
        s.lives[other] = 1
    return tuple(tuple(each(struck_by(s, seat, spell))) for spell in range(1, SPELLS + 1))
