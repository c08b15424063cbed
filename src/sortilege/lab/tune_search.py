"""Tune the search by self-play: one parameter at a time, with the tuned expert; a play-off on fresh seeds decides."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.games import load
from sortilege.lab.blocks import Played, Rung, Share, share_of
from sortilege.lab.tune_expert import FRESH, Given, wins

Play = Callable[[Rung, range], list[Played]]
CHOICES: Final[dict[str, tuple[int, ...]]] = {
    "policy": (1, 2),
    "wander": (0, 100),
    "horizon": (1, 2),
    "trust": (50, 100, 200),
    "greed": (0, 300, 500, 1000),
    "margin": (0, 200, 500),
}


@dataclass(frozen=True)
class Tuned:
    """Hold what tuning found."""

    parameters: Given
    expert: Share | None  # with these parameters among the game's own experts, on fresh seeds
    playoff: Share | None  # of the tuned search among untuned ones, on fresh seeds


def tune_search(
    search: Rung,
    expert_parameters: Given,
    changes: list[Given],
    blocks: int,
    play: Play,
    heard: Callable[[str, float], object],
) -> tuple[Given, Share]:
    """Return the best changes to `search.one`, and the play-off.

    Each change plays among experts, which is cheap; the better half plays again with twice the blocks; the best one
    plays off among the plain searches. Without changes the expert's parameters alone play off.
    """
    alive = [expert_parameters, *(expert_parameters | change for change in changes)]
    done = 0
    while len(alive) > 1:
        numbers = range(done, done + blocks)
        shares = [share_of(play(replace(_with(search, given), others="expert"), numbers)) for given in alive]
        for given, share in zip(alive, shares, strict=True):
            heard(text_of(given), share.mean)
        order = sorted(range(len(alive)), key=lambda i: -shares[i].mean)
        done, blocks = done + len(numbers), 2 * blocks
        alive = [alive[i] for i in order[: (len(alive) + 1) // 2]]
    playoff = _share(_with(search, alive[0]), range(FRESH, FRESH + blocks), play)
    return (alive[0] if wins(playoff, search.seats) else expert_parameters), playoff


def drawn_changes(slug: str, seed: int, candidates: int) -> list[Given]:
    """Draw so many changes, each of one search parameter: several at once are seldom better."""
    own = {**SEARCH_PARAMETERS, **load(slug).search_parameters}
    changes = [{name: value} for name, choices in CHOICES.items() for value in choices if value != own[name]]
    return Random(seed).sample(changes, min(candidates, len(changes)))


def _share(rung: Rung, numbers: range, play: Play) -> Share:
    """Return the share of wins; a search among copies of itself wins its part, without playing."""
    return Share(1 / rung.seats, 0.0) if rung.one == rung.others else share_of(play(rung, numbers))


def _with(search: Rung, given: Given) -> Rung:
    return replace(search, one=search.one + (f":{text_of(given)}" if given else ""))


def text_of(given: Given) -> str:
    """Write parameters as a bot's name takes them."""
    return ",".join(f"{name}={value}" for name, value in given.items())


def tuned_file(command: str, found: Tuned) -> str:
    """Write the file `tuned.toml`."""
    lines = [
        "# What self-play found: only what differs from the game's own parameters.",
        "# Shares of wins, and the margin of 95 %, come from fresh seeds.",
        f'command = "{command}"',
        f"expert = {_numbers(found.expert)}  # with these parameters among the game's own",
        f"playoff = {_numbers(found.playoff)}  # of the search with all of it among untuned ones",
        "",
        "[parameters]" + ("" if found.parameters else "  # none held: level 5 is level 4 with more time"),
        *(f"{name} = {value}" for name, value in found.parameters.items()),
    ]
    return "\n".join(lines) + "\n"


def _numbers(share: Share | None) -> list[float]:
    return [round(share.mean, 4), round(share.margin, 4)] if share else []
