"""Play games as PettingZoo does, one seat after another; simultaneous choices are hidden until all are in."""

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from sortilege.kernel.deck import Deck
from sortilege.kernel.state import SPECTATOR
from sortilege.research.engine import Setting
from sortilege.research.match import Match

Observation = dict[str, Any]


class AecEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Run a game as an agent environment cycle. An illegal action raises `IllegalAction` and changes nothing."""

    metadata: ClassVar[dict[str, Any]] = {"name": "sortilege", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, setting: Setting, render_mode: str | None = None) -> None:
        super().__init__()
        self.setting, self.render_mode = setting, render_mode
        self.possible_agents = agent_names(setting.seats)
        self.observation_spaces = {agent: observation_space(setting) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(setting.actions)) for agent in self.possible_agents}
        self.match = Match(setting)
        self._seed, self._games = fresh_seed(), 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first of this seed, or without one the next."""
        self._seed, self._games = (self._seed, self._games) if seed is None else (seed, 0)
        self.match.begin(self._seed, self._games)
        self._games += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.seat]

    def observe(self, agent: str) -> Observation:
        return observation(self.match, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(self.possible_agents.index(agent), int(action or 0))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.over:
            self.rewards = dict(zip(self.possible_agents, map(float, self.match.rewards()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.match.seat]
        self._accumulate_rewards()

    def state(self) -> Any:
        """Return the whole state, hidden parts included, seen from the seat to move: for critics."""
        return self.match.observe_perfect(max(0, self.match.seat))

    def render(self) -> str:
        return render(self.match)

    def close(self) -> None:
        pass


def agent_names(seats: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(seats)]


def observation_space(setting: Setting) -> Dict:
    """Return the space of what a seat is shown, with the mask of its legal actions."""
    numbers = np.iinfo(np.int16)
    return Dict(
        {
            "observation": Box(numbers.min, numbers.max, (setting.plan.width,), np.int16),
            "action_mask": Box(0, 1, (len(setting.actions),), np.int8),
        }
    )


def observation(match: Match, seat: int) -> Observation:
    return {"observation": match.observe(seat), "action_mask": match.mask(seat)}


def render(match: Match) -> str:
    """Return what a spectator sees, as text."""
    s, book = match.state, match.setting.book
    return "\n".join(f"{name}: {value}" for name, value in book.view(s, SPECTATOR).items())


def fresh_seed() -> int:
    return int(np.random.default_rng().integers(1 << 62))


def aec_env(
    slug: str,
    seats: int,
    options: dict[str, Any] | None = None,
    deck: Deck | None = None,
    compiled: bool | None = None,
    render_mode: str | None = None,
) -> AecEnv:
    return AecEnv(Setting(slug, seats, options, deck, compiled), render_mode)
