"""Check that the SQLite file itself refuses what the log must not have, and that old files are migrated."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, sqlite_sql
from sortilege.store.backups import check_file, copy_store, restore
from sortilege.store.files import named, parts
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from tests.compatibility.v1 import GAMES, about, put

OLD_ROW = "(table_id, n, command, at, over, body) VALUES (?, ?, ?, ?, ?, ?)"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a log of five entries."""
    store = SqliteStore(tmp_path / "house.db")
    assert suite.append(store, *(suite.entry(n) for n in range(1, 6))) == [None] * 5
    store.close()
    return tmp_path / "house.db"


@pytest.fixture
def db(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite_sql.connect(file)) as db:
        yield db


@pytest.mark.parametrize("change", ["UPDATE entries SET n = 9 WHERE n = 5", "DELETE FROM entries"])
def test_the_log_is_append_only(db: sqlite3.Connection, change: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(change)


@pytest.mark.parametrize(("n", "command"), [(5, "0/new"), (6, "0/5"), (0, "0/zero")])
def test_the_file_refuses_a_taken_number_or_command_from_any_program(
    db: sqlite3.Connection, n: int, command: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(f"INSERT INTO entries {OLD_ROW}", ("t", n, command, 1.0, 0, b"{}"))


def test_what_another_program_wrote_is_a_conflict(file: Path) -> None:
    """Refuse a second server by the lock, and entries of any other program by the keys."""
    store, link = SqliteStore(file), file.with_name("link.db")
    link.symlink_to(file)
    with pytest.raises(Refusal, match="store/in_use"):
        SqliteStore(link)
    with closing(sqlite3.connect(file)) as other, other:
        other.execute(f"INSERT INTO entries {OLD_ROW}", ("t", 6, "0/6", 1.0, 0, b"{}"))
    [number, command] = suite.append(store, suite.entry(6, command="0/other"), suite.entry(7, command="0/6"))
    assert number is not None and number.code == "store/conflict" and command == Refusal("store/conflict", n=7)
    store.close()


def old(n: int, table: str) -> Entry:
    return replace(suite.entry(n, table), digest="")


def make_old(file: Path, steps: int) -> None:
    """Make the store that a killed server of an earlier version left; from the third step on, some lie in `arrived`."""
    with closing(sqlite_sql.connect(file)) as db:
        for number, step in enumerate(sqlite_sql.STEPS[:steps], 1):
            db.executescript(f"BEGIN; {step} PRAGMA user_version = {number}; COMMIT;")
        for n in range(1, 6):
            for table in "ba":
                where = "arrived" if steps >= 3 and n >= 4 else "entries"
                db.execute(f"INSERT INTO {where} {OLD_ROW}", old(n, table).kept[:6])


@pytest.mark.parametrize("steps", range(1, len(sqlite_sql.STEPS)))
def test_a_store_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path, steps: int) -> None:
    """Check and copy it as it is; then open it: it has all its entries, without digests, and goes on."""
    file = tmp_path / "old.db"
    make_old(file, steps)
    with closing(sqlite_sql.connect(file)) as db:
        assert check_file(db) == [] and sorted(sqlite_sql.read_tables(db)) == ["a", "b"]
        assert sqlite_sql.read_entries(db, "a", 2) == [old(n, "a") for n in range(3, 6)]
    copy_store(file, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", file)
    store = SqliteStore(file)
    for table in "ab":
        assert store.read(table) == [old(n, table) for n in range(1, 6)]
    assert suite.append(store, suite.entry(6, "a"), suite.entry(5, "b", command="0/x")) == [
        None,
        Refusal("store/conflict", n=5),
    ]
    assert store.check() == []
    store.close()
    with closing(sqlite_sql.connect(file)) as db:
        assert sqlite_sql.steps_done(db) == len(sqlite_sql.STEPS)


@pytest.mark.parametrize("name", [f"{game}/house.db" for game in GAMES])
def test_stores_of_version_1_lose_nothing(name: str, tmp_path: Path) -> None:
    """Compare with the rows of the old file, byte by byte."""
    file = put(name, tmp_path / "house.db")
    columns = "table_id, n, command, at, over, body"
    with closing(sqlite3.connect(file)) as db:
        before = db.execute(f"SELECT {columns} FROM log ORDER BY table_id, n").fetchall()
    SqliteStore(file).close()
    with closing(sqlite3.connect(file)) as db:
        assert db.execute(f"SELECT {columns} FROM entries ORDER BY table_id, n").fetchall() == before
        assert {row[0] for row in db.execute("SELECT digest FROM entries")} == {""}


def test_the_store_of_a_killed_server_of_version_1_loses_nothing(tmp_path: Path) -> None:
    """Open a file whose entries lie in the write-ahead log, in `arrived`."""
    file = put("killed/house.db", tmp_path / "house.db")
    put("killed/house.db-wal", tmp_path / "house.db-wal")
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM arrived").fetchone()[0] > 0
    store, told = SqliteStore(file), about("killed")
    assert [entry.n for entry in store.read(told["table"])] == list(range(1, told["n"] + 1))
    assert store.check() == []
    store.close()


def test_a_store_killed_while_it_is_brought_up_to_date_begins_again(tmp_path: Path) -> None:
    """Kill it before the commit of the last step, which is one transaction."""
    file = tmp_path / "old.db"
    make_old(file, 4)
    with closing(sqlite_sql.connect(file)) as db:
        db.executescript(f"BEGIN IMMEDIATE; {sqlite_sql.STEPS[4]}")
        for part in parts(file):
            named(tmp_path / "killed.db", part.name.removeprefix(file.name)).write_bytes(part.read_bytes())
    store = SqliteStore(tmp_path / "killed.db")
    assert store.read("a") == [old(n, "a") for n in range(1, 6)]
    store.close()
