"""Run the shipped suite on every store, then test what only SQLite has."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, sqlite_sql
from sortilege.store.addresses import place_of
from sortilege.store.backups import check_file, copy_store, restore
from sortilege.store.files import named, parts
from sortilege.store.memory import MemoryStore
from sortilege.store.postgres import PostgresStore
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite


class Evening(MemoryStore):
    """Keep a memory store that is opened again within one process."""

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


def numbers(file: Path) -> list[int]:
    db = sqlite_sql.connect(file)
    found = [entry.n for entry in sqlite_sql.read_entries(db, "t")]
    db.close()
    return found


def test_the_disk_has_the_last_word(file: Path) -> None:
    """Check promise 3: a commit waits for the disk."""
    db = sqlite_sql.connect(file)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    db.close()


def test_a_store_of_a_later_version_is_refused(file: Path) -> None:
    db = sqlite_sql.connect(file)
    db.execute("PRAGMA user_version = 99")
    db.close()
    refused("store/newer", SqliteStore, file)
    refused("store/newer", copy_store, file, file.with_name("copy.db"))


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
    """Keep what stood there, even if it was broken."""
    copy_store(file, tmp_path / "copy.db")
    file.write_bytes(b"broken" * 2000)
    restore(tmp_path / "copy.db", file)
    store = SqliteStore(file)
    assert len(store.read("t")) == 5 and store.check() == []
    store.close()
    assert (tmp_path / "house.db.before").read_bytes().startswith(b"broken")


ITSELF = {
    "by its name": lambda file: (file, file),
    "by a long way": lambda file: (file, file.parent / ".." / file.parent.name / file.name),
    "by a link": lambda file: (file, linked(file)),
    "the link's own": lambda file: (linked(file), file),
    "by a hard link": lambda file: (file, hard_linked(file)),
    "its write-ahead log": lambda file: (file, file.with_name("house.db-wal")),
    "its index": lambda file: (linked(file), file.with_name("house.db-shm")),
    "its lock": lambda file: (file, file.with_name("house.db.lock")),
    "in the place of the unfinished copy": lambda file: (file, hard_linked(file, "x.part").with_suffix("")),
}


def linked(file: Path) -> Path:
    link = file.with_name("link.db")
    link.symlink_to(file)
    return link


def hard_linked(file: Path, name: str = "hard.db") -> Path:
    link = file.with_name(name)
    link.hardlink_to(file)
    return link


@pytest.mark.parametrize("itself", ITSELF.values(), ids=ITSELF)
@pytest.mark.parametrize("open_server", [True, False], ids=["open", "closed"])
def test_a_backup_onto_the_store_itself_is_refused_and_nothing_is_lost(
    file: Path, itself: Callable[[Path], tuple[Path, Path]], open_server: bool
) -> None:
    store = SqliteStore(file)
    if not open_server:
        store.close()
    refused("store/itself", copy_store, *itself(file))
    if not open_server:
        store = SqliteStore(file)
    suite.append(store, suite.entry(6))
    store.close()
    store = SqliteStore(file)
    assert len(store.read("t")) == 6 and store.check() == []
    store.close()


@pytest.mark.parametrize("name", ["other.db", "link.db", "other.db-wal", "other.db-shm", "other.db.lock"])
def test_a_backup_onto_a_store_in_use_is_refused_and_nothing_is_lost(file: Path, tmp_path: Path, name: str) -> None:
    other = SqliteStore(tmp_path / "other.db")
    linked(tmp_path / "other.db")
    suite.append(other, suite.entry(1, "u"))
    refused("store/in_use", copy_store, file, tmp_path / name)
    refused("store/in_use", MemoryStore().backup, tmp_path / name)
    suite.append(other, suite.entry(2, "u"))
    other.close()
    other = SqliteStore(tmp_path / "other.db")
    assert [e.n for e in other.read("u")] == [1, 2] and other.tables() == ["u"]
    other.close()


def kill(file: Path, *entries: Entry) -> None:
    """Write these entries and leave the write-ahead log there, as a killed server does."""
    store, dead = SqliteStore(file), file.with_name("dead.db")
    suite.append(store, *entries)
    for part in parts(file):
        shutil.copy(part, named(dead, part.name.removeprefix(file.name)))
    store.close()
    for part, left in zip(parts(dead), parts(file), strict=True):
        part.replace(left)


def test_a_backup_in_the_place_of_an_abandoned_store_is_whole(file: Path, tmp_path: Path) -> None:
    """Leave nothing of the other store beside the copy."""
    kill(tmp_path / "other.db", *(suite.entry(n, "u") for n in range(1, 60)))
    copy_store(file, tmp_path / "other.db")
    assert not (tmp_path / "other.db-wal").exists()
    store = SqliteStore(tmp_path / "other.db")
    assert store.tables() == ["t"] and store.check() == []
    store.close()


def test_a_second_restore_keeps_whole_what_stood_there_last(file: Path, tmp_path: Path) -> None:
    """Restore over a killed store with its write-ahead log, then over one that was closed in order."""
    copy_store(file, tmp_path / "copy.db")
    kill(file, *(suite.entry(n, f"killed{n}") for n in range(1, 80)))
    restore(tmp_path / "copy.db", file)
    assert (tmp_path / "house.db.before-wal").exists()
    store = SqliteStore(file)
    suite.append(store, *(suite.entry(1, f"second{n}") for n in range(200)))
    store.close()
    restore(tmp_path / "copy.db", file)
    before = SqliteStore(tmp_path / "house.db.before")
    assert before.check() == [] and len(before.tables()) == 201
    before.close()


def test_what_was_put_aside_and_is_in_use_again_stays(file: Path, tmp_path: Path) -> None:
    copy_store(file, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", file)
    before = SqliteStore(tmp_path / "house.db.before")
    refused("store/in_use", restore, tmp_path / "copy.db", file)
    suite.append(before, suite.entry(6))
    before.close()
    assert len(numbers(tmp_path / "house.db.before")) == 6 and len(numbers(file)) == 5


def test_what_was_put_aside_can_be_put_back(file: Path, tmp_path: Path) -> None:
    copy_store(file, tmp_path / "copy.db")
    kill(file, suite.entry(6))
    restore(tmp_path / "copy.db", file)
    restore(tmp_path / "house.db.before", file)
    store = SqliteStore(file)
    assert len(store.read("t")) == 6
    store.close()


def test_a_restore_into_an_empty_place_leaves_what_was_put_aside(file: Path, tmp_path: Path) -> None:
    copy_store(file, tmp_path / "copy.db")
    (tmp_path / "house.db.before").write_bytes(b"earlier")
    file.unlink()
    restore(tmp_path / "copy.db", file)
    assert (tmp_path / "house.db.before").read_bytes() == b"earlier"


def test_what_takes_the_place_of_a_file_is_on_disk(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sync the copy before it is moved, and the folder after."""
    done: list[str] = []
    fsync, replace_file = os.fsync, os.replace

    def note_sync(opened: int) -> None:
        fsync(opened)
        done.append("sync " + Path(os.readlink(f"/proc/self/fd/{opened}")).name)

    def note_move(source: Path, target: Path) -> None:
        replace_file(source, target)
        done.append(f"move {target.name}")

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "replace", note_move)
    folder = f"sync {tmp_path.name}"
    copy_store(file, tmp_path / "copy.db")
    assert done == [folder, "sync copy.db.part", "move copy.db", folder]
    done.clear()
    restore(tmp_path / "copy.db", file)
    fresh = [folder, "sync house.db.fresh.part", "move house.db.fresh", folder]
    assert done == [*fresh, "move house.db.before", folder, "move house.db", folder]


