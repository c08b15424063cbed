"""The log in one SQLite file. One thread writes; what arrives while it commits goes into the next commit together.

Entries are written as they come, one after another, and put in their places by the hundred: `arrivals`.
"""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, Told, gaps
from sortilege.store.files import (
    BEFORE,
    FRESH,
    beside,
    check_apart,
    check_readable,
    create_private,
    hold,
    kept_from_houses,
    make_private,
    mend_permissions,
    named,
    parts,
    remove,
    writing,
)
from sortilege.store.journal import ENTRIES, Arrivals, insert

BUSY_SECONDS: Final = 5.0
MOST_AT_ONCE: Final = 500
LONGEST_WAIT: Final = 0.02  # seconds
WAIT_EACH: Final = 0.0005  # for each entry of the commit before
PAGES_AHEAD: Final = 4000  # of the write-ahead log, 16 MB: a page that many commits touch is put in its place once
# Each step is run once, in order; how many have been is the file's user_version. Steps are added, never edited.
STEPS: Final = (
    """
    CREATE TABLE entries (
        table_id TEXT NOT NULL,
        n INTEGER NOT NULL CHECK (n > 0),
        command TEXT NOT NULL,
        at REAL NOT NULL,
        over INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, n),
        UNIQUE (table_id, command)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TRIGGER never_changed BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER never_removed BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    """,
    """
    CREATE TABLE arrived (
        table_id TEXT NOT NULL,
        n INTEGER NOT NULL CHECK (n > 0),
        command TEXT NOT NULL,
        at REAL NOT NULL,
        over INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE TRIGGER once BEFORE INSERT ON arrived WHEN
        EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND n = NEW.n) OR
        EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND command = NEW.command)
        BEGIN SELECT RAISE(ABORT, 'the entry is there'); END;
    CREATE TRIGGER as_it_came BEFORE UPDATE ON arrived BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER in_its_place BEFORE DELETE ON arrived WHEN
        NOT EXISTS (SELECT 1 FROM entries WHERE table_id = OLD.table_id AND n = OLD.n AND body = OLD.body)
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE VIEW log AS
        SELECT table_id, n, command, at, over, body FROM entries UNION ALL
        SELECT table_id, n, command, at, over, body FROM arrived;
    """,
    "DROP TRIGGER once;",  # what is taken the writer knows by heart: `Arrivals`
)
WITH_ARRIVALS: Final = 3  # of the steps, from which on there is a `log` of both


class SqliteStore:
    shared = False

    def __init__(self, file: Path) -> None:
        self._lock = hold(file)
        self._file = file
        try:
            mend_permissions(file)
            self._reading = connect(file)
            migrate(self._reading)
            self._arrivals = Arrivals(connect(file))
        except sqlite3.DatabaseError as error:
            os.close(self._lock)
            raise Refusal("store/unreadable", problem=str(error)) from None
        except BaseException:
            os.close(self._lock)
            raise
        self._reads = threading.Lock()
        self._queue: SimpleQueue[tuple[Entry, Told] | None] = SimpleQueue()
        self._closed = False
        self._writer = threading.Thread(target=self._write, name="store writer", daemon=True)
        self._writer.start()

    # ------------------------------------------------------------------------------------------------- writing
    def append(self, entry: Entry, told: Told) -> None:
        if self._closed:
            told(Refusal("store/closed"))
        else:
            self._queue.put((entry, told))

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        self._writer.join()
        self._reading.close()
        os.close(self._lock)

    def _write(self) -> None:
        arrivals, going, last = self._arrivals, True, 0
        while going:
            batch = [self._queue.get()]
            if last > 1:  # in a crowd others are about to come: one commit for all of them
                sleep(min(LONGEST_WAIT, last * WAIT_EACH))
            try:
                while len(batch) < MOST_AT_ONCE:
                    batch.append(self._queue.get_nowait())
            except Empty:
                pass
            going, last = None not in batch, len(batch)
            if entries := [waiting for waiting in batch if waiting]:
                self._commit(arrivals, entries)
                arrivals.settle()
        arrivals.place_all()
        arrivals.db.close()

    def _commit(self, arrivals: Arrivals, batch: list[tuple[Entry, Told]]) -> None:
        """All in one commit; if that fails, one by one, so that only the culprit is refused."""
        error = arrivals.add([entry for entry, _ in batch])
        if error and len(batch) > 1:
            for waiting in batch:
                self._commit(arrivals, [waiting])
            return
        for _, told in batch:
            told(error)

    # ------------------------------------------------------------------------------------------------- reading
    def read(self, table: str, after: int = 0) -> list[Entry]:
        with self._reads:
            return read_entries(self._reading, table, after)

    def unfinished(self, since: float = 0.0) -> list[str]:
        with self._reads:
            query = "SELECT table_id, over, at, max(n) FROM log GROUP BY table_id HAVING NOT over AND at >= ?"
            return [row[0] for row in self._reading.execute(query, (since,))]

    def tables(self) -> list[str]:
        with self._reads:
            return read_tables(self._reading)

    def backup(self, file: Path) -> None:
        copy_store(self._file, file)

    def check(self) -> list[str]:
        with self._reads:
            return check_file(self._reading)


