"""Play Abracada as the expert: by exact chances of its row and the worth of each end of the round. Plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.abracada.bots.belief import CERTAIN, KINDS, chances
from sortilege.games.abracada.bots.equity import equity
from sortilege.games.abracada.bots.parameters import Weight
from sortilege.games.abracada.bots.prospects import balance, prospects
from sortilege.games.abracada.moves import CAST, STOP
from sortilege.games.abracada.rules.rounds import NOBODY
from sortilege.games.abracada.rules.spells import backfires, heals, lives_after, struck_by, throws, too_low
from sortilege.games.abracada.state import FACES, SPELLS, Spell, State, Step
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import MoveList, Parameters

THOUSAND: Final = 1000
NEAREST: Final = 3
CARE: Final = 1 << 40  # in the same sum: worth more than any win


def expert(s: State, seat: int, moves: MoveList, parameters: Parameters) -> int:
    """Choose the cast that promises most, with what may follow; or stop."""
    odds = chances(s, seat, parameters)
    ends = prospects(s, seat, parameters[Weight.FAULT], NOBODY)
    now = balance(s, ends, 0, 0, 0, parameters[Weight.FRAIL])
    best = moves[1]
    most = parameters[Weight.CAUTION] * CERTAIN if s.step == Step.MORE else -CARE
    following = 0
    for spell in range(SPELLS, 0, -1):
        promise = promise_of(s, seat, spell, odds, ends, now, following, parameters)
        following = max(following, promise)
        if promise >= most and not too_low(s, spell):
            most = promise
            best = CAST + spell
    return STOP if s.step == Step.MORE and best == moves[1] else best


def promise_of(
    s: State, seat: int, spell: int, odds: Scratch, ends: Scratch, now: int, following: int, parameters: Parameters
) -> int:
    """Return what a cast is worth on average, in ten-thousandths of ten-thousandths of a win."""
    chance = odds[spell]
    if chance == 0:
        return -CARE + spell
    gained = after_cast(s, seat, spell, ends, parameters) - now
    lost = now - after_failure(s, seat, spell, ends, parameters)
    again = odds[KINDS + spell] * CERTAIN // chance
    repeat = again * gained - (CERTAIN - again) * lost
    more = max(0, max(repeat, following)) * parameters[Weight.ONWARD] // THOUSAND if s.row_n[seat] > 1 else 0
    return chance * gained + chance * more // CERTAIN - (CERTAIN - chance) * lost


def after_cast(s: State, seat: int, spell: int, ends: Scratch, parameters: Parameters) -> int:
    """Return what the game is worth after the cast succeeds."""
    if s.row_n[seat] == 1:
        return equity(s, seat, 0, seat, True, NOBODY)
    value = 0
    struck = struck_by(s, seat, spell)
    healed = 1 << seat if heals(spell) else 0
    if throws(spell):
        for face in range(FACES):
            value += after_effect(s, seat, struck, healed, s.die[face], ends, parameters[Weight.FRAIL])
        value //= FACES
    elif spell == Spell.SINGER and s.secrets_n > 0:
        value = balance(s, prospects(s, seat, parameters[Weight.FAULT], seat), 0, 0, 0, parameters[Weight.FRAIL])
    else:
        value = after_effect(s, seat, struck, healed, 1, ends, parameters[Weight.FRAIL])
    left = s.row_n[seat] - 1
    if left <= NEAREST:
        value += (equity(s, seat, 0, seat, True, NOBODY) - value) * parameters[Weight.NEAR_1 + left - 1] // THOUSAND
    return value + parameters[Weight.FRESH]


def after_effect(s: State, seat: int, struck: int, healed: int, points: int, ends: Scratch, frail: int) -> int:
    """Return what the game is worth after the spell took these points: the round is over if a seat died."""
    dead = 0
    for other in each(struck):
        if lives_after(s.lives[other], -points) == 0:
            dead |= 1 << other
    if dead and not s.last_takes_all:
        return equity(s, seat, dead, seat, False, NOBODY)
    return balance(s, ends, struck, healed, points, frail)


def after_failure(s: State, seat: int, spell: int, ends: Scratch, parameters: Parameters) -> int:
    """Return what the game is worth after the cast fails."""
    if not backfires(spell):
        return after_loss(s, seat, 1, ends, parameters[Weight.FRAIL])
    value = 0
    for face in range(FACES):
        value += after_loss(s, seat, s.die[face], ends, parameters[Weight.FRAIL])
    return value // FACES


def after_loss(s: State, seat: int, points: int, ends: Scratch, frail: int) -> int:
    """Return what the game is worth after the seat loses these points."""
    if s.lives[seat] <= points and not s.last_takes_all:
        return equity(s, seat, 1 << seat, NOBODY, False, NOBODY)
    return balance(s, ends, 1 << seat, 0, points, frail)
