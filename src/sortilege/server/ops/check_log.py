"""Play every table of a log again, to find out whether the log is sound."""

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable

from sortilege.kernel.refusal import Refusal
from sortilege.room.facts import Created, read_fact
from sortilege.server.tables.replay import replay_log
from sortilege.store import Entry
from sortilege.store.sqlite_sql import read_entries, read_tables


def broken_logs(tables: Iterable[str], read: Callable[[str], list[Entry]]) -> list[Refusal]:
    return [wrong for table in tables if (wrong := _wrong(table, read(table)))]


def broken_tables(db: sqlite3.Connection) -> list[Refusal]:
    return broken_logs(read_tables(db), lambda table: read_entries(db, table))


def _wrong(table: str, entries: list[Entry]) -> Refusal | None:
    problem = _problem(entries)
    if not problem:
        return None
    lengths = range(1, len(entries) + 1)
    n = 1 + bisect_left(lengths, True, key=lambda length: bool(_problem(entries[:length])))
    return Refusal("table/broken", table=table, n=n, problem=problem)


def _problem(entries: list[Entry]) -> str:
    try:
        _check_seats(entries)
        replay_log(entries)
    except Exception as error:  # facts that no server has written: there is no telling what they break
        return str(error) or type(error).__name__
    return ""


def _check_seats(entries: list[Entry]) -> None:
    plan, *facts = [read_fact(entry.body) for entry in entries]
    assert isinstance(plan, Created)
    for fact in facts:
        seat, seats = getattr(fact, "seat", 0), len(plan.bots)
        if not 0 <= seat < seats:
            raise Refusal("seat/unknown", seat=seat, seats=seats)
