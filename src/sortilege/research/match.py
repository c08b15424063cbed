"""Play one game by numbered actions: PettingZoo, Gymnasium and the text harness are made of it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import State
from sortilege.research.engine import LARGEST_SEED, Setting
from sortilege.research.loops import NOBODY, SPARES, UNLISTED
from sortilege.research.spaces import WAIT, Actions


class IllegalAction(ValueError):
    """Say that an action may not be played now; the text is the code of the reason."""


def reason(book: Rulebook, actions: Actions, s: State, seat: int, action: int) -> str:
    """Return why an action that is not legal is refused, as a code."""
    if s.ending:
        return "game/over"
    if not 0 <= action < len(actions):
        return "action/unknown"
    if action == WAIT:
        return "action/move_owed"
    refusal = book.why(s, seat, int(actions.codes[action]))
    return refusal.code if refusal else "action/not_offered"


class Match:
    """Play a game from its start to its end, then another one."""

    def __init__(self, setting: Setting, seed: int = 1, game: int = 0) -> None:
        self.setting, self.loops = setting, setting.loops
        self.actions, self.seats = setting.actions, setting.seats
        self.blank, self.states = setting.states(setting.prepared), setting.blanks(1)
        self.spare = setting.blanks(SPARES)
        self.out = setting.move_list()
        self.begin(seed, game)

    def begin(self, seed: int, game: int = 0) -> None:
        """Begin game number `game` of this seed, the same one each time."""
        self.seat = int(self.loops.begin_one(self.states, self.blank, self.out, seed & LARGEST_SEED, game))

    @property
    def over(self) -> bool:
        return self.seat == NOBODY

    @property
    def state(self) -> State:
        """Return a copy of the true state. Not for players."""
        return self.setting.state(self.states, 0)

    @property
    def pending(self) -> list[int]:
        """Return the seats that are asked: several where choices are simultaneous."""
        asked = int(self.loops.pending_of(self.states))
        return [seat for seat in range(self.seats) if asked >> seat & 1]

    def legal(self, seat: int) -> NDArray[np.int32]:
        """Return the actions a seat may play: "wait" alone if it is not asked."""
        self.loops.offer_to(self.states, self.out, seat)
        codes = self.out[1 : 1 + self.out[0]]
        legal: NDArray[np.int32] = self.actions.of_code[codes] if len(codes) else np.zeros(1, np.int32)
        return legal

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(len(self.actions), np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def play(self, seat: int, action: int) -> None:
        """Play an action of a seat that is asked."""
        if action == WAIT or action not in self.legal(seat):
            raise IllegalAction(self.why(seat, action))
        self.seat = int(self.loops.play_of(self.states, self.out, seat, int(self.actions.codes[action])))

    def advance(self, move: int) -> int:
        """Play a move of the seat to move by its code, list the next ones in `out` and return the next seat.

        The fastest way from Python: `out[0]` is how many moves there are, `out[1]` the first of them.
        """
        seat: int = self.loops.play_one(self.states, self.out, move)
        if seat == UNLISTED:
            raise IllegalAction("action/not_offered")
        self.seat = seat
        return seat

    def why(self, seat: int, action: int) -> str:
        if not self.over and seat not in self.pending:
            return "seat/not_asked"
        return reason(self.setting.book, self.actions, self.state, seat, action)

    def observe(self, seat: int) -> NDArray[np.int16]:
        """Return what the seat may know, in the columns of `setting.plan`."""
        row = np.zeros(self.setting.plan.width, np.int16)
        self.loops.observe(self.states, 0, self.spare, seat, row)
        return row

    def observe_perfect(self, seat: int) -> NDArray[np.int16]:
        """Return the whole state, hidden parts included, in the columns of `setting.perfect_plan`: for critics."""
        row = np.zeros(self.setting.perfect_plan.width, np.int16)
        self.loops.observe_perfect(self.states, 0, seat, row)
        return row

    def rewards(self) -> Any:
        """Return each seat's reward: 0 while the game goes on, then 1 for a sole winner; they add up to 0."""
        shares = np.zeros(self.seats, np.int64)
        if not self.over:
            return shares.astype(float)
        self.loops.share_wins(self.states, 0, shares)
        return self.setting.rewards(shares)
