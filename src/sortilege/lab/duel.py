"""Measure two players against each other: blocks of one seed and all seat rotations, both directions."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import log
from typing import Any

from sortilege.games import load
from sortilege.kernel.refusal import Refusal
from sortilege.lab import blocks as rung
from sortilege.lab.blocks import Z95, Rung, Share, mean
from sortilege.lab.executors import HERE, Where

WORTH_COMPILING = 20  # blocks; a search compiles in any case


@dataclass(frozen=True)
class Question:
    """Name the two players and the game they are measured in."""

    game: str
    a: str  # a bot as `read_bot` reads it: `search@400`
    b: str
    seats: int
    seed: int


@dataclass(frozen=True)
class Block:
    """Hold the share of wins of the one among the others, over all rotations of one seed."""

    number: int
    a_among_b: float
    b_among_a: float


@dataclass(frozen=True)
class Verdict:
    """Hold the result of a duel."""

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
    """Play a block in both directions."""
    return Block(number, *(rung.play_block(direction, number).share for direction in _directions(question)))


def play_compiled(question: Question, number: int) -> Block:
    """Play a block in both directions, once this process has compiled the game."""
    return Block(number, *(rung.play_compiled(direction, number).share for direction in _directions(question)))


def _directions(question: Question) -> list[Rung]:
    """Return one A among Bs, and one B among As."""
    asked = (question.game, question.seats, question.seed)
    return [Rung(*asked, question.a, question.b), Rung(*asked, question.b, question.a)]


def duel(question: Question, numbers: range, go_on: Callable[[Block], bool], where: Where = HERE) -> None:
    """Play the blocks in order; after each, `go_on` decides whether to continue."""
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
    """Return both bots with every parameter, as they are stored with their results."""
    return rung.players(question.game, question.a, question.b)


def verdict(question: Question, blocks: list[Block]) -> Verdict:
    """Sum up the blocks."""
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


def sprt(blocks: list[Block], low: float, high: float, error: float = 0.05) -> str:
    """Run Wald's sequential test of a share of `low` against `high`, by block means: "low", "high", or "" to go on."""
    if len(blocks) < 20:
        return ""
    share = mean([block.a_among_b for block in blocks])
    variance = max((share.margin / Z95) ** 2 * len(blocks), 1e-6)
    evidence = len(blocks) * (high - low) * (share.mean - (high + low) / 2) / variance
    bound = log((1 - error) / error)
    return "high" if evidence > bound else "low" if evidence < -bound else ""
