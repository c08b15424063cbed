"""`sortilege ladder`: every level against the one below, ratings of all, a table and a picture for the docs."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

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
from sortilege.lab.ladder import Played, Rating, Rung, climb, ratings, rungs, share_of
from sortilege.lab.plot import draw_ratings
from sortilege.lab.where import where

Row = dict[str, Any]


def ladder(
    slug: Slug,
    seats: Seats = None,
    blocks: Annotated[int, typer.Option(help="one seed, all seat rotations, for each rung", min=1)] = 50,
    seed: Annotated[int, typer.Option(help="the same seed, the same games")] = 1,
    search: Annotated[str, typer.Option(help="iterations of level 4, or milliseconds: 300ms")] = "",
    tuned: Annotated[str, typer.Option(help="and of level 5")] = "",
    keep: Annotated[Path | None, typer.Option(help="blocks as JSON lines, to go on from after an interruption")] = None,
    docs: Annotated[Path | None, typer.Option(help="a folder for SLUG.md and SLUG.svg")] = None,
    workers: Workers = None,
    ray: OnRay = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Measure all levels of bots. / Mesure tous les niveaux de robots."""
    said = words(slug, lang)
    count = min(4, load(slug).seats[-1]) if seats is None else seats
    load(slug).prepare(count, {}, None)
    budgets = {name: text for name, text in (("search", search), ("tuned", tuned)) if text}
    climbed = rungs(slug, count, seed, budgets)
    played = [_kept(rung, keep, blocks) for rung in climbed]
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=blocks * len(climbed), completed=sum(map(len, played)))
        for rung, done in zip(climbed, played, strict=True):

            def heard(block: Played, rung: Rung = rung, done: list[Played] = done) -> None:
                done.append(block)
                progress.advance(bar)
                _keep(rung, block, keep)

            climb(rung, range(len(done), blocks), heard, where(ray, workers))
    rows = [_row(rung, done) for rung, done in zip(climbed, played, strict=True)]
    rated = ratings(played)
    text = _markdown(slug, count, seed, rows, rated)
    if docs:
        _write(docs, slug, text, draw_ratings(f"{said['title']} — {count}", rated))
    if as_json:
        print_json({"game": slug, "seats": count, "rungs": rows, "ratings": [asdict(r) for r in rated]})
    else:
        console.print(text, markup=False)


def _row(rung: Rung, blocks: list[Played]) -> Row:
    share = share_of(rung, blocks)
    games = len(blocks) * rung.seats
    return rung.facts() | {"blocks": len(blocks), "games": games, "parity": 1 / rung.seats, "share": asdict(share)}


def _markdown(slug: str, seats: int, seed: int, rows: list[Row], rated: list[Rating]) -> str:
    lines = [
        f"# {slug}, {seats} seats, seed {seed}",
        "",
        f"| one | among {seats - 1} | wins | 95 % interval | games |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        share, margin = 100 * row["share"]["mean"], 100 * row["share"]["margin"]
        interval = f"{share - margin:.1f} – {share + margin:.1f}"
        lines.append(f"| `{row['one']}` | `{row['others']}` | {share:.1f} % | {interval} | {row['games']} |")
    lines += ["", f"Parity is {100 / seats:.1f} %.", "", "| bot | rating | 95 % interval |", "| --- | --- | --- |"]
    lines += [f"| `{r.bot}` | {r.points:.0f} | {r.low:.0f} – {r.high:.0f} |" for r in rated]
    return "\n".join(lines)


def _write(folder: Path, slug: str, text: str, picture: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise Refusal("file/unwritable", file=str(folder)) from None
    write_text(folder / f"{slug}.md", f"{text}\n\n![ratings]({slug}.svg)\n")
    write_text(folder / f"{slug}.svg", picture)


def _keep(rung: Rung, block: Played, file: Path | None) -> None:
    if file:
        with file.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(rung.facts() | asdict(block)) + "\n")


def _kept(rung: Rung, file: Path | None, most: int) -> list[Played]:
    """The blocks of this very rung, in order and without a gap."""
    if not file or not file.exists():
        return []
    wanted, blocks = rung.facts(), {}
    for line in read_text(file).splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue  # cut short by an interruption
        if isinstance(found, dict) and all(found.get(name) == value for name, value in wanted.items()):
            blocks[found["number"]] = Played(found["number"], found["names"], found["places"])
    gap = next(number for number in range(len(blocks) + 1) if number not in blocks)
    return [blocks[number] for number in range(min(gap, most))]
