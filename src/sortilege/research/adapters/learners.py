"""Run many Gymnasium games at once: `gymnasium.make_vec("sortilege/abracada-v1", num_envs=1024, seats=2)`.

One learner in each row among compiled bots. Arrays are copied; `research.make_vec` lends its own.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sortilege.kernel.deck import Deck
from sortilege.research.engine import Setting
from sortilege.research.vector import Vector


class LearnersEnv(VectorEnv[NDArray[np.int16], NDArray[np.int64], NDArray[Any]]):
    """Begin the next game of a row in the step that ends one; `infos["final_obs"]` keeps what its learner saw last."""

    def __init__(
        self,
        num_envs: int,
        slug: str,
        seats: int,
        opponents: str | Sequence[str] = "greedy",
        options: dict[str, Any] | None = None,
        deck: Deck | None = None,
        compiled: bool | None = None,
        render_mode: None = None,
    ) -> None:
        self.setting = Setting(slug, seats, options, deck, compiled)
        self.games = Vector(self.setting, num_envs, opponents=opponents)
        self.metadata = {**self.games.metadata, "render_modes": []}
        self.num_envs, self.render_mode = num_envs, render_mode
        numbers = np.iinfo(np.int16)
        self.single_observation_space = Box(numbers.min, numbers.max, (self.setting.plan.width,), np.int16)
        self.single_action_space = Discrete(len(self.setting.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin all games: one seed decides them all."""
        observations, _ = self.games.reset(seed)
        return observations.copy(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        observations, rewards, ended, cut, found = self.games.step(actions)
        infos = self._infos() | {"refused": found["refused"].copy(), "reasons": found.get("reasons", {})}
        if ended.any():
            infos |= {"final_obs": self.games.final.copy(), "_final_obs": ended.copy()}
        return observations.copy(), rewards.copy(), ended, cut, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal in each row, as maskable learners ask for it."""
        return self.games.action_mask.astype(bool)

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        return {"action_mask": self.games.action_mask.copy(), "_action_mask": every}
