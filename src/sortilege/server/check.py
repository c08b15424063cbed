"""Every table of a log played again: the last word on whether it is sound."""

import sqlite3
from collections.abc import Callable, Iterable

import msgspec

from sortilege.kernel.errors import Refusal
from sortilege.server.live import Live
from sortilege.store import Entry
from sortilege.store.sqlite import read_entries, read_tables


def broken_logs(tables: Iterable[str], read: Callable[[str], list[Entry]]) -> list[str]:
    wrong = []
    for table in tables:
        try:
            Live.read(read(table))
        except (Refusal, msgspec.DecodeError, AssertionError, TypeError) as error:
            wrong.append(f"table {table}: {error}")
    return wrong


def broken_tables(db: sqlite3.Connection) -> list[str]:
    return broken_logs(read_tables(db), lambda table: read_entries(db, table))
