"""List the verbs of the command in the order of its help."""

from typing import Annotated

import typer

import sortilege
from sortilege.cli import (
    bench,
    dataset,
    duel,
    games,
    ladder,
    new_game,
    play,
    records,
    serve,
    simulate,
    solve,
    store,
    throw,
    tune,
)
from sortilege.cli.console import console, speak

app = typer.Typer(
    name="sortilege",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Five games of magic: play them, study them. / Cinq jeux de magie : y jouer, les étudier.",
)


@app.callback()
def common(
    context: typer.Context,
    lang: Annotated[str, typer.Option("--lang", help="fr | en, here or after the command", show_default=False)] = "",
    version: Annotated[bool, typer.Option("--version", help="print the version")] = False,
) -> None:
    """Take the options that stand before the verb; print the help where there is none."""
    speak(lang)
    if version:
        console.print(f"sortilege {sortilege.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


app.command("games")(games.games)
app.command("play")(play.play)
app.command("throw")(throw.throw)
app.command("simulate")(simulate.simulate)
app.command("duel")(duel.duel)
app.command("ladder")(ladder.ladder)
app.command("tune")(tune.tune)
app.command("solve")(solve.solve)
app.command("dataset")(dataset.dataset)
app.command("replay")(records.replay)
app.command("verify")(records.verify)
app.command("bench")(bench.bench)
app.command("new-game")(new_game.new_game)
app.command("serve")(serve.serve)
app.command("backup")(store.backup)
app.command("restore")(store.restore)
app.command("check")(store.check)
app.command("move")(store.move)
