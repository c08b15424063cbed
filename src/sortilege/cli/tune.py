"""Find better parameters by self-play: `sortilege tune`."""

from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from sortilege.bots import read_bot
from sortilege.bots.tuned import TUNED
from sortilege.cli.checkpoints import Keep, Kept
from sortilege.cli.console import (
    Json,
    Lang,
    OnRay,
    Seats,
    Slug,
    Workers,
    check_writable,
    console,
    errors,
    print_json,
    words,
    write_text,
)
from sortilege.games import load, package_of
from sortilege.kernel.rulebook import Rulebook
from sortilege.lab.blocks import Rung, Share
from sortilege.lab.executors import where
from sortilege.lab.tune_expert import Attempt, Given, Trials, tune_expert
from sortilege.lab.tune_search import Tuned, drawn_changes, text_of, tune_search, tuned_file


def tune(
    slug: Slug,
    seats: Seats = None,
    generations: Annotated[
        int, typer.Option(help="generations of the expert's parameters, 12 candidates each", min=0)
    ] = 40,
    blocks: Annotated[int, typer.Option(help="blocks that each candidate plays", min=1)] = 150,
    candidates: Annotated[int, typer.Option(help="random changes of the search's parameters to try", min=0)] = 3,
    change: Annotated[
        list[str] | None, typer.Option(help="try this change instead, such as trust=200; may be repeated")
    ] = None,
    search_blocks: Annotated[int, typer.Option(help="blocks that each change plays in the first round", min=1)] = 5,
    budget: Annotated[int, typer.Option(help="iterations of the searches; by default those of level 4", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="seed of chance: the same seed plays the same games")] = 1,
    keep: Keep = None,
    out: Annotated[
        Path | None, typer.Option(help="write the result here; by default the game's data/tuned.toml")
    ] = None,
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
    file = out or tuned_path(slug)
    check_writable(file)
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


def tuned_path(slug: str) -> Path:
    """Return the file in the game's folder from which level 5 reads its parameters."""
    return Path(str(files(package_of(slug)).joinpath(TUNED)))


@dataclass(frozen=True)
class Tried:
    """Hold the result of a candidate, numbered by its first block."""

    number: int
    mean: float
    margin: float


def _read(book: Rulebook, change: str) -> Given:
    return dict(read_bot(book, f"search:{change}").given)


def _kept(kept: Kept, trials: Trials) -> Attempt:
    """Return an attempt that reads results from the file before it plays."""

    def attempt(given: Given, numbers: range) -> Share:
        asked = {"game": trials.slug, "seats": trials.seats, "seed": trials.seed, "taste": given, "until": numbers.stop}
        found = kept.blocks(asked, Tried).get(numbers.start)
        if found:
            return Share(found.mean, found.margin)
        share = trials(given, numbers)
        kept.add(asked, asdict(Tried(numbers.start, share.mean, share.margin)))
        return share

    return attempt
