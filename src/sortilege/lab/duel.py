"""Two players measured against each other: blocks of one seed and all seat rotations, both directions."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import log, sqrt
from typing import Any

import sortilege
from sortilege.bots import read_bot
from sortilege.bots.compiling import prepare
from sortilege.games import load
from sortilege.kernel.errors import Refusal
from sortilege.kernel.game import Game
from sortilege.lab.where import HERE, Where

Z95 = 1.96
WORTH_COMPILING = 20  # blocks; a search compiles in any case


@dataclass(frozen=True)
class Question:
    game: str
    a: str  # a bot as `read_bot` reads it: `search@400`
    b: str
    seats: int
    seed: int


@dataclass(frozen=True)
class Block:
    """Share of the wins of the one among others, over all rotations of one seed."""

    number: int
    a_among_b: float
    b_among_a: float


@dataclass(frozen=True)
class Share:
    mean: float
    margin: float  # of a 95 % interval, from block means

    @property
    def interval(self) -> tuple[float, float]:
        return self.mean - self.margin, self.mean + self.margin


@dataclass(frozen=True)
class Verdict:
    game: str
    a: str
    b: str
    seats: int
    seed: int
    blocks: int
    games: int
    players: dict[str, Any]
    parity: float
    a_among_b: Share
    b_among_a: Share


def play_block(question: Question, number: int) -> Block:
    """A against copies of itself wins exactly its parity: chance hangs on block and seat, not on who sits there."""
    one, other = question.a, question.b
    return Block(number, _share(question, number, one, other), _share(question, number, other, one))


def play_compiled(question: Question, number: int) -> Block:
    """The same, once this process has compiled the game."""
    prepare(load(question.game))
    return play_block(question, number)


def _share(question: Question, number: int, one: str, others: str) -> float:
    won = 0.0
    for at in range(question.seats):
        names = [one if seat == at else others for seat in range(question.seats)]
        result = play_game(question, number, names).result
        assert result is not None
        won += (at in result.winners) / len(result.winners)
    return won / question.seats


def play_game(question: Question, number: int, names: list[str]) -> Game:
    key = f"{question.game} {question.seats} {question.seed} {number}"
    game = sortilege.new(question.game, question.seats, sha256(key.encode()).digest())
    bots = [read_bot(game.book, name) for name in names]
    while not game.over:
        seat = game.pending[0]
        chance = int.from_bytes(sha256(f"{key} {seat} {len(game.moves)}".encode()).digest()[:8], "big")
        game.play(seat, bots[seat].choose(game.view(seat), game.legal(seat), chance))
    return game


def duel(question: Question, numbers: range, go_on: Callable[[Block], bool], where: Where = HERE) -> None:
    """Play the blocks; `go_on` hears of each, in order, and may end it."""
    _check(question)
    play = play_compiled if len(numbers) >= WORTH_COMPILING else play_block
    with closing(where.each(partial(play, question), numbers)) as blocks:
        for block in blocks:
            if not go_on(block):
                return


def _check(question: Question) -> None:
    players(question)
    load(question.game).prepare(question.seats, {}, None)


def players(question: Question) -> dict[str, Any]:
    """Both bots with every parameter, as they are stored with what they did."""
    book = load(question.game)
    return {name: read_bot(book, name).facts(book) for name in (question.a, question.b)}


def verdict(question: Question, blocks: list[Block]) -> Verdict:
    if not blocks:
        raise Refusal("count/bad", what="--blocks", value=0, least=1)
    return Verdict(
        game=question.game,
        a=question.a,
        b=question.b,
        seats=question.seats,
        seed=question.seed,
        blocks=len(blocks),
        players=players(question),
        games=2 * question.seats * len(blocks),
        parity=1 / question.seats,
        a_among_b=mean([block.a_among_b for block in blocks]),
        b_among_a=mean([block.b_among_a for block in blocks]),
    )


def mean(values: list[float]) -> Share:
    middle = sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    return Share(round(middle, 5), round(Z95 * sqrt(spread / len(values)), 5))


def sprt(blocks: list[Block], low: float, high: float, error: float = 0.05) -> str:
    """Wald's sequential test of a share of `low` against `high`, by block means: "low", "high", or "" to go on."""
    if len(blocks) < 20:
        return ""
    share = mean([block.a_among_b for block in blocks])
    variance = max((share.margin / Z95) ** 2 * len(blocks), 1e-6)
    evidence = len(blocks) * (high - low) * (share.mean - (high + low) / 2) / variance
    bound = log((1 - error) / error)
    return "high" if evidence > bound else "low" if evidence < -bound else ""
