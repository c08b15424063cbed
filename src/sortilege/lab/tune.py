"""Tuning by self-play: changes of all numbers at once, kept when they win; a last play-off on fresh seeds decides."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from sortilege.bots.search import WAYS
from sortilege.games import load
from sortilege.lab.rung import Z95, Played, Rung, Share, share_of
from sortilege.lab.trial import Side, Trial

Given = dict[str, int]  # parameters that differ from the game's own
Play = Callable[[Rung, range], list[Played]]
FIRST_STEP: Final = 0.25  # of a number, or of SMALLEST
SMALLEST: Final = 20
SURE: Final = 1.0  # standard errors by which a change must win
FRESH: Final = 1 << 20  # seeds of the play-off lie here and beyond
CHOICES: Final[dict[str, tuple[int, ...]]] = {
    "policy": (1, 2),
    "horizon": (1, 2),
    "trust": (50, 100, 200),
    "greed": (0, 500, 1000),
}


@dataclass(frozen=True)
class Tuned:
    parameters: Given
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
    search: Rung, taste: Given, candidates: int, blocks: int, play: Play, heard: Callable[[str, float], object]
) -> tuple[Given, Share]:
    """The search's own, in `search.one`: each plays among plain ones, the better half again with twice the blocks."""
    changes = _changes({**WAYS, **load(search.game).ways})
    drawn = Random(search.seed).sample(changes, min(candidates, len(changes)))
    alive = [taste, *(taste | change for change in drawn)]
    done = 0
    while len(alive) > 1:
        numbers = range(done, done + blocks)
        shares = [_share(_with(search, given), numbers, play) for given in alive]
        for given, share in zip(alive, shares, strict=True):
            heard(_text(given), share.mean)
        order = sorted(range(len(alive)), key=lambda i: -shares[i].mean)
        done, blocks = done + len(numbers), 2 * blocks
        alive = [alive[i] for i in order[: (len(alive) + 1) // 2]]
    playoff = _share(_with(search, alive[0]), range(FRESH, FRESH + blocks), play)
    held = playoff.mean - 1 / search.seats > SURE * playoff.margin / Z95
    return (alive[0] if held else taste), playoff


def _share(rung: Rung, numbers: range, play: Play) -> Share:
    """Among copies of itself it wins its part, without playing."""
    return Share(1 / rung.seats, 0.0) if rung.one == rung.others else share_of(play(rung, numbers))


def _with(search: Rung, given: Given) -> Rung:
    return replace(search, one=search.one + (f":{_text(given)}" if given else ""))


def _changes(own: Given) -> list[Given]:
    """One of the ways changed: several at once are seldom better."""
    return [{name: value} for name, choices in CHOICES.items() for value in choices if value != own[name]]


def _text(given: Given) -> str:
    return ",".join(f"{name}={value}" for name, value in given.items())


def tuned_file(command: str, found: Tuned) -> str:
    share = found.playoff
    lines = [
        "# What self-play found: only what differs from the game's own taste and the search's own ways.",
        f'command = "{command}"',
        f"playoff = {[round(share.mean, 4), round(share.margin, 4)] if share else []}  # among untuned, fresh seeds",
        "",
        "[parameters]" + ("" if found.parameters else "  # none held: level 5 is level 4 with more time"),
        *(f"{name} = {value}" for name, value in found.parameters.items()),
    ]
    return "\n".join(lines) + "\n"
