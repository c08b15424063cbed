"""Entries as they come: written one after another, and put in their places by the hundred.

The places of a crowd of tables lie on pages far from each other: each entry put there at once would be two pages
written anew. What has arrived is a few pages, and all entries of a table together touch its place once.
"""

import logging
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, conflict

log = logging.getLogger("sortilege")
ENTRIES: Final = "entries"
ARRIVED: Final = "arrived"
COLUMNS: Final = "table_id, n, command, at, over, body"
ROW: Final = "(?, ?, ?, ?, ?, ?)"
MOST_ARRIVED: Final = 3000
AT_ONCE: Final = 500  # put in their places in one go: nobody waits long for it
MOST_KNOWN: Final = 200_000  # numbers and commands at hand
LAST: Final = "\uffff"  # after every table
THESE: Final = f"FROM {ARRIVED} WHERE table_id > ? AND table_id <= ?"
ASKED: Final = "WITH asked (t, n, command) AS (VALUES {}) SELECT t FROM asked a WHERE EXISTS "
WRITTEN: Final = f"{ASKED} (SELECT 1 FROM {ENTRIES} e WHERE e.table_id = a.t)"
IN_PLACE: Final = (
    f"{ASKED} (SELECT 1 FROM {ENTRIES} e WHERE e.table_id = a.t AND e.n = a.n)"
    f" OR EXISTS (SELECT 1 FROM {ENTRIES} e WHERE e.table_id = a.t AND e.command = a.command)"
)
Keys = set[int | str]  # of entries of a table: their numbers and commands


class Arrivals:
    """What is taken is known by heart: of what has no place yet, and of tables seen since their first entry. Of others,
    and when that is too much, the file is asked: once for all, for after each question the other threads have a turn.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db, self.most = db, MOST_ARRIVED
        self.tables: dict[str, int] = {}  # how many entries have no place yet
        self.count = 0
        self._keys: dict[str, Keys] = {}
        self._whole: set[str] = set()  # the tables of which all keys are there
        self._keys_n = 0
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
        if error is None:
            self._note((e.table, e.n, e.command) for e in entries)
        elif error.code != "store/conflict":
            self._version = -1  # what the file has of them only the file knows
        return error

    def _look_again(self) -> None:
        """Nobody else should write this file; if somebody did, what is taken is read anew."""
        version = self.db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self.tables, self.count, self._version = {}, 0, version
            self._keys, self._whole, self._keys_n = {}, set(), 0
            self._note(self.db.execute(f"SELECT table_id, n, command FROM {ARRIVED}"))

    def _note(self, arrived: Iterable[tuple[str, int, str]]) -> None:
        for table, n, command in arrived:
            self._keys.setdefault(table, set()).update((n, command))
            self.tables[table] = self.tables.get(table, 0) + 1
            self.count += 1
            self._keys_n += 2

    def _take(self, entries: list[Entry]) -> bool:
        """Whether none of their numbers and commands is taken: by one that was there, or twice among these."""
        self._meet([e for e in entries if e.table not in self._keys])
        new: set[tuple[str, int | str]] = set()
        for e in entries:
            keys = self._keys.get(e.table, ())
            if e.n in keys or e.command in keys:
                return False
            new.add((e.table, e.n))
            new.add((e.table, e.command))
        if len(new) < 2 * len(entries):
            return False
        return not self._tables_of(IN_PLACE, [e for e in entries if e.table not in self._whole])

    def _meet(self, entries: list[Entry]) -> None:
        """Of a table that the file has nothing of, all will be known."""
        if entries:
            self._whole |= {e.table for e in entries} - self._tables_of(WRITTEN, entries)

    def _tables_of(self, query: str, entries: list[Entry]) -> set[str]:
        """Of these entries, those that the file answers for."""
        if not entries:
            return set()
        cells = [cell for e in entries for cell in (e.table, e.n, e.command)]
        return {row[0] for row in self.db.execute(query.format(", ".join(["(?, ?, ?)"] * len(entries))), cells)}

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
        except sqlite3.Error as failure:
            self._give_up()
            log.error("not placed", extra={"facts": {"entries": self.count, "problem": str(failure)}})
            return False
        for table in [table for table in self.tables if after < table <= upto]:
            self.count -= self.tables.pop(table)
            if table in self._whole:
                self._keys[table] = self._keys.pop(table)  # it was busy of late: others are forgotten before it
            else:
                self._forget(table)
        self._forget_some()
        self._placed = upto if any(table > upto for table in self.tables) else ""
        return True

    def _forget_some(self) -> None:
        """Of those that have their places, the least busy first."""
        for table in [table for table in self._keys if table not in self.tables]:
            if self._keys_n <= MOST_KNOWN:
                return
            self._forget(table)

    def _forget(self, table: str) -> None:
        self._keys_n -= len(self._keys.pop(table))
        self._whole.discard(table)

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
