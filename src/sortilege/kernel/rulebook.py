"""A game as the rest of the house sees it: one object with the functions of its folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from sortilege.kernel import loops
from sortilege.kernel.errors import Refusal
from sortilege.kernel.moves import Moves
from sortilege.kernel.nature import Nature, Outcome, Question
from sortilege.kernel.options import Option, settle
from sortilege.kernel.table import MoveList, Table, pending
from sortilege.kernel.views import View, copied, members, show_changed, show_public, take_public

Deck = dict[str, Any]
ASKED: Final = ("waiting", "turn", "together")  # what `pending` hangs on


@dataclass(frozen=True)
class Rulebook:
    slug: str
    version: int  # of the rules: a record of another version is refused
    seats: range
    state: type[Table]
    steps: type[IntEnum]
    endings: tuple[str, ...]  # what `ending` means; the first is "", the game goes on
    moves: Moves
    most_legal: int  # no decision offers more moves
    options: tuple[Option, ...]
    # in the plain subset
    start: Callable[..., None]
    legal: Callable[..., None]
    apply: Callable[..., None]
    rank: Callable[..., int]  # at the end: the greater wins, equals share
    score: Callable[..., int]
    imagine: Callable[..., bool]
    possible: Callable[..., bool]
    greedy: Callable[..., int]
    expert: Callable[..., int]  # (s, seat, moves, taste): a move, from what the seat can see
    outlook: Callable[..., int]  # (s, seat): the chance to win in ten-thousandths, of a game that goes on
    taste: Mapping[str, int] = field(hash=False)  # what the expert weighs by, and what tuning may vary
    # ordinary Python
    why: Callable[..., Refusal | None]
    see: Callable[..., dict[str, Any]]
    remember: Callable[..., None]
    forget: Callable[..., None]  # blanks in a true state what an audience may not know
    conserved: Callable[..., bool]  # every component lies somewhere, once
    check_deck: Callable[[Deck], Deck]
    lay_deck: Callable[..., None]
    standard_deck: Callable[[], Deck]
    nature: Nature | None = None
    ways: Mapping[str, int] = field(default_factory=dict, hash=False)  # of the search, where they are others here
    thinks: int = 50  # iterations of level 4: measured by the ladder, and the most it is given at a table
    # in the plain subset, for search: who plays on in a playout, what others' doings tell of the hidden, and how likely
    # that makes a world
    quick: Callable[..., int] = loops.quick
    heed: Callable[..., list[int]] = loops.heed
    credit: Callable[..., int] = loops.credit
    twin: Callable[..., bool] = loops.twin  # not worth trying: another move is the same, as far as the seat can tell

    def options_for_people(self) -> dict[str, Any]:
        return self.nature.options if self.nature and self.nature.here() else {}

    def prepare(self, seats: int, options: dict[str, Any], deck: Deck | None) -> Table:
        """A state with seats, options and deck in it, before `start`."""
        if type(seats) is not int or seats not in self.seats:
            raise Refusal("seats/bad_count", seats=seats, least=self.seats.start, most=self.seats.stop - 1)
        settled = settle(self.options, options, seats)
        s = self.state()
        s.seats = seats
        for option in self.options:
            setattr(s, option.name, option.code(settled[option.name], seats))
        self.lay_deck(s, self.standard_deck() if deck is None else self.check_deck(deck))
        return s

    def check_nature(self, s: Table) -> None:
        """A refusal where this table leaves to nature what is not installed."""
        if self.nature and self.nature.needed(s) and not self.nature.here():
            raise Refusal("nature/missing", game=self.slug, extra=self.nature.extra)

    def answer(self, question: Question) -> Outcome:
        """What happens, by the chance in the question: the same question, the same answer."""
        assert self.nature is not None
        return self.nature.answer(self.state.from_bytes(question.state), question.seat, question.move)

    def legal_moves(self, s: Table, seat: int) -> list[int]:
        return self.offered(s, seat) if pending(s) >> seat & 1 else []

    def offered(self, s: Table, seat: int) -> list[int]:
        """To a seat that is asked."""
        out: MoveList = [0] * (self.most_legal + 1)
        self.legal(s, seat, out)
        return out[1 : 1 + out[0]]

    def view(self, s: Table, audience: int) -> View:
        """What `see` says, parts of which may be the state's own, is copied: a view is its holder's to change."""
        seat = audience if audience < s.seats else None
        return View({"game": self.slug, "audience": seat, **self.public(s), **copied(self.see(s, audience))})

    def public(self, s: Table) -> dict[str, Any]:
        """The part of a view that is the same for every audience."""
        return {"game": self.slug, "pending": list(members(pending(s))), **show_public(s, s.seats)}

    def public_changes(self, s: Table, before: Table) -> dict[str, Any]:
        """What of it is otherwise than in an earlier state of the same game. Lent: to be written at once."""
        changed = show_changed(s, s.seats, before)
        if not changed.keys().isdisjoint(ASKED) and (asked := pending(s)) != pending(before):
            changed["pending"] = members(asked)
        return changed

    def recall(self, view: View) -> Table:
        """A state made from the view alone. What the audience does not know is blank."""
        if not isinstance(view, View):
            raise TypeError(f"a view is recalled, not a {type(view).__name__}")
        s = self.state()
        take_public(s, view)
        self.remember(s, view)
        return s

    def places(self, s: Table) -> list[int]:
        """1 for the winners; equals share a place."""
        ranks = [self.rank(s, seat) for seat in range(s.seats)]
        return [1 + sum(other > mine for other in ranks) for mine in ranks]
