"""Measure every level of bots against the one below: `sortilege ladder`."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from sortilege.cli.checkpoints import Keep, Kept
from sortilege.cli.console import (
    Json,
    Lang,
    OnRay,
    Seats,
    Slug,
    Workers,
    console,
    errors,
    print_json,
    read_text,
    words,
    write_text,
)
from sortilege.games import load
from sortilege.kernel.refusal import Refusal
from sortilege.lab.executors import where
from sortilege.lab.ladder import Rating, measure_of, ratings, rungs
from sortilege.lab.ladder_report import Row, filled, page, row, rungs_table
from sortilege.lab.ratings_plot import draw_ratings
from sortilege.words import Words


def ladder(
    slug: Slug,
    seats: Seats = None,
    blocks: Annotated[
        int, typer.Option(help="blocks for each pair of levels: one seed, all seat rotations", min=0)
    ] = 0,
    seed: Annotated[int | None, typer.Option(help="seed of chance: the same seed plays the same games")] = None,
    search: Annotated[str, typer.Option(help="budget of level 4: iterations, or milliseconds as 300ms")] = "",
    tuned: Annotated[str, typer.Option(help="budget of level 5")] = "",
    keep: Keep = None,
    docs: Annotated[
        Path | None, typer.Option(help="write ladder/SLUG.md and .svg in this folder, and the table in its bots.md")
    ] = None,
    workers: Workers = None,
    ray: OnRay = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Measure all levels of bots. / Mesure tous les niveaux de robots."""
    said = words(slug, lang)
    count = min(4, load(slug).seats[-1]) if seats is None else seats
    load(slug).prepare(count, {}, None)
    if blocks == 1:  # one block gives no interval
        raise Refusal("count/bad", what="--blocks", value=blocks, least=2)
    if docs:
        _folder(docs)
    measure = measure_of(slug)
    budgets = {"search": search or str(load(slug).search_iterations), "tuned": tuned or str(measure.tuned)}
    counts = [blocks] * len(measure.blocks) if blocks else measure.blocks
    begun = measure.seed if seed is None else seed
    climbed = list(zip(rungs(slug, count, begun, budgets), map(range, counts), strict=True))
    kept, place = Kept(keep), where(ray, workers)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=sum(len(numbers) for _, numbers in climbed))
        played = [kept.play(rung, numbers, place, lambda: progress.advance(bar)) for rung, numbers in climbed]
    rows = [row(rung, done) for (rung, _), done in zip(climbed, played, strict=True)]
    rated = ratings(played)
    if docs:
        _write(docs, slug, rows, rated, draw_ratings(f"{said['title']} — {count}", rated))
    if as_json:
        print_json({"game": slug, "seats": count, "rungs": rows, "ratings": [asdict(r) for r in rated]})
    else:
        console.print(page(rows, rated, said), markup=False)


def _folder(docs: Path) -> None:
    try:
        (docs / "ladder").mkdir(parents=True, exist_ok=True)
    except OSError:
        raise Refusal("file/unwritable", file=str(docs / "ladder")) from None


def _write(docs: Path, slug: str, rows: list[Row], rated: list[Rating], picture: str) -> None:
    """Write the pages in English, as the rest of the docs."""
    folder, bots, said = docs / "ladder", docs / "bots.md", Words(slug, "en")
    write_text(folder / f"{slug}.md", f"{page(rows, rated, said)}\n\n![ratings]({slug}.svg)\n")
    write_text(folder / f"{slug}.svg", picture)
    if bots.exists():
        write_text(bots, filled(read_text(bots), slug, rungs_table(rows, said)))
