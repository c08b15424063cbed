"""Think within a budget: choose which moves to try in which worlds, and compare the results. Ordinary Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import ceil, log2, sqrt
from random import Random
from time import perf_counter
from typing import Any, Final

from sortilege.bots.compiled_search import at_hand, search_of
from sortilege.bots.search import TOTALS, Search, Total
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import State

BATCH_SECONDS: Final = 0.02  # between two looks at the clock
LARGEST_SEED: Final = (1 << 62) - 1
ENDLESS: Final = 1 << 40
TRIAL: Final = 6  # decisions of the playout that measures a plain search's speed
LOOKS: Final = 4  # checks of the results for each halving, where moves may be given up early
UNSEEN: Final = 1e6  # squared difference that one more world might show: a few equal worlds are no certainty


@dataclass(frozen=True)
class Budget:
    """Limit a search: by iterations, so that it can be repeated, by milliseconds, or by what ends first."""

    iterations: int = 0
    milliseconds: int = 0


@dataclass(frozen=True)
class Weighed:
    """Hold what a move came to, in ten-thousandths of a win, and how sure that is beside the expert's own move."""

    move: int
    value: float
    better: float  # than the expert's move in the same worlds
    error: float  # standard error of `better`
    worlds: int


@dataclass(frozen=True)
class Question:
    """Hold a decision as its seat knows it, and the parameters to weigh it by."""

    book: Rulebook
    known: State  # recalled from a view
    seat: int
    moves: list[int]
    expert_parameters: list[int]
    search_parameters: list[int]
    seed: int


@cache
def _record(book: Rulebook) -> Any:
    return record_type(book.state)


class Thought:
    """Hold a question being searched: the arrays the search works on, and what it has found so far."""

    def __init__(self, q: Question, bound: tuple[Any, bool]) -> None:
        self.book, self.seat, self.seed = q.book, q.seat, q.seed & LARGEST_SEED
        self.loops, self.compiled = bound
        self.root, self.states = self._states(q.known), self._states(q.known.copy(), q.known.copy())
        self.expert_parameters, self.search_parameters = (
            self._array(q.expert_parameters or [0]),
            self._array(q.search_parameters),
        )
        self.moves = self._array([len(q.moves), *q.moves])
        self.out = self._array([0] * (q.book.most_legal + 1))
        self.kept: dict[int, list[int]] = {}
        self.worlds = 0

    def _array(self, numbers: Sequence[int]) -> Any:
        if not self.compiled:
            return list(numbers)
        import numpy as np

        return np.array(numbers, np.int64)

    def _states(self, *states: State) -> Any:
        if not self.compiled:
            return list(states)
        import numpy as np

        return np.frombuffer(b"".join(s.to_bytes() for s in states), _record(self.book)).copy()

    def greedy_move(self) -> int:
        """Return the greedy player's move."""
        return int(self.loops.greedy_move(self.root, self.seat, self.moves))

    def expert_move(self) -> int:
        """Return the expert's move."""
        return int(self.loops.expert_move(self.root, self.seat, self.moves, self.expert_parameters))

    def try_worlds(self, moves: list[int], worlds: int) -> None:
        """Try all these moves in so many more worlds."""
        totals, values = self._array([0] * TOTALS * (len(moves) + 1)), self._array([0] * (len(moves) + 1))
        given = self._array([len(moves), *moves])
        arrays = (
            self.states,
            self.root,
            self.seat,
            given,
            self.out,
            values,
            totals,
            self.expert_parameters,
            self.search_parameters,
        )
        self.loops.try_worlds(*arrays, self.seed, self.worlds, self.worlds + worlds)
        self.worlds += worlds
        self._keep(moves, totals)

    @cached_property
    def evidence(self) -> Any:
        """Return what the moves of others tell, for a plain search."""
        return self.loops.heed_others(self.root, self.seat, self.expert_parameters)

    def try_world_until(self, moves: list[int], ends: float) -> None:
        """Try one more world; drop it if time is up before every move was tried in it."""
        totals, values = [0] * TOTALS * (len(moves) + 1), [0] * (len(moves) + 1)
        self.worlds += 1
        if not self.loops.imagine_world(self.states, self.root, self.seat, self.evidence, True, self.seed, self.worlds):
            return
        for i, move in enumerate(moves, 1):
            if perf_counter() >= ends:
                return
            self.loops.try_move(
                self.states, self.seat, move, self.out, values, i, self.expert_parameters, self.search_parameters
            )
        for i in range(1, len(moves) + 1):
            self.loops.note(values, totals, i)
        self._keep(moves, totals)

    def _keep(self, moves: list[int], totals: Any) -> None:
        for i, move in enumerate(moves, 1):
            kept = self.kept.setdefault(move, [0] * TOTALS)
            for part in range(TOTALS):
                kept[part] += int(totals[i * TOTALS + part])

    def weighed(self, move: int) -> Weighed:
        """Return what a move came to so far."""
        kept = self.kept.get(move, [0] * TOTALS)
        n = max(1, kept[Total.WORLDS])
        better = (kept[Total.VALUES] - kept[Total.OF_FIRST]) / n
        spread = max(0.0, kept[Total.SQUARES] / n - better * better)
        return Weighed(move, kept[Total.VALUES] / n, better, sqrt((spread + UNSEEN / n) / n), kept[Total.WORLDS])


