"""The expert of Abracada: exact chances of its own row, and what each end of the round is worth. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.abracada.belief import CERTAIN, GROWTH, KINDS, STEPS, chances
from sortilege.games.abracada.effects import living_left, living_right
from sortilege.games.abracada.equity import NOBODY, equity
from sortilege.games.abracada.layout import FACES, LIVES, SEATS, SPELLS, Spell, State, Step
from sortilege.games.abracada.notation import CAST, STOP
from sortilege.kernel.paper import Sheet, paper
from sortilege.kernel.table import MoveList, Taste

TASTE: Final = {
    "beta": 60,  # tenths: how surely the others call what they most likely hold
    "floor": 5,  # thousandths: how likely they do anything
    "frail": 50,  # hundredths: how much sooner a seat dies for each life it lacks
    "fault": 300,  # thousandths of deaths by an own fault
    "fresh": 40,  # ten-thousandths of a win: a stone gone, a new one to come
    "near_1": 200,  # thousandths of an emptied row, with one stone left
    "near_2": 60,
    "near_3": 20,
    "onward": 1000,  # thousandths of what could follow a cast
    "caution": 0,  # ten-thousandths of a win that a further cast must promise
}
FRAIL: Final = 2  # the first two are the belief's
FAULT: Final = 3
FRESH: Final = 4
NEAR: Final = 4  # NEAR + stones left
ONWARD: Final = 8
CAUTION: Final = 9
THOUSAND: Final = 1000
HUNDRED: Final = 100
NEAREST: Final = 3
FRAIL_BY_DEFAULT: Final = 50
FAULT_BY_DEFAULT: Final = 300
CARE: Final = 1 << 40  # in the same sum: worth more than any win


def expert(s: State, seat: int, moves: MoveList, taste: Taste) -> int:
    """The cast that promises most, what may follow included; or to stop."""
    odds = chances(s, seat, taste)
    ends = prospects(s, seat, taste[FAULT], NOBODY)
    now = balance(s, ends, NOBODY, 0, 0, taste[FRAIL])
    best = moves[1]
    most = taste[CAUTION] * CERTAIN if s.step == Step.MORE else -CARE
    following = 0
    for spell in range(SPELLS, 0, -1):
        promise = promise_of(s, seat, spell, odds, ends, now, following, taste)
        following = max(following, promise)
        if promise >= most and (spell >= s.last or s.easy):
            most = promise
            best = CAST + spell
    return STOP if s.step == Step.MORE and best == moves[1] else best


def promise_of(
    s: State, seat: int, spell: int, odds: Sheet, ends: Sheet, now: int, following: int, taste: Taste
) -> int:
    """What a cast is worth on average, in ten-thousandths of ten-thousandths of a win."""
    chance = odds[spell]
    if chance == 0:
        return -CARE + spell
    gained = after_cast(s, seat, spell, ends, taste) - now
    lost = now - after_failure(s, seat, spell, ends, taste)
    again = odds[KINDS + spell] * CERTAIN // chance
    repeat = again * gained - (CERTAIN - again) * lost
    more = max(0, max(repeat, following)) * taste[ONWARD] // THOUSAND if s.row_n[seat] > 1 else 0
    return chance * gained + chance * more // CERTAIN - (CERTAIN - chance) * lost


def after_cast(s: State, seat: int, spell: int, ends: Sheet, taste: Taste) -> int:
    if s.row_n[seat] == 1:
        return equity(s, seat, 0, seat, True, NOBODY)
    value = 0
    if spell == Spell.DRAGON or spell == Spell.DREAMS:
        for face in range(FACES):
            value += after_effect(s, seat, spell, s.die[face], ends, taste[FRAIL])
        value //= FACES
    elif spell == Spell.SINGER and s.secrets_n > 0:
        value = balance(s, prospects(s, seat, taste[FAULT], seat), NOBODY, 0, 0, taste[FRAIL])
    else:
        value = after_effect(s, seat, spell, 1, ends, taste[FRAIL])
    left = s.row_n[seat] - 1
    if left <= NEAREST:
        value += (equity(s, seat, 0, seat, True, NOBODY) - value) * taste[NEAR + left] // THOUSAND
    return value + taste[FRESH]


def after_effect(s: State, seat: int, spell: int, points: int, ends: Sheet, frail: int) -> int:
    """The seats as the spell leaves them; the round is over if one of them is dead."""
    dead = 0
    for other in range(s.seats):
        if s.lives[other] > 0 and s.lives[other] + change(s, seat, spell, points, other) <= 0:
            dead |= 1 << other
    if dead and not s.last_takes_all:
        return equity(s, seat, dead, seat, False, NOBODY)
    return balance(s, ends, seat, spell, points, frail)


def change(s: State, seat: int, spell: int, points: int, other: int) -> int:
    """Lives the spell gives to `other`, or takes."""
    if other == seat:
        return points if spell in (Spell.GHOST, Spell.DREAMS, Spell.POTION) else 0
    hit = spell == Spell.DRAGON or spell == Spell.GHOST
    if spell == Spell.STORM or spell == Spell.BLIZZARD:
        hit = hit or other == living_left(s, seat)
    if spell == Spell.STORM or spell == Spell.FIREBALL:
        hit = hit or other == living_right(s, seat)
    return -points if hit else 0


def after_failure(s: State, seat: int, spell: int, ends: Sheet, taste: Taste) -> int:
    if spell != Spell.DRAGON:
        return after_loss(s, seat, 1, ends, taste[FRAIL])
    value = 0
    for face in range(FACES):
        value += after_loss(s, seat, s.die[face], ends, taste[FRAIL])
    return value // FACES


def after_loss(s: State, seat: int, points: int, ends: Sheet, frail: int) -> int:
    if s.lives[seat] <= points and not s.last_takes_all:
        return equity(s, seat, 1 << seat, NOBODY, False, NOBODY)
    return balance(s, ends, seat, 0, points, frail)


# ------------------------------------------------------------------------------------------------- how it may end
def prospects(s: State, seat: int, fault: int, lucky: int) -> Sheet:
    """By seat: what the game is worth to `seat` if that one is the first to die; or, if the last takes all, to win."""
    found = paper(SEATS)
    for fallen in range(s.seats):
        if s.last_takes_all:
            found[fallen] = equity(s, seat, 0, fallen, True, lucky)
        else:
            found[fallen] = if_first_to_die(s, seat, fallen, fault, lucky)
    return found


def if_first_to_die(s: State, seat: int, fallen: int, fault: int, lucky: int) -> int:
    """By an own fault, or killed by any of the others."""
    killed = 0
    for killer in range(s.seats):
        if killer != fallen:
            killed += equity(s, seat, 1 << fallen, killer, False, lucky)
    alone = equity(s, seat, 1 << fallen, NOBODY, False, lucky)
    return (fault * alone + (THOUSAND - fault) * killed // (s.seats - 1)) // THOUSAND


def balance(s: State, ends: Sheet, caster: int, spell: int, points: int, frail: int) -> int:
    """The ends weighed by how near each seat is to its own, after a cast; spell 0: the caster has lost the points."""
    total = 0
    weights = 0
    for other in range(s.seats):
        if s.lives[other] > 0:
            lives = s.lives[other]
            if spell:
                lives = min(LIVES, lives + change(s, caster, spell, points, other))
            elif other == caster:
                lives -= points
            if s.last_takes_all:
                lives = LIVES - max(0, lives)
            weight = GROWTH[max(0, frail * (LIVES - lives) * STEPS // HUNDRED)]
            total += weight * ends[other]
            weights += weight
    return total // max(1, weights)


# --------------------------------------------------------------------------------------------------------- outlook
def outlook(s: State, seat: int) -> int:
    """The chance to win: by the scores when a round begins, else by who is likely to die first."""
    if s.calls_n == 0:
        return equity(s, seat, 0, NOBODY, False, NOBODY)
    return balance(s, prospects(s, seat, FAULT_BY_DEFAULT, NOBODY), NOBODY, 0, 0, FRAIL_BY_DEFAULT)
