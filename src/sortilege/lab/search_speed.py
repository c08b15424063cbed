"""Measure how fast a search thinks: iterations per CPU-second, playouts by chance, in one game."""

from random import Random
from time import process_time
from typing import Final

from sortilege.bots.budgeted_search import Question, Thought
from sortilege.bots.compiled_search import search_of
from sortilege.bots.search import BY_CHANCE, SEARCH_PARAMETERS
from sortilege.games import load
from sortilege.kernel.game import Game

SECONDS: Final = 1.0
ITERATIONS: Final = 2000  # of a decision
MOST_DECISIONS: Final = 200


def iterations_per_second(slug: str, seats: int) -> int:
    """Search every decision of a random game, its moves in equal parts; return the speed."""
    book, random = load(slug), Random(1)
    bound = search_of(book, waits=True)
    game = Game(book, seats, 1)
    spent, seconds = 0, 0.0
    while not game.over and game.played < MOST_DECISIONS and (seconds < SECONDS or game.played < 10):
        seat = game.pending[0]
        moves = book.legal_moves(game.state, seat)
        search_parameters = list((SEARCH_PARAMETERS | {"policy": BY_CHANCE}).values())
        thought = Thought(
            Question(
                book,
                book.recall(game.view(seat)),
                seat,
                moves,
                [*book.expert_parameters.values()],
                search_parameters,
                1,
            ),
            bound,
        )
        worlds = max(1, (ITERATIONS if thought.compiled else 20) // len(moves))
        begun = process_time()
        thought.try_worlds(moves, worlds)
        seconds += process_time() - begun
        spent += worlds * len(moves)
        game.play(seat, book.moves.write(random.choice(moves)))
    return round(spent / max(seconds, 1e-9))
