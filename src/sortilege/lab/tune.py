"""Tuning by self-play: changes of all numbers at once, kept when they win; a last play-off on fresh seeds decides."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from sortilege.bots.search import WAYS
from sortilege.games import load
from sortilege.lab.duel import Question, Share, mean, play_game
from sortilege.lab.trial import Side, Trial
from sortilege.lab.where import HERE, Where

FIRST_STEP: Final = 0.25  # of a number, or of SMALLEST
SMALLEST: Final = 20
SURE: Final = 1.0  # standard errors by which a change must win
FRESH: Final = 1 << 20  # seeds of the play-off lie here and beyond
CHOICES: Final[dict[str, tuple[int, ...]]] = {
    "policy": (1, 2),
    "wander": (0, 50, 150),
    "horizon": (1, 2, 0),
    "trust": (0, 30, 60, 100, 150),
}


@dataclass(frozen=True)
class Tuned:
    parameters: dict[str, int]  # only what differs from the game's own
    trials: int
    playoff: Share | None  # of the tuned search among untuned ones, on fresh seeds


def tune_taste(
    slug: str, seats: int, seed: int, trials: int, blocks: int, heard: Callable[[int, float], None]
) -> dict[str, int]:
    """The expert's numbers: each proposal plays among copies of the best so far."""
    book, random = load(slug), Random(seed)
    best = dict(book.taste)
    trial = Trial(slug, seats) if best else None
    for number in range(trials if trial else 0):
        assert trial is not None
        step = FIRST_STEP * (1 - number / (2 * trials))
        proposal = {
            name: value + round(random.gauss(0, step) * max(SMALLEST, abs(value))) for name, value in best.items()
        }
        proposal = {name: max(0, value) if best[name] >= 0 else value for name, value in proposal.items()}
        blocks_here = range(number * blocks, (number + 1) * blocks)
        share, error = trial.share(Side("expert", proposal), Side("expert", best), seed, blocks_here)
        won = share - 1 / seats > SURE * error
        best = proposal if won else best
        heard(number, share)
    if trial and not _holds(trial, best, seats, seed, max(200, 2 * blocks)):
        return {}
    return {name: value for name, value in best.items() if value != book.taste[name]}


def _holds(trial: Trial, best: dict[str, int], seats: int, seed: int, blocks: int) -> bool:
    """On fresh seeds, among the game's own experts."""
    share, error = trial.share(Side("expert", best), Side("expert", {}), seed, range(FRESH, FRESH + blocks))
    return share - 1 / seats > SURE * error


def tune_ways(
    slug: str,
    seats: int,
    seed: int,
    taste: dict[str, int],
    candidates: int,
    blocks: int,
    budget: int,
    where: Where = HERE,
    heard: Callable[[str, float], None] = lambda name, share: None,
) -> tuple[dict[str, int], Share]:
    """The search's own: candidates play among plain searches, the better half again with twice the blocks."""
    random = Random(seed)
    alive = [taste, *(taste | _proposal(random) for _ in range(candidates))]
    done = 0
    while True:
        numbers = range(done, done + blocks)
        shares = [_share(slug, seats, seed, given, budget, numbers, where) for given in alive]
        for given, share in zip(alive, shares, strict=True):
            heard(_text(given), share.mean)
        order = sorted(range(len(alive)), key=lambda i: -shares[i].mean)
        done, blocks = done + len(numbers), 2 * blocks
        alive = [alive[i] for i in order[: (len(alive) + 1) // 2]]
        if len(alive) == 1:
            return alive[0], _share(slug, seats, seed, alive[0], budget, range(FRESH, FRESH + blocks), where)


def _proposal(random: Random) -> dict[str, int]:
    drawn = {name: random.choice(choices) for name, choices in CHOICES.items()}
    return {name: value for name, value in drawn.items() if value != WAYS[name]}


def _text(given: dict[str, int]) -> str:
    return ",".join(f"{name}={value}" for name, value in given.items())


def _share(slug: str, seats: int, seed: int, given: dict[str, int], budget: int, numbers: range, where: Where) -> Share:
    one, others = f"search@{budget}" + (f":{_text(given)}" if given else ""), f"search@{budget}"
    question = Question(slug, one, others, seats, seed)
    return mean(list(where.each(partial(_block, question), numbers)))


def _block(question: Question, number: int) -> float:
    won = 0.0
    for at in range(question.seats):
        names = [question.a if seat == at else question.b for seat in range(question.seats)]
        result: Any = play_game(question, number, names).result
        won += (at in result.winners) / len(result.winners)
    return won / question.seats


def tuned_file(command: str, found: Tuned) -> str:
    share = found.playoff
    lines = [
        "# What self-play found: only what differs from the game's own taste and the search's own ways.",
        f'command = "{command}"',
        f"playoff = {[round(share.mean, 4), round(share.margin, 4)] if share else []}  # among untuned, fresh seeds",
        "",
        "[parameters]",
        *(f"{name} = {value}" for name, value in found.parameters.items()),
    ]
    return "\n".join(lines) + "\n"
