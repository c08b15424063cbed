"""Describe a bot: a name, a version, parameters and a budget. It receives a view, never a state."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from sortilege.bots.budgeted_search import Budget, Question
from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.bots.tuned import tuned
from sortilege.games import load
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.views import View

NONE: Final = Budget()


@dataclass(frozen=True)
class Bot:
    """Choose moves by a policy with parameters and a budget."""

    name: str
    think: Callable[["Bot", Question], int]
    version: int = 1
    budget: Budget = NONE  # for experiments
    table_budget: Budget = NONE  # at a table
    tuned: bool = False  # uses the parameters in the game's tuned.toml
    given: tuple[tuple[str, int], ...] = ()  # parameters that differ from the game's

    def choose(self, view: View, legal: list[str], seed: int) -> str:
        """Return one of the legal moves, for the seat whose view it is."""
        if not isinstance(view, View):
            raise TypeError(f"a bot is given a view, not a {type(view).__name__}")
        book = load(view["game"])
        moves = [move for text in legal if (move := book.moves.read(text)) is not None]
        return book.moves.write(
            moves[0] if len(moves) == 1 else self.think(self, self._question(book, view, moves, seed))
        )

    def _question(self, book: Rulebook, view: View, moves: list[int], seed: int) -> Question:
        found = self.parameters(book)
        expert_parameters, search_parameters = (
            [found[name] for name in book.expert_parameters],
            [found[name] for name in SEARCH_PARAMETERS],
        )
        return Question(book, book.recall(view), view.audience, moves, expert_parameters, search_parameters, seed)

    def parameters(self, book: Rulebook) -> dict[str, int]:
        """Return every parameter of this game: the expert's and the search's."""
        return {
            **book.expert_parameters,
            **SEARCH_PARAMETERS,
            **book.search_parameters,
            **(tuned(book.slug) if self.tuned else {}),
            **dict(self.given),
        }

    def facts(self, book: Rulebook) -> dict[str, Any]:
        """Return what is stored with a result, so that it can be computed again."""
        return {
            "bot": self.name,
            "version": self.version,
            "budget": asdict(self.budget),
            "parameters": self.parameters(book),
        }

    def at_table(self, book: Rulebook) -> "Bot":
        """Return the bot with the time budget it has at a table."""
        return replace(self, budget=replace(self.table_budget, iterations=0 if self.tuned else book.search_iterations))

    def with_parameters(self, book: Rulebook, given: dict[str, int]) -> "Bot":
        """Return the bot with these parameters changed; refuse unknown names."""
        known = self.parameters(book)
        for name in given:
            if name not in known:
                raise Refusal("bot/bad_parameter", parameter=name, parameters=list(known))
        return replace(self, given=tuple((dict(self.given) | given).items()))
