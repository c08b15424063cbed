"""List the verbs of the command in the order of its help."""

import typer

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

app = typer.Typer(
    name="sortilege",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Five games of magic: play them, study them. / Cinq jeux de magie : y jouer, les étudier.",
)
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
