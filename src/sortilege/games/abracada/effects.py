"""What the eight spells do. In the plain subset; numbers in brackets are our rulings."""

from sortilege.games.abracada.events import drew_secret, healed, hurt, no_secret_left, rolled
from sortilege.games.abracada.layout import FACES, LIVES, Spell, State
from sortilege.kernel.bits import each
from sortilege.kernel.chance import below
from sortilege.kernel.table import left_of, right_of


def take_effect(s: State, seat: int, spell: int) -> None:
    others = s.alive & ~(1 << seat)
    match spell:
        case Spell.DRAGON:
            lose_each(s, others, roll(s, seat))
        case Spell.GHOST:
            heal(s, seat, 1)
            lose_each(s, others, 1)
        case Spell.DREAMS:
            heal(s, seat, roll(s, seat))
        case Spell.SINGER:
            draw_secret(s, seat)
        case Spell.STORM:
            lose_each(s, 1 << living_left(s, seat) | 1 << living_right(s, seat), 1)  # [8]
        case Spell.BLIZZARD:
            lose(s, living_left(s, seat), 1)
        case Spell.FIREBALL:
            lose(s, living_right(s, seat), 1)
        case Spell.POTION:
            heal(s, seat, 1)


def roll(s: State, seat: int) -> int:
    die = s.die[below(s, FACES)]
    rolled(s, seat, die)
    return die


def lose(s: State, seat: int, points: int) -> None:
    lives = s.lives[seat] - points
    if lives <= 0:
        lives = 0
        s.alive &= ~(1 << seat)
    hurt(s, seat, s.lives[seat] - lives, lives)
    s.lives[seat] = lives


def lose_each(s: State, seats: int, points: int) -> None:
    for seat in each(seats):
        lose(s, seat, points)


def heal(s: State, seat: int, points: int) -> None:
    gain = min(points, LIVES - s.lives[seat])
    s.lives[seat] += gain
    healed(s, seat, gain, s.lives[seat])


def draw_secret(s: State, seat: int) -> None:
    """[6] By itself, and by chance: the secrets were mixed when they were laid."""
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
    seat = left_of(s, seat)
    while s.lives[seat] == 0:
        seat = left_of(s, seat)
    return seat


def living_right(s: State, seat: int) -> int:
    seat = right_of(s, seat)
    while s.lives[seat] == 0:
        seat = right_of(s, seat)
    return seat
