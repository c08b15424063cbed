"""Seat one Gymnasium learner among bots: `gymnasium.make("sortilege/abracada-v1", seats=3, opponents="greedy")`."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from sortilege.bots import read_bot
from sortilege.kernel.deck import Deck
from sortilege.kernel.views import View
from sortilege.research.adapters.aec import render
from sortilege.research.engine import Setting
from sortilege.research.match import Match


class SingleEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """Run a game seen from one seat; the bots of the room play the others, from their own views.

    An action that is not legal changes nothing and costs nothing: `info["refused"]` says why.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        slug: str,
        seats: int,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        options: dict[str, Any] | None = None,
        deck: Deck | None = None,
        compiled: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Seat the learner; without `seat` it sits elsewhere in each game.

        `opponents` are bots as the command names them ("expert", "search@200"), clockwise from the learner, or one
        for all.
        """
        self.setting = Setting(slug, seats, options, deck, compiled)
        names = [opponents] * (seats - 1) if isinstance(opponents, str) else [*opponents]
        if len(names) != seats - 1:
            raise ValueError(f"{seats - 1} opponents are wanted, not {len(names)}")
        self.bots = [read_bot(self.setting.book, name) for name in names]
        self.fixed_seat, self.render_mode = seat, render_mode
        numbers = np.iinfo(np.int16)
        self.observation_space = Box(numbers.min, numbers.max, (self.setting.plan.width,), np.int16)
        self.action_space = Discrete(len(self.setting.actions))
        self.match = Match(self.setting)
        self.seat = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        draws = self.np_random.integers(1 << 62, size=2)
        self.seat = int(draws[1] % self.setting.seats) if self.fixed_seat is None else self.fixed_seat
        self.match.begin(int(draws[0]))
        self._play_others()
        return self.match.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        match = self.match
        if not match.mask(self.seat)[action]:
            refused = {"refused": match.why(self.seat, int(action))}
            return match.observe(self.seat), 0.0, match.over, False, self._info() | refused
        match.play(self.seat, int(action))
        self._play_others()
        return match.observe(self.seat), float(match.rewards()[self.seat]), match.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as maskable learners ask for it."""
        return self.match.mask(self.seat).astype(bool)

    def render(self) -> str:
        return render(self.match)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask(self.seat), "seat": self.seat}

    def _play_others(self) -> None:
        """Play the bots until the learner is asked. Their chance hangs on the seed alone."""
        match, book = self.match, self.setting.book
        while not match.over and self.seat not in match.pending:
            seat, s = match.seat, match.state
            view: View = book.view(s, seat)
            legal = book.moves.write_all(book.legal_moves(s, seat))
            bot = self.bots[(seat - self.seat) % self.setting.seats - 1]
            text = bot.choose(view, legal, int(self.np_random.integers(1 << 62)))
            match.play(seat, self.setting.actions.read(text) or 0)
