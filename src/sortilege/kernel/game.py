"""One game in play: the object people hold. Every door is here: ask, play, look, keep."""

import copy
import secrets
from dataclasses import asdict, dataclass
from typing import Any, Final

from sortilege.kernel.deck import Deck
from sortilege.kernel.events import Event
from sortilege.kernel.options import settle
from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.positions import read_position, write_position
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rng import SEED_BYTES, commitment, derive
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import SPECTATOR, State, pending
from sortilege.kernel.views import View, members

RECORD_FORMAT = "sortilege record 1"
WORLDS_TRIED: Final = 1000
Seed = int | bytes | str | None
Facts = dict[str, Any]
Past = tuple["Past", str, Facts | None] | None  # the moves before, a move, and what it left to nature


@dataclass(frozen=True)
class Result:
    winners: list[int]
    places: list[int]
    scores: list[int]
    ending: str


class Game:
    def __init__(
        self,
        book: Rulebook,
        seats: int,
        seed: Seed = None,
        options: dict[str, Any] | None = None,
        deck: Deck | None = None,
    ) -> None:
        self.book = book
        self.seed = seed_bytes(seed)
        self.state = book.prepare(seats, options or {}, deck)
        self.options = settle(book.options, options or {}, seats)
        self.deck = book.standard_deck() if deck is None else copy.deepcopy(book.check_deck(deck))
        self.played = 0
        self._past: Past = None
        self.film = b""  # of the last move
        self.told: list[tuple[Event, tuple[Any, ...]]] = []
        self.secrets: list[tuple[int, int]] = []  # of what was told: which event, and the bit set of who heard it whole
        self.begun_at = ""
        self._checked: tuple[int, str, int] | None = None
        s = self._with_chance(0)
        book.start(s)
        self._arrive(s)

    @classmethod
    def at(cls, book: Rulebook, position: str, seed: Seed = None) -> "Game":
        """A game that goes on from a position."""
        game = object.__new__(cls)
        game.book, game.seed = book, seed_bytes(seed)
        game.options, game.deck = {}, {}
        game.played, game._past = 0, None
        game.told, game.secrets, game.film = [], [], b""
        game.begun_at, game._checked = position, None
        game.state = read_position(book, position)
        return game

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def moves(self) -> list[str]:
        return [move for move, _ in self._from_the_start()]

    @property
    def outcomes(self) -> dict[str, Facts]:
        """By move number: what was left to nature."""
        return {str(n): facts for n, (_, facts) in enumerate(self._from_the_start(), 1) if facts is not None}

    def _from_the_start(self) -> list[tuple[str, Facts | None]]:
        past, found = self._past, []
        while past:
            past, move, facts = past
            found.append((move, facts))
        return found[::-1]

    @property
    def pending(self) -> list[int]:
        return list(members(pending(self.state)))

    @property
    def over(self) -> bool:
        return self.state.ending != 0

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        s = self.state
        places = self.book.places(s)
        scores = [self.book.score(s, seat) for seat in range(s.seats)]
        winners = [seat for seat, place in enumerate(places) if place == 1]
        return Result(winners, places, scores, self.book.endings[s.ending])

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def legal(self, seat: int) -> list[str]:
        self._check_seat(seat)
        return self.book.moves.write_all(self.book.legal_moves(self.state, seat))

    def why(self, seat: int, text: str) -> Refusal | None:
        """Why the move would be refused, or None: it may be played."""
        try:
            self.check(seat, text)
        except Refusal as refusal:
            return refusal
        return None

    def check(self, seat: int, text: str) -> str:
        """The move as it is written, if it may be played; else the refusal. To play it next is to read it no more."""
        move = self._read(seat, text)
        written = self.book.moves.write(move)
        self._checked = (seat, written, move)
        return written

    def play(self, seat: int, text: str, outcome: Outcome | None = None) -> None:
        """Play a move. What it leaves to nature happens now, or has happened: the outcome given."""
        move = self._read(seat, text)
        if outcome is None and self.book.physics:
            outcome = self._happen(seat, move)
        s = self._with_chance(self.played + 1)
        if self.book.physics and outcome:
            self.book.physics.lay(s, seat, outcome.facts)
        self.book.apply(s, seat, move)
        self._arrive(s)
        self.played += 1
        self._past = (self._past, f"{seat} {self.book.moves.write(move)}", outcome.facts if outcome else None)
        self.film = outcome.film if outcome else b""

    def asks_nature(self, seat: int, text: str) -> bool:
        physics = self.book.physics
        return physics is not None and physics.asked(self.state, seat, self._read(seat, text))

    def question(self, seat: int, text: str) -> Question | None:
        """What the move leaves to nature, if anything, for `Rulebook.answer`."""
        return self._question(seat, self._read(seat, text))

    def foresee(self, seat: int, text: str) -> Outcome | None:
        """What nature would answer to the move. It comes of the seed: not for players."""
        return self._happen(seat, self._read(seat, text))

    def check_physics(self) -> None:
        """A refusal where this table leaves throws to what is not installed."""
        self.book.check_physics(self.state)

    def fork(self, seed: Seed = None) -> "Game":
        """Return a game that goes on from here; this one does not change.

        Without a seed the same moves meet the same chance. With one, the fork has chance of its own and tells nothing
        of this game's future; its record begins at this position.
        """
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        if seed is not None:
            other._begin_here(seed_bytes(seed))
        return other

    def imagine(self, seat: int | None = None, seed: Seed = None) -> "Game":
        """Return a game in a world that looks the same to this seat, made from its view alone."""
        view, other = self.view(seat), self.fork(seed_bytes(seed))
        blank = self.book.recall(view)
        for attempt in range(WORLDS_TRIED):
            other.state = blank.copy()
            other.state.rng = derive(other.seed + b"world", attempt)  # not the chance of its moves
            if self.book.imagine(other.state, view.audience):
                other._begin_here(other.seed)
                return other
        raise RuntimeError(f"no possible world was found for {self.book.slug} {write_position(self.book, blank)}")

    def _begin_here(self, seed: bytes) -> None:
        """Forget the past: this position is the start."""
        self.seed, self.begun_at = seed, self.position()
        self.options, self.deck = {}, {}
        self.played, self._past, self._checked = 0, None, None
        self.told, self.secrets, self.film = [], [], b""

    def __getstate__(self) -> dict[str, Any]:
        """Give pickle the past as a list: a chain of thousands of moves is too deep for it."""
        return {**self.__dict__, "_past": self._from_the_start()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._past = None
        for move, facts in kept["_past"]:
            self._past = (self._past, move, facts)

    def view(self, seat: int | None = None) -> View:
        """What the seat sees; without a seat, what a spectator sees."""
        return self.book.view(self.state, self._audience(seat))

    def heard(self, seat: int | None = None) -> list[dict[str, Any]]:
        """What the last move, or the start, told this audience."""
        return self.heard_without(self.missed(self._audience(seat)))

    def missed(self, audience: int) -> tuple[int, ...]:
        """Of these events those whose secrets the audience was not told. Who missed the same heard all alike."""
        return tuple([i for i, told in self.secrets if not told >> audience & 1])

    def heard_without(self, missed: tuple[int, ...]) -> list[dict[str, Any]]:
        heard = [event.whole(*facts) for event, facts in self.told]
        for i in missed:
            event, facts = self.told[i]
            heard[i] = event.part(*facts)
        return heard

    def position(self) -> str:
        return write_position(self.book, self.state)

    def record(self) -> dict[str, Any]:
        """All that is needed to play the same game again. It holds the seed: not for players before the end."""
        return {
            "format": RECORD_FORMAT,
            "game": self.book.slug,
            "rules": self.book.version,
            "seats": self.seats,
            "options": self.options.copy(),
            "deck": copy.deepcopy(self.deck),
            "start": self.begun_at,
            "seed": self.seed.hex(),
            "commitment": self.commitment,
            "moves": self.moves,
            **({"outcomes": outcomes} if (outcomes := self.outcomes) else {}),
            "result": asdict(self.result) if self.result else None,
        }

    def _happen(self, seat: int, move: int) -> Outcome | None:
        question = self._question(seat, move)
        return self.book.answer(question) if question else None

    def _question(self, seat: int, move: int) -> Question | None:
        physics = self.book.physics
        if physics is None or not physics.asked(self.state, seat, move):
            return None
        self.check_physics()
        return Question(self.book.slug, self._with_chance(self.played + 1).to_bytes(), seat, move)

    def _with_chance(self, number: int) -> State:
        """A copy of the state with the chance of this move, that listens; the start is number 0."""
        s = self.state.copy()
        s.rng = derive(self.seed, number)
        s.log = []
        return s

    def _arrive(self, s: State) -> None:
        """The state of now, and what was told on the way. On any error before, the state stays as it was."""
        self.told, s.log = s.log or [], None
        self.secrets = []
        for i, (event, facts) in enumerate(self.told):
            if event.hidden:
                self.secrets.append((i, facts[event.told_at]))
        self.state, self._checked = s, None

    def _audience(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        self._check_seat(seat)
        return seat

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.state.seats:
            raise Refusal("seat/unknown", seat=seat, seats=self.seats)

    def _read(self, seat: int, text: str) -> int:
        """The code of a move that may be played now; else a refusal that says why not."""
        if self._checked and self._checked[0] == seat and self._checked[1] == text:
            return self._checked[2]
        self._check_seat(seat)
        if self.state.ending:
            raise Refusal("game/over")
        move = self.book.moves.read(text) if isinstance(text, str) else None
        if move is None:
            raise Refusal("move/unreadable", move=text)
        if not pending(self.state) >> seat & 1:
            raise Refusal("seat/not_asked", seat=seat, pending=self.pending)
        refusal = self.book.why(self.state, seat, move)
        if refusal:
            raise refusal
        return move


def seed_bytes(seed: Seed) -> bytes:
    """A seed is 128 bits or more; small numbers are for experiments."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes) and len(seed) >= SEED_BYTES:
        return seed
    if isinstance(seed, int) and 0 <= seed < 1 << 8 * 64:
        return seed.to_bytes(max(SEED_BYTES, (seed.bit_length() + 7) // 8), "big")
    if isinstance(seed, str):
        try:
            return seed_bytes(bytes.fromhex(seed))
        except ValueError:
            pass
    raise Refusal("seed/bad", seed=seed if isinstance(seed, (int, str)) else repr(seed))
