"""Count many random games of one kind. Compiled or plain, the games are the same."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from time import process_time
from typing import Annotated, Any, Final

from sortilege.games import load
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, play_random, rank
from sortilege.kernel.deck import Deck
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import MOST_SEATS, MoveList, State
from sortilege.lab.executors import ALONE, Where

CHUNK: Final = 2000
MOST: Final = 1 << 62  # games and seeds are counted in words of 64 bits
WHOLE: Final = 60  # parts of a win: shared by up to six it stays whole
DECISIONS: Final = 0  # what is counted, and where
ROUNDS: Final = 1
WINS: Final = 2  # by seat
ENDINGS: Final = WINS + MOST_SEATS
TOTALS: Final = ENDINGS + 8


Numbers = Annotated[list[int], "i8"]


@dataclass(frozen=True)
class Report:
    """Hold what was counted."""

    game: str
    seats: int
    games: int
    seed: int
    decisions: int
    cpu_seconds: float
    decisions_per_cpu_second: float
    mean_decisions: float
    mean_rounds: float
    win_share: list[float]
    win_share_margin: list[float]  # of a 95 % interval
    endings: dict[str, int]
    jitted: bool


# In the plain subset, bound to a game.
def count_game(s: State, decisions: int, totals: Numbers) -> None:
    """Add one finished game to the totals."""
    totals[DECISIONS] += decisions
    totals[ROUNDS] += s.round
    best = rank(s, 0)
    sharers = 0
    for seat in range(s.seats):
        mine = rank(s, seat)
        if mine > best:
            best = mine
            sharers = 0
        if mine == best:
            sharers += 1
    for seat in range(s.seats):
        if rank(s, seat) == best:
            totals[WINS + seat] += WHOLE // sharers
    totals[ENDINGS + s.ending] += 1


def run_games(
    states: States, blank: States, out: MoveList, totals: Numbers, seed: int, start_at: int, stop_at: int
) -> None:
    """Play these games and count them."""
    for game in range(start_at, stop_at):
        decisions = play_random(states, blank, out, seed, game)
        count_game(states[0], decisions, totals)


class Bench:
    """Hold a game prepared for mass runs."""

    def __init__(
        self, book: Rulebook, seats: int, options: dict[str, Any], deck: Deck | None, compiled: bool | None
    ) -> None:
        self.book = book
        prepared = book.prepare(seats, options, deck)
        self.loops = bind_game(book, run_games, compiled=compiled)
        self.blank: Any = [prepared]
        self.states: Any = [book.state()]
        self.out: Any = [0] * (book.most_legal + 1)
        self.totals: Any = [0] * TOTALS
        self.compiled: bool = self.loops.compiled
        if self.compiled:
            import numpy as np

            record = record_type(book.state)
            self.blank = np.frombuffer(prepared.to_bytes(), record).copy()
            self.states = np.zeros(1, record)
            self.out = np.zeros(book.most_legal + 1, np.int64)
            self.totals = np.zeros(TOTALS, np.int64)

    def run(self, seed: int, start_at: int, stop_at: int) -> None:
        """Play these games."""
        self.loops.run_games(self.states, self.blank, self.out, self.totals, seed, start_at, stop_at)


@dataclass(frozen=True)
class Run:
    """Describe games that are counted together."""

    slug: str
    seats: int
    seed: int
    options: dict[str, Any]
    deck: Deck | None
    compiled: bool | None


def count_some(run: Run, games: range) -> tuple[int, list[int], float, bool]:
    """Return the number of games, what is counted over them, the CPU seconds they took, and whether compiled."""
    bench = Bench(load(run.slug), run.seats, run.options, run.deck, run.compiled)
    started = process_time()
    bench.run(run.seed, games.start, games.stop)
    return len(games), [int(n) for n in bench.totals], process_time() - started, bench.compiled


def simulate(
    slug: str,
    seats: int,
    games: int,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    deck: Deck | None = None,
    compiled: bool | None = None,
    step: Callable[[int], None] | None = None,
    where: Where = ALONE,
) -> Report:
    """Count random games. `step` is called with the number of games done since the last call."""
    if games < 1:
        raise Refusal("count/bad", what="--games", value=games, least=1)
    for name, value, least in (("--games", games, 1), ("--seed", seed, 0)):
        if not least <= value < MOST:
            raise Refusal("option/bad_value", option=name, value=value, allowed=f"{least}-{MOST - 1}")
    book = load(slug)
    book.prepare(seats, options or {}, deck)
    count = partial(count_some, Run(slug, seats, seed, options or {}, deck, compiled))
    parts = (range(n, min(n + CHUNK, games)) for n in range(0, games, CHUNK))
    totals, seconds, jitted = [0] * TOTALS, 0.0, True
    for played, counted, took, fast in where.each(count, parts):
        totals = [a + b for a, b in zip(totals, counted, strict=True)]
        seconds += took
        jitted = jitted and fast
        if step:
            step(played)
    return _report(book, seats, games, seed, totals, seconds, jitted)


def _report(
    book: Rulebook, seats: int, games: int, seed: int, totals: list[int], seconds: float, jitted: bool
) -> Report:
    decisions, rounds = totals[DECISIONS], totals[ROUNDS]
    shares = [won / WHOLE / games for won in totals[WINS : WINS + seats]]
    endings = dict(zip(book.endings[1:], totals[ENDINGS + 1 :], strict=False))
    return Report(
        game=book.slug,
        seats=seats,
        games=games,
        seed=seed,
        decisions=decisions,
        cpu_seconds=round(seconds, 3),
        decisions_per_cpu_second=round(decisions / max(seconds, 1e-9)),
        mean_decisions=round(decisions / games, 2),
        mean_rounds=round(rounds / games, 3),
        win_share=[round(share, 4) for share in shares],
        win_share_margin=[round(1.96 * sqrt(share * (1 - share) / games), 4) for share in shares],
        endings=endings,
        jitted=jitted,
    )
