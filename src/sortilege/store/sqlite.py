"""Keep the log in one SQLite file.

One thread writes. What arrives while it commits goes into the next commit together, as one statement. The file's own
keys refuse a taken number or command. After an error nothing is known of a commit: the thread opens the file again and
reads what became of each entry, as often as it takes.
"""

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, OnStored, outcome
from sortilege.store.backups import check_file, copy_store
from sortilege.store.files import hold, mend_permissions
from sortilege.store.sqlite_sql import STEPS, connect, insert, migrate, read_entries, read_standing, read_tables

log = logging.getLogger("sortilege")
MOST_AT_ONCE: Final = 500
LONGEST_WAIT: Final = 0.02  # seconds
WAIT_EACH: Final = 0.0005  # for each entry of the commit before
AGAIN_SECONDS: Final = 0.2
LAST_OF_EACH: Final = "SELECT table_id, max(n) AS n FROM entries GROUP BY table_id"
UNFINISHED: Final = f"SELECT table_id FROM ({LAST_OF_EACH}) JOIN entries USING (table_id, n) WHERE NOT over AND at >= ?"
UNFIT: Final = (  # raised before anything is written: this entry cannot be stored at all
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
    UnicodeError,
)
Waiting = tuple[Entry, OnStored]


class SqliteStore:
    """Keep the log in one SQLite file; one thread writes."""

    shared = False

    def __init__(self, file: Path) -> None:
        self._file = file
        with ExitStack() as undo:
            self._lock = hold(file)
            undo.callback(os.close, self._lock)
            mend_permissions(file)
            self._reading = undo.enter_context(closing(connect(file)))
            self._writing = undo.enter_context(closing(connect(file)))
            prepare(self._writing)
            undo.pop_all()
        self._reads, self._appends = threading.Lock(), threading.Lock()
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._closed = threading.Event()
        self._writer = threading.Thread(target=self._write, name="store writer", daemon=True)
        self._writer.start()

    # ------------------------------------------------------------------------------------------------- writing
    def append(self, entry: Entry, on_stored: OnStored) -> None:
        with self._appends:  # or it might come after the last one that the writer takes
            closed = self._closed.is_set()
            if not closed:
                self._queue.put((entry, on_stored))
        if closed:
            on_stored(Refusal("store/closed"))

    def close(self) -> None:
        with self._appends:
            if self._closed.is_set():
                return
            self._closed.set()
            self._queue.put(None)
        self._writer.join()
        with self._reads:
            self._reading.close()
        os.close(self._lock)

    def _write(self) -> None:
        batch: list[Waiting | None] = []
        while None not in batch:
            batch = self._next(len(batch))
            waiting = [each for each in batch if each]
            outcomes = self._store([entry for entry, _ in waiting])
            for (_, on_stored), found in zip(waiting, outcomes, strict=True):
                on_stored(found)
        self._writing.close()

    def _next(self, last: int) -> list[Waiting | None]:
        """Wait for an entry, and take with it what else is there."""
        batch = [self._queue.get()]
        if last > 1:  # in a crowd others are about to come: one commit for all of them
            sleep(min(LONGEST_WAIT, last * WAIT_EACH))
        try:
            while len(batch) < MOST_AT_ONCE:
                batch.append(self._queue.get_nowait())
        except Empty:
            pass
        return batch

    def _store(self, entries: list[Entry]) -> list[Refusal | None]:
        """Store the entries in one commit, and return the outcome of each."""
        if not entries:
            return []
        try:
            if insert(self._writing, entries) == len(entries):
                return [None] * len(entries)
            return [self._outcome(entry) for entry in entries]
        except UNFIT as error:
            if len(entries) == 1:
                return [Refusal("store/failed", problem=str(error))]
            return [found for entry in entries for found in self._store([entry])]
        except Exception as error:
            problem = str(error)
            log.error("commit failed", extra={"facts": {"entries": len(entries), "problem": problem}})
        return self._find_out(entries, problem)  # the error is let go of: it may hold a statement of the old connection

    def _find_out(self, entries: list[Entry], problem: str) -> list[Refusal | None]:
        """Return what became of the entries of a commit that failed, once the file can be written and read again."""
        while True:
            try:
                self._reopen()
                outcomes = [self._outcome(entry, problem) for entry in entries]
            except (sqlite3.Error, Refusal):
                if self._closed.wait(AGAIN_SECONDS):
                    return [Refusal("store/late")] * len(entries)
            else:
                log.warning("store writable again", extra={"facts": {"entries": len(entries)}})
                return outcomes

    def _reopen(self) -> None:
        self._writing.close()
        self._writing = connect(self._file)
        if not make_durable(self._writing):
            raise Refusal("store/in_use", file=str(self._file))

    def _outcome(self, entry: Entry, problem: str = "") -> Refusal | None:
        return outcome(entry, read_standing(self._writing, entry), Refusal("store/failed", problem=problem))

    # ------------------------------------------------------------------------------------------------- reading
    def read(self, table: str, after: int = 0) -> list[Entry]:
        with self._read() as db:
            return read_entries(db, table, after)

    def unfinished(self, since: float = 0.0) -> list[str]:
        with self._read() as db:
            return [row[0] for row in db.execute(UNFINISHED, (since,))]

    def tables(self) -> list[str]:
        with self._read() as db:
            return read_tables(db)

    def check(self) -> list[str]:
        with self._read() as db:
            return check_file(db)

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        with self._reads:
            try:
                yield self._reading
            except sqlite3.Error as error:
                closed = Refusal("store/closed") if self._closed.is_set() else None
                raise closed or Refusal("store/unreadable", problem=str(error)) from None

    def backup(self, file: Path) -> None:
        copy_store(self._file, file)


def prepare(db: sqlite3.Connection) -> None:
    try:
        migrate(db)
        make_durable(db)
    except sqlite3.DatabaseError as error:
        raise Refusal("store/unreadable", problem=str(error)) from None


def make_durable(db: sqlite3.Connection) -> bool:
    """Make sure that what can be read is on disk, and that what cannot be read never comes back.

    A commit whose sync failed may lie in the write-ahead log, whole or in part. A commit of our own goes over what
    cannot be read; what can be read is copied to the file and synced there. Return False if a reader is in the way.
    """
    db.execute(f"PRAGMA user_version = {len(STEPS)}")
    busy: int = db.execute("PRAGMA wal_checkpoint(FULL)").fetchone()[0]
    return not busy
