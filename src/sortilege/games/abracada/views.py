"""Show each audience of Abracada what it may know, and read that view back into a state."""

from collections.abc import Sequence
from typing import Any, Final

from sortilege.games.abracada.rules.outcomes import stakes
from sortilege.games.abracada.state import EMPTY, ROW, SECRETS, STONES, State
from sortilege.kernel.state import SPECTATOR
from sortilege.kernel.views import View

UNKNOWN: Final = [[None] * n for n in range(SECRETS + 1)]  # lists of so many unseen stones
NO_STONE: Final = {EMPTY: 0}  # what every audience sees of an empty place
WHOLE_ROW: Final = [None] * ROW  # of unseen stones
NO_STAKES: Final[list[Any]] = []


def see(s: State, audience: int) -> dict[str, Any]:
    """Show the others' stones, never one's own: a stone not seen is None, an empty place 0."""
    seats = s.seats
    if s.ending:  # [10] when the last round ends all is shown
        drawn = [stones[:n] for stones, n in zip(s.drawn, s.drawn_n[:seats], strict=False)]
        return {"row": s.row[:seats], "drawn": drawn, "stakes": NO_STAKES}
    unknown: list[Any] = [*map(UNKNOWN.__getitem__, s.drawn_n[:seats])]
    if audience == SPECTATOR:
        return {"row": [*map(_unseen, s.filled[:seats])], "drawn": unknown, "stakes": NO_STAKES}
    row: list[Any] = s.row[:seats]
    row[audience] = _unseen(s.filled[audience])
    unknown[audience] = s.drawn[audience][: s.drawn_n[audience]]
    return {"row": row, "drawn": unknown, "stakes": stakes(s, audience) if audience == s.turn else NO_STAKES}


def _unseen(places: list[int]) -> Sequence[int | None]:
    return [*map(NO_STONE.get, places)] if EMPTY in places else WHOLE_ROW


def remember(s: State, view: View) -> None:
    """Fill rows and secrets from a view."""
    for seat in range(s.seats):
        s.row[seat] = [stone or 0 for stone in view["row"][seat]]
        drawn = [stone or 0 for stone in view["drawn"][seat]]
        s.drawn[seat] = drawn + [0] * (SECRETS - len(drawn))


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know, independently of `see` and `remember`: it checks them."""
    for i in range(STONES):
        s.pile[i] = 0
    for i in range(SECRETS):
        s.secrets[i] = 0
    for seat in range(s.seats):
        for place in range(ROW):
            if s.ending == 0 and (audience == seat or audience == SPECTATOR):  # noqa: SIM109  # `in` compiles not here
                s.row[seat][place] = 0
        for i in range(SECRETS):
            if s.ending == 0 and audience != seat:
                s.drawn[seat][i] = 0
