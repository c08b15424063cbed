"""`sortilege duel`: which of two players is stronger, with an interval; it goes on where it was interrupted."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from sortilege.cli.speech import Json, Lang, OnRay, Slug, Workers, console, errors, print_json, read_text, words
from sortilege.kernel.errors import Refusal
from sortilege.lab.duel import Block, Question, Verdict, players, sprt, verdict
from sortilege.lab.duel import duel as run
from sortilege.lab.where import where


def duel(
    slug: Slug,
    a: Annotated[str, typer.Argument(help="a bot: greedy, search@400 (iterations), search@200ms:trust=50")],
    b: Annotated[str, typer.Argument(help="another")],
    seats: Annotated[int, typer.Option(help="how many seats")],
    blocks: Annotated[int, typer.Option(help="one seed, all seat rotations, both directions each")] = 100,
    stop_at: Annotated[
        tuple[float, float] | None, typer.Option("--sprt", help="stop when LOW or HIGH is decided")
    ] = None,
    seed: Annotated[int, typer.Option(help="the same seed, the same games")] = 1,
    keep: Annotated[Path | None, typer.Option(help="blocks as JSON lines, to go on from after an interruption")] = None,
    workers: Workers = None,
    ray: OnRay = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Measure two bots against each other. / Mesure deux robots l'un contre l'autre."""
    words(slug, lang)
    question = Question(slug, a, b, seats, seed)
    if blocks < 1:
        raise Refusal("count/bad", what="--blocks", value=blocks, least=1)
    played = _kept(question, keep)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(f"{a} / {b}", total=blocks, completed=len(played))

        def go_on(block: Block) -> bool:
            played.append(block)
            progress.advance(bar)
            _keep(question, block, keep)
            return not (stop_at and sprt(played, *stop_at))

        run(question, range(len(played), blocks), go_on, where(ray, workers))
    found = verdict(question, played[:blocks])
    if as_json:
        decided = sprt(played, *stop_at) if stop_at else None
        print_json(asdict(found) | {"sprt": decided})
    else:
        console.print(_table(found))


def _keep(question: Question, block: Block, file: Path | None) -> None:
    if file:
        with file.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(_asked(question) | asdict(block)) + "\n")


def _asked(question: Question) -> dict[str, Any]:
    return asdict(question) | {"players": players(question)}


def _kept(question: Question, file: Path | None) -> list[Block]:
    """The blocks of this very question, in order and without a gap."""
    if not file or not file.exists():
        return []
    wanted, blocks = _asked(question), {}
    for line in read_text(file).splitlines():
        block = _read(line)
        if all(block.get(name) == value for name, value in wanted.items()):
            blocks[block["number"]] = Block(block["number"], block["a_among_b"], block["b_among_a"])
    return [blocks[number] for number in range(len(blocks)) if number in blocks]


def _read(line: str) -> dict[str, Any]:
    """A line cut short by an interruption counts for nothing."""
    try:
        block = json.loads(line)
    except ValueError:
        return {}
    return block if isinstance(block, dict) else {}


def _table(found: Verdict) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, share in ((f"{found.a} / {found.b}", found.a_among_b), (f"{found.b} / {found.a}", found.b_among_a)):
        low, high = share.interval
        table.add_row(f"1 {name}", f"{100 * share.mean:.1f} %", f"[{100 * low:.1f}, {100 * high:.1f}]")
    table.add_row("parity", f"{100 * found.parity:.1f} %")
    table.add_row("games", f"{found.games:,}")
    return table
