"""What a table remembers of its last entries."""

from sortilege.room.facts import Said
from sortilege.room.snapshots import snapshot
from sortilege.room.table import Table
from sortilege.server.tables.recent_entries import REMEMBERED, History
from tests.support.tables import Sitting


def talked(entries: int) -> tuple[History, list[Table]]:
    table = Sitting("abracada", ["", ""]).table
    past, tables = History(table), [table]
    for i in range(entries):
        fact = Said(0, f"line {i}")
        tables.append(tables[-1].after(fact, float(i)))
        past.add(fact, tables[-1])
    return past, tables


def test_the_last_entries_can_be_told_one_by_one_however_many_there_were() -> None:
    for entries in range(5 * REMEMBERED):
        past, tables = talked(entries)
        for missed in range(min(entries, REMEMBERED) + 1):
            told = past.since(tables[-1].n - missed)
            assert told == tables[-1 - missed :]
            assert [snapshot(table, None) for table in told] == [
                snapshot(table, None) for table in tables[-1 - missed :]
            ]


def test_what_is_too_long_ago_or_has_not_been_yet_is_not_told() -> None:
    past, tables = talked(5 * REMEMBERED)
    assert past.since(tables[-1].n + 1) == [] and past.since(tables[0].n) == []
    assert len(past.entries) < 2 * REMEMBERED
