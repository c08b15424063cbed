"""Explain why a move of Abracada is refused. Ordinary Python."""

from sortilege.games.abracada.moves import CAST, STOP
from sortilege.games.abracada.rules.spells import too_low
from sortilege.games.abracada.state import SPELLS, State, Step
from sortilege.kernel.refusal import Refusal


def why(s: State, seat: int, move: int) -> Refusal | None:
    if move == STOP:
        return Refusal("move/cast_owed", rule="turn") if s.step == Step.CAST else None
    spell = move - CAST
    if too_low(s, spell) and not s.slips:
        return Refusal("move/too_low", rule="order", spell=spell, last=s.last, most=SPELLS)
    return None
