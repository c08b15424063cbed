"""Offer our games to OpenSpiel with every chance explicit: a search on a copy does not foresee the true chance.

A deal, and each move that chance decides on, is followed by two chance nodes of 1,024 equal outcomes, which together
seed it. A move that uses no chance is followed by none. A state's history is all there is to it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import pyspiel

from sortilege.games import SLUGS, load
from sortilege.kernel.events import Event
from sortilege.kernel.plain.rng import derive
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import SPECTATOR, State
from sortilege.research.engine import Setting
from sortilege.research.loops import NOBODY, SPARES, WHOLE, next_seat

OUTCOMES: Final = 1024
DRAWS: Final = 2  # chance nodes in a row
MOST_MOVES: Final = 20_000
NO_CHANCE: Final = derive(b"a move that leaves these words alone uses no chance", 0)
WORLDS_TRIED: Final = 1000
KnownEvents = tuple[tuple[Event, tuple[Any, ...]], ...]


@dataclass(frozen=True)
class Moment:
    """Hold where a game is. It never changes, so that copies of an OpenSpiel state share it."""

    s: State | None = None  # before the move that is being decided; None before the deal
    move: tuple[int, int] | None = None  # a seat and the code of its move, whose chance is being drawn
    drawn: tuple[int, ...] = ()
    moves: int = 0
    told: tuple[KnownEvents, ...] = ()
    recalled: dict[int, str] = field(default_factory=dict)  # in an imagined world: what its observer had heard

    def __deepcopy__(self, memo: Any) -> "Moment":
        return self

    @property
    def asks_chance(self) -> bool:
        return self.s is None or self.move is not None


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """Hold a state of one of our games. Actions are numbered as in `Setting.actions`."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.now = Moment()
        self.setting: Setting = game.setting

    def __deepcopy__(self, memo: Any) -> "SpielState":
        return self.clone()  # type: ignore[no-any-return]

    # ------------------------------------------------------------------------------------------------- who and what
    def current_player(self) -> int:
        if self.now.asks_chance:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.now.s
        seat = next_seat(self.now.s)
        return int(pyspiel.PlayerId.TERMINAL) if seat == NOBODY else seat

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.now.s
        return sorted(int(self.setting.actions.of_code[move]) for move in self._book.legal_moves(self.now.s, player))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player < 0 else self.setting.actions.write(action)

    def _apply_action(self, action: int) -> None:
        if not self.now.asks_chance:
            self._choose(action)
            return
        self.now = replace(self.now, drawn=(*self.now.drawn, action))
        if len(self.now.drawn) == DRAWS:
            self._play(derive(bytes(b for n in self.now.drawn for b in n.to_bytes(2, "big")), self.now.moves))

    def _choose(self, action: int) -> None:
        """Play the move at once if it uses no chance, else ask for its chance first."""
        assert self.now.s
        self.now = replace(self.now, move=(self.current_player(), int(self.setting.actions.codes[action])))
        asking = self.now
        if self._play(NO_CHANCE).rng != NO_CHANCE:
            self.now = asking

    def _play(self, chance: list[int]) -> State:
        now = self.now
        s = (now.s or self.setting.prepared).copy()
        s.rng, s.log = chance[:], []
        if now.move is None:
            self._book.start(s)
        else:
            self._book.apply(s, *now.move)
        told, s.log = tuple(s.log or ()), None
        self.now = replace(now, s=s, move=None, drawn=(), moves=now.moves + 1, told=(*now.told, told))
        return s

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.setting.seats
        assert self.now.s
        places = self._book.places(self.now.s)
        winners = places.count(1)
        return [float(reward) for reward in self.setting.rewards([WHOLE // winners * (place == 1) for place in places])]

    # ------------------------------------------------------------------------------------------------ what is known
    def information_state_string(self, player: int | None = None) -> str:
        """Return all the seat was told, and what it sees now."""
        player = self.current_player() if player is None else player
        return f"{self._heard(player)}\n{self.observation_string(player)}"

    def _heard(self, player: int) -> str:
        told = [event.show(facts, player) for part in self.now.told for event, facts in part]
        return self.now.recalled.get(player, "") + "".join(json.dumps(one, separators=(",", ":")) for one in told)

    def observation_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        return self._book.view(self.now.s, player).to_bytes().decode() if self.now.s else ""

    def observation(self, player: int) -> Any:
        """Return the columns of `Setting.plan` for this seat."""
        row = np.zeros(self.setting.plan.width, np.int16)
        if self.now.s:
            states = self.setting.states(self.now.s)
            self.setting.loops.observe(states, 0, self.setting.blanks(SPARES), player, row)
        return row

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state that looks the same to this seat, imagined from its view alone.

        It has no history, and the other seats remember nothing of what they were told before.
        """
        assert self.now.s
        blank = self._book.recall(self._book.view(self.now.s, player))
        seed = int(sampler() * (1 << 53)).to_bytes(8, "big")
        for attempt in range(WORLDS_TRIED):
            s = blank.copy()
            s.rng = derive(seed, attempt)
            if self._book.imagine(s, player):
                world: SpielState = self.get_game().new_initial_state()
                world.now = Moment(s, moves=self.now.moves, recalled={player: self._heard(player)})
                return world
        raise RuntimeError("no possible world was found")

    def __str__(self) -> str:
        if self.now.s is None:
            return f"deal {self.now.drawn}"
        return f"{self.observation_string(SPECTATOR)} {self.now.move} {self.now.drawn}"

    @property
    def _book(self) -> Rulebook:
        return self.setting.book


class Observer:
    """Write what a seat may know, as a tensor and as a string."""

    def __init__(self, setting: Setting) -> None:
        self.tensor = np.zeros(setting.plan.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    slug: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind, book = KINDS[self.slug], load(self.slug)
        seats = int((params or {}).get("players", book.seats[0]))
        self.setting = Setting(self.slug, seats, compiled=False)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.actions),
            max_chance_outcomes=OUTCOMES,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(kind, info, params or {"players": seats})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(self.setting)


def _kind(book: Rulebook) -> Any:
    return pyspiel.GameType(
        short_name=f"python_sortilege_{book.slug}",
        long_name=f"Sortilege: {book.slug}, rules {book.version}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=book.seats[-1],
        min_num_players=book.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # perfect recall has no fixed size
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": book.seats[0]},
    )


KINDS: Final = {slug: _kind(load(slug)) for slug in SLUGS}
for name, made in KINDS.items():
    pyspiel.register_game(made, type(f"Spiel{name.capitalize()}", (SpielGame,), {"slug": name}))


def spiel_game(slug: str, seats: int) -> Any:
    """Return the OpenSpiel game. Its name is like "python_sortilege_epee(players=3)"."""
    load(slug).prepare(seats, {}, None)
    return pyspiel.load_game(f"python_sortilege_{slug}", {"players": seats})
