"""Entries as they come: written one after another, and put in their places together.

The places of a crowd of tables lie on pages far from each other: each entry put there at once would be two pages
written anew. What has arrived is a few pages, and thousands of entries together touch each place once.
"""

import sqlite3
from typing import Final

from sortilege.kernel.errors import Refusal
from sortilege.store import Entry, conflict

ENTRIES: Final = "entries"
ARRIVED: Final = "arrived"
COLUMNS: Final = "table_id, n, command, at, over, body"
ROW: Final = "(?, ?, ?, ?, ?, ?)"
MOST_ARRIVED: Final = 3000
SETTLE: Final = f"""
    BEGIN IMMEDIATE;
    INSERT INTO {ENTRIES} ({COLUMNS}) SELECT {COLUMNS} FROM {ARRIVED} ORDER BY table_id, n;
    DELETE FROM {ARRIVED};
    COMMIT;
"""

Key = tuple[str, int | str]  # a table, and a number or a command in it


class Arrivals:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db, self.most = db, MOST_ARRIVED
        self.keys: set[Key] = set()  # of what has no place yet: the file itself minds the others
        for table, n, command in db.execute(f"SELECT table_id, n, command FROM {ARRIVED}"):
            self.keys |= {(table, n), (table, command)}

    def add(self, entries: list[Entry]) -> Refusal | None:
        """All of them or none."""
        keys: set[Key] = {(e.table, e.n) for e in entries} | {(e.table, e.command) for e in entries}
        if len(keys) < 2 * len(entries) or not keys.isdisjoint(self.keys):
            return conflict(entries[0])
        error = insert(self.db, ARRIVED, entries)
        if error is None:
            self.keys |= keys
        return error

    def settle(self) -> None:
        """If it is worth it. If the disk says no they stay where they are, safe, until as many more have come."""
        if len(self.keys) < 2 * self.most:
            return
        try:
            self.db.executescript(SETTLE)
        except sqlite3.Error:
            self.most += MOST_ARRIVED
            if self.db.in_transaction:
                self.db.rollback()
        else:
            self.keys.clear()
            self.most = MOST_ARRIVED


def insert(db: sqlite3.Connection, where: str, entries: list[Entry]) -> Refusal | None:
    """One statement, which is a transaction of its own: the other threads are held up once, not for each entry."""
    cells = [cell for e in entries for cell in (e.table, e.n, e.command, e.at, int(e.over), e.body)]
    try:
        db.execute(f"INSERT INTO {where} ({COLUMNS}) VALUES " + ", ".join([ROW] * len(entries)), cells)
    except sqlite3.IntegrityError:
        return conflict(entries[0])
    except sqlite3.Error as error:
        return Refusal("store/failed", problem=str(error))
    return None
