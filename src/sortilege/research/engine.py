"""Bind the loops of this package to a game, and lay out what they work on: compiled where numba is, else plain."""

from functools import cache
from typing import Any, Final

import numpy as np

from sortilege.games import load
from sortilege.kernel.compile import loops as rules
from sortilege.kernel.compile.backend import numba_here, record_type
from sortilege.kernel.compile.bind import OF_A_GAME, bind
from sortilege.kernel.deck import Deck
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import State
from sortilege.research import loops, rows
from sortilege.research.encoder import encoders
from sortilege.research.plan import Plan, make_plan
from sortilege.research.spaces import Actions

ALONE: Final = (
    *(loops.begin_one, loops.play_one, loops.play_of, loops.offer_to, loops.pending_of, loops.share_wins),
    *(loops.observe, loops.observe_perfect, rows.perfect_rows, rows.reset_rows, rows.step_rows),
)
LARGEST_SEED: Final = (1 << 62) - 1  # chance is sown from words of 64 bits
AMONG: Final = (rows.reset_rows_among, rows.step_rows_among)


@cache
def bound(book: Rulebook, opponents: bool, compiled: bool) -> Any:
    made = encoders(book)
    replace = {getattr(rules, name): getattr(book, name) for name in OF_A_GAME}
    replace |= {loops.encode: made.encode, loops.encode_perfect: made.encode_perfect}
    return bind(AMONG if opponents else ALONE, replace, book.state, compiled)


class Setting:
    """Describe a kind of table: game, seats, options and deck, with its actions and plans of observation."""

    def __init__(
        self,
        slug: str,
        seats: int,
        options: dict[str, Any] | None = None,
        deck: Deck | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.book = load(slug)
        self.prepared = self.book.prepare(seats, options or {}, deck)
        self.slug, self.seats, self.options, self.deck = slug, seats, options or {}, deck
        self.compiled = numba_here() if compiled is None else compiled
        self.actions = Actions(self.book, self.prepared)
        self.plan: Plan = make_plan(self.book, seats)
        self.perfect_plan: Plan = make_plan(self.book, seats, perfect=True)
        self.loops = bound(self.book, False, self.compiled)

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.slug, self.seats, self.options, self.deck, self.compiled)

    def __deepcopy__(self, memo: Any) -> "Setting":
        return self

    def loops_among(self) -> Any:
        """Return the loops that play opponents too. They are compiled when they are first asked for."""
        return bound(self.book, True, self.compiled)

    def states(self, *states: State) -> Any:
        """Lay out states as the loops want them."""
        if not self.compiled:
            return list(states)
        return np.frombuffer(b"".join(s.to_bytes() for s in states), record_type(self.book.state)).copy()

    def move_list(self) -> Any:
        """Return an empty list for the moves that the rules write."""
        size = self.book.most_legal + 1
        return np.zeros(size, np.int64) if self.compiled else [0] * size

    def blanks(self, n: int) -> Any:
        if not self.compiled:
            return [self.book.state() for _ in range(n)]
        return np.zeros(n, record_type(self.book.state))

    def state(self, states: Any, at: int) -> State:
        """Return a copy of one of the states."""
        return self.book.state.from_bytes(states[at].tobytes()) if self.compiled else states[at].copy()

    def rewards(self, shares: Any) -> Any:
        """Return the rewards for shares of a win, which add up to 0: 1 for a sole winner."""
        return (self.seats * np.asarray(shares) / loops.WHOLE - 1) / (self.seats - 1)
