"""Step thousands of games at once: numpy in, numpy out, the rules and the opponents compiled.

The arrays that `reset` and `step` return are written again by the next step: copy what you keep.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from sortilege.kernel.deck import Deck
from sortilege.kernel.state import State
from sortilege.research.engine import LARGEST_SEED, Setting
from sortilege.research.loops import NOBODY, SPARES
from sortilege.research.match import reason
from sortilege.research.rows import (
    COLUMNS,
    COUNT,
    DONE,
    EXPERT,
    GAME,
    GREEDY,
    LEARNER,
    MASKS,
    RANDOM,
    REFUSED,
    SEAT,
    SEED,
)

LEVELS: Final = {"random": RANDOM, "greedy": GREEDY, "expert": EXPERT}
Infos = dict[str, Any]
Step = tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]


class Vector:
    """Step `n` games of one kind. `seat` is who is to move in each; `legal[i, :count[i]]` are its actions."""

    def __init__(
        self,
        setting: Setting,
        n: int,
        seed: int = 1,
        opponents: str | Sequence[str] | None = None,
        observations: bool = True,
        masks: bool = True,
        dtype: Any = np.int16,
        autoreset: bool = True,
        threads: int = 1,
    ) -> None:
        """Begin the games; `autoreset` begins the next game within the step that ends one.

        `opponents` are levels of bots, clockwise from the learner, or one level for all; without them every seat is
        yours to play.
        """
        self.setting, self.n, self.seed = setting, n, seed & LARGEST_SEED
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED}
        width = setting.plan.width if observations else 1
        actions = len(setting.actions) if masks else 1
        self.rows = np.zeros((n, COLUMNS), np.int64)
        self.legal = np.zeros((n, setting.book.most_legal), np.int32)
        self.action_mask = np.zeros((n, actions), np.int8)
        self.shares = np.zeros((n, setting.seats), np.int64)
        self.written, self.written_last = np.zeros((n, width), np.int16), np.zeros((n, width), np.int16)
        self.observations = self.written.astype(dtype, copy=False)
        self.final = self.written_last.astype(dtype, copy=False)
        self.settings = np.array([self.seed, n, autoreset, observations, masks], np.int64)
        self.states, self.blank = setting.blanks(n), setting.states(setting.prepared)
        self.levels = _levels(opponents, setting.seats)
        parameters = [*setting.book.expert_parameters.values()] or [0]
        self.parameters = np.array(parameters, np.int64) if setting.compiled else parameters
        self.rewards = np.zeros((n, setting.seats), np.float32)
        threads = threads if setting.compiled else 1
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None
        self._parts = [_Part(self, part) for part in _split(n, threads)]

    @property
    def seat(self) -> NDArray[np.int64]:
        """Return the seat to move in each row, -1 where the game is over."""
        return self.rows[:, SEAT]

    @property
    def count(self) -> NDArray[np.int64]:
        return self.rows[:, COUNT]

    @property
    def game(self) -> NDArray[np.int64]:
        """Return the number of the game in each row: with the seed it decides all chance of the rules."""
        return self.rows[:, GAME]

    @property
    def learner(self) -> NDArray[np.int64]:
        return self.rows[:, LEARNER]

    def state(self, row: int) -> State:
        """Return a copy of the true state in this row. Not for players."""
        return self.setting.state(self.states, row)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], Infos]:
        """Begin the games 0 to n - 1 of the seed."""
        if seed is not None:
            self.seed = self.settings[SEED] = seed & LARGEST_SEED
        self.rows[:], self.action_mask[:], self.rewards[:] = 0, 0, 0.0
        self.rows[:, GAME] = range(self.n)
        self.rows[:, LEARNER] = NOBODY
        self._each(lambda part: part.reset())
        self._convert()
        return self.observations, self._infos()

    def step(self, actions: Any) -> Step:
        """Play one action in every row, of the seat to move."""
        given = self._read(actions)
        played = self.learner.copy()
        self.rewards[self.rows[:, DONE] != 0] = 0
        self._each(lambda part: part.step(given[part.rows]))
        ended = self.rows[:, DONE] != 0
        if ended.any():
            self.rewards[ended] = self.setting.rewards(self.shares[ended])
        self._convert()
        infos = self._infos()
        if ended.any():
            infos["final_obs"] = self.final
        if self.rows[:, REFUSED].any():
            infos["reasons"] = self._reasons(given)
        rewards = self.rewards if self.levels is None else self.rewards[np.arange(self.n), played]
        return self.observations, rewards, ended, np.zeros(self.n, bool), infos

    def _read(self, actions: Any) -> NDArray[np.int32]:
        """Return actions as the loops want them; a number too large for them stays one that is refused."""
        wanted = np.asarray(actions)
        if wanted.shape != (self.n,) or not np.issubdtype(wanted.dtype, np.integer):
            raise ValueError(f"{self.n} whole numbers are wanted, not {wanted.shape} of {wanted.dtype}")
        given: NDArray[np.int32] = np.clip(wanted, -1, len(self.setting.actions)).astype(np.int32)
        return given

    def sample(self, random: np.random.Generator) -> NDArray[np.int32]:
        """Return a legal action for each row, each as likely."""
        at = (random.random(self.n) * self.rows[:, COUNT]).astype(np.int64)
        sampled: NDArray[np.int32] = self.legal[np.arange(self.n), at]
        return sampled

    def observe_perfect(self) -> NDArray[np.int16]:
        """Return the whole states, hidden parts included, seen from the seats to move: for critics."""
        rows = np.zeros((self.n, self.setting.perfect_plan.width), np.int16)
        self.setting.loops.perfect_rows(self.states, self.rows, rows)
        return rows

    def close(self) -> None:
        if self._workers:
            self._workers.shutdown()

    def _each(self, do: Callable[["_Part"], None]) -> None:
        for _ in self._workers.map(do, self._parts) if self._workers else map(do, self._parts):
            pass

    def _convert(self) -> None:
        if self.observations is not self.written:
            self.observations[:] = self.written
            ended = self.rows[:, DONE] != 0
            self.final[ended] = self.written_last[ended]

    def _infos(self) -> Infos:
        refused = self.rows[:, REFUSED] != 0
        infos = {"seat": self.seat, "legal": self.legal, "count": self.count, "game": self.game, "refused": refused}
        return infos | ({"action_mask": self.action_mask} if self.settings[MASKS] else {})

    def _reasons(self, actions: NDArray[np.int32]) -> dict[int, str]:
        """Return by row why its action was refused."""
        book, table = self.setting.book, self.setting.actions
        return {
            row: reason(book, table, self.state(row), int(self.seat[row]), int(actions[row]))
            for row in np.flatnonzero(self.rows[:, REFUSED]).tolist()
        }


class _Part:
    """Step some of the rows in one thread: what it counts on is its own."""

    def __init__(self, vector: Vector, rows: slice) -> None:
        self.rows = rows
        setting, levels = vector.setting, vector.levels
        out = setting.move_list()
        spare, of_code, codes = setting.blanks(SPARES), setting.actions.of_code, setting.actions.codes
        shown = [part[rows] for part in (vector.rows, vector.legal, vector.action_mask, vector.written)]
        ended = [part[rows] for part in (vector.written_last, vector.shares)]
        # Plain states are a list, whose slices are lists of their own: then there is one part, of all rows.
        states = vector.states[rows] if setting.compiled else vector.states
        others = [] if levels is None else [levels, vector.parameters]
        loops = setting.loops if levels is None else setting.loops_among()
        self._reset = loops.reset_rows if levels is None else loops.reset_rows_among
        self._step = loops.step_rows if levels is None else loops.step_rows_among
        self._for_reset = (states, vector.blank, spare, out, of_code, *shown, vector.settings, *others)
        self._before_actions = (states, vector.blank, spare, out, codes, of_code)
        self._after_actions = (*shown, *ended, vector.settings, *others)

    def reset(self) -> None:
        self._reset(*self._for_reset)

    def step(self, actions: NDArray[np.int32]) -> None:
        self._step(*self._before_actions, actions, *self._after_actions)


def _split(n: int, parts: int) -> list[slice]:
    ends = [n * part // parts for part in range(parts + 1)]
    return [slice(a, b) for a, b in pairwise(ends) if a < b]


def _levels(opponents: str | Sequence[str] | None, seats: int) -> NDArray[np.int64] | None:
    """Return the levels clockwise from the learner, whose own is not used."""
    if opponents is None:
        return None
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else [*opponents]
    if len(names) != seats - 1 or not set(names) <= LEVELS.keys():
        raise ValueError(f"opponents are {seats - 1} of {', '.join(LEVELS)}, not {', '.join(names)}")
    return np.array([RANDOM, *(LEVELS[name] for name in names)], np.int64)


def make_vec(
    slug: str,
    seats: int,
    n: int,
    seed: int = 1,
    opponents: str | Sequence[str] | None = None,
    options: dict[str, Any] | None = None,
    deck: Deck | None = None,
    compiled: bool | None = None,
    **how: Any,
) -> Vector:
    """Return `n` games stepped at once. `how` goes to `Vector`: observations, masks, dtype, autoreset, threads."""
    return Vector(Setting(slug, seats, options, deck, compiled), n, seed, opponents, **how)
