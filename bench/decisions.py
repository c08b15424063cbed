"""Measure what single decisions are worth: finer than games won, where luck weighs much.

python bench/decisions.py SLUG greedy|expert DECISIONS[@GAME] WORLDS BOT...

Decisions of an expert among three such others are kept, from game number GAME on. Every BOT decides. Its choice is
played on to the end of the game in WORLDS imagined worlds, by full experts, and counts what it wins more than the
expert's move: the mean in ten-thousandths of a win with its 95 % interval, the difference to the first BOT, how often
it left the expert's move, and its time.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import count, islice
from random import Random
from time import process_time
from typing import Any, Final

from rich.progress import track

import sortilege
from sortilege.bots import BOTS, read_bot
from sortilege.bots.budgeted_search import Question, Thought
from sortilege.bots.compiled_search import ROOTS, prepare
from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.games import load
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.views import View
from sortilege.lab.blocks import mean

SEATS: Final = 4
ONE_IN: Final = 8  # one decision in so many is kept
JUDGE: Final = 1_000_000_000  # seeds of the worlds that a choice is judged in: other ones than it was made in

Decision = tuple[View, list[str]]


def decisions(slug: str, others: str, first: int) -> Iterator[Decision]:
    for number in count(first):
        random = Random(number)
        for decision in turns_of_one(slug, others, number):
            if random.randrange(ONE_IN) == 0:
                yield decision


def turns_of_one(slug: str, others: str, number: int) -> Iterator[tuple[View, list[str]]]:
    """Yield what an expert is asked among the others; it sits in another seat in each game."""
    game = sortilege.new(slug, SEATS, sha256(f"decisions {slug} {number}".encode()).digest())
    while not game.over:
        seat = game.pending[0]
        view, legal = game.view(seat), game.legal(seat)
        mine = seat == number % SEATS
        if mine and len(legal) > 1:
            yield view, legal
        game.play(seat, BOTS["expert" if mine else others].choose(view, legal, game.played))


def chosen_by(bot: str, slug: str, kept: list[Decision]) -> list[str]:
    player = read_bot(load(slug), bot)
    shown = track(kept, description=bot)
    return [player.choose(view, legal, number) for number, (view, legal) in enumerate(shown)]


def worth_of(decision: Decision, texts: list[str], others: str, worlds: int, seed: int, judge: Any) -> dict[str, float]:
    """Return what each of these moves wins more than the first."""
    view, legal = decision
    if len(texts) == 1:
        return {texts[0]: 0.0}
    book = load(view["game"])
    search_parameters = (
        SEARCH_PARAMETERS
        | book.search_parameters
        | {"horizon": 0, "turns": 0, "greed": 1000 if others == "greedy" else 0}
    )
    moves = {text: move for text in legal if (move := book.moves.read(text)) is not None}
    expert_parameters = [*book.expert_parameters.values()]
    q = Question(
        book,
        book.recall(view),
        view.audience,
        [*moves.values()],
        expert_parameters,
        [*search_parameters.values()],
        seed,
    )
    thought = Thought(q, (judge, True))
    thought.try_worlds([moves[text] for text in texts], worlds)
    return {text: thought.weighed(moves[text]).better for text in texts}


def told(values: list[float]) -> str:
    share = mean(values)
    return f"{share.mean:.1f} ± {share.margin:.1f}"


def main() -> None:
    slug, others, which, worlds, *bots = sys.argv[1:]
    n, _, start = which.partition("@")
    book, begun = load(slug), int(start or 0)
    prepare(book)
    kept = [*islice(decisions(slug, others, begun), int(n))]
    choices, spent = [chosen_by("expert", slug, kept)], []
    for bot in bots:
        since = process_time()
        choices.append(chosen_by(bot, slug, kept))
        spent.append((process_time() - since) / len(kept))
    judge = bind_game(replace(book, playout_move=book.expert), *ROOTS, compiled=True)
    worth = [
        worth_of(decision, [*dict.fromkeys(texts)], others, int(worlds), JUDGE + begun + i, judge)
        for i, (decision, *texts) in enumerate(track([*zip(kept, *choices, strict=True)], description="to the end"))
    ]
    gains = [[of[text] for of, text in zip(worth, texts, strict=True)] for texts in choices]
    for bot, texts, mine, seconds in zip(bots, choices[1:], gains[1:], spent, strict=True):
        beside = told([a - b for a, b in zip(mine, gains[1], strict=True)])
        left = sum(a != b for a, b in zip(texts, choices[0], strict=True)) / len(kept)
        print(f"{bot}: {told(mine)}; beside the first {beside}; left {left:.0%}; {1000 * seconds:.0f} ms")


if __name__ == "__main__":
    main()
