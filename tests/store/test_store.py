"""Every store through the suite that we ship, then what is SQLite's own."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sortilege.kernel.errors import Refusal
from sortilege.store import sqlite
from sortilege.store.memory import MemoryStore
from sortilege.store.postgres import PostgresStore
from sortilege.store.sqlite import SqliteStore, copy_store, restore
from sortilege.testing import store as suite


class Evening(MemoryStore):
    """A memory store that is opened again within one process."""

    def open(self) -> "Evening":
        self._closed = False
        return self


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> suite.Opens:
    if request.param == "memory":
        return Evening().open
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "house.db")
    address = request.getfixturevalue("postgres").new_database()
    return lambda: PostgresStore(address)


@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
def test_the_suite(opens: suite.Opens, check: Callable[[suite.Opens], None]) -> None:
    check(opens)


def test_a_backup_is_taken_while_the_house_writes(opens: suite.Opens, tmp_path: Path) -> None:
    suite.check_backup_while_writing(opens, tmp_path, SqliteStore)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "house.db"
    store = SqliteStore(file)
    suite.append(store, *(suite.entry(n) for n in range(1, 6)))
    store.close()
    return file


def refused(code: str, act: Callable[..., Any], *given: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        act(*given)
    assert refusal.value.code == code


def test_the_disk_has_the_last_word(file: Path) -> None:
    """Promise 3: a commit waits for the disk."""
    db = sqlite.connect(file)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    db.close()


@pytest.mark.parametrize("change", ["UPDATE entries SET n = 9 WHERE n = 5", "DELETE FROM entries"])
def test_the_log_is_append_only(file: Path, change: str) -> None:
    db = sqlite.connect(file)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(change)
    db.close()


def test_a_store_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    db = sqlite.connect(file)
    db.executescript(f"{sqlite.STEPS[0]} PRAGMA user_version = 1;")
    assert sqlite.insert(db, [suite.entry(1)]) is None
    db.close()
    store = SqliteStore(file)
    assert store.read("t") == [suite.entry(1)]
    store.close()
    db = sqlite.connect(file)
    assert db.execute("PRAGMA user_version").fetchone() == (len(sqlite.STEPS),)
    db.close()


def test_a_store_of_a_later_version_is_refused(file: Path) -> None:
    db = sqlite.connect(file)
    db.execute("PRAGMA user_version = 99")
    db.close()
    refused("store/newer", SqliteStore, file)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.db"
    nonsense.write_bytes(b"nothing of the kind" * 500)
    refused("store/unreadable", copy_store, nonsense, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    refused("store/unreadable", SqliteStore, nonsense)
    refused("file/unreadable", copy_store, tmp_path / "nowhere.db", tmp_path / "copy.db")


def test_one_house_to_a_file(file: Path, tmp_path: Path) -> None:
    store = SqliteStore(file)
    refused("store/in_use", SqliteStore, file)
    copy_store(file, tmp_path / "copy.db")
    refused("store/in_use", restore, tmp_path / "copy.db", file)
    store.close()
    SqliteStore(file).close()


def test_a_backup_is_put_back(file: Path, tmp_path: Path) -> None:
    """What stood there is kept, even if it was broken."""
    copy_store(file, tmp_path / "copy.db")
    file.write_bytes(b"broken" * 2000)
    restore(tmp_path / "copy.db", file)
    store = SqliteStore(file)
    assert len(store.read("t")) == 5 and store.check() == []
    store.close()
    assert (tmp_path / "house.db.before").read_bytes().startswith(b"broken")


def test_a_failed_commit_is_told(file: Path) -> None:
    """A disk that says no: the entry is refused and is not there."""
    store = SqliteStore(file)
    db = sqlite.connect(file)
    db.execute("DROP TABLE entries")
    db.close()
    [outcome] = suite.append(store, suite.entry(6))
    assert outcome is not None and outcome.code == "store/failed"
    store.close()


def test_a_broken_page_is_found(file: Path) -> None:
    db = sqlite.connect(file)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    data = bytearray(file.read_bytes())
    data[4096 : 4096 + 2000] = b"\x07" * 2000
    file.write_bytes(data)
    db = sqlite3.connect(file)
    assert sqlite.check_file(db)
    db.close()
