"""Rate all levels: each plays among those below it; ratings follow from the orders in which they finished."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.resources import files
from math import log10
from random import Random
from typing import Final

from sortilege.games import load, package_of
from sortilege.lab.blocks import Played, Rung

PAIRS: Final = (
    ("novice", "random"),
    ("greedy", "novice"),
    ("expert", "greedy"),
    ("search", "expert"),
    ("tuned", "search"),
    ("search", "greedy"),
    ("tuned", "expert"),
)
RESAMPLES: Final = 100
ROUNDS: Final = 60  # of fitting: enough for six players
TINY: Final = 1e-4


@dataclass(frozen=True)
class Measure:
    """Say how much is played for one game's ladder: `data/ladder.toml` in its folder, or as here."""

    tuned: int  # iterations of level 5; those of level 4 stand in the rulebook: it has no more at a table
    blocks: tuple[int, ...] = (30, 30, 30, 60, 60, 30, 30)  # of each of PAIRS
    seed: int = 2026


def measure_of(slug: str) -> Measure:
    """Read `data/ladder.toml` of a game: more blocks where luck weighs more, fewer where playouts cost more."""
    file = files(package_of(slug)).joinpath("data/ladder.toml")
    facts = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    tuned = facts.get("tuned", 4 * load(slug).search_iterations)
    return replace(Measure(tuned), **facts | {"blocks": tuple(facts.get("blocks", Measure.blocks))})


@dataclass(frozen=True)
class Rating:
    """Hold a bot's rating."""

    bot: str
    points: float  # 400 points: ten times as strong; the weakest has none
    low: float  # of a 95 % interval, by drawing blocks anew
    high: float


def rungs(slug: str, seats: int, seed: int, budgets: dict[str, str]) -> list[Rung]:
    """Return the rungs of a ladder. `budgets` by name: `{"search": "200"}` makes it `search@200`."""

    def named(name: str) -> str:
        return f"{name}@{budgets[name]}" if name in budgets else name

    return [Rung(slug, seats, seed, named(one), named(others)) for one, others in PAIRS]


# --------------------------------------------------------------------------------------------------------- ratings
def ratings(blocks: list[list[Played]]) -> list[Rating]:
    """Rate bots by Plackett-Luce on the orders, `blocks` by rung; intervals come from blocks drawn with replacement."""
    whole = _points(_orders(block for rung in blocks for block in rung))
    random, drawn = Random(1), []
    for _ in range(RESAMPLES):
        again = [random.choice(rung) for rung in blocks for _ in rung]
        drawn.append(_points(_orders(again)))
    found = []
    for bot, points in sorted(whole.items(), key=lambda pair: pair[1]):
        values = sorted(sample[bot] for sample in drawn if bot in sample)
        found.append(Rating(bot, points, values[int(0.025 * len(values))], values[int(0.975 * len(values))]))
    return found


Order = tuple[tuple[str, ...], ...]  # best first; who shares a place stands together


def _orders(blocks: Iterable[Played]) -> dict[Order, int]:
    """Count how often each order came."""
    found: dict[Order, int] = {}
    for block in blocks:
        for names, places in zip(block.names, block.places, strict=True):
            tiers = (
                tuple(n for n, p in zip(names, places, strict=True) if p == place) for place in sorted(set(places))
            )
            order = tuple(tuple(sorted(tier)) for tier in tiers)
            found[order] = found.get(order, 0) + 1
    return found


def _points(orders: dict[Order, int]) -> dict[str, float]:
    """Compute strengths by Hunter's iteration, as points above the weakest; every bot has won and lost a little."""
    stages: dict[tuple[str, ...], float] = {}
    wins: dict[str, float] = {}
    for order, times in orders.items():
        left = [name for tier in order for name in tier]
        for tier in order[:-1]:
            for name in tier:
                wins[name] = wins.get(name, 0.0) + times
                stages[tuple(sorted(left))] = stages.get(tuple(sorted(left)), 0.0) + times
            for name in tier:
                left.remove(name)
    names = sorted({name for order in orders for tier in order for name in tier})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        shares = dict.fromkeys(names, 2 * TINY)
        for still_in, chosen in stages.items():
            total = sum(strength[name] for name in still_in)
            for name in still_in:
                shares[name] += chosen / total
        strength = {name: (wins.get(name, 0.0) + TINY) / shares[name] for name in names}
        scale = len(names) / sum(strength.values())
        strength = {name: value * scale for name, value in strength.items()}
    weakest = min(strength.values())
    return {name: 400 * log10(value / weakest) for name, value in strength.items()}
