"""The greedy player of Abracada: names the spell it most likely holds. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.abracada.layout import EMPTY, ROW, SPELLS, State, Step
from sortilege.games.abracada.notation import CAST, STOP
from sortilege.games.abracada.sight import MASK, ruled_out
from sortilege.kernel.bits import has
from sortilege.kernel.table import MoveList

GO_ON: Final = 550  # chances are in thousandths: below this it stops
CERTAIN: Final = 1000


def greedy(s: State, seat: int, moves: MoveList) -> int:
    """The likeliest of the legal spells, the lower number where two are as likely: it leaves more to follow."""
    excluded = ruled_out(s, seat)
    best = STOP
    best_chance = GO_ON if s.step == Step.MORE else -1
    for i in range(1, moves[0] + 1):
        spell = moves[i] - CAST
        if moves[i] != STOP and (spell >= s.last or s.easy):
            chance = chance_of(s, seat, spell, excluded)
            if chance > best_chance:
                best = moves[i]
                best_chance = chance
    return best


def chance_of(s: State, seat: int, spell: int, excluded: int) -> int:
    """That one of the stones in the own row is `spell`, in thousandths, counting the unseen stones."""
    wanted = unseen(s, seat, spell)
    total = 0
    for other in range(1, SPELLS + 1):
        total += unseen(s, seat, other)
    miss = CERTAIN * CERTAIN
    for place in range(ROW):
        if s.filled[seat][place] != EMPTY and not has(excluded, place * MASK + spell) and total > 0:
            miss = miss * max(0, total - wanted) // total
            total -= 1
    return CERTAIN - miss // CERTAIN


def unseen(s: State, seat: int, spell: int) -> int:
    n = s.copies[spell] - s.board[spell]
    for other in range(s.seats):
        if other != seat:
            for place in range(ROW):
                if s.row[other][place] == spell:
                    n -= 1
    for i in range(s.drawn_n[seat]):
        if s.drawn[seat][i] == spell:
            n -= 1
    return n
