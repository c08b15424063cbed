"""Play Abracada greedily: name the spell it most likely holds. In the plain subset.

It reads only what its seat can see, so that it plays the same on a true state and on a recalled one.
"""

from typing import Final

from sortilege.games.abracada.bots.calls import casts_since, of_spell
from sortilege.games.abracada.moves import CAST, STOP
from sortilege.games.abracada.rules.spells import too_low
from sortilege.games.abracada.state import EMPTY, ROW, SPELLS, State, Step
from sortilege.kernel.plain.bits import has
from sortilege.kernel.state import MoveList

GO_ON: Final = 550  # chances are in thousandths: below this it stops
CERTAIN: Final = 1000
SHARES: Final = 840  # of one stone: divided by any number up to eight it stays whole


def greedy(s: State, seat: int, moves: MoveList) -> int:
    """Choose the likeliest legal spell; of equals the lower number, which leaves more to follow."""
    best = STOP
    best_chance = GO_ON if s.step == Step.MORE else -1
    for i in range(1, moves[0] + 1):
        spell = moves[i] - CAST
        if moves[i] != STOP and not too_low(s, spell):
            chance = chance_of(s, seat, spell)
            if chance > best_chance:
                best = moves[i]
                best_chance = chance
    return best


def chance_of(s: State, seat: int, spell: int) -> int:
    """Return the chance, in thousandths, that the own row holds `spell`: the unseen stones, place by place."""
    unseen = count_unseen(s, seat)
    miss = CERTAIN * CERTAIN
    for place in range(ROW):
        if s.filled[seat][place] != EMPTY and not has(s.crossed_out[seat][place], spell):
            since = casts_since(s, seat, place)
            total = 0
            for other in range(1, SPELLS + 1):
                if not has(s.crossed_out[seat][place], other):
                    total += weight(unseen, since, other)
            miss = miss * (total - weight(unseen, since, spell)) // max(1, total)
    return CERTAIN - miss // CERTAIN


def weight(unseen: int, since: int, spell: int) -> int:
    """Weigh unseen stones: less the more often chance took another of their kind and left this place alone."""
    return of_spell(unseen, spell) * SHARES // (1 + of_spell(since, spell))


def count_unseen(s: State, seat: int) -> int:
    """Count, six bits a spell, the stones neither on the board nor in another row nor among the own secrets."""
    found = 0
    for spell in range(1, SPELLS + 1):
        found += (s.copies[spell] - s.board[spell]) << 6 * spell
    for other in range(s.seats):
        if other != seat:
            for place in range(ROW):
                if s.row[other][place]:
                    found -= 1 << 6 * s.row[other][place]
    for i in range(s.drawn_n[seat]):
        found -= 1 << 6 * s.drawn[seat][i]
    return found
