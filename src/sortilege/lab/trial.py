"""Trials: one player with a taste of its own among others, whole games compiled. For tuning, by the thousand."""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from sortilege.bots.search import WAYS, move_on, won
from sortilege.games import load
from sortilege.kernel import binding
from sortilege.kernel.bits import lowest
from sortilege.kernel.loops import States, begin
from sortilege.kernel.paper import Sheet
from sortilege.kernel.table import MoveList, Taste

POLICIES: Final = ("random", "greedy", "expert")


@dataclass(frozen=True)
class Side:
    """A policy without search, and its taste."""

    policy: str
    taste: dict[str, int]  # where it differs from the game's


# In the plain subset, bound to a game.
def try_blocks(
    states: States,
    blank: States,
    out: MoveList,
    one: Taste,
    others: Taste,
    ways_of_one: Sheet,
    ways_of_others: Sheet,
    totals: Sheet,
    seed: int,
    start_at: int,
    stop_at: int,
) -> None:
    """A block is one seed with all rotations; totals: the sum of shares in ten-thousandths, and of their squares."""
    for block in range(start_at, stop_at):
        share = 0
        seats = blank[0].seats
        for at in range(seats):
            begin(states, blank, seed, block)
            s = states[0]
            while s.ending == 0:
                seat = lowest(s.waiting) if s.together else s.turn
                if seat == at:
                    move_on(s, at, out, one, ways_of_one)
                else:
                    move_on(s, at, out, others, ways_of_others)
            share += won(s, at)
        share //= seats
        totals[0] += share
        totals[1] += share * share


class Trial:
    """A game laid out for trials."""

    def __init__(self, slug: str, seats: int, compiled: bool | None = None) -> None:
        self.book = load(slug)
        self.compiled = binding.numba_here() if compiled is None else compiled
        self.loops = binding.bind_game(self.book, try_blocks, compiled=self.compiled)
        prepared = self.book.prepare(seats, {}, None)
        self.blank: Any = [prepared]
        self.states: Any = [self.book.state()]
        if self.compiled:
            import numpy as np

            record = binding.record_type(self.book.state)
            self.blank = np.frombuffer(prepared.to_bytes(), record).copy()
            self.states = np.zeros(1, record)

    def _sheet(self, numbers: list[int]) -> Any:
        if not self.compiled:
            return numbers
        import numpy as np

        return np.array(numbers, np.int64)

    def share(self, one: Side, others: Side, seed: int, blocks: range) -> tuple[float, float]:
        """The share of wins of the one, and its standard error from block means."""
        totals = self._sheet([0, 0])
        tastes = [self._sheet([*{**self.book.taste, **side.taste}.values()] or [0]) for side in (one, others)]
        ways = [self._sheet([POLICIES.index(side.policy)] + [0] * (len(WAYS) - 1)) for side in (one, others)]
        out = self._sheet([0] * (self.book.most_legal + 1))
        self.loops.try_blocks(self.states, self.blank, out, *tastes, *ways, totals, seed, blocks.start, blocks.stop)
        n = len(blocks)
        mean = int(totals[0]) / n / 10_000
        spread = max(0.0, int(totals[1]) / n / 1e8 - mean * mean)
        return mean, sqrt(spread / n)
