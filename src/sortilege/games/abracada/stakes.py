"""What everyone at the table can work out: what a spell would do now, and what a place cannot hold. Ordinary Python."""

from typing import Any

from sortilege.games.abracada.calls import starts_turn
from sortilege.games.abracada.effects import heals, struck_by, throws
from sortilege.games.abracada.layout import EMPTY, FAILED, LIVES, ROW, SPELLS, Spell, State
from sortilege.kernel.bits import has
from sortilege.kernel.table import SPECTATOR


def stakes(s: State, audience: int) -> list[dict[str, Any]]:
    """To the seat at turn, for each spell: the least and the most lives that each seat would gain or lose."""
    if s.ending or audience != s.turn:
        return []
    return [stake(s, audience, spell) for spell in range(1, SPELLS + 1)]


def stake(s: State, seat: int, spell: int) -> dict[str, Any]:
    """`works`: if the stone is there, by seat; `fails`: what it costs the caster if not; `slips`: whether it would."""
    least, most = (min(s.die), max(s.die)) if throws(spell) else (1, 1)
    works = [[0, 0] for _ in range(s.seats)]
    if heals(spell):
        works[seat] = [min(points, LIVES - s.lives[seat]) for points in (least, most)]
    struck = struck_by(s, seat, spell)
    for other in range(s.seats):
        if has(struck, other):
            works[other] = lost(s, other, least, most)
    slips = bool(spell < s.last and s.slips and not s.easy)
    faces = (least, most) if spell == Spell.DRAGON and not slips else (1, 1)
    return {"works": works, "fails": lost(s, seat, *faces), "slips": slips}


def lost(s: State, seat: int, least: int, most: int) -> list[int]:
    return [-min(points, s.lives[seat]) for points in (least, most)]


def crossed_out(s: State, audience: int) -> list[list[list[int]]]:
    """For each place of the rows not seen, the spells that failed while its stone stood there: `ruled_out` as lists."""
    found: list[list[list[int]]] = [
        [[] for _ in range(ROW)] if audience in (seat, SPECTATOR) else [] for seat in range(s.seats)
    ]
    turn = 0
    for i in range(s.calls_n):
        turn += starts_turn(s, i)
        if s.call_place[i] == FAILED and found[s.call_seat[i]]:
            cross_out(found[s.call_seat[i]], s.filled[s.call_seat[i]], s.call_spell[i], turn)
    return found


def cross_out(places: list[list[int]], filled: list[int], spell: int, turn: int) -> None:
    for spells, when in zip(places, filled, strict=True):
        if when != EMPTY and when < turn and spell not in spells:
            spells.append(spell)
