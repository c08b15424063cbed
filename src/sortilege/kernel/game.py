"""Play one game: list moves, check and play them, view the state, write the record."""

import copy
import secrets
from dataclasses import asdict, dataclass
from typing import Any, Final

from sortilege.kernel.deck import Deck
from sortilege.kernel.events import Event
from sortilege.kernel.options import settle
from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.plain.rng import SEED_BYTES, commitment, derive
from sortilege.kernel.records.position import read_position, write_position
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import SPECTATOR, State, pending
from sortilege.kernel.views import View, members

RECORD_FORMAT = "sortilege record 1"
WORLDS_TRIED: Final = 1000
Seed = int | bytes | str | None
Facts = dict[str, Any]
Past = tuple["Past", str, Facts | None] | None  # the moves before, a move, and its outcome by physics


@dataclass(frozen=True)
class Result:
    """Hold the outcome of a finished game."""

    winners: list[int]
    places: list[int]
    scores: list[int]
    ending: str


class Game:
    """Hold one game in play: its state, its seed and the moves so far."""

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
        self.film = b""  # the flight of the dice in the last move
        self.events: list[tuple[Event, tuple[Any, ...]]] = []  # of the last move, or of the start
        self.secrets: list[tuple[int, int]] = []  # the events with hidden facts, and the audiences that see them whole
        self.begun_at = ""
        self._checked: tuple[int, str, int] | None = None
        s = self._with_chance(0)
        book.start(s)
        self._arrive(s)

    @classmethod
    def at(cls, book: Rulebook, position: str, seed: Seed = None) -> "Game":
        """Return a game that goes on from a position."""
        game = object.__new__(cls)
        game.book, game.seed = book, seed_bytes(seed)
        game.options, game.deck = {}, {}
        game.played, game._past = 0, None
        game.events, game.secrets, game.film = [], [], b""
        game.begun_at, game._checked = position, None
        game.state = read_position(book, position)
        return game

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return self.state.seats

    @property
    def moves(self) -> list[str]:
        """Return the moves played, as text."""
        return [move for move, _ in self._from_the_start()]

    @property
    def outcomes(self) -> dict[str, Facts]:
        """Return what physics decided, by move number."""
        return {str(n): facts for n, (_, facts) in enumerate(self._from_the_start(), 1) if facts is not None}

    def _from_the_start(self) -> list[tuple[str, Facts | None]]:
        past, found = self._past, []
        while past:
            past, move, facts = past
            found.append((move, facts))
        return found[::-1]

    @property
    def pending(self) -> list[int]:
        """Return the seats that may move now."""
        return list(members(pending(self.state)))

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.state.ending != 0

    @property
    def result(self) -> Result | None:
        """Return the result, or None while the game goes on."""
        if not self.over:
            return None
        s = self.state
        places = self.book.places(s)
        scores = [self.book.score(s, seat) for seat in range(s.seats)]
        winners = [seat for seat, place in enumerate(places) if place == 1]
        return Result(winners, places, scores, self.book.endings[s.ending])

    @property
    def commitment(self) -> str:
        """Return the hash of the seed."""
        return commitment(self.seed)

    def legal(self, seat: int) -> list[str]:
        """Return the moves that a seat may play, as text."""
        self._check_seat(seat)
        return self.book.moves.write_all(self.book.legal_moves(self.state, seat))

    def why(self, seat: int, text: str) -> Refusal | None:
        """Return the refusal of a move, or None if it may be played."""
        try:
            self.check(seat, text)
        except Refusal as refusal:
            return refusal
        return None

    def check(self, seat: int, text: str) -> str:
        """Return the move as it is written, or raise its refusal. The parsed move is cached for the next `play`."""
        move = self._read(seat, text)
        written = self.book.moves.write(move)
        self._checked = (seat, written, move)
        return written

    def play(self, seat: int, text: str, outcome: Outcome | None = None) -> None:
        """Play a move. Physics decides its outcome now, unless one is given."""
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
        """Return whether physics decides the outcome of the move."""
        physics = self.book.physics
        return physics is not None and physics.asked(self.state, seat, self._read(seat, text))

    def question(self, seat: int, text: str) -> Question | None:
        """Return the question that the move puts to physics, for `Rulebook.answer`; None if there is none."""
        return self._question(seat, self._read(seat, text))

    def foresee(self, seat: int, text: str) -> Outcome | None:
        """Return the outcome that physics would give the move. It follows from the seed: never show it to players."""
        return self._happen(seat, self._read(seat, text))

    def check_physics(self) -> None:
        """Refuse a game whose throws need physics that is not installed."""
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
        self.events, self.secrets, self.film = [], [], b""

    def __getstate__(self) -> dict[str, Any]:
        """Give pickle the past as a list: a chain of thousands of moves is too deep for it."""
        return {**self.__dict__, "_past": self._from_the_start()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._past = None
        for move, facts in kept["_past"]:
            self._past = (self._past, move, facts)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat sees; without a seat, what a spectator sees."""
        return self.book.view(self.state, self._audience(seat))

    def heard(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Return the events of the last move, or of the start, as this audience sees them."""
        return self.heard_without(self.missed(self._audience(seat)))

    def missed(self, audience: int) -> tuple[int, ...]:
        """Return the indices of the last events that hide facts from the audience."""
        return tuple([i for i, audiences in self.secrets if not audiences >> audience & 1])

    def heard_without(self, missed: tuple[int, ...]) -> list[dict[str, Any]]:
        """Return the events, without the hidden facts of those missed."""
        heard = [event.whole(*facts) for event, facts in self.events]
        for i in missed:
            event, facts = self.events[i]
            heard[i] = event.part(*facts)
        return heard

    def position(self) -> str:
        """Return the state as one line of text."""
        return write_position(self.book, self.state)

    def record(self) -> dict[str, Any]:
        """Return all that is needed to replay the game. It holds the seed: never show it to players before the end."""
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
        """Return a copy of the state that logs events, with the randomness of this move; the start is number 0."""
        s = self.state.copy()
        s.rng = derive(self.seed, number)
        s.log = []
        return s

    def _arrive(self, s: State) -> None:
        """Take the new state and its events. After an error before this call the old state is still there."""
        self.events, s.log = s.log or [], None
        self.secrets = []
        for i, (event, facts) in enumerate(self.events):
            if event.hidden:
                self.secrets.append((i, facts[event.audiences_at]))
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
        """Return the code of a move that may be played now, or raise the refusal."""
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
    """Convert a seed to bytes. A seed has 128 bits or more; small numbers are for experiments."""
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
