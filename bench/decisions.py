"""What single decisions are worth: a finer yardstick than games won, where luck weighs much.

python bench/decisions.py SLUG greedy|expert DECISIONS WORLDS BOT...

Decisions of an expert among three such others are kept. Each of its moves is played on to the end of the game in WORLDS
imagined worlds. Then every BOT decides, and is given what its move wins more than the expert's there: the mean in
ten-thousandths of a win with its 95 % interval, the difference to the first BOT, how often it left
the expert's move, and its time.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count, islice
from random import Random
from time import process_time
from typing import Final

from rich.progress import track

import sortilege
from sortilege.bots import BOTS, read_bot
from sortilege.bots.compiling import prepare, search_of
from sortilege.bots.search import WAYS
from sortilege.bots.thinking import Question, Thought
from sortilege.games import load
from sortilege.kernel.views import View
from sortilege.lab.rung import mean

SEATS: Final = 4
ONE_IN: Final = 20  # one decision in so many is kept
FIRST_LOOK: Final = 8  # part of the worlds, after which hopeless moves are dropped
HOPELESS: Final = -200.0  # and four standard errors besides
WORTH_OF_HOPELESS: Final = -500.0


@dataclass(frozen=True)
class Decision:
    view: View
    legal: list[str]
    worth: dict[str, float]  # of each move that is not hopeless, more than the expert's


def decisions(slug: str, others: str, worlds: int) -> Iterator[Decision]:
    for number in count():
        random = Random(number)
        for view, legal in turns_of_one(slug, others, number):
            if random.randrange(ONE_IN) == 0:
                yield Decision(view, legal, worth_of_moves(view, legal, others, worlds, number))


def turns_of_one(slug: str, others: str, number: int) -> Iterator[tuple[View, list[str]]]:
    """What an expert is asked among the others; it sits in another seat in each game."""
    game = sortilege.new(slug, SEATS, sha256(f"decisions {slug} {number}".encode()).digest())
    while not game.over:
        seat = game.pending[0]
        view, legal = game.view(seat), game.legal(seat)
        mine = seat == number % SEATS
        if mine and len(legal) > 1:
            yield view, legal
        game.play(seat, BOTS["expert" if mine else others].choose(view, legal, game.played))


def worth_of_moves(view: View, legal: list[str], others: str, worlds: int, seed: int) -> dict[str, float]:
    book = load(view["game"])
    ways = WAYS | book.ways | {"horizon": 0, "turns": 0, "greed": 1000 if others == "greedy" else 0}
    read = {move: text for text in legal if (move := book.moves.read(text)) is not None}
    q = Question(book, book.recall(view), view.audience, list(read), [*book.taste.values()], [*ways.values()], seed)
    thought = Thought(q, search_of(book, waits=True))
    first = thought.expert_move()
    moves = [first, *(move for move in q.moves if move != first)]
    thought.try_worlds(moves, max(1, worlds // FIRST_LOOK))
    seen = [thought.weighed(move) for move in moves[1:]]
    alive = [first, *(found.move for found in seen if found.better > HOPELESS - 4 * found.error)]
    thought.kept.clear()
    thought.try_worlds(alive, worlds)
    return {read[move]: thought.weighed(move).better for move in alive}


def gains(bot: str, slug: str, kept: list[Decision]) -> list[float]:
    player, found = read_bot(load(slug), bot), []
    for number, decision in enumerate(track(kept, description=bot)):
        move = player.choose(decision.view, decision.legal, number)
        found.append(decision.worth.get(move, WORTH_OF_HOPELESS))
    return found


def told(values: list[float]) -> str:
    share = mean(values)
    return f"{share.mean:.1f} ± {share.margin:.1f}"


def main() -> None:
    slug, others, n, worlds, *bots = sys.argv[1:]
    prepare(load(slug))
    found = islice(decisions(slug, others, int(worlds)), int(n))
    kept = list(track(found, description="to the end", total=int(n)))
    first: list[float] = []
    for bot in bots:
        begun = process_time()
        mine = gains(bot, slug, kept)
        spent = (process_time() - begun) / len(kept)
        first = first or mine
        beside = told([a - b for a, b in zip(mine, first, strict=True)])
        left = sum(gain != 0 for gain in mine) / len(mine)
        print(f"{bot}: {told(mine)}; beside the first {beside}; left {left:.0%}; {1000 * spent:.0f} ms")


if __name__ == "__main__":
    main()
