"""Apply the eight spells. In the plain subset. Numbers in brackets are our rulings."""

from sortilege.games.abracada.events import drew_secret, healed, hurt, no_secret_left, rolled
from sortilege.games.abracada.state import FACES, LIVES, Spell, State
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import below
from sortilege.kernel.state import left_of, right_of


def take_effect(s: State, seat: int, spell: int) -> None:
    """Apply a spell that worked."""
    struck = struck_by(s, seat, spell)  # [8] settled before anyone loses anything
    points = roll(s, seat) if throws(spell) else 1
    if heals(spell):
        heal(s, seat, points)
    elif spell == Spell.SINGER:
        draw_secret(s, seat)
    lose_each(s, struck, points)


def struck_by(s: State, seat: int, spell: int) -> int:
    """Return the seats that lose lives by this spell of that seat."""
    match spell:
        case Spell.DRAGON | Spell.GHOST:
            return s.alive & ~(1 << seat)
        case Spell.STORM:
            return 1 << living_left(s, seat) | 1 << living_right(s, seat)
        case Spell.BLIZZARD:
            return 1 << living_left(s, seat)
        case Spell.FIREBALL:
            return 1 << living_right(s, seat)
    return 0


def heals(spell: int) -> bool:
    """Return whether the spell gives its caster lives."""
    return spell in (Spell.GHOST, Spell.DREAMS, Spell.POTION)


def throws(spell: int) -> bool:
    """Return whether the die says how many lives the spell takes or gives."""
    return spell in (Spell.DRAGON, Spell.DREAMS)


def backfires(spell: int) -> bool:
    """Return whether the die says how many lives a failure costs; else it costs one."""
    return spell == Spell.DRAGON


def too_low(s: State, spell: int) -> bool:
    """Return whether the spell stands below the last one cast this turn, and that matters."""
    return spell < s.last and not s.easy


def lives_after(lives: int, change: int) -> int:
    """Return how many lives a seat has after gaining so many, or losing them if below 0."""
    left = lives + change
    if left < 0:
        return 0
    return left if left < LIVES else LIVES


def roll(s: State, seat: int) -> int:
    die = s.die[below(s, FACES)]
    rolled(s, seat, die)
    return die


def lose(s: State, seat: int, points: int) -> None:
    lives = lives_after(s.lives[seat], -points)
    if lives == 0:
        s.alive &= ~(1 << seat)
    hurt(s, seat, s.lives[seat] - lives, lives)
    s.lives[seat] = lives


def lose_each(s: State, seats: int, points: int) -> None:
    for seat in each(seats):
        lose(s, seat, points)


def heal(s: State, seat: int, points: int) -> None:
    lives = lives_after(s.lives[seat], points)
    healed(s, seat, lives - s.lives[seat], lives)
    s.lives[seat] = lives


def draw_secret(s: State, seat: int) -> None:
    """Give the seat a secret at random: they were mixed when they were laid. [6]"""
    if s.secrets_n == 0:
        no_secret_left(s, seat)
        return
    s.secrets_n -= 1
    stone = s.secrets[s.secrets_n]
    s.secrets[s.secrets_n] = 0
    s.drawn[seat][s.drawn_n[seat]] = stone
    s.drawn_n[seat] += 1
    drew_secret(s, seat, stone, 1 << seat)


def living_left(s: State, seat: int) -> int:
    """Return the nearest living seat to the left."""
    seat = left_of(s, seat)
    while s.lives[seat] == 0:
        seat = left_of(s, seat)
    return seat


def living_right(s: State, seat: int) -> int:
    """Return the nearest living seat to the right."""
    seat = right_of(s, seat)
    while s.lives[seat] == 0:
        seat = right_of(s, seat)
    return seat
