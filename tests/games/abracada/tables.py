"""Build tables of Abracada for tests."""

from typing import Any

import sortilege
from sortilege import Game
from sortilege.games.abracada.state import EMPTY, State

FULL = (1, 2, 3, 4, 5, 6, 7, 8)


def table(*rows: str, die: int = 2, seed: int = 1, **options: Any) -> Game:
    """Return a game with these stones and seat 0 to cast; every face of the die is the same."""
    deck = {"die": [die] * 6, "stones": list(FULL)}
    game = sortilege.new("abracada", len(rows), seed, {"first": 0, **options}, deck)
    for seat, row in enumerate(rows):
        stand(game, seat, row)
    return game


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def stand(game: Game, seat: int, row: str) -> None:
    s = state(game)
    for place in range(5):
        s.row[seat][place] = int(row[place]) if place < len(row) else 0
        s.filled[seat][place] = 0 if place < len(row) else EMPTY
    s.row_n[seat] = len(row)


def stones(game: Game, seat: int) -> int:
    return state(game).row_n[seat]


def heard(game: Game, event: str) -> list[dict[str, Any]]:
    return [told for told in game.heard() if told["event"] == event]
