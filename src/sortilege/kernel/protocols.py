"""Declare the signatures of the functions a game gives to its rulebook.

The state is `Any`: each game's functions take the game's own subclass of `State`. Arguments are positional,
because the plain subset has no keyword arguments. An audience is a player's index, or `SPECTATOR`.
"""

from typing import Any, Protocol

from sortilege.kernel.deck import Deck
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.state import MoveList, Parameters
from sortilege.kernel.views import View


class ChangeState(Protocol):
    """Change the state: `start` deals the first round."""

    def __call__(self, s: Any, /) -> None: ...


class ListMoves(Protocol):
    """Write the legal moves of a seat that is asked: their number to out[0], then the moves."""

    def __call__(self, s: Any, seat: int, out: MoveList, /) -> None: ...


class ApplyMove(Protocol):
    """Play a legal move."""

    def __call__(self, s: Any, seat: int, move: int, /) -> None: ...


class NumberOfSeat(Protocol):
    """Return a number about a seat: `rank`, `score`, `outlook`."""

    def __call__(self, s: Any, seat: int, /) -> int: ...


class Imagine(Protocol):
    """Fill in what the audience does not know; return whether a possible world was found."""

    def __call__(self, s: Any, audience: int, /) -> bool: ...


class CheckState(Protocol):
    """Return whether a state keeps an invariant: `possible`, `conserved`."""

    def __call__(self, s: Any, /) -> bool: ...


class ChooseGreedily(Protocol):
    """Choose one of the listed moves from what the seat can see."""

    def __call__(self, s: Any, seat: int, moves: MoveList, /) -> int: ...


class ChooseByParameters(Protocol):
    """Choose one of the listed moves from what the seat can see, weighed by the expert's parameters."""

    def __call__(self, s: Any, seat: int, moves: MoveList, parameters: Parameters, /) -> int: ...


class ReadEvidence(Protocol):
    """Return what the moves of others tell a seat about hidden things."""

    def __call__(self, s: Any, seat: int, parameters: Parameters, /) -> Scratch: ...


class Likelihood(Protocol):
    """Return how likely the evidence makes an imagined world, in ten-thousandths of the likeliest."""

    def __call__(self, s: Any, seat: int, evidence: Scratch, /) -> int: ...


class IsDuplicate(Protocol):
    """Return whether another move is the same as this one, as far as the seat can tell."""

    def __call__(self, s: Any, move: int, /) -> bool: ...


class ExplainRefusal(Protocol):
    """Return why a move may not be played, or None."""

    def __call__(self, s: Any, seat: int, move: int, /) -> Refusal | None: ...


class See(Protocol):
    """Return what an audience sees beyond the public fields."""

    def __call__(self, s: Any, audience: int, /) -> dict[str, Any]: ...


class Remember(Protocol):
    """Fill a blank state with what a view shows beyond the public fields."""

    def __call__(self, s: Any, view: View, /) -> None: ...


class Forget(Protocol):
    """Blank in a true state what an audience may not know."""

    def __call__(self, s: Any, audience: int, /) -> None: ...


class CheckDeck(Protocol):
    """Return the deck if it is well formed; raise a refusal if not."""

    def __call__(self, deck: Deck, /) -> Deck: ...


class LayDeck(Protocol):
    """Write the deck into a state before `start`."""

    def __call__(self, s: Any, deck: Deck, /) -> None: ...


class StandardDeck(Protocol):
    """Return the deck the game is sold with."""

    def __call__(self) -> Deck: ...
