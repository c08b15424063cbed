"""Tune the expert's parameters by self-play: evolve all of them at once, thousands of compiled games a second."""

from collections.abc import Callable
from math import log
from random import Random
from typing import Final

from sortilege.games import load
from sortilege.lab.blocks import Z95, Share
from sortilege.lab.parameter_trials import Side, Trial

Given = dict[str, int]  # parameters that differ from the game's own
Point = dict[str, float]
Attempt = Callable[[Given, range], Share]  # the share of such an expert among the game's own
PROPOSALS: Final = 12  # of a generation: six and their opposites
FIRST_STEP: Final = 0.3  # of a number, or of SMALLEST; the last step is a fifth of it
SHORTENED: Final = 0.8
SMALLEST: Final = 20
NOT_TUNED: Final = frozenset({"steps", "exact"})  # they set how long an expert thinks
SURE: Final = 1.0  # standard errors by which a change must win
FRESH: Final = 1 << 20  # seeds of the play-off lie here and beyond
FRESH_BLOCKS: Final = 20  # times the blocks of a proposal


def tune_expert(
    slug: str, seats: int, seed: int, generations: int, blocks: int, attempt: Attempt, heard: Callable[[], object]
) -> tuple[Given, Share | None]:
    """Move a middle among the better half of proposals around it, all playing the same blocks.

    The result is kept if it wins on fresh seeds.
    """
    own = {name: value for name, value in load(slug).expert_parameters.items() if name not in NOT_TUNED}
    if not own or not generations:
        return {}, None
    random, middle = Random(seed), {name: float(value) for name, value in own.items()}
    for number in range(generations):
        around = _proposals(middle, own, FIRST_STEP * (1 - SHORTENED * number / generations), random)
        played = range(number * blocks, (number + 1) * blocks)
        shares = [attempt(_changed(point, own), played).mean for point in around]
        middle = _allowed(_moved([around[i] for i in sorted(range(len(around)), key=lambda i: -shares[i])]), own)
        heard()
    best = _changed(middle, own)
    playoff = attempt(best, range(FRESH, FRESH + FRESH_BLOCKS * blocks))
    return (best if wins(playoff, seats) else {}), playoff


def wins(playoff: Share, seats: int) -> bool:
    """Return whether a play-off was won."""
    return playoff.mean - 1 / seats > SURE * playoff.margin / Z95


def _proposals(middle: Point, own: Given, step: float, random: Random) -> list[Point]:
    found = []
    for _ in range(PROPOSALS // 2):
        away = {name: step * max(SMALLEST, abs(value)) * random.gauss(0, 1) for name, value in own.items()}
        found += [{name: middle[name] + sign * away[name] for name in own} for sign in (1, -1)]
    return found


def _moved(best_first: list[Point]) -> Point:
    """Return the mean of the better half, the best of them weighing most."""
    half = best_first[: len(best_first) // 2]
    weights = [log(len(half) + 0.5) - log(i + 1) for i in range(len(half))]
    summed = {name: sum(w * point[name] for w, point in zip(weights, half, strict=True)) for name in half[0]}
    return {name: value / sum(weights) for name, value in summed.items()}


def _allowed(point: Point, own: Given) -> Point:
    """Keep parameters at 0 or above that are never below 0."""
    return {name: max(0.0, value) if own[name] >= 0 else value for name, value in point.items()}


def _changed(point: Point, own: Given) -> Given:
    whole = {name: round(value) for name, value in _allowed(point, own).items()}
    return {name: value for name, value in whole.items() if value != own[name]}


class Trials:
    """Play experts with other parameters among the game's own; compile when the first of them plays."""

    def __init__(self, slug: str, seats: int, seed: int) -> None:
        self.slug, self.seats, self.seed = slug, seats, seed
        self.trial: Trial | None = None

    def __call__(self, given: Given, numbers: range) -> Share:
        self.trial = self.trial or Trial(self.slug, self.seats)
        share, error = self.trial.share(Side("expert", given), Side("expert", {}), self.seed, numbers)
        return Share(round(share, 5), round(Z95 * error, 5))
