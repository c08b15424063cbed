"""Number the actions of a game: 0 is "wait", the others are the moves that some position offers.

A game's move codes have room for more than its rules ever offer: 56,191 codes of abbracadabra for 2,000 moves.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any, Final

import numpy as np

from sortilege.games.abbracadabra import moves as abbracadabra
from sortilege.games.abbracadabra.rules.meetings import THIRD, offer_join, offer_meet
from sortilege.games.abbracadabra.state import ELEMENTAL, NATURALS, SEATS
from sortilege.games.bataille import moves as bataille
from sortilege.games.bataille.state import ARENA
from sortilege.games.epee import moves as epee
from sortilege.games.magicoa import moves as magicoa
from sortilege.games.magicoa.state import PLACES
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import State

WAIT: Final = 0
WAIT_TEXT: Final = "wait"
MEETINGS: Final = 10_000  # more than there are
Offers = Callable[[Any, int], bool]  # a state with seats, options and deck laid; a move


class Actions:
    """Number the actions at one kind of table: `codes[action]` is the move's code in the rulebook, -1 for "wait"."""

    def __init__(self, book: Rulebook, prepared: State) -> None:
        if getattr(prepared, "throws", 0) == ARENA:
            raise Refusal("option/bad_value", option="throws", value="arena", allowed=["table"])
        offers = OFFERS.get(book.slug, _everything)
        last = bataille.AIM if book.slug == "bataille" else book.moves.size
        self.moves = book.moves
        self.codes = np.array([-1, *(move for move in range(last) if offers(prepared, move))], np.int64)
        self.of_code = np.zeros(last, np.int32)
        self.of_code[self.codes[1:]] = np.arange(1, len(self.codes))

    def __len__(self) -> int:
        return len(self.codes)

    def write(self, action: int) -> str:
        return self.moves.write(int(self.codes[action])) if action else WAIT_TEXT

    def read(self, text: str) -> int | None:
        """Return the action with this text, or None."""
        if text.strip().lower() == WAIT_TEXT:
            return WAIT
        code = self.moves.read(text)
        return int(self.of_code[code]) or None if code is not None and code < len(self.of_code) else None


def _everything(s: State, move: int) -> bool:
    return True


def _of_epee(s: State, move: int) -> bool:
    if epee.ROB <= move < epee.GO:
        return move - epee.ROB < s.seats
    return move < epee.OFFER or (epee.offer_to(move) < s.seats and epee.offer_given(move) != epee.offer_wanted(move))


def _of_magicoa(s: Any, move: int) -> bool:
    if move >= magicoa.CHOOSE:
        top, bottom = magicoa.chosen_top(move), magicoa.chosen_bottom(move)
        return top != bottom and has(s.gold, top) and has(s.gold, bottom)
    if magicoa.PLACE_TWO <= move < magicoa.SWAP:
        first, second = divmod(move - magicoa.PLACE_TWO, PLACES)
        return second == first + 1 and second < s.seats
    first = magicoa.SWAP if move >= magicoa.SWAP else magicoa.PLACE
    return move >= magicoa.KEEP or move - first < s.seats


def _of_abbracadabra(s: State, move: int) -> bool:
    for family in (abbracadabra.CHAOS, abbracadabra.VADEMECUM):
        if family <= move < family + SEATS:
            return move - family < s.seats
    return move < abbracadabra.MEET or move in _meetings()


@cache
def _meetings() -> frozenset[int]:
    """Return every meeting that some hand and towers offer, listed as the rules list them."""
    out = [0] * MEETINGS
    for a, b in combinations(range(ELEMENTAL), 2):
        third = THIRD[a * ELEMENTAL + b]
        for c in each(third & (-2 << b)):
            offer_meet(a, b, c, out)
        for c in each(third & NATURALS):
            offer_join(a, b, c, out)
    return frozenset(out[1 : 1 + out[0]])


OFFERS: Final[dict[str, Offers]] = {
    "epee": _of_epee,
    "magicoa": _of_magicoa,
    "abbracadabra": _of_abbracadabra,
}
