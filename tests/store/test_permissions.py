"""Check that a store, its copies and all beside it are for their owner alone, whatever the machine's umask."""

import json
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sortilege.store import files
from sortilege.store.addresses import place_of
from sortilege.store.backups import copy_store, restore
from sortilege.store.files import beside, named, parts
from sortilege.store.memory import MemoryStore
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from tests.support.served import Served


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """Set the umask of most machines: others may read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.iterdir()}


@pytest.fixture
def loose(tmp_path: Path) -> Path:
    """Return the store of a killed server that everybody may read, as earlier versions made it, with all beside it."""
    file, folder = tmp_path / "house.db", tmp_path / "loose"
    folder.mkdir()
    store = SqliteStore(file)
    suite.append(store, *(suite.entry(n) for n in range(1, 6)))
    for part in parts(file):
        shutil.copyfile(part, folder / part.name)
    store.close()
    for more in (".before", ".before-wal", ".fresh", ".fresh.part", ".part", ".lock"):
        (folder / f"house.db{more}").touch()
    assert set(modes(folder).values()) == {0o644}
    return folder / "house.db"


def test_a_new_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    suite.append(store, suite.entry(1))
    found = modes(tmp_path)
    store.close()
    assert found == dict.fromkeys(("house.db", "house.db-wal", "house.db-shm", "house.db.lock"), 0o600)


def test_a_store_behind_a_link_is_for_its_owner_alone(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "house.db")
    SqliteStore(link).close()
    assert mode(tmp_path / "house.db") == 0o600


def test_a_looser_store_is_mended_when_it_is_opened(loose: Path) -> None:
    store = SqliteStore(loose)
    assert set(modes(loose.parent).values()) == {0o600} and len(store.read("t")) == 5
    store.close()


def test_a_store_of_another_owner_is_opened_all_the_same(loose: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_yours(path: Path, mode: int) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(Path, "chmod", not_yours)
    store = SqliteStore(loose)
    assert len(store.read("t")) == 5
    store.close()


def test_what_is_no_file_of_ours_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "house.db.before").mkdir()
    (tmp_path / "house.db2").touch()
    (tmp_path / "else").touch()
    (tmp_path / "house.db.part").symlink_to(tmp_path / "else")
    SqliteStore(tmp_path / "house.db").close()
    assert [mode(tmp_path / name) for name in ("house.db.before", "house.db2", "else")] == [0o755, 0o644, 0o644]


def test_a_folder_made_for_a_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    assert mode(place_of(str(tmp_path / "deep" / "house.db")).parent) == 0o700


def test_a_folder_that_was_there_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    SqliteStore(place_of(str(folder / "house.db"))).close()
    assert mode(folder) == 0o755


def test_the_standard_folder_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sortilege"
    folder.mkdir()
    monkeypatch.setattr(files, "HOME", folder)
    SqliteStore(folder / "house.db").close()
    assert mode(folder) == 0o700


def test_a_backup_is_for_its_owner_alone(loose: Path, tmp_path: Path) -> None:
    """Close it to others also where a looser one stood."""
    for copy in (tmp_path / "new.db", tmp_path / "again.db"):
        (tmp_path / "again.db").touch()
        copy_store(loose, copy)
        assert mode(copy) == 0o600
    MemoryStore().backup(tmp_path / "memory.db")
    assert mode(tmp_path / "memory.db") == 0o600


def test_an_unfinished_copy_is_for_its_owner_alone(tmp_path: Path) -> None:
    named(tmp_path / "copy.db", ".part").touch()
    with beside(tmp_path / "copy.db") as part:
        assert mode(part) == 0o600


def test_what_a_restore_puts_aside_is_for_its_owner_alone(loose: Path, tmp_path: Path) -> None:
    copy_store(tmp_path / "house.db", tmp_path / "copy.db")
    restore(tmp_path / "copy.db", loose)
    kept = [loose, *parts(named(loose, ".before"))]
    assert [mode(path) for path in kept] == [0o600] * 4


def test_a_house_notes_what_it_mends_when_it_opens(loose: Path) -> None:
    served = Served(loose).start()
    assert mode(loose) == 0o600
    served.stop()
    lines = [json.loads(line) for line in loose.with_name("errors.log").read_text().splitlines()]
    noted = {line["file"]: line["mode"] for line in lines if line["what"] == "permissions mended"}
    assert noted.keys() >= {str(part) for part in parts(loose)} and set(noted.values()) == {"0644"}
