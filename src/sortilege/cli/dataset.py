"""Write games of bots as data: `sortilege dataset`."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from sortilege.bots import read_bot
from sortilege.cli.console import Json, Lang, Options, Slug, console, errors, print_json, read_options, words
from sortilege.games import load
from sortilege.kernel.refusal import Refusal


@dataclass(frozen=True)
class Wanted:
    """Describe the games to play."""

    slug: str
    seats: int
    players: list[str]
    games: int
    seed: int


def dataset(
    slug: Slug,
    out: Annotated[Path, typer.Option(help="the folder to write, which does not exist yet")],
    seats: Annotated[int, typer.Option(help="how many seats")],
    players: Annotated[str, typer.Option(help="bots with commas between them: greedy,expert")] = "expert",
    games: Annotated[int, typer.Option(help="how many games")] = 100,
    seed: Annotated[int, typer.Option(help="the same seed, the same games")] = 1,
    option: Options = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Write games of bots as Parquet files. / Écrit des parties de robots en fichiers Parquet."""
    said, options = words(slug, lang), read_options(option)
    wanted = Wanted(slug, seats, players.split(","), games, seed)
    _check(wanted, out)
    from sortilege.research.dataset import write  # numpy and pyarrow come with the extra
    from sortilege.research.engine import Setting

    setting = Setting(slug, seats, options, compiled=False)
    try:
        out.mkdir(parents=True)
    except OSError:
        raise Refusal("file/unwritable", file=str(out)) from None
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=games)
        found = write(setting, wanted.players, games, seed, out, _command(wanted), lambda n: progress.advance(bar, n))
    if as_json:
        print_json({"folder": str(out), **found})
    else:
        console.print(f"{out}: " + ", ".join(file.name for file in sorted(out.iterdir())), soft_wrap=True)


def _check(wanted: Wanted, out: Path) -> None:
    book = load(wanted.slug)
    book.prepare(wanted.seats, {}, None)
    for name in wanted.players:
        read_bot(book, name)
    if wanted.games < 1:
        raise Refusal("count/bad", what="--games", value=wanted.games, least=1)
    if out.exists():
        raise Refusal("file/unwritable", file=str(out))
    if not (find_spec("pyarrow") and find_spec("numpy")):
        raise Refusal("extra/missing", what="dataset", extra="research")


def _command(wanted: Wanted) -> str:
    players = ",".join(wanted.players)
    of_table = f"sortilege dataset {wanted.slug} --seats {wanted.seats} --players {players}"
    return f"{of_table} --games {wanted.games} --seed {wanted.seed}"
