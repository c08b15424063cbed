"""Compare the stores of two source trees: python bench/store.py OLD/src NEW/src [--tables 200] [--rounds 150]

Each tree's SQLite store takes the same entries in a process of its own, in turns: every table appends its next entry
when the one before is stored, as tables in play do. Printed are entries per CPU-second of the whole process, entries
per second, and how the two compare.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue

BODY = b'{"fact":"played","seat":1,"move":"4","at":123}'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="+", type=Path, help="folders that hold the package sortilege")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=150, help="entries for each table")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="where the stores are written: on a real disk")
    asked = parser.parse_args()
    if len(asked.trees) == 1:
        print(json.dumps(measure(asked.tables, asked.rounds, asked.folder)))
        return
    results: dict[Path, list[dict[str, float]]] = {tree: [] for tree in asked.trees}
    for _ in range(asked.turns):
        for tree in asked.trees:
            results[tree].append(in_process(tree, asked))
    for tree, found in results.items():
        print(tree, {name: round(statistics.median(each[name] for each in found), 1) for name in found[0]})
    for name in results[asked.trees[0]][0]:
        old, new = (statistics.median(each[name] for each in results[tree]) for tree in asked.trees)
        print(f"{name}: new / old {new / old:.2f}")


def in_process(tree: Path, asked: argparse.Namespace) -> dict[str, float]:
    command = [sys.executable, __file__, str(tree), "--tables", str(asked.tables), "--rounds", str(asked.rounds)]
    command += ["--folder", str(asked.folder)] if asked.folder else []
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(tree)}, check=True, capture_output=True)
    return dict(json.loads(run.stdout))


def measure(tables: int, rounds: int, folder: Path | None) -> dict[str, float]:
    from sortilege.store import Entry
    from sortilege.store.sqlite import SqliteStore

    sys.setswitchinterval(0.01)  # as a server sets it
    stored: SimpleQueue[str] = SimpleQueue()

    def told(table: str, error: object) -> None:
        stored.put(table)

    def entries(table: str) -> Iterator[Entry]:
        for n in range(1, rounds + 1):
            yield Entry(table, n, f"{n % 4}/c{n}-{n * 7919:011}", 1e9 + n, False, BODY)

    with tempfile.TemporaryDirectory(dir=folder) as place:
        store = SqliteStore(Path(place) / "house.db")
        coming = {f"{i:026x}": entries(f"{i:026x}") for i in range(tables)}
        cpu, begun = time.process_time(), time.perf_counter()
        for table, more in coming.items():
            store.append(next(more), partial(told, table))
        for _ in range(tables * rounds):
            table = stored.get()
            if entry := next(coming[table], None):
                store.append(entry, partial(told, table))
        store.close()
        cpu, seconds = time.process_time() - cpu, time.perf_counter() - begun
    count = tables * rounds
    return {
        "entries a CPU-second": count / cpu,
        "entries a second": count / seconds,
        "µs of CPU an entry": 1e6 * cpu / count,
    }


if __name__ == "__main__":
    main()
