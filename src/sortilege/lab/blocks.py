"""Play blocks: one seed, one bot among copies of another, all seat rotations."""

from dataclasses import asdict, dataclass
from hashlib import sha256
from math import sqrt
from typing import Any, Final

import sortilege
from sortilege.bots import read_bot
from sortilege.bots.compiled_search import prepare
from sortilege.games import load

Z95: Final = 1.96
UNSURE: Final = 1.0  # the standard error of a share of which one block is known: anything is possible


@dataclass(frozen=True)
class Rung:
    """Name one bot, the others, and their game."""

    game: str
    seats: int
    seed: int
    one: str  # a bot as `read_bot` reads it: `search@400`
    others: str

    def facts(self) -> dict[str, Any]:
        """Return the rung with every parameter of both bots, to be played again."""
        return asdict(self) | {"players": players(self.game, self.one, self.others)}


@dataclass(frozen=True)
class Played:
    """Hold a block: for each rotation which bot sat where, and the places."""

    number: int
    names: list[list[str]]
    places: list[list[int]]

    @property
    def share(self) -> float:
        """Return the share of wins of the bot whose seat was rotated."""
        won = 0.0
        for at, places in enumerate(self.places):
            won += (places[at] == 1) / places.count(1)
        return won / len(self.places)


@dataclass(frozen=True)
class Share:
    """Hold a share of wins and its margin."""

    mean: float
    margin: float  # of a 95 % interval, from block means

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval."""
        return max(0.0, self.mean - self.margin), min(1.0, self.mean + self.margin)


def players(game: str, *names: str) -> dict[str, Any]:
    """Return bots with every parameter, as they are stored with their results."""
    book = load(game)
    return {name: read_bot(book, name).facts(book) for name in names}


def play_block(rung: Rung, number: int) -> Played:
    """Play one block. A bot among copies of itself wins exactly its share."""
    names = [[rung.one if seat == at else rung.others for seat in range(rung.seats)] for at in range(rung.seats)]
    return Played(number, names, [_places(rung, number, seated) for seated in names])


def play_compiled(rung: Rung, number: int) -> Played:
    """Play a block, once this process has compiled the game."""
    prepare(load(rung.game))
    return play_block(rung, number)


def _places(rung: Rung, number: int, names: list[str]) -> list[int]:
    key = f"{rung.game} {rung.seats} {rung.seed} {number}"
    game = sortilege.new(rung.game, rung.seats, sha256(key.encode()).digest())
    bots = [read_bot(game.book, name) for name in names]
    while not game.over:
        seat = game.pending[0]
        chance = int.from_bytes(sha256(f"{key} {seat} {game.played}".encode()).digest()[:8], "big")
        game.play(seat, bots[seat].choose(game.view(seat), game.legal(seat), chance))
    assert game.result is not None
    return game.result.places


def share_of(blocks: list[Played]) -> Share:
    """Return the mean share of some blocks."""
    return mean([block.share for block in blocks])


def mean(values: list[float]) -> Share:
    """Return the mean of some values, and its margin."""
    middle = sum(values) / len(values)
    if len(values) == 1:
        return Share(round(middle, 5), Z95 * UNSURE)
    spread = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return Share(round(middle, 5), round(Z95 * sqrt(spread / len(values)), 5))
