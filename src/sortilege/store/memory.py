"""Keep a log for as long as the process lasts: for tests and for an evening without a disk."""

from pathlib import Path

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, OnStored, gaps, outcome


class MemoryStore:
    shared = False

    def __init__(self) -> None:
        self._logs: dict[str, list[Entry]] = {}
        self._closed = False

    def append(self, entry: Entry, on_stored: OnStored) -> None:
        log = self._logs.get(entry.table, [])
        if self._closed:
            on_stored(Refusal("store/closed"))
        elif standing := [other for other in log if entry.n == other.n or entry.command == other.command]:
            on_stored(outcome(entry, standing, Refusal("store/failed")))
        else:
            self._logs[entry.table] = sorted([*log, entry], key=lambda e: e.n)
            on_stored(None)

    def read(self, table: str, after: int = 0) -> list[Entry]:
        return [entry for entry in self._logs.get(table, []) if entry.n > after]

    def unfinished(self, since: float = 0.0) -> list[str]:
        return [table for table, log in self._logs.items() if not log[-1].over and log[-1].at >= since]

    def tables(self) -> list[str]:
        return list(self._logs)

    def backup(self, file: Path) -> None:
        from sortilege.store.backups import new_file

        with new_file(file) as write:
            write([entry for log in self._logs.values() for entry in log])

    def check(self) -> list[str]:
        return [wrong for table, log in self._logs.items() for wrong in gaps(table, [entry.n for entry in log])]

    def close(self) -> None:
        self._closed = True
