"""Play games as PettingZoo does, all seats at once: those that are asked play, the others wait."""

from typing import Any, ClassVar

from gymnasium.spaces import Discrete
from pettingzoo import ParallelEnv

from sortilege.kernel.deck import Deck
from sortilege.research.adapters.aec import Observation, agent_names, fresh_seed, observation, observation_space, render
from sortilege.research.engine import Setting
from sortilege.research.match import IllegalAction, Match
from sortilege.research.spaces import WAIT


class SeatsEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Run a game in which every seat acts at each step, most of them by "wait". An action that is not legal raises
    `IllegalAction`, and nobody's action of that step is played."""

    metadata: ClassVar[dict[str, Any]] = {"name": "sortilege", "render_modes": ["ansi"]}

    def __init__(self, setting: Setting, render_mode: str | None = None) -> None:
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

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game: the first of this seed, or without one the next."""
        self._seed, self._games = (self._seed, self._games) if seed is None else (seed, 0)
        self.match.begin(self._seed, self._games)
        self._games += 1
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        """Play the actions of the seats that are asked."""
        match, playing = self.match, self.agents
        asked = match.pending
        given = {seat: int(actions.get(agent, WAIT)) for seat, agent in enumerate(self.possible_agents)}
        for seat, action in given.items():
            if action not in match.legal(seat):
                raise IllegalAction(match.why(seat, action))
        for seat in asked:
            match.play(seat, given[seat])
        rewards = dict(zip(self.possible_agents, map(float, match.rewards()), strict=True))
        if match.over:
            self.agents = []
        return (
            self._observations(),
            rewards,
            dict.fromkeys(playing, match.over),
            dict.fromkeys(playing, False),
            {agent: {} for agent in playing},
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: observation(self.match, seat) for seat, agent in enumerate(self.possible_agents)}

    def state(self) -> Any:
        """Return the whole state, hidden parts included, seen from seat 0: for critics."""
        return self.match.observe_perfect(0)

    def render(self) -> str:
        return render(self.match)

    def close(self) -> None:
        pass


def parallel_env(
    slug: str,
    seats: int,
    options: dict[str, Any] | None = None,
    deck: Deck | None = None,
    compiled: bool | None = None,
    render_mode: str | None = None,
) -> SeatsEnv:
    return SeatsEnv(Setting(slug, seats, options, deck, compiled), render_mode)
