"""Players that receive views, never states. The same view and the same seed give the same move."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from sortilege.games import load
from sortilege.kernel.errors import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.views import View


@dataclass(frozen=True)
class Bot:
    name: str
    think: Callable[[Rulebook, View, list[int], Random], int]

    def choose(self, view: View, legal: list[str], seed: int) -> str:
        """One of the legal moves, for the seat whose view it is."""
        if not isinstance(view, View):
            raise TypeError(f"a bot is given a view, not a {type(view).__name__}")
        book = load(view["game"])
        moves = [move for text in legal if (move := book.moves.read(text)) is not None]
        return book.moves.write(self.think(book, view, moves, Random(seed)))


def _random(book: Rulebook, view: View, moves: list[int], random: Random) -> int:
    return random.choice(moves)


def _greedy(book: Rulebook, view: View, moves: list[int], random: Random) -> int:
    """The game's own greedy player, on a state recalled from the view."""
    return book.greedy(book.recall(view), view.audience, [len(moves), *moves])


BOTS = {bot.name: bot for bot in (Bot("random", _random), Bot("greedy", _greedy))}


def bot(name: str) -> Bot:
    if name not in BOTS:
        raise Refusal("bot/unknown", bot=name, bots=list(BOTS))
    return BOTS[name]
