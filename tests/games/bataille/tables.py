"""Build tables of Bataille for tests."""

from typing import Any

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.games.bataille.physics import NATURE
from sortilege.games.bataille.state import OUT, State, Step

needs_bodies = pytest.mark.skipif(not NATURE.here(), reason="what the extra `arena` installs is not here")
LETTERS = "XILAWC"  # the six faces; "-" is a die that leaves the arena


def table(loose: str = "", tower: str = "", reserves: tuple[int, ...] = (4, 4, 4), **options: Any) -> Game:
    """Return a game with seat 0 to throw, these dice loose and these piled; a seat without reserve is out."""
    game = sortilege.new("bataille", len(reserves), 1, {"first": 0, **options})
    s = state(game)
    s.loose_n, s.tower_n = len(loose), len(tower)
    s.loose = [LETTERS.index(face) for face in loose] + [0] * (26 - len(loose))
    s.tower = [LETTERS.index(face) for face in tower] + [0] * (26 - len(tower))
    s.reserve[: len(reserves)] = list(reserves)
    s.alive = sum(1 << seat for seat, dice in enumerate(reserves) if dice)
    s.step = Step.THROW if loose or tower else Step.ALL
    return game


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def hold(game: Game, *dice: int, top: bool = False) -> Game:
    """Put these loose dice, and the top of the tower, into a standing Immobulus."""
    state(game).held = sum(1 << die for die in dice)
    state(game).held_top = int(top)
    return game


def throw(game: Game, shows: str, knocked: dict[int, str] | None = None, falls: bool = False, move: str = "") -> None:
    """Play a throw with this outcome: what the thrown dice show, what becomes of those that lay there."""
    s = state(game)
    lying = [LETTERS[face] for face in s.loose[: s.loose_n] + s.tower[: s.tower_n]]
    for die, face in (knocked or {}).items():
        lying[die] = face
    faces = [OUT if face == "-" else LETTERS.index(face) for face in [*lying, *shows]]
    s.landed_n, s.landed[: len(faces)] = len(faces), faces
    s.standing = 0 if falls else (1 << s.tower_n) - 1
    game.play(game.pending[0], move or game.legal(game.pending[0])[-1])


def answer(game: Game, shows: str, knocked: dict[int, str] | None = None) -> None:
    """Let all others throw together for a Lashlabask."""
    while len(game.pending) > 1:
        game.play(game.pending[0], "throw")
    throw(game, shows, knocked)


def loose(game: Game) -> str:
    return "".join(LETTERS[face] for face in state(game).loose[: state(game).loose_n])


def tower(game: Game) -> str:
    return "".join(LETTERS[face] for face in state(game).tower[: state(game).tower_n])


def reserves(game: Game) -> list[int]:
    return state(game).reserve[: game.seats]


def heard(game: Game, event: str) -> list[dict[str, Any]]:
    return [told for told in game.heard() if told["event"] == event]


def code(refusal: Refusal | None) -> str:
    return refusal.code if refusal else ""
