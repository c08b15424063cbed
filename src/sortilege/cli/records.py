"""Replay and verify records: `sortilege replay` and `sortilege verify`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from sortilege.cli.console import Json, Lang, console, print_json, read_json, words
from sortilege.games import load
from sortilege.kernel.game import Game
from sortilege.kernel.records import record as records
from sortilege.words import Words

File = Annotated[Path, typer.Argument(help="a record, as `play --save` writes it")]


def replay(file: File, lang: Lang = "", as_json: Json = False) -> None:
    """Tell a recorded game move by move. / Raconte une partie enregistrée, coup par coup."""
    record = records.check_shape(read_json(file))
    book, said = load(record["game"]), words(record["game"], lang)
    for game in records.steps(book, record):
        if not as_json:
            _tell(game, said)
    _close(game, said, as_json, {})


def verify(
    file: File,
    promised: Annotated[str, typer.Option(help="the hash shown before the game began")] = "",
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Check a record: its seed and every move. / Vérifie un enregistrement : sa graine et chaque coup."""
    record = records.check_shape(read_json(file))
    book, said = load(record["game"]), words(record["game"], lang)
    game = records.verify(book, record, promised.strip().lower())
    if not as_json:
        facts = {"commitment": game.commitment, "moves": game.played}
        console.print(said.vformat(said["verified"], (), facts), style="green")
        console.print("" if promised else said["not_compared"], style="dim")
    _close(game, said, as_json, {"verified": True, "commitment": game.commitment})


def _tell(game: Game, said: Words) -> None:
    if game.moves:
        console.print(f"{game.played}. {game.moves[-1]}", style="bold", markup=False)
    for told in game.heard():
        console.print(f"   {said.event(told)}", markup=False)


def _close(game: Game, said: Words, as_json: bool, more: dict[str, Any]) -> None:
    if as_json:
        print_json({"game": game.book.slug, "moves": game.played, "result": game.record()["result"], **more})
    elif game.result:
        winners = ", ".join(said.name("seat", seat) for seat in game.result.winners)
        console.print(said["won"].format(winners), style="bold")
    else:
        console.print(said["unfinished"])
