"""Open a SQLite file as a log: its one table, the steps that lead old files to it, and the statements on it."""

import sqlite3
from pathlib import Path
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, entry_of
from sortilege.store.files import create_private

BUSY_SECONDS: Final = 5.0
PAGES_AHEAD: Final = 4000  # of the write-ahead log, 16 MB: a page that many commits touch is copied to its place once
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
    "DROP TRIGGER once;",
    # One table again. Its rows lie in the order they came in: only the keys of a row touch pages far apart.
    """
    CREATE TABLE kept (
        table_id TEXT NOT NULL,
        n INTEGER NOT NULL CHECK (n > 0),
        command TEXT NOT NULL,
        at REAL NOT NULL,
        over INTEGER NOT NULL,
        body BLOB NOT NULL,
        digest TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_id, n),
        UNIQUE (table_id, command)
    ) STRICT;
    INSERT INTO kept (table_id, n, command, at, over, body)
        SELECT table_id, n, command, at, over, body FROM log ORDER BY table_id, n;
    DROP VIEW log;
    DROP TABLE arrived;
    DROP TABLE entries;
    ALTER TABLE kept RENAME TO entries;
    CREATE TRIGGER never_changed BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER never_removed BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    """,
)
# Where a file that went fewer steps has its entries: copies of old stores are checked as they are.
LOGS: Final = {
    1: "(SELECT *, '' AS digest FROM entries)",
    2: "(SELECT *, '' AS digest FROM entries)",
    3: "(SELECT *, '' AS digest FROM log)",
    4: "(SELECT *, '' AS digest FROM log)",
}
COLUMNS: Final = "table_id, n, command, at, over, body, digest"
INSERT: Final = f"INSERT INTO entries ({COLUMNS}) VALUES "
ROW: Final = "(?, ?, ?, ?, ?, ?, ?)"


def connect(file: Path) -> sqlite3.Connection:
    """Open a file so that every commit waits for the disk."""
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
    done = steps_done(db)
    for number, step in enumerate(STEPS[done:], done + 1):
        db.executescript(f"BEGIN IMMEDIATE; {step} PRAGMA user_version = {number}; COMMIT;")


def steps_done(db: sqlite3.Connection) -> int:
    """Return how many steps the file has gone; refuse a file that has gone more than we know."""
    done: int = db.execute("PRAGMA user_version").fetchone()[0]
    if done > len(STEPS):
        raise Refusal("store/newer", found=done, known=len(STEPS))
    return done


def log_of(db: sqlite3.Connection) -> str:
    """Return where this file has its entries; it may be an old copy that was not brought up to date."""
    return LOGS.get(steps_done(db), "entries")


def insert(db: sqlite3.Connection, entries: list[Entry]) -> int:
    """Insert the entries whose number and command are free, in one statement; return how many those were.

    One statement lets go of the interpreter once. Outside a transaction it is a transaction of its own.
    """
    cells = [cell for e in entries for cell in e.kept]
    return db.execute(INSERT + ", ".join([ROW] * len(entries)) + " ON CONFLICT DO NOTHING", cells).rowcount


def read_tables(db: sqlite3.Connection) -> list[str]:
    return [row[0] for row in db.execute(f"SELECT DISTINCT table_id FROM {log_of(db)}")]


def read_entries(db: sqlite3.Connection, table: str, after: int = 0) -> list[Entry]:
    return _entries(db, "table_id = ? AND n > ? ORDER BY n", table, after)


def read_standing(db: sqlite3.Connection, entry: Entry) -> list[Entry]:
    """Return the entries that have the number or the command of this one."""
    return _entries(db, "table_id = ? AND (n = ? OR command = ?)", entry.table, entry.n, entry.command)


def _entries(db: sqlite3.Connection, where: str, *given: str | int) -> list[Entry]:
    rows = db.execute(f"SELECT {COLUMNS} FROM {log_of(db)} WHERE {where}", given)
    return [entry_of(row) for row in rows]
