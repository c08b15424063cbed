"""`sortilege tune`: better parameters by self-play, written with the command that found them."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

import sortilege
from sortilege.cli.kept import Keep, Kept
from sortilege.cli.speech import Json, Lang, OnRay, Seats, Slug, Workers, console, errors, print_json, words, write_text
from sortilege.games import load
from sortilege.lab.ladder import MEASURES
from sortilege.lab.rung import Rung, Share
from sortilege.lab.taste import Attempt, Given, Trials, tune_taste
from sortilege.lab.tune import Tuned, tune_ways, tuned_file
from sortilege.lab.where import where


def tune(
    slug: Slug,
    seats: Seats = None,
    generations: Annotated[int, typer.Option(help="of a dozen proposals for the expert's taste", min=0)] = 40,
    blocks: Annotated[int, typer.Option(help="of each such proposal", min=1)] = 150,
    candidates: Annotated[int, typer.Option(help="proposals for the search's ways", min=0)] = 3,
    search_blocks: Annotated[int, typer.Option(help="of each, at first", min=1)] = 5,
    budget: Annotated[int, typer.Option(help="iterations of the searches; those of the ladder if not given")] = 0,
    seed: Annotated[int, typer.Option(help="the same seed, the same games")] = 1,
    keep: Keep = None,
    out: Annotated[Path | None, typer.Option(help="the file; the game's tuned.toml if not given")] = None,
    workers: Workers = None,
    ray: OnRay = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Tune level 5 by self-play. / Règle le niveau 5 en jouant contre soi-même."""
    said = words(slug, lang)
    count = min(4, load(slug).seats[-1]) if seats is None else seats
    load(slug).prepare(count, {}, None)
    iterations = budget or MEASURES[slug].search
    kept, place = Kept(keep), where(ray, workers)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=generations + 2 * candidates)
        attempt = _kept(kept, Trials(slug, count, seed))
        taste, expert = tune_taste(slug, count, seed, generations, blocks, attempt, lambda: progress.advance(bar))
        found, playoff = taste, None
        if taste or candidates:
            plain = Rung(slug, count, seed, f"search@{iterations}", f"search@{iterations}")
            found, playoff = tune_ways(
                plain,
                taste,
                candidates,
                search_blocks,
                lambda rung, numbers: kept.play(rung, numbers, place),
                lambda name, share: progress.advance(bar),
            )
    tuned = Tuned(found, expert, playoff)
    asked = f"--generations {generations} --blocks {blocks} --candidates {candidates} --search-blocks {search_blocks}"
    command = f"sortilege tune {slug} --seats {count} {asked} --budget {iterations} --seed {seed}"
    file = out or Path(sortilege.__file__).parent / "games" / slug / "tuned.toml"
    write_text(file, tuned_file(command, tuned))
    if as_json:
        print_json(asdict(tuned))
    else:
        console.print(tuned_file(command, tuned), markup=False)


def _kept(kept: Kept, trials: Trials) -> Attempt:
    """What was tried before is read, not played."""

    def attempt(given: Given, numbers: range) -> Share:
        asked = {"game": trials.slug, "seats": trials.seats, "seed": trials.seed, "taste": given, "until": numbers.stop}
        found = kept.blocks(asked).get(numbers.start)
        if found:
            return Share(found["mean"], found["margin"])
        share = trials(given, numbers)
        kept.add(asked, {"number": numbers.start} | asdict(share))
        return share

    return attempt
