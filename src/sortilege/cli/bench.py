"""Measure how fast this machine plays: `sortilege bench`."""

import subprocess
import sys
from typing import Any

from rich.table import Table

from sortilege.cli.console import Json, Lang, console, errors, print_json, words
from sortilege.games import load, slugs
from sortilege.kernel.compile.backend import numba_here
from sortilege.lab.search_speed import iterations_per_second
from sortilege.lab.simulate import simulate

SECONDS = 1.5


def bench(lang: Lang = "", as_json: Json = False) -> None:
    """Measure the speed of rules and search in one run. / Mesure la vitesse des règles et de la recherche."""
    said = words("", lang)
    rows: list[dict[str, Any]] = []
    for slug in slugs():
        seats = min(4, load(slug).seats[-1])
        with errors.status(f"{slug} …"):
            plain = _measure(slug, seats, False, 20)
            fast = _measure(slug, seats, None, 500) if numba_here() else 0
            thoughts = iterations_per_second(slug, seats)
        rows.append({"game": slug, "seats": seats, "plain": plain, "jitted": fast, "iterations": thoughts})
    seconds = import_seconds()
    if as_json:
        print_json({"import_cpu_seconds": seconds, "games": rows})
        return
    console.print(said["bench_import"].format(milliseconds=round(1000 * seconds)))
    heads = ("", said["bench_seats"], said["bench_plain"], said["bench_jitted"], "×", said["bench_search"])
    table = Table(*heads, box=None, padding=(0, 2))
    for row in rows:
        ratio = row["jitted"] / row["plain"]
        speeds = (f"{row['plain']:,}", f"{row['jitted']:,}", f"{ratio:.0f}", f"{row['iterations']:,}")
        table.add_row(row["game"], str(row["seats"]), *speeds)
    console.print(table)


def import_seconds() -> float:
    """Return the CPU time of `import sortilege` in a fresh process, the best of five."""
    code = "import time; t = time.process_time(); import sortilege; print(time.process_time() - t)"
    runs = (subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5))
    return min(float(run.stdout) for run in runs)


def _measure(slug: str, seats: int, compiled: bool | None, games: int) -> int:
    """Return decisions per CPU-second over at least SECONDS; 0 where code that should be compiled is not."""
    while True:
        report = simulate(slug, seats, games, compiled=compiled)
        if compiled is None and not report.jitted:
            return 0
        if report.cpu_seconds >= SECONDS:
            return int(report.decisions_per_cpu_second)
        games *= 1 + int(1.2 * SECONDS / max(report.cpu_seconds, 0.05))
