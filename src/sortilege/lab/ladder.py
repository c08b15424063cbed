"""The ladder: each level among those below it, and ratings of all of them from the orders in which they finished."""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from math import log10
from random import Random
from typing import Any, Final

from sortilege.bots import read_bot
from sortilege.bots.compiling import prepare
from sortilege.games import load
from sortilege.lab.duel import Question, Share, mean, play_game
from sortilege.lab.where import HERE, Where

PAIRS: Final = (
    ("novice", "random"),
    ("greedy", "random"),
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
class Rung:
    """One player among copies of another: all rotations of one seed are a block."""

    game: str
    seats: int
    seed: int
    one: str
    others: str

    def facts(self) -> dict[str, Any]:
        """With every parameter of both, to be played again."""
        book = load(self.game)
        return asdict(self) | {"players": {name: read_bot(book, name).facts(book) for name in (self.one, self.others)}}


@dataclass(frozen=True)
class Played:
    """A block: for each rotation who sat where, and the places."""

    number: int
    names: list[list[str]]
    places: list[list[int]]

    def share(self, one: str) -> float:
        """Of the wins, for the one whose seat was turned."""
        won = 0.0
        for at, places in enumerate(self.places):
            won += (places[at] == 1) / places.count(1)
        return won / len(self.places)


@dataclass(frozen=True)
class Rating:
    bot: str
    points: float  # 400 points: ten times as strong; the weakest has none
    low: float  # of a 95 % interval, by drawing blocks anew
    high: float


def rungs(slug: str, seats: int, seed: int, budgets: dict[str, str]) -> list[Rung]:
    """`budgets` by name: `{"search": "200"}` makes it `search@200`."""

    def named(name: str) -> str:
        return f"{name}@{budgets[name]}" if name in budgets else name

    return [Rung(slug, seats, seed, named(one), named(others)) for one, others in PAIRS]


def play_rung(rung: Rung, number: int) -> Played:
    prepare(load(rung.game))
    question = Question(rung.game, rung.one, rung.others, rung.seats, rung.seed)
    names = [[rung.one if seat == at else rung.others for seat in range(rung.seats)] for at in range(rung.seats)]
    places = []
    for seated in names:
        result = play_game(question, number, seated).result
        assert result is not None
        places.append(result.places)
    return Played(number, names, places)


def climb(rung: Rung, numbers: range, heard: Callable[[Played], None], where: Where = HERE) -> None:
    with closing(where.each(partial(play_rung, rung), numbers)) as blocks:
        for block in blocks:
            heard(block)


def share_of(rung: Rung, blocks: list[Played]) -> Share:
    return mean([block.share(rung.one) for block in blocks])


# --------------------------------------------------------------------------------------------------------- ratings
def ratings(blocks: list[list[Played]]) -> list[Rating]:
    """`blocks` by rung. Plackett-Luce on the orders; the interval comes from blocks drawn again with replacement."""
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
    """How often each order came."""
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
    """Strengths by Hunter's iteration, as points above the weakest; everyone has won and lost a little."""
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
