"""Entries as they come: put in their places by the hundred, taken once, never changed, never lost."""

import sqlite3
from pathlib import Path
from time import monotonic, sleep

import pytest

from sortilege.kernel.refusal import Refusal
from sortilege.store import journal as arrivals
from sortilege.store import sqlite
from sortilege.store.sqlite import SqliteStore, copy_store
from sortilege.testing import store as suite


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries are put in their places four at a time."""
    monkeypatch.setattr(arrivals, "MOST_ARRIVED", 4)


def rows(file: Path, where: str) -> list[int]:
    db = sqlite.connect(file)
    found = [row[0] for row in db.execute(f"SELECT n FROM {where} ORDER BY n")]
    db.close()
    return found


def settled(file: Path, entries: int) -> None:
    """It is done after the last answer."""
    until = monotonic() + 60.0
    while len(rows(file, "entries")) < entries and monotonic() < until:
        sleep(0.02)


@pytest.mark.parametrize("change", ["UPDATE {} SET n = 9 WHERE n = 5", "DELETE FROM {}"])
@pytest.mark.parametrize("where", ["entries", "arrived"])
def test_the_log_is_append_only(tmp_path: Path, hasty: None, where: str, change: str) -> None:
    """Whether an entry is in its place or has only arrived."""
    file = tmp_path / "house.db"
    store = SqliteStore(file)
    for n in range(1, 7 if where == "arrived" else 9):
        suite.append(store, suite.entry(n))
    settled(file, 4 if where == "arrived" else 8)
    assert 5 in rows(file, where)
    db = sqlite.connect(file)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(change.format(where))
    db.close()
    store.close()


def test_entries_are_put_in_their_places_together(tmp_path: Path, hasty: None) -> None:
    """Read as one log, wherever they are; all are in their places when the store is closed."""
    file = tmp_path / "house.db"
    store = SqliteStore(file)
    for n in range(1, 7):
        assert suite.append(store, suite.entry(n)) == [None]
    settled(file, 4)
    assert rows(file, "entries") == [1, 2, 3, 4] and rows(file, "arrived") == [5, 6]
    assert [e.n for e in store.read("t")] == [1, 2, 3, 4, 5, 6]
    assert store.tables() == store.unfinished() == ["t"] and store.check() == []
    copy_store(file, tmp_path / "copy.db")
    store.close()
    assert rows(file, "entries") == [1, 2, 3, 4, 5, 6] and rows(file, "arrived") == []
    store = SqliteStore(tmp_path / "copy.db")  # as a killed house leaves it
    assert [e.n for e in store.read("t")] == [1, 2, 3, 4, 5, 6] and rows(tmp_path / "copy.db", "arrived") == []
    store.close()


def test_they_are_put_there_some_tables_at_a_time_all_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "MOST_ARRIVED", 12)
    monkeypatch.setattr(arrivals, "AT_ONCE", 6)
    SqliteStore(tmp_path / "house.db").close()
    db = sqlite.connect(tmp_path / "house.db")
    log = arrivals.Arrivals(db)
    placed = []
    for n in range(1, 12):
        for table in "abcd":
            assert log.add([suite.entry(n, table)]) is None
            before = set(log.tables)
            log.settle()
            placed += ["".join(sorted(before - set(log.tables)))]
            assert log.count < 12
    assert [tables for tables in placed if tables][:4] == ["ab", "cd", "ab", "cd"]
    log.place_all()
    assert log.count == 0 and sqlite.check_file(db) == []
    assert rows(tmp_path / "house.db", "entries") == [n for n in range(1, 12) for _ in "abcd"]
    db.close()


@pytest.mark.parametrize("lost", ["", "forgotten", "restarted"])
@pytest.mark.parametrize("taken", [2, 6], ids=["in its place", "arrived"])
def test_a_number_and_a_command_are_taken_once(
    tmp_path: Path, hasty: None, monkeypatch: pytest.MonkeyPatch, taken: int, lost: str
) -> None:
    """Known by heart, or read from the file."""
    if lost == "forgotten":
        monkeypatch.setattr(arrivals, "MOST_KNOWN", 0)
    store = SqliteStore(tmp_path / "house.db")
    for n in range(1, 7):
        suite.append(store, suite.entry(n))
    if lost == "restarted":
        store.close()
        store = SqliteStore(tmp_path / "house.db")
    number, command = suite.entry(taken, command="0/new"), suite.entry(7, command=f"0/{taken}")
    outcomes = [*suite.append(store, number), *suite.append(store, command)]
    assert [outcome.code if outcome else None for outcome in outcomes] == ["store/conflict", "store/conflict"]
    assert suite.append(store, suite.entry(7)) == [None]
    store.close()


def test_of_many_tables_those_that_were_busy_of_late_are_known_by_heart(
    tmp_path: Path, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "MOST_KNOWN", 40)
    store = SqliteStore(tmp_path / "house.db")
    for table in "abcdefgh":
        suite.append(store, *(suite.entry(n, table) for n in range(1, 8)))
    store.close()
    known = store._arrivals._keys
    assert "h" in known and "a" not in known and store._arrivals._keys_n == sum(map(len, known.values())) <= 40


def test_what_somebody_else_wrote_to_the_file_is_taken_too(tmp_path: Path) -> None:
    """One house to a file, by whatever path; and if the lock was of no use, the file has the last word."""
    file, link = tmp_path / "house.db", tmp_path / "link.db"
    store = SqliteStore(file)
    link.symlink_to(file)
    with pytest.raises(Refusal, match="store/in_use"):
        SqliteStore(link)
    suite.append(store, suite.entry(1))
    db = sqlite.connect(file)
    assert arrivals.insert(db, arrivals.ARRIVED, [suite.entry(2)]) is None
    db.close()
    [outcome] = suite.append(store, suite.entry(2, command="0/other"))
    assert outcome is not None and outcome.code == "store/conflict"
    store.close()


def test_entries_that_find_no_place_stay_and_are_safe(tmp_path: Path, hasty: None) -> None:
    """A disk that says no when they are to be put there: nothing is lost, and as many later it is tried again."""
    file = tmp_path / "house.db"
    store = SqliteStore(file)
    db = sqlite.connect(file)
    db.execute("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'full'); END")
    for n in range(1, 6):
        assert suite.append(store, suite.entry(n)) == [None]
    db.execute("DROP TRIGGER full")
    db.close()
    assert rows(file, "arrived") == [1, 2, 3, 4, 5]
    for n in range(6, 9):
        assert suite.append(store, suite.entry(n)) == [None]
    settled(file, 8)
    assert rows(file, "entries") == [1, 2, 3, 4, 5, 6, 7, 8]
    store.close()
