"""Show each audience of Bataille des Sorciers what it may know, and read that view back into a state."""

from typing import Any

from sortilege.games.bataille.moves import MOVES
from sortilege.games.bataille.state import State
from sortilege.kernel.views import View


def see(s: State, audience: int) -> dict[str, Any]:
    """Show one's own aim; those of the others stay secret until all have chosen."""
    return {"aim": [MOVES.write(s.aim[seat]) if seat == audience and s.aim[seat] else None for seat in range(s.seats)]}


def remember(s: State, view: View) -> None:
    """Fill the aims from a view."""
    for seat, text in enumerate(view["aim"]):
        s.aim[seat] = (MOVES.read(text) or 0) if text else 0


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know, independently of `see` and `remember`: it checks them."""
    for seat in range(s.seats):
        if seat != audience:
            s.aim[seat] = 0