def connect(file: Path) -> sqlite3.Connection:
    db = open_file(file)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {PAGES_AHEAD}")
    except sqlite3.DatabaseError as error:
        db.close()
        raise Refusal("store/unreadable", problem=str(error)) from None
    return db


def open_file(file: Path) -> sqlite3.Connection:
    try:
        create_private(file)
        return sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise Refusal("store/unreadable", problem=str(error)) from None


def migrate(db: sqlite3.Connection) -> None:
    done = _check_known(db)
    for number, step in enumerate(STEPS[done:], done + 1):
        db.executescript(f"BEGIN IMMEDIATE; {step} PRAGMA user_version = {number}; COMMIT;")


def _check_known(db: sqlite3.Connection) -> int:
    """How many steps the file has gone; a refusal if they are more than we know."""
    done: int = db.execute("PRAGMA user_version").fetchone()[0]
    if done > len(STEPS):
        raise Refusal("store/newer", found=done, known=len(STEPS))
    return done


def log_of(db: sqlite3.Connection) -> str:
    """Of this file, which may be an old copy that was not brought up to date."""
    return "log" if db.execute("PRAGMA user_version").fetchone()[0] >= WITH_ARRIVALS else "entries"


def read_tables(db: sqlite3.Connection) -> list[str]:
    return [row[0] for row in db.execute(f"SELECT DISTINCT table_id FROM {log_of(db)}")]


def read_entries(db: sqlite3.Connection, table: str, after: int = 0) -> list[Entry]:
    query = f"SELECT n, command, at, over, body FROM {log_of(db)} WHERE table_id = ? AND n > ? ORDER BY n"
    rows = db.execute(query, (table, after))
    return [Entry(table, n, command, at, bool(over), body) for n, command, at, over, body in rows]


def copy_store(source: Path, target: Path) -> None:
    check_readable(source)
    check_apart(source, target)
    with beside(target) as part:
        wrong = _copy(source, part)
        if wrong:
            raise Refusal("store/unreadable", problem=wrong[0])


@contextmanager
def new_file(target: Path) -> Iterator[Callable[[list[Entry]], None]]:
    """A log made of entries that come from elsewhere, as many at a time as one likes."""

    def write(entries: list[Entry]) -> None:
        for start in range(0, len(entries), MOST_AT_ONCE):
            error = insert(db, ENTRIES, entries[start : start + MOST_AT_ONCE])
            if error:
                raise error

    with beside(target) as part:
        db = connect(part)
        try:
            migrate(db)
            yield write
        except sqlite3.Error:
            raise Refusal("file/unwritable", file=str(target)) from None
        finally:
            db.close()


def _copy(source: Path, target: Path) -> list[str]:
    """What is wrong with the copy, or with copying."""
    with closing(open_file(source)) as reading, closing(open_file(target)) as copy:
        try:
            reading.backup(copy)
            return check_file(copy)
        except sqlite3.DatabaseError as error:
            return [str(error)]


def restore(backup: Path, file: Path) -> None:
    """A checked backup in the place of the store; what stood there before, sound or not, is kept as `.before`."""
    lock = hold(file)
    try:
        fresh, before = named(file, FRESH), named(file, BEFORE)
        copy_store(backup, fresh)
        with kept_from_houses(before), writing(file):
            _put_aside(file, before)
            os.replace(fresh, file)
    finally:
        os.close(lock)


def _put_aside(file: Path, before: Path) -> None:
    """Nothing of what was put there earlier stays beside it."""
    if os.path.lexists(file):
        remove(before)
    for part, kept in zip(parts(file), parts(before), strict=True):
        if os.path.lexists(part):
            with suppress(OSError):  # a link to nothing, or the file of another owner: it is put aside all the same
                make_private(part)
            os.replace(part, kept)


def check_file(db: sqlite3.Connection) -> list[str]:
    try:
        _check_known(db)
        found = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        numbers: dict[str, list[int]] = {}
        for table, n in db.execute(f"SELECT table_id, n FROM {log_of(db)} ORDER BY table_id, n"):
            numbers.setdefault(table, []).append(n)
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return found + [wrong for table, ns in numbers.items() for wrong in gaps(table, ns)]
