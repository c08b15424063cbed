"""Resolve the adventures in phase D. In the plain subset."""

from typing import Final

from sortilege.games.epee.events import reached
from sortilege.games.epee.rules.auctions import open_auction
from sortilege.games.epee.rules.creatures import beat_together, share_agreed
from sortilege.games.epee.rules.display import close_up, discard, seats_there
from sortilege.games.epee.rules.holdings import draw, gain_magic, gain_stones, in_turn
from sortilege.games.epee.rules.spells import (
    FULMENTUS_MAGIC,
    FULMENTUS_STONES,
    STONEX_CARDS,
    STONEX_STONES,
    act,
    ready,
    take_spell,
)
from sortilege.games.epee.rules.trades import open_trades
from sortilege.games.epee.state import NONE, RESTS, Kind, Spell, State, Step
from sortilege.kernel.plain.bits import has, lowest
from sortilege.kernel.state import ask

QUIET_ROUNDS: Final = 5
HOLY_CARDS: Final = 1  # drawn by each visitor of a holy place


def next_adventure(s: State) -> None:
    """Resolve the adventure of the nearest seat in turn order; one without visitors is passed over. [1]"""
    for i in range(s.seats):
        place = s.choice[in_turn(s, i)]
        if place != RESTS and has(s.unresolved, place):
            s.unresolved &= ~(1 << place)
            s.place = place
            resolve(s, s.display[place])
            return
    end_adventures(s)
    open_trades(s)


def resolve(s: State, card: int) -> None:
    reached(s, card)
    there = seats_there(s)
    alone = there & (there - 1) == 0
    match s.kind[card]:
        case Kind.CREATURE:
            ask(s, Step.FIGHT if alone else Step.SHARE, there)
        case Kind.ENERGY:
            visit_energy(s, there, s.worth[card])
        case Kind.HOLY:
            visit_holy(s, there, s.worth[card])
        case Kind.SPELL:
            if alone:
                take_spell(s, lowest(there), 0)
            else:
                open_auction(s)


def settle_share(s: State) -> None:
    if share_agreed(s):
        beat_together(s)
    else:
        open_auction(s)


def visit_energy(s: State, there: int, points: int) -> None:
    for i in range(s.seats):
        if has(there, in_turn(s, i)):
            take_energy(s, in_turn(s, i), points)
    discard(s, s.place)


def take_energy(s: State, seat: int, points: int) -> None:
    gain_magic(s, seat, points)
    if ready(s, seat, Spell.FULMENTUS):
        act(s, seat, Spell.FULMENTUS)
        gain_stones(s, seat, FULMENTUS_STONES)
        gain_magic(s, seat, FULMENTUS_MAGIC)


def visit_holy(s: State, there: int, stones: int) -> None:
    for i in range(s.seats):
        if has(there, in_turn(s, i)):
            take_holy(s, in_turn(s, i), stones)
    discard(s, s.place)


def take_holy(s: State, seat: int, stones: int) -> None:
    """Give a seat its share of a holy place. Stonex draws its card in its holder's own turn. [6]"""
    gain_stones(s, seat, stones)
    draw(s, seat, HOLY_CARDS)
    if ready(s, seat, Spell.STONEX):
        act(s, seat, Spell.STONEX)
        gain_stones(s, seat, STONEX_STONES)
        draw(s, seat, STONEX_CARDS)


def end_adventures(s: State) -> None:
    s.unresolved = 0
    s.place = NONE
    for seat in range(s.seats):
        s.choice[seat] = NONE
    for place in range(2):
        card = s.display[place]
        if card != NONE and s.kind[card] != Kind.CREATURE:
            discard(s, place)  # [8]
    s.quiet_rounds = 0 if s.card_left else s.quiet_rounds + 1
    if s.quiet_rounds == QUIET_ROUNDS:
        discard(s, 0)  # [13]
        s.quiet_rounds = 0
    close_up(s)
