"""Solve Bataille des Sorciers for two exactly, and measure what simple players lose: `sortilege solve`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from sortilege.cli.console import Json, Lang, Slug, check_writable, console, errors, print_json, words
from sortilege.games import load
from sortilege.games.bataille.bots.solved import MOST, read_table
from sortilege.kernel.refusal import Refusal
from sortilege.lab.bataille_regret import RULES, begins, losses
from sortilege.lab.solve_bataille import Graph, as_bytes, pairs
from sortilege.words import Words

SOLVED = "bataille"
EACH = (MOST - 1) // 2  # dice of a seat at the start


def solve(
    slug: Slug,
    dice: Annotated[int, typer.Option(help="dice of each seat at the start, at most")] = EACH,
    write: Annotated[
        Path | None,
        typer.Option(help="write the table of solved positions to this file, in the form the package ships"),
    ] = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Solve a small game exactly. / Résout exactement un petit jeu."""
    said = words(slug, lang)
    _check(slug, dice, write)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(said["title"], total=len(pairs(2 * dice + 1)) + len(RULES) + 2)
        found = _found(dice, write, lambda n: progress.advance(bar, n))
    if as_json:
        print_json(found)
    else:
        console.print(_table(found, said))


def _check(slug: str, dice: int, write: Path | None) -> None:
    if load(slug).slug != SOLVED:
        raise Refusal("game/unsolved", game=slug, games=[SOLVED])
    allowed = [EACH] if write else list(range(1, EACH + 1))  # only the whole table is written
    if dice not in allowed:
        raise Refusal("option/bad_value", option="--dice", value=dice, allowed=allowed)
    check_writable(write)


def _found(dice: int, write: Path | None, step: Callable[[int], None]) -> dict[str, Any]:
    graph = Graph(2 * dice + 1, step)
    solved, _ = graph.values(graph.branches, graph.branches)
    step(1)
    if write:
        _write(write, as_bytes(solved))
    sizes = sorted({min(6, dice), dice})
    lost: dict[str, dict[int, float]] = {}
    for name, found in losses(graph, solved, sizes):
        lost[name] = found
        step(1)
    return {
        "game": SOLVED,
        "positions": len(graph.branches),
        "first_seat_wins": {size: round(begins(solved, size), 5) for size in sizes},
        "points_lost_to_a_best_response": lost,
        "as_kept": graph.kept(solved, read_table()),
    }


def _write(file: Path, table: bytes) -> None:
    try:
        file.write_bytes(table)
    except OSError:
        raise Refusal("file/unwritable", file=str(file)) from None


def _table(found: dict[str, Any], said: Words) -> Table:
    first = found["first_seat_wins"]
    table = Table(
        "", *(said.vformat(said["solve_dice"], (), {"dice": dice}) for dice in first), box=None, padding=(0, 2)
    )
    table.add_row(said["solve_first"], *(f"{100 * share:.2f} %" for share in first.values()))
    for name, lost in found["points_lost_to_a_best_response"].items():
        table.add_row(
            said["solve_lost"].format(said.name("rules", name)), *(f"{points:.3f}" for points in lost.values())
        )
    table.add_row(said["solve_positions"], f"{found['positions']:,}")
    table.add_row(said["solve_as_kept"], said["yes" if found["as_kept"] else "no"])
    return table
