"""Define the interface of a game: one object with the functions of its folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from pickle import PicklingError
from typing import Any, Final

from sortilege.kernel.compile import loops
from sortilege.kernel.deck import Deck
from sortilege.kernel.moves import Moves
from sortilege.kernel.options import Option, settle
from sortilege.kernel.physics import Outcome, Physics, Question
from sortilege.kernel.protocols import (
    ApplyMove,
    ChangeState,
    CheckDeck,
    CheckState,
    ChooseByParameters,
    ChooseGreedily,
    ExplainRefusal,
    Forget,
    Imagine,
    IsDuplicate,
    LayDeck,
    Likelihood,
    ListMoves,
    NumberOfSeat,
    ReadEvidence,
    Remember,
    See,
    StandardDeck,
)
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.state import MoveList, State, pending
from sortilege.kernel.views import View, copied, members, show_changed, show_public, take_public

ASKED: Final = ("waiting", "turn", "together")  # the fields that decide `pending`


@dataclass(frozen=True)
class Rulebook:
    """Hold the functions and data of one game."""

    slug: str
    version: int  # of the rules: a record of another version is refused
    seats: range
    state: type[State]
    steps: type[IntEnum]
    endings: tuple[str, ...]  # what `ending` means; the first is "", the game goes on
    moves: Moves
    most_legal: int  # no decision offers more moves
    options: tuple[Option, ...]
    # in the plain subset
    start: ChangeState
    legal: ListMoves
    apply: ApplyMove
    rank: NumberOfSeat  # at the end: the greater wins, equals share
    score: NumberOfSeat
    imagine: Imagine
    forget: Forget  # blanks in a true state what an audience may not know
    possible: CheckState
    greedy: ChooseGreedily
    expert: ChooseByParameters
    outlook: NumberOfSeat  # the chance to win in ten-thousandths, of a game that goes on
    expert_parameters: Mapping[str, int] = field(hash=False)  # name and default; tuning may vary them
    # ordinary Python
    why: ExplainRefusal
    see: See
    remember: Remember
    conserved: CheckState  # every component lies somewhere, once
    check_deck: CheckDeck
    lay_deck: LayDeck
    standard_deck: StandardDeck
    physics: Physics | None = None
    search_parameters: Mapping[str, int] = field(default_factory=dict, hash=False)  # those that differ in this game
    search_iterations: int = 50  # of level 4 at a table, as the ladder measures it
    # in the plain subset, for search
    playout_move: ChooseByParameters = loops.playout_move
    read_evidence: ReadEvidence = loops.read_evidence
    likelihood: Likelihood = loops.likelihood
    is_duplicate: IsDuplicate = loops.is_duplicate  # such a move is not tried

    def __reduce__(self) -> tuple[Any, ...]:
        """Make pickles by the name of the game's folder: functions are compiled once for each rulebook."""
        package = self.state.__module__.rpartition(".")[0]
        if _rulebook_of(package) is not self:
            raise PicklingError(f"only the rulebook of {package} itself can be pickled")
        return _rulebook_of, (package,)

    def options_for_people(self) -> dict[str, Any]:
        """Return the options that a table of people asks for where physics is installed."""
        return self.physics.options if self.physics and self.physics.here() else {}

    def prepare(self, seats: int, options: dict[str, Any], deck: Deck | None) -> State:
        """Return a state with seats, options and deck in it, before `start`."""
        if type(seats) is not int or seats not in self.seats:
            raise Refusal("seats/bad_count", seats=seats, least=self.seats.start, most=self.seats.stop - 1)
        settled = settle(self.options, options, seats)
        s = self.state()
        s.seats = seats
        for option in self.options:
            setattr(s, option.name, option.code(settled[option.name], seats))
        self.lay_deck(s, self.standard_deck() if deck is None else self.check_deck(deck))
        return s

    def check_physics(self, s: State) -> None:
        """Refuse a state whose throws need physics that is not installed."""
        if self.physics and self.physics.needed(s) and not self.physics.here():
            raise Refusal("nature/missing", game=self.slug, extra=self.physics.extra)

    def answer(self, question: Question) -> Outcome:
        """Return the outcome that follows from the randomness in the question: always the same one."""
        assert self.physics is not None
        return self.physics.answer(self.state.from_bytes(question.state), question.seat, question.move)

    def legal_moves(self, s: State, seat: int) -> list[int]:
        """Return the legal moves of a seat; none if it is not asked."""
        return self.offered(s, seat) if pending(s) >> seat & 1 else []

    def offered(self, s: State, seat: int) -> list[int]:
        """Return the legal moves of a seat that is asked."""
        out: MoveList = [0] * (self.most_legal + 1)
        self.legal(s, seat, out)
        return out[1 : 1 + out[0]]

    def view(self, s: State, audience: int) -> View:
        """Return what an audience sees. What `see` returns may be part of the state: a copy of it is returned."""
        seat = audience if audience < s.seats else None
        return View({"game": self.slug, "audience": seat, **self.public(s), **copied(self.see(s, audience))})

    def public(self, s: State) -> dict[str, Any]:
        """Return the part of a view that is the same for every audience."""
        return {"game": self.slug, "pending": list(members(pending(s))), **show_public(s, s.seats)}

    def public_changes(self, s: State, before: State) -> dict[str, Any]:
        """Return what differs from an earlier state of the game. It shares lists with the state: write it at once."""
        changed = show_changed(s, s.seats, before)
        if not changed.keys().isdisjoint(ASKED) and (asked := pending(s)) != pending(before):
            changed["pending"] = members(asked)
        return changed

    def recall(self, view: View) -> State:
        """Return a state made from the view alone. What the audience does not know is blank."""
        if not isinstance(view, View):
            raise TypeError(f"a view is recalled, not a {type(view).__name__}")
        s = self.state()
        take_public(s, view)
        self.remember(s, view)
        return s

    def places(self, s: State) -> list[int]:
        """Return the place of each seat: 1 for the winners; equals share a place."""
        ranks = [self.rank(s, seat) for seat in range(s.seats)]
        return [1 + sum(other > mine for other in ranks) for mine in ranks]


def _rulebook_of(package: str) -> Rulebook:
    book: Rulebook = import_module(package).RULEBOOK
    return book
