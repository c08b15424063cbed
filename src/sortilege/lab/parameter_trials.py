"""Try a player with its own parameters among others, in whole compiled games: for tuning, by the thousand."""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from sortilege.bots.search import won
from sortilege.games import load
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, apply, begin, expert, greedy, legal
from sortilege.kernel.plain.bits import lowest
from sortilege.kernel.plain.rng import below
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import MoveList, Parameters, State
from sortilege.lab.blocks import UNSURE

POLICIES: Final = ("random", "greedy", "expert")
RANDOM: Final = 0
GREEDY: Final = 1


@dataclass(frozen=True)
class Side:
    """Hold a policy without search, and its parameters."""

    policy: str
    expert_parameters: dict[str, int]  # where it differs from the game's


# In the plain subset, bound to a game.
def try_blocks(
    states: States,
    blank: States,
    out: MoveList,
    one: Parameters,
    others: Parameters,
    policy_of_one: int,
    policy_of_others: int,
    totals: Scratch,
    seed: int,
    start_at: int,
    stop_at: int,
) -> None:
    """Play blocks, each one seed with all rotations; add up shares in ten-thousandths, and their squares."""
    for block in range(start_at, stop_at):
        share = 0
        seats = blank[0].seats
        for at in range(seats):
            begin(states, blank, seed, block)
            s = states[0]
            while s.ending == 0:
                seat = lowest(s.waiting) if s.together else s.turn
                if seat == at:
                    let_play(s, seat, out, one, policy_of_one)
                else:
                    let_play(s, seat, out, others, policy_of_others)
            share += won(s, at)
        share //= seats
        totals[0] += share
        totals[1] += share * share


def let_play(s: State, seat: int, out: MoveList, expert_parameters: Parameters, policy: int) -> None:
    """Play one move by a policy."""
    legal(s, seat, out)
    if out[0] == 1:
        apply(s, seat, out[1])
    elif policy == RANDOM:
        apply(s, seat, out[1 + below(s, out[0])])
    elif policy == GREEDY:
        apply(s, seat, greedy(s, seat, out))
    else:
        apply(s, seat, expert(s, seat, out, expert_parameters))


class Trial:
    """Hold a game prepared for trials."""

    def __init__(self, slug: str, seats: int, compiled: bool | None = None) -> None:
        self.book = load(slug)
        self.loops = bind_game(self.book, try_blocks, compiled=compiled)
        self.compiled: bool = self.loops.compiled
        prepared = self.book.prepare(seats, {}, None)
        self.blank: Any = [prepared]
        self.states: Any = [self.book.state()]
        if self.compiled:
            import numpy as np

            record = record_type(self.book.state)
            self.blank = np.frombuffer(prepared.to_bytes(), record).copy()
            self.states = np.zeros(1, record)

    def _array(self, numbers: list[int]) -> Any:
        if not self.compiled:
            return numbers
        import numpy as np

        return np.array(numbers, np.int64)

    def share(self, one: Side, others: Side, seed: int, blocks: range) -> tuple[float, float]:
        """Return the share of wins of the one, and its standard error from block means."""
        totals = self._array([0, 0])
        parameters = [
            self._array([*{**self.book.expert_parameters, **side.expert_parameters}.values()] or [0])
            for side in (one, others)
        ]
        policies = [POLICIES.index(side.policy) for side in (one, others)]
        out = self._array([0] * (self.book.most_legal + 1))
        self.loops.try_blocks(
            self.states, self.blank, out, *parameters, *policies, totals, seed, blocks.start, blocks.stop
        )
        n = len(blocks)
        mean = int(totals[0]) / n / 10_000
        spread = max(0.0, int(totals[1]) / n / 1e8 - mean * mean)
        return mean, sqrt(spread / (n - 1)) if n > 1 else UNSURE
