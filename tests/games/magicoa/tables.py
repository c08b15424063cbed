"""Build tables of Magicoa for tests."""

from typing import Any

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.games.magicoa.state import POTIONS, State, Symbol

ANY_ROW = ("red 2", "red 3", "red 4", "red 5", "green 1")


def table(*row: str, down: str = "blue 1", top: str = "blue 1", round: int = 1, **powers: str) -> Game:
    """Return a game in which seat 0 begins; `row` are the potions from place 2 on; powers as `seat_2="exchange"`."""
    game = sortilege.new("magicoa", len(row) + 1, 1, {"first": 0})
    s = state(game)
    s.round = round
    s.down = [0] * 6
    s.down[round - 1] = POTIONS.index(down)
    s.row[1 : len(row) + 1] = [POTIONS.index(name) for name in row]
    s.pile_n -= (round - 1) * s.seats
    s.pile[s.box_n + s.pile_n - 1] = POTIONS.index(top)
    for seat, names in powers.items():
        s.powers[int(seat[-1])] = sum(1 << Symbol[name.upper()] for name in names.split())
    return game


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def choose(game: Game, *pairs: str) -> Game:
    """Choose for each seat its top and bottom card."""
    for seat, pair in enumerate(pairs):
        game.play(seat, f"choose {pair}")
    return game


def play(game: Game, *moves: str) -> Game:
    """Play each move by the seat that is asked."""
    for move in moves:
        game.play(game.pending[0], move)
    return game


def bid_apart(game: Game) -> Game:
    """Play both biddings: seat i wins place i + 1, alone."""
    seats = game.seats
    choose(game, *(f"1 {2 + seat}" for seat in range(seats)))
    for _ in range(seats):
        seat = game.pending[0]
        game.play(seat, f"place {seat + 1}")
    for _ in range(seats):
        seat = game.pending[0]
        game.play(seat, f"place {seat + 1}")
    return game


def heard(game: Game, event: str, seat: int | None = None) -> list[dict[str, Any]]:
    return [told for told in game.heard(seat) if told["event"] == event]


def refused(game: Game, seat: int, move: str) -> Refusal:
    refusal = game.why(seat, move)
    assert refusal is not None
    with pytest.raises(Refusal):
        game.play(seat, move)
    return refusal


def leave(game: Game, place: int) -> Game:
    """Play both biddings without a card at this place."""
    others = [p for p in (1, 2, 3) if p != place]
    choose(game, "1 4", "2 5", "3 6")
    return play(game, *(f"place {others[i % 2]}" for i in (0, 1, 0, 1, 0, 1)))


def finish(game: Game) -> None:
    while not game.over:
        seat = game.pending[-1]
        game.play(seat, game.legal(seat)[len(game.moves) % len(game.legal(seat))])
