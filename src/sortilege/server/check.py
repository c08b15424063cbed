"""Every table of a log played again: the last word on whether it is sound."""

import sqlite3

import msgspec

from sortilege.kernel.errors import Refusal
from sortilege.server.live import Live
from sortilege.store.sqlite import read_entries


def broken_tables(db: sqlite3.Connection) -> list[str]:
    wrong = []
    for (table,) in db.execute("SELECT DISTINCT table_id FROM entries").fetchall():
        try:
            Live.read(read_entries(db, table))
        except (Refusal, msgspec.DecodeError, AssertionError, TypeError) as error:
            wrong.append(f"table {table}: {error}")
    return wrong
