"""Write games of bots as data: what each seat knew at each decision, what it chose, how the game ended.

Two Parquet files and a card. Every game has its record with its seed, so that it replays and verifies.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import sortilege
from sortilege.bots import Bot, read_bot
from sortilege.kernel.game import Game
from sortilege.research.engine import Setting
from sortilege.research.loops import SPARES

GAMES_AT_ONCE: Final = 200  # held in memory before they are written
CARD: Final = """---
license: mit
pretty_name: "Sortilège: {slug}"
tags: [games, imperfect-information, reinforcement-learning]
---
# {games} games of {slug}, {seats} seats

Made by `{command}` with Sortilège {version}, rules {rules}. Unofficial: not by the game's publisher.

- `games.parquet`, a row for each game: `game`, `players` and `places` by seat, `record`: JSON for `sortilege verify`.
- `decisions.parquet`, a row for each decision: `game`, `number` of the move, `seat`, `player`, `observation`, `legal`,
  `action`, `move`, `reward`.

`observation` is what the seat knew, as int16, and nothing else; `legal` and `action` number the moves as
`research.Setting("{slug}", {seats}).actions` does; `reward` is what the seat got at the end of the game.
A seat with one legal move decided nothing: such moves stand in the record alone.

The columns of an observation, first and last:

| field | columns | shape |
| --- | --- | --- |
{plan}
"""


def write(
    setting: Setting,
    players: Sequence[str],
    games: int,
    seed: int,
    folder: Path,
    command: str,
    step: Callable[[int], None] = lambda n: None,
) -> dict[str, int]:
    """Play games and write them. The players change seats from game to game. Return what was written."""
    bots = [read_bot(setting.book, name) for name in players]
    numbers, written = iter(range(games)), {"games": 0, "decisions": 0}
    with (
        pq.ParquetWriter(folder / "games.parquet", GAME_COLUMNS) as to_games,
        pq.ParquetWriter(folder / "decisions.parquet", decision_columns(setting)) as to_decisions,
    ):
        while part := list(islice(numbers, GAMES_AT_ONCE)):
            played = [Played(setting, bots, seed, number) for number in part]
            decisions = [row for one in played for row in one.decisions]
            to_games.write_table(pa.Table.from_pylist([one.row for one in played], GAME_COLUMNS))
            to_decisions.write_table(pa.Table.from_pylist(decisions, decision_columns(setting)))
            written = {"games": written["games"] + len(part), "decisions": written["decisions"] + len(decisions)}
            step(len(part))
    (folder / "README.md").write_text(card(setting, games, command), "utf-8")
    return written


GAME_COLUMNS: Final = pa.schema(
    [("game", pa.int64()), ("players", pa.list_(pa.string())), ("places", pa.list_(pa.int8())), ("record", pa.string())]
)


def decision_columns(setting: Setting) -> pa.Schema:
    return pa.schema(
        [
            ("game", pa.int64()),
            ("number", pa.int32()),
            ("seat", pa.int8()),
            ("player", pa.string()),
            ("observation", pa.list_(pa.int16(), setting.plan.width)),
            ("legal", pa.list_(pa.int32())),
            ("action", pa.int32()),
            ("move", pa.string()),
            ("reward", pa.float32()),
        ]
    )


class Played:
    """Hold a game played to its end, with its decisions."""

    def __init__(self, setting: Setting, bots: Sequence[Bot], seed: int, number: int) -> None:
        self.setting, self.number = setting, number
        self.key = f"dataset {setting.slug} {setting.seats} {seed} {number}"
        turned = [bots[(seat + number) % len(bots)] for seat in range(setting.seats)]
        self.names = [bot.name for bot in turned]
        digest = sha256(self.key.encode()).digest()
        game = sortilege.new(setting.slug, setting.seats, digest, setting.options, setting.deck)
        self.decisions = list(self._play(game, turned))
        assert game.result
        places = game.result.places
        winners = places.count(1)
        for row in self.decisions:
            share = (places[row["seat"]] == 1) / winners
            row["reward"] = (setting.seats * share - 1) / (setting.seats - 1)
        record = json.dumps(game.record(), ensure_ascii=False)
        self.row = {"game": number, "players": self.names, "places": places, "record": record}

    def _play(self, game: Game, bots: Sequence[Bot]) -> Iterator[dict[str, Any]]:
        while not game.over:
            seat = game.pending[0]
            legal, number = game.legal(seat), game.played + 1
            chance = sha256(f"{self.key} {seat} {number}".encode()).digest()
            text = bots[seat].choose(game.view(seat), legal, int.from_bytes(chance[:7], "big"))
            if len(legal) > 1:
                yield self._decision(game, seat, number, legal, text)
            game.play(seat, text)

    def _decision(self, game: Game, seat: int, number: int, legal: list[str], text: str) -> dict[str, Any]:
        setting, read = self.setting, self.setting.actions.read
        row = np.zeros(setting.plan.width, np.int16)
        setting.loops.observe(setting.states(game.state), 0, setting.blanks(SPARES), seat, row)
        return {
            **{"game": self.number, "number": number, "seat": seat, "player": self.names[seat]},
            **{"observation": row, "legal": [read(move) for move in legal], "action": read(text), "move": text},
        }


def card(setting: Setting, games: int, command: str) -> str:
    parts = setting.plan.slices.values()
    return CARD.format(
        **{"slug": setting.slug, "seats": setting.seats, "games": games, "command": command},
        **{"version": sortilege.__version__, "rules": setting.book.version},
        plan="\n".join(f"| {part.name} | {part.start}-{part.stop - 1} | {part.shape} |" for part in parts),
    )
