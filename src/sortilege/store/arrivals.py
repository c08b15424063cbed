"""Entries as they come: written one after another, and put in their places by the hundred.

The places of a crowd of tables lie on pages far from each other: each entry put there at once would be two pages
written anew. What has arrived is a few pages, and all entries of a table together touch its place once.
"""

import sqlite3
from contextlib import suppress
from typing import Final

from sortilege.kernel.errors import Refusal
from sortilege.store import Entry, conflict

ENTRIES: Final = "entries"
ARRIVED: Final = "arrived"
COLUMNS: Final = "table_id, n, command, at, over, body"
ROW: Final = "(?, ?, ?, ?, ?, ?)"
MOST_ARRIVED: Final = 3000
AT_ONCE: Final = 500  # put in their places in one go: nobody waits long for it
MOST_KNOWN: Final = 500_000  # numbers and commands at hand
LAST: Final = "\uffff"  # after every table
THESE: Final = f"FROM {ARRIVED} WHERE table_id > ? AND table_id <= ?"


Keys = set[int | str]  # of entries of a table: their numbers and commands


class Arrivals:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db, self.most = db, MOST_ARRIVED
        self.tables: dict[str, int] = {}  # how many entries have no place yet
        self.count = 0
        self._known: dict[str, Keys] = {}  # all that a table has, of those that were written to
        self._known_n = 0
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
            error = insert(self.db, ARRIVED, entries) if self._take(entries) else conflict(entries[0])
            self.db.execute("ROLLBACK" if error else "COMMIT")
        except sqlite3.Error as failure:
            error = Refusal("store/failed", problem=str(failure))
            self._give_up()
        if error:
            self._forget()
        else:
            for e in entries:
                self.tables[e.table] = self.tables.get(e.table, 0) + 1
            self.count += len(entries)
        return error

    def _look_again(self) -> None:
        """Nobody else should write this file; if somebody did, what is taken is read anew."""
        version = self.db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._forget()
            self._version = version
            self.tables = dict(self.db.execute(f"SELECT table_id, count(*) FROM {ARRIVED} GROUP BY table_id"))
            self.count = sum(self.tables.values())

    def _take(self, entries: list[Entry]) -> bool:
        """Number and command of each, unless one is taken: by an entry that was there, or twice among these."""
        if self._known_n > MOST_KNOWN:
            self._forget()
        for e in entries:
            known = self._known.get(e.table)
            if known is None:
                known = self._read(e.table)
            if e.n in known or e.command in known:
                return False
            known.add(e.n)
            known.add(e.command)
        self._known_n += 2 * len(entries)
        return True

    def _read(self, table: str) -> Keys:
        known = self._known[table] = set()
        for keys in self.db.execute("SELECT n, command FROM log WHERE table_id = ?", (table,)):
            known.update(keys)
        self._known_n += len(known)
        return known

    def _forget(self) -> None:
        """What is in the file can be read again."""
        self._known, self._known_n = {}, 0

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
            found += self.tables[table]
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
        self.tables = {table: n for table, n in self.tables.items() if not after < table <= upto}
        self.count = sum(self.tables.values())
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
