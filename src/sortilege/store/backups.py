"""Copy a log, put a copy in the place of a log, and check one."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, conflict, gaps
from sortilege.store.files import (
    BEFORE,
    FRESH,
    beside,
    check_apart,
    check_readable,
    hold,
    kept_from_servers,
    make_private,
    named,
    parts,
    remove,
    replace,
    writing,
)
from sortilege.store.sqlite_sql import connect, insert, log_of, migrate, open_file, steps_done

MOST_AT_ONCE: Final = 500


def copy_store(source: Path, target: Path) -> None:
    check_readable(source)
    check_apart(source, target)
    with beside(target) as part:
        wrong = _copy(source, part)
        if wrong:
            raise Refusal("store/unreadable", problem=wrong[0])


def _copy(source: Path, target: Path) -> list[str]:
    """Return what is wrong with the copy, or with copying."""
    with closing(open_file(source)) as reading, closing(open_file(target)) as copy:
        try:
            reading.backup(copy)
            return check_file(copy)
        except sqlite3.DatabaseError as error:
            return [str(error)]


@contextmanager
def new_file(target: Path) -> Iterator[Callable[[list[Entry]], None]]:
    """Create a log file and return how to add entries in parts."""

    def write(entries: list[Entry]) -> None:
        for start in range(0, len(entries), MOST_AT_ONCE):
            some = entries[start : start + MOST_AT_ONCE]
            if insert(db, some) < len(some):
                raise conflict(some[0])

    with beside(target) as part:
        db = connect(part)
        try:
            migrate(db)
            yield write
        except sqlite3.Error:
            raise Refusal("file/unwritable", file=str(target)) from None
        finally:
            db.close()


def restore(backup: Path, file: Path) -> None:
    """Put a checked backup in the place of the store; keep what stood there, sound or not, as `.before`."""
    lock = hold(file)
    try:
        fresh, before = named(file, FRESH), named(file, BEFORE)
        copy_store(backup, fresh)
        with kept_from_servers(before), writing(file):
            _put_aside(file, before)
            replace(fresh, file)
    finally:
        os.close(lock)


def _put_aside(file: Path, before: Path) -> None:
    """Move the parts of a store away; nothing of what was put there earlier stays beside them."""
    if os.path.lexists(file):
        remove(before)
    for part, kept in zip(parts(file), parts(before), strict=True):
        if os.path.lexists(part):
            with suppress(OSError):  # a link to nothing, or the file of another owner: it is put aside all the same
                make_private(part)
            replace(part, kept)


def check_file(db: sqlite3.Connection) -> list[str]:
    """Return what is wrong with a file: its pages, and the numbers of each table."""
    try:
        steps_done(db)
        found = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        numbers: dict[str, list[int]] = {}
        for table, n in db.execute(f"SELECT table_id, n FROM {log_of(db)} ORDER BY table_id, n"):
            numbers.setdefault(table, []).append(n)
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return found + [wrong for table, ns in numbers.items() for wrong in gaps(table, ns)]