def weigh(q: Question, budget: Budget) -> list[Weighed]:
    """Estimate moves in imagined worlds; drop the worse half each round."""
    begun = perf_counter()
    thought = Thought(q, search_of(q.book, waits=not budget.milliseconds))
    first = thought.expert_move()
    tried = alive = [first, *_candidates(q, first, budget)]
    halvings = max(1, ceil(log2(len(alive))))
    looks = LOOKS if q.search_parameters[Search.DOUBT] else 1
    spend = _within(thought, begun, budget)
    for look in range(1, looks * halvings + 1):
        spend(alive, look / (looks * halvings))
        rest = sorted(alive[1:], key=lambda move: -thought.weighed(move).value)
        if look % looks == 0:
            rest = rest[: max(1, ceil(len(alive) / 2) - 1)]
        alive = [first, *_in_doubt(thought, rest, q.search_parameters[Search.DOUBT])]
        if len(alive) == 1:
            break
    return [thought.weighed(move) for move in tried]


def _in_doubt(thought: Thought, moves: list[int], doubt: int) -> list[int]:
    """Return the moves that may still be better than the expert's."""
    found = ((move, thought.weighed(move)) for move in moves)
    return [move for move, of in found if not doubt or of.better + doubt / 100 * of.error > 0]


def _candidates(q: Question, first: int, budget: Budget) -> list[int]:
    """Return the other moves, each kind once, or a random few if the budget cannot try all a few times."""
    others = [move for move in q.moves if move != first and not q.book.is_duplicate(q.known, move)]
    most = max(1, budget.iterations // 4) if budget.iterations else len(others)
    return others if len(others) <= most else Random(q.seed).sample(others, most)


def _within(thought: Thought, begun: float, budget: Budget) -> Any:
    """Return a function that spends a share of the budget on worlds with these moves."""
    if budget.milliseconds and not thought.compiled:
        _cut_playouts(thought)
    spent = 0

    def spend(moves: list[int], share: float) -> None:
        nonlocal spent
        before = thought.worlds
        most = max(1, int(budget.iterations * share - spent) // len(moves)) if budget.iterations else ENDLESS
        if budget.milliseconds:
            _try_until(thought, moves, begun + share * budget.milliseconds / 1000, most)
        else:
            thought.try_worlds(moves, most)
        spent += (thought.worlds - before) * len(moves)

    return spend


def _try_until(thought: Thought, moves: list[int], ends: float, most: int) -> None:
    if thought.compiled:
        _try_batches(thought, moves, ends, most)
        return
    stop_at = thought.worlds + most
    while perf_counter() < ends and thought.worlds < stop_at:
        thought.try_world_until(moves, ends)


def _try_batches(thought: Thought, moves: list[int], ends: float, most: int) -> None:
    worlds, stop_at = 1, thought.worlds + most
    while (begun := perf_counter()) < ends and thought.worlds < stop_at:
        thought.try_worlds(moves, min(worlds, stop_at - thought.worlds))
        took = max(1e-6, perf_counter() - begun)
        worlds = max(1, int(worlds * min(BATCH_SECONDS, ends - begun - took) / took))


def _cut_playouts(thought: Thought) -> None:
    """Cut a plain playout so short that one of them fits into the time an answer may be late."""
    depth, thought.search_parameters[Search.DEPTH] = thought.search_parameters[Search.DEPTH], TRIAL
    begun = perf_counter()
    thought.loops.imagine_world(thought.states, thought.root, thought.seat, thought.evidence, True, thought.seed, 0)
    s = thought.states[0]
    last = s.round + 1
    thought.loops.play_out(s, thought.seat, last, thought.out, thought.expert_parameters, thought.search_parameters)
    took = perf_counter() - begun
    thought.search_parameters[Search.DEPTH] = min(depth, max(TRIAL, int(TRIAL * BATCH_SECONDS / took)))


def weigh_lightly(q: Question, worlds: int, most: int) -> list[Weighed]:
    """Weigh a few random moves, each in the same few worlds."""
    moves = q.moves if len(q.moves) <= most else Random(q.seed).sample(q.moves, most)
    thought = Thought(q, at_hand(q.book))
    thought.try_worlds(moves, worlds)
    return [thought.weighed(move) for move in moves]


def greedy_move(q: Question) -> int:
    """Return the greedy player's move."""
    return Thought(q, at_hand(q.book)).greedy_move()


def expert_move(q: Question) -> int:
    """Return the expert's move."""
    return Thought(q, at_hand(q.book)).expert_move()


def choose(weighed: list[Weighed], trust: int, margin: int = 0) -> int:
    """Return the move that is most surely better than the expert's, or the expert's."""
    best, gain = weighed[0].move, 0.0
    for found in weighed[1:]:
        sure = found.better - trust / 100 * found.error - margin
        if found.worlds and sure > gain:
            best, gain = found.move, sure
    return best
