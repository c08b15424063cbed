"""The log of a house, from the terminal."""

from pathlib import Path

import pytest

from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from tests.conftest import Run


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house in which one table has been opened."""
    from sortilege.room.facts import Created, write_fact

    file = tmp_path / "house.db"
    plan = Created("abracada", ["", "greedy"], {}, None, True, None, False, "00" * 32)
    store = SqliteStore(file)
    entry = suite.entry(1)
    suite.append(store, type(entry)("t", 1, "create/x", 1.0, False, write_fact(plan)))
    store.close()
    return file


def test_a_backup_is_taken_checked_and_put_back(run: Run, house: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), "--store", str(house), "--lang", "fr").returncode == 0
    assert run("check", "--store", str(copy)).returncode == 0
    house.write_bytes(b"broken" * 1000)
    assert run("check", "--store", str(house)).returncode == 2
    assert run("restore", str(copy), "--store", str(house)).returncode == 0
    assert "sound" in run("check", "--store", str(house)).stdout


def test_a_backup_that_cannot_be_written_is_refused(run: Run, house: Path, tmp_path: Path) -> None:
    answer = run("backup", str(tmp_path / "no" / "copy.db"), "--store", str(house), "--lang", "en")
    assert answer.returncode == 2 and "file/unwritable" in answer.stderr


def test_a_table_that_cannot_be_played_again_is_found(run: Run, house: Path) -> None:
    store = SqliteStore(house)
    suite.append(store, type(suite.entry(1))("t", 2, "0/y", 1.0, False, b'{"fact":"played","seat":0,"move":"cast 1"}'))
    store.close()
    answer = run("check", "--store", str(house))
    assert answer.returncode == 2 and "table t" in answer.stdout


NONSENSE = [
    ("backup", "x.db", "--store", "nowhere.db"),
    ("check", "--store", "nowhere.db"),
    ("serve", "--limit", "x=y"),
    ("serve", "--port", "99999999"),
    ("serve", "--host", "192.0.2.1"),
]


@pytest.mark.parametrize("words", NONSENSE, ids=" ".join)
def test_nonsense_is_refused_with_a_sentence(run: Run, words: tuple[str, ...], tmp_path: Path) -> None:
    answer = run(*words, "--lang", "en", XDG_DATA_HOME=str(tmp_path))
    assert answer.returncode == 2 and "Traceback" not in answer.stderr
