"""Measure which of two bots is stronger, with an interval: `sortilege duel`."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from sortilege.cli.checkpoints import Facts, Keep, Kept
from sortilege.cli.console import Json, Lang, OnRay, Slug, Workers, console, errors, print_json, words
from sortilege.kernel.refusal import Refusal
from sortilege.lab.duel import Block, Question, Verdict, players, sprt, verdict
from sortilege.lab.duel import duel as run
from sortilege.lab.executors import where
from sortilege.words import Words


def duel(
    slug: Slug,
    a: Annotated[str, typer.Argument(help="a bot: greedy, search@400 (iterations), search@200ms:trust=50")],
    b: Annotated[str, typer.Argument(help="another bot")],
    seats: Annotated[int, typer.Option(help="how many seats")],
    blocks: Annotated[
        int, typer.Option(help="blocks to play: one seed, all seat rotations, either bot alone among the other")
    ] = 100,
    stop_at: Annotated[
        tuple[float, float] | None,
        typer.Option("--sprt", help="stop once a share of wins of LOW or of HIGH is decided"),
    ] = None,
    seed: Annotated[int, typer.Option(help="seed of chance: the same seed plays the same games")] = 1,
    keep: Keep = None,
    workers: Workers = None,
    ray: OnRay = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Measure two bots against each other. / Mesure deux robots l'un contre l'autre."""
    said = words(slug, lang)
    question = Question(slug, a, b, seats, seed)
    if blocks < 1:
        raise Refusal("count/bad", what="--blocks", value=blocks, least=1)
    if stop_at and not 0 <= stop_at[0] < stop_at[1] <= 1:
        raise Refusal("option/bad_value", option="--sprt", value=list(stop_at), allowed="0 <= LOW < HIGH <= 1")
    kept, asked = Kept(keep), asdict(question) | {"players": players(question)}
    played = _kept(kept, asked)[:blocks]
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(f"{a} / {b}", total=blocks, completed=len(played))

        def go_on(block: Block) -> bool:
            played.append(block)
            progress.advance(bar)
            kept.add(asked, asdict(block))
            return not (stop_at and sprt(played, *stop_at))

        run(question, range(len(played), blocks), go_on, where(ray, workers))
    found = verdict(question, played)
    decided = sprt(played, *stop_at) if stop_at else None
    if as_json:
        print_json(asdict(found) | {"sprt": decided})
    else:
        console.print(_table(found, decided, said))


def _kept(kept: Kept, asked: Facts) -> list[Block]:
    """Return the kept blocks in order, up to the first that is missing."""
    blocks = kept.blocks(asked, Block)
    gap = next(number for number in range(len(blocks) + 1) if number not in blocks)
    return [blocks[number] for number in range(gap)]


def _table(found: Verdict, decided: str | None, said: Words) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, share in ((f"{found.a} / {found.b}", found.a_among_b), (f"{found.b} / {found.a}", found.b_among_a)):
        low, high = share.interval
        table.add_row(f"1 {name}", f"{100 * share.mean:.1f} %", f"[{100 * low:.1f}, {100 * high:.1f}]")
    table.add_row(said.name("report", "parity"), f"{100 * found.parity:.1f} %")
    table.add_row(said.name("report", "games"), f"{found.games:,}")
    if decided is not None:
        table.add_row("SPRT", said.name("decided", decided or "open"))
    return table
