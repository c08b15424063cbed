"""Show each audience of Magicoa what it may know, and read that view back into a state."""

from typing import Any

from sortilege.games.magicoa.state import BIDDINGS, DECK, POTIONS, ROUNDS, State
from sortilege.kernel.plain.bits import has
from sortilege.kernel.views import View


def see(s: State, audience: int) -> dict[str, Any]:
    """Show what an audience knows: unknown is None, no potion "", no card 0."""
    seats = range(s.seats)
    return {
        "chosen": [[card if audience == seat or card == 0 else None for card in s.chosen[seat]] for seat in seats],
        "down": [POTIONS[s.down[i]] if _knows(s, s.knows_down[i], audience) else None for i in range(s.round)],
        "top": POTIONS[s.pile[s.box_n + s.pile_n - 1]] if _knows(s, s.knows_top, audience) else None,
        "box": [POTIONS[potion] for potion in s.pile[: s.box_n]] if s.ending else None,
    }


def _knows(s: State, audiences: int, audience: int) -> bool:
    """Return whether the audience is one of these. At the end everything is shown. [9]"""
    return s.ending != 0 or has(audiences, audience)


def remember(s: State, view: View) -> None:
    """Fill chosen cards and potions from a view."""
    for seat in range(s.seats):
        s.chosen[seat] = [card or 0 for card in view["chosen"][seat]]
    for i, name in enumerate(view["down"]):
        s.down[i] = _potion(name)
    for i, name in enumerate(view["box"] or ()):
        s.pile[i] = _potion(name)
    s.pile[s.box_n + s.pile_n - 1] = _potion(view["top"])


def _potion(name: str | None) -> int:
    return POTIONS.index(name) if name else 0


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know, independently of `see` and `remember`: it checks them."""
    if s.ending:
        return
    for i in range(DECK):
        if i != s.box_n + s.pile_n - 1 or not has(s.knows_top, audience):
            s.pile[i] = 0
    for i in range(ROUNDS):
        if not has(s.knows_down[i], audience):
            s.down[i] = 0
    for seat in range(s.seats):
        if seat != audience:
            for i in range(BIDDINGS):
                s.chosen[seat][i] = 0
