"""Create, replay and verify games.

game = sortilege.new("abracada", seats=4, seed=7)
game.pending; game.legal(seat); game.play(seat, "cast 5"); game.view(seat); game.over; game.result
sortilege.replay(game.record()); sortilege.from_position("abracada", game.position())
"""

from typing import Any

from sortilege.games import load
from sortilege.kernel.deck import Deck
from sortilege.kernel.game import Game, Result, Seed
from sortilege.kernel.records import record as records
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.views import View

__all__ = ["Game", "Refusal", "Result", "View", "from_position", "new", "replay", "verify"]
__version__ = "0.2.0"


def new(
    slug: str, seats: int, seed: Seed = None, options: dict[str, Any] | None = None, deck: Deck | None = None
) -> Game:
    game = Game(load(slug), seats, seed, options, deck)
    game.check_physics()
    return game


def replay(record: dict[str, Any]) -> Game:
    return records.replay(load(records.check_shape(record)["game"]), record)


def verify(record: dict[str, Any], promised: str = "") -> Game:
    return records.verify(load(records.check_shape(record)["game"]), record, promised)


def from_position(slug: str, position: str, seed: Seed = None) -> Game:
    return Game.at(load(slug), position, seed)
