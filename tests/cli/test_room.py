"""The log of a house, from the terminal."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from sortilege.kernel.errors import Refusal
from sortilege.server.move import compare
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from sortilege.testing.engines import Postgres
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
    ("serve", "--bus", "redis://127.0.0.1:1"),
    ("serve", "--store", "postgresql://127.0.0.1:1/house"),
    ("serve", "--store", "postgresql://nonsense:port/house"),
    ("serve", "--store", "mysql://127.0.0.1/house"),
    ("backup", "x.db", "--store", "postgresql://127.0.0.1:1/house"),
    ("restore", "x.db", "--store", "postgresql://127.0.0.1:1/house"),
    ("check", "--store", "postgresql://127.0.0.1:1/house"),
    ("move", "--from", "nowhere.db", "--to", "postgresql://127.0.0.1:1/house"),
    ("move", "--from", "postgresql://127.0.0.1:1/house", "--to", "x.db"),
    ("serve", "--port", "99999999"),
    ("serve", "--host", "192.0.2.1"),
]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("words", NONSENSE, ids=" ".join)
def test_nonsense_is_refused_with_a_sentence(run: Run, words: tuple[str, ...], lang: str, tmp_path: Path) -> None:
    answer = run(*words, "--lang", lang, XDG_DATA_HOME=str(tmp_path))
    assert answer.returncode == 2 and "Traceback" not in answer.stderr


def test_a_room_is_moved_to_postgresql_and_back(run: Run, house: Path, postgres: Postgres, tmp_path: Path) -> None:
    """And every table is the same. A backup of it is a file; a file does not take its place."""
    there, again, copy = postgres.new_database(), f"sqlite:{tmp_path / 'again.db'}", tmp_path / "copy.db"
    moved = run("move", "--from", f"sqlite:{house}", "--to", there, "--lang", "en")
    assert moved.returncode == 0 and moved.stdout.startswith("1 tables moved")
    assert "store/not_empty" in run("move", "--from", str(house), "--to", there).stderr
    assert "sound" in run("check", "--store", there, "--lang", "en").stdout
    assert run("backup", str(copy), "--store", there).returncode == 0
    assert "store/no_restore" in run("restore", str(copy), "--store", there).stderr
    assert run("move", "--from", there, "--to", again).returncode == 0
    logs = [SqliteStore(file) for file in (house, copy, tmp_path / "again.db")]
    assert logs[0].read("t") == logs[1].read("t") == logs[2].read("t") != []
    for log in logs:
        log.close()


def test_a_table_that_became_another_is_noticed(house: Path) -> None:
    log = SqliteStore(house)
    entries = log.read("t")
    log.close()
    with pytest.raises(Refusal) as refused:
        compare(entries, [replace(entries[0], at=2.0)])
    assert refused.value.code == "store/not_the_same"
