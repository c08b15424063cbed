"""Play many random games and count them: `sortilege simulate`."""

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from sortilege.cli.console import (
    DeckFile,
    Json,
    Lang,
    OnRay,
    Options,
    Slug,
    Workers,
    console,
    errors,
    print_json,
    read_deck,
    read_options,
    words,
)
from sortilege.games import load
from sortilege.kernel.compile.backend import numba_here
from sortilege.kernel.compile.bind import bind_game
from sortilege.lab.executors import where
from sortilege.lab.simulate import Report, run_games
from sortilege.lab.simulate import simulate as run
from sortilege.words import Words


def simulate(
    slug: Slug,
    seats: Annotated[int, typer.Option(help="how many seats")],
    games: Annotated[int, typer.Option(help="how many games")] = 1000,
    seed: Annotated[int, typer.Option(help="seed of chance: the same seed plays the same games")] = 1,
    option: Options = None,
    deck: DeckFile = None,
    workers: Workers = 1,
    ray: OnRay = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Play many random games and count them. / Joue beaucoup de parties au hasard et les compte."""
    book, said = load(slug), words(slug, lang)
    options, cards = read_options(option), read_deck(deck)
    book.prepare(seats, options, cards)  # refuse a bad option before anything is compiled
    if numba_here():
        with errors.status(said["compiling"]):
            bind_game(book, run_games)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=games)
        report = run(
            slug, seats, games, seed, options, cards, step=lambda n: progress.advance(bar, n), where=where(ray, workers)
        )
    if as_json:
        print_json(asdict(report))
    else:
        console.print(_table(report, said))


def _table(report: Report, said: Words) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, value in asdict(report).items():
        if name not in ("win_share_margin", "win_share"):
            table.add_row(said.name("report", name), _shown(value, said))
    for seat, (share, margin) in enumerate(zip(report.win_share, report.win_share_margin, strict=True)):
        wins = said["names"]["report"]["wins"].format(said.name("seat", seat))
        table.add_row(wins, f"{100 * share:.2f} % ± {100 * margin:.2f}")
    return table


def _shown(value: Any, said: Words) -> str:
    if isinstance(value, bool):
        return str(said["yes" if value else "no"])
    if isinstance(value, dict):
        return "; ".join(f"{said.name('ending', ending)}: {n:,}" for ending, n in value.items())
    return value if isinstance(value, str) else f"{value:,}"