def test_what_cannot_be_read_is_a_refusal(file: Path) -> None:
    store = SqliteStore(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TABLE entries")
    refused("store/unreadable", store.read, "t")
    store.close()
    refused("store/closed", store.read, "t")


def test_a_folder_is_no_store_and_no_backup(file: Path, tmp_path: Path) -> None:
    refused("file/folder", SqliteStore, tmp_path)
    refused("file/folder", copy_store, tmp_path, tmp_path / "copy.db")
    refused("file/folder", copy_store, file, tmp_path)
    refused("file/folder", copy_store, file, Path(""))
    refused("file/folder", MemoryStore().backup, tmp_path)
    refused("file/folder", restore, tmp_path, file)
    refused("file/folder", restore, file, tmp_path)
    refused("store/unreadable", sqlite_sql.connect, tmp_path)


def test_what_is_no_plain_file_is_never_replaced(file: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refused("file/unwritable", copy_store, file, pipe)
    refused("file/unwritable", restore, file, pipe)
    refused("file/unreadable", copy_store, pipe, tmp_path / "copy.db")
    assert pipe.is_fifo()


def test_a_place_that_cannot_be_is_refused(file: Path) -> None:
    refused("file/unwritable", SqliteStore, file / "x.db")
    refused("file/unwritable", copy_store, file, file / "x.db")
    refused("file/unwritable", restore, file, file / "x.db")
    refused("file/unwritable", place_of, str(file / "deep" / "x.db"))


def test_what_cannot_be_put_aside_stays(file: Path, tmp_path: Path) -> None:
    copy_store(file, tmp_path / "copy.db")
    (tmp_path / "house.db.before").mkdir()
    refused("file/unwritable", restore, tmp_path / "copy.db", file)
    assert numbers(file) == [1, 2, 3, 4, 5]


def test_a_broken_page_is_found(file: Path) -> None:
    db = sqlite_sql.connect(file)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    data = bytearray(file.read_bytes())
    page = data.index(b"said") // 4096 * 4096
    data[page : page + 2000] = b"\x07" * 2000
    file.write_bytes(data)
    db = sqlite3.connect(file)
    assert check_file(db)
    db.close()
