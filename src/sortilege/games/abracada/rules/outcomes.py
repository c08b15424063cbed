"""Compute what each spell would do now, from public facts. Not compilable."""

from functools import lru_cache
from typing import Any, Final

from sortilege.games.abracada.rules.spells import backfires, heals, lives_after, struck_by, throws
from sortilege.games.abracada.state import LIVES, SPELLS, State
from sortilege.kernel.plain.bits import each

KEPT: Final = 2000
ONE: Final = (1, 1)
NOTHING: Final = [0, 0]
KINDS: Final = tuple((spell, throws(spell), heals(spell), backfires(spell)) for spell in range(1, SPELLS + 1))


def stakes(s: State, seat: int) -> list[dict[str, Any]]:
    """Return, to the seat at turn, for each spell the least and the most lives gained or lost.

    `works`: if the stone is there, by seat; `fails`: what it costs the caster if not; `slips`: whether it would.
    """
    low, high = min(s.die), max(s.die)
    lives = [n if n < high else high for n in s.lives[: s.seats]]  # nobody loses more: many tables are alike
    slips = s.last if s.slips and not s.easy else 0  # the spells below
    return work_out(seat, s.lives[seat], s.alive, low, high, slips, *lives)


@lru_cache(KEPT)
def work_out(seat: int, mine: int, alive: int, low: int, high: int, slips: int, *lives: int) -> list[dict[str, Any]]:
    """Return the stakes for what decides them."""
    by_one, by_die = lost_and_gained(ONE), lost_and_gained((low, high))
    struck = who_is_struck(len(lives), seat, alive)
    found = []
    for spell, thrown, healing, backfiring in KINDS:
        losses, gains = by_die if thrown else by_one
        works = [NOTHING] * len(lives)
        for other in struck[spell - 1]:
            works[other] = losses[lives[other]]
        if healing:
            works[seat] = gains[mine]
        fails = losses if backfiring and spell >= slips else by_one[0]
        found.append({"works": works, "fails": fails[mine], "slips": spell < slips})
    return found


By = tuple[list[int], ...]  # by number of lives: the least and the most


@lru_cache(KEPT)
def lost_and_gained(points: tuple[int, int]) -> tuple[By, By]:
    """Return the lives lost, and gained, by the least and the most points."""
    low, high = points
    lost = tuple([lives_after(lives, -low) - lives, lives_after(lives, -high) - lives] for lives in range(LIVES + 1))
    gained = tuple([lives_after(lives, low) - lives, lives_after(lives, high) - lives] for lives in range(LIVES + 1))
    return lost, gained


@lru_cache(KEPT)
def who_is_struck(seats: int, seat: int, alive: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats struck by each spell of that seat. They depend on which seats live, so the answer is cached."""
    s = State()
    s.seats, s.alive = seats, alive
    for other in each(alive):
        s.lives[other] = 1
    return tuple(tuple(each(struck_by(s, seat, spell))) for spell in range(1, SPELLS + 1))
