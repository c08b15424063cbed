"""Entries as they come: written one after another, and put in their places by the hundred.

The places of a crowd of tables lie on pages far from each other: each entry put there at once would be two pages
written anew. What has arrived is a few pages, and all entries of a table together touch its place once.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from sortilege.kernel.errors import Refusal
from sortilege.store import Entry, conflict

ENTRIES: Final = "entries"
ARRIVED: Final = "arrived"
COLUMNS: Final = "table_id, n, command, at, over, body"
ROW: Final = "(?, ?, ?, ?, ?, ?)"
MOST_ARRIVED: Final = 3000
AT_ONCE: Final = 250  # put in their places in one go: nobody waits long for it
LAST: Final = "\uffff"  # after every table
THESE: Final = f"FROM {ARRIVED} WHERE table_id > ? AND table_id <= ?"


class Arrivals:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db, self.most = db, MOST_ARRIVED
        self.tables: dict[str, set[int | str]] = {}  # of what has no place yet: the numbers and commands, by table
        self.count = 0
        self._version = -1  # of the file, as others left it
        self._placed = ""  # up to this table; then again from the first one
        self._look_again()
        self.place_all()

    def add(self, entries: list[Entry]) -> Refusal | None:
        """All of them or none."""
        error: Refusal | None
        try:
            self.db.execute("BEGIN IMMEDIATE")
            self._look_again()
            error = conflict(entries[0]) if self._taken(entries) else insert(self.db, ARRIVED, entries)
            self.db.execute("ROLLBACK" if error else "COMMIT")
        except sqlite3.Error as failure:
            error = Refusal("store/failed", problem=str(failure))
            self._give_up()
        if error is None:
            self._note((e.table, e.n, e.command) for e in entries)
        return error

    def _look_again(self) -> None:
        """Nobody else should write this file; if somebody did, what is taken is read anew."""
        version = self.db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self.tables, self.count, self._version = {}, 0, version
            self._note(self.db.execute(f"SELECT table_id, n, command FROM {ARRIVED}"))

    def _note(self, keys: Iterable[tuple[str, int, str]]) -> None:
        for table, n, command in keys:
            self.tables.setdefault(table, set()).update((n, command))
            self.count += 1

    def _taken(self, entries: list[Entry]) -> bool:
        """By one that arrived, or twice among these. What is in its place the file itself minds."""
        new: set[tuple[str, int | str]] = set()
        for e in entries:
            known = self.tables.get(e.table, ())
            if e.n in known or e.command in known:
                return True
            new.update(((e.table, e.n), (e.table, e.command)))
        return len(new) < 2 * len(entries)

    # -------------------------------------------------------------------------------------------------- places
    def settle(self) -> None:
        """Some of them, when there are many. If the disk says no they stay, safe, until as many more have come."""
        if self.count >= self.most:
            placed = self._place(self._placed, self._next())
            self.most = MOST_ARRIVED if placed else self.count + MOST_ARRIVED

    def place_all(self) -> None:
        if self.tables:
            self._place("", LAST)

    def _next(self) -> str:
        """The last of the next tables that have enough together."""
        found = 0
        for table in sorted(table for table in self.tables if table > self._placed):
            found += len(self.tables[table]) // 2
            if found >= AT_ONCE:
                return table
        return LAST

    def _place(self, after: str, upto: str) -> bool:
        try:
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute(
                f"INSERT INTO {ENTRIES} ({COLUMNS}) SELECT {COLUMNS} {THESE} ORDER BY table_id, n", (after, upto)
            )
            self.db.execute(f"DELETE {THESE}", (after, upto))
            self.db.execute("COMMIT")
        except sqlite3.Error:
            self._give_up()
            return False
        self.tables = {table: keys for table, keys in self.tables.items() if not after < table <= upto}
        self.count = sum(map(len, self.tables.values())) // 2
        self._placed = upto if any(table > upto for table in self.tables) else ""
        return True

    def _give_up(self) -> None:
        with suppress(sqlite3.Error):
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")


def insert(db: sqlite3.Connection, where: str, entries: list[Entry]) -> Refusal | None:
    """One statement for all: the other threads are held up once, not for each entry."""
    cells = [cell for e in entries for cell in e.kept]
    try:
        db.execute(f"INSERT INTO {where} ({COLUMNS}) VALUES " + ", ".join([ROW] * len(entries)), cells)
    except sqlite3.IntegrityError:
        return conflict(entries[0])
    except sqlite3.Error as error:
        return Refusal("store/failed", problem=str(error))
    return None
