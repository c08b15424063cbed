"""Append entries to a SQLite store, print what became of each, then die: a process to be killed or refused its disk.

python -m tests.support.writer FILE LIFE TABLES ENTRIES: every table appends its next entry when the one before was
answered, up to so many. LIFE makes the commands of this process different from those of others on the file.
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, sqlite, sqlite_sql

LATE_SECONDS = 0.5  # without an answer: the store does not know, and will not soon
sqlite.AGAIN_SECONDS = 0.02  # type: ignore[misc]
sqlite_sql.PAGES_AHEAD = 20  # type: ignore[misc]  # so that a few entries bring a checkpoint


def main(file: str, life: str, tables: str, entries: str) -> None:
    store = sqlite.SqliteStore(Path(file))
    answers: SimpleQueue[tuple[Entry, Refusal | None]] = SimpleQueue()
    ids = count(1)

    def append(table: str, n: int) -> None:
        entry = Entry(table, n, f"{life}/{next(ids)}", 1.5, False, b"x" * 100)
        store.append(entry, lambda error: answers.put((entry, error)))

    for i in range(int(tables)):
        append(f"table{i}", len(store.read(f"table{i}")) + 1)
    for _ in range(int(tables) * int(entries)):
        try:
            entry, error = answers.get(timeout=LATE_SECONDS)
        except Empty:
            break
        print(error.code if error else "done", entry.table, entry.n, entry.command, flush=True)
        append(entry.table, entry.n if error else entry.n + 1)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
