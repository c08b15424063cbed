"""`sortilege ladder`: every level against the one below, ratings of all, a table and a picture for the docs."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from sortilege.cli.kept import Keep, Kept
from sortilege.cli.speech import (
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
from sortilege.kernel.errors import Refusal
from sortilege.lab.ladder import MEASURES, Rating, ratings, rungs
from sortilege.lab.plot import draw_ratings
from sortilege.lab.report import Row, filled, ratings_table, row, rungs_table
from sortilege.lab.where import where


def ladder(
    slug: Slug,
    seats: Seats = None,
    blocks: Annotated[int, typer.Option(help="one seed, all seat rotations, for each rung", min=0)] = 0,
    seed: Annotated[int | None, typer.Option(help="the same seed, the same games")] = None,
    search: Annotated[str, typer.Option(help="iterations of level 4, or milliseconds: 300ms")] = "",
    tuned: Annotated[str, typer.Option(help="and of level 5")] = "",
    keep: Keep = None,
    docs: Annotated[
        Path | None, typer.Option(help="a folder: ladder/SLUG.md and .svg, and the table in bots.md")
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
    measure = MEASURES[slug]
    budgets = {"search": search or str(load(slug).thinks), "tuned": tuned or str(measure.tuned)}
    counts = [blocks] * len(measure.blocks) if blocks else measure.blocks
    begun = measure.seed if seed is None else seed
    climbed = list(zip(rungs(slug, count, begun, budgets), map(range, counts), strict=True))
    kept, place = Kept(keep), where(ray, workers)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=sum(len(numbers) for _, numbers in climbed))
        played = [kept.play(rung, numbers, place, lambda: progress.advance(bar)) for rung, numbers in climbed]
    rows = [row(rung, done) for (rung, _), done in zip(climbed, played, strict=True)]
    rated = ratings(played)
    text = _text(rows, rated)
    if docs:
        _write(docs, slug, rows, text, draw_ratings(f"{said['title']} — {count}", rated))
    if as_json:
        print_json({"game": slug, "seats": count, "rungs": rows, "ratings": [asdict(r) for r in rated]})
    else:
        console.print(text, markup=False)


def _text(rows: list[Row], rated: list[Rating]) -> str:
    first = rows[0]
    title = f"# {first['game']}, {first['seats']} seats, seed {first['seed']}"
    parity = f"Parity is {100 * first['parity']:.1f} %."
    return "\n\n".join([title, rungs_table(rows), parity, ratings_table(rated)])


def _write(docs: Path, slug: str, rows: list[Row], text: str, picture: str) -> None:
    folder, page = docs / "ladder", docs / "bots.md"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise Refusal("file/unwritable", file=str(folder)) from None
    write_text(folder / f"{slug}.md", f"{text}\n\n![ratings]({slug}.svg)\n")
    write_text(folder / f"{slug}.svg", picture)
    if page.exists():
        write_text(page, filled(read_text(page), slug, rungs_table(rows)))
