"""`sortilege tune`: better parameters by self-play, written with the command that found them."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

import sortilege
from sortilege.bots import read_bot
from sortilege.cli.checkpoints import Keep, Kept
from sortilege.cli.console import (
    Json,
    Lang,
    OnRay,
    Seats,
    Slug,
    Workers,
    check_place,
    console,
    errors,
    print_json,
    words,
    write_text,
)
from sortilege.games import load
from sortilege.kernel.rulebook import Rulebook
from sortilege.lab.executors import where
from sortilege.lab.match import Rung, Share
from sortilege.lab.tune_expert import Attempt, Given, Trials, tune_expert
from sortilege.lab.tune_search import Tuned, drawn_changes, text_of, tune_search, tuned_file


def tune(
    slug: Slug,
    seats: Seats = None,
    generations: Annotated[int, typer.Option(help="of a dozen proposals for the expert's taste", min=0)] = 40,
    blocks: Annotated[int, typer.Option(help="of each such proposal", min=1)] = 150,
    candidates: Annotated[int, typer.Option(help="changes of the search's ways, by chance", min=0)] = 3,
    change: Annotated[list[str] | None, typer.Option(help="instead: these changes, trust=200 …")] = None,
    search_blocks: Annotated[int, typer.Option(help="of each, at first", min=1)] = 5,
    budget: Annotated[
        int, typer.Option(help="iterations of the searches; those of the ladder if not given", min=0)
    ] = 0,
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
    book = load(slug)
    count = min(4, book.seats[-1]) if seats is None else seats
    book.prepare(count, {}, None)
    iterations = budget or load(slug).search_iterations
    file = out or Path(sortilege.__file__).parent / "games" / slug / "tuned.toml"
    check_place(file)
    kept, place = Kept(keep), where(ray, workers)
    changes = [_read(book, text) for text in change] if change else drawn_changes(slug, seed, candidates)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=generations + 2 * len(changes))
        attempt = _kept(kept, Trials(slug, count, seed))
        expert_parameters, expert = tune_expert(
            slug, count, seed, generations, blocks, attempt, lambda: progress.advance(bar)
        )
        found, playoff = expert_parameters, None
        if expert_parameters or changes:
            plain = Rung(slug, count, seed, f"search@{iterations}", f"search@{iterations}")
            found, playoff = tune_search(
                plain,
                expert_parameters,
                changes,
                search_blocks,
                lambda rung, numbers: kept.play(rung, numbers, place),
                lambda name, share: progress.advance(bar),
            )
    tuned = Tuned(found, expert, playoff)
    which = " ".join(f"--change {text_of(given)}" for given in changes) if change else f"--candidates {candidates}"
    asked = f"--generations {generations} --blocks {blocks} {which} --search-blocks {search_blocks}"
    command = f"sortilege tune {slug} --seats {count} {asked} --budget {iterations} --seed {seed}"
    write_text(file, tuned_file(command, tuned))
    if as_json:
        print_json(asdict(tuned))
    else:
        console.print(tuned_file(command, tuned), markup=False)


@dataclass(frozen=True)
class Tried:
    number: int
    mean: float
    margin: float


def _read(book: Rulebook, change: str) -> Given:
    return dict(read_bot(book, f"search:{change}").given)


def _kept(kept: Kept, trials: Trials) -> Attempt:
    """What was tried before is read, not played."""

    def attempt(given: Given, numbers: range) -> Share:
        asked = {"game": trials.slug, "seats": trials.seats, "seed": trials.seed, "taste": given, "until": numbers.stop}
        found = kept.blocks(asked, Tried).get(numbers.start)
        if found:
            return Share(found.mean, found.margin)
        share = trials(given, numbers)
        kept.add(asked, asdict(Tried(numbers.start, share.mean, share.margin)))
        return share

    return attempt
