"""Test backup, restore, check, move and serve from the terminal."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from sortilege.kernel.refusal import Refusal
from sortilege.server.ops.run import Settings
from sortilege.server.ops.transfer import compare
from sortilege.store.sqlite import SqliteStore
from sortilege.testing import store as suite
from tests.conftest import Run
from tests.support.engines import Postgres


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a store that holds one table."""
    from sortilege.room.facts import Created, write_fact

    file = tmp_path / "house.db"
    plan = Created("abracada", ["", "greedy"], {}, None, True, None, False, "00" * 32)
    store = SqliteStore(file)
    entry = suite.entry(1)
    suite.append(store, type(entry)("t", 1, "create/x", 1.0, False, write_fact(plan)))
    store.close()
    return file


def test_a_backup_is_written_checked_and_restored(run: Run, house: Path, tmp_path: Path) -> None:
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


UNSOUND = {
    "renamed": b'{"fact":"renamed","seat":9,"name":"x"}',
    "sat beside the table": b'{"fact":"sat","seat":9,"name":"x","token":"","nonce":""}',
    "left before the first": b'{"fact":"left","seat":-1}',
    "created twice": b'{"fact":"created","game":"abracada","bots":[],"options":{},"deck":null,"listed":true,'
    b'"clock":null,"tournament":false,"root":""}',
    "no fact": b'{"fact":"danced"}',
    "no text": b"\xff\xfe",
}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("body", UNSOUND.values(), ids=UNSOUND)
def test_facts_that_make_no_table_are_reported_with_their_entry(run: Run, house: Path, body: bytes, lang: str) -> None:
    """Report the first such fact, whatever follows it and whatever other tables hold."""
    store = SqliteStore(house)
    [opened] = store.read("t")
    said = b'{"fact":"said","seat":0,"text":"x"}'
    suite.append(store, replace(opened, table="sound"), replace(opened, table="sound", n=2, command="0/2", body=said))
    for n, fact in enumerate([said, body, said], 2):
        suite.append(store, replace(opened, n=n, command=f"0/{n}", body=fact))
    store.close()
    answer = run("check", "--store", str(house), "--lang", lang)
    entry = "entry 3 does not fit" if lang == "en" else "entrée 3 ne convient pas"
    assert answer.returncode == 2 and "[store/unsound]" in answer.stderr and "Traceback" not in answer.stderr
    assert len(answer.stdout.splitlines()) == 1 and "table t" in answer.stdout and entry in answer.stdout
    moved = run("move", "--from", str(house), "--to", str(house.with_name("new.db")), "--lang", lang)
    assert moved.returncode == 2 and "[table/broken]" in moved.stderr


def test_a_backup_onto_the_store_itself_is_refused(run: Run, house: Path) -> None:
    answer = run("backup", str(house), "--store", f"sqlite:{house}", "--lang", "fr")
    assert answer.returncode == 2 and "[store/itself]" in answer.stderr
    assert run("check", "--store", str(house)).returncode == 0


NOWHERE = [
    (("serve", "--store", "{house}/x.db"), "file/unwritable"),
    (("serve", "--store", "{house}/deep/x.db"), "file/unwritable"),
    (("serve", "--store", "/proc/nope/x.db"), "file/unwritable"),
    (("serve", "--store", "{folder}", "--port", "0"), "file/folder"),
    (("restore", "{house}", "--store", "{house}/x.db"), "file/unwritable"),
    (("restore", "{folder}", "--store", "{house}"), "file/folder"),
    (("backup", "x.db", "--store", "{folder}"), "file/folder"),
    (("backup", "{folder}", "--store", "{house}"), "file/folder"),
    (("backup", "", "--store", "{house}"), "file/folder"),
    (("check", "--store", "{folder}"), "file/folder"),
    (("check", "--store", ""), "file/folder"),
    (("move", "--from", "{folder}", "--to", "x.db"), "file/folder"),
    (("move", "--from", "{house}", "--to", "{house}/y"), "file/unwritable"),
]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(("words", "code"), NOWHERE, ids=[" ".join(words) for words, _ in NOWHERE])
def test_a_path_where_no_store_can_be_is_refused(
    run: Run, house: Path, words: tuple[str, ...], code: str, lang: str
) -> None:
    given = [word.format(house=house, folder=house.parent) for word in words]
    answer = run(*given, "--lang", lang)
    *sentence, last = answer.stderr.strip().splitlines()
    assert (answer.returncode, last) == (2, f"[{code}]") and sentence


NO_SETTING = [
    (("--workers", "-1"), "count/bad"),
    (("--workers", "0"), "count/bad"),
    (("--pace", "-1"), "count/bad"),
    (("--pace", "nan"), "count/bad"),
    (("--log", "nonsense"), "option/bad_value"),
    (("--origin", "https://play.example/room"), "origin/bad"),
    (("--origin", "https://play.example//"), "origin/bad"),
    (("--origin", "https://me@play.example"), "origin/bad"),
    (("--origin", "play.example"), "origin/bad"),
    (("--origin", "ftp://play.example"), "origin/bad"),
    (("--origin", ""), "origin/bad"),
]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(("words", "code"), NO_SETTING, ids=[" ".join(words) for words, _ in NO_SETTING])
def test_settings_that_do_not_fit_are_refused(
    run: Run, tmp_path: Path, words: tuple[str, ...], code: str, lang: str
) -> None:
    answer = run("serve", "--store", str(tmp_path / "deep" / "x.db"), "--port", "0", *words, "--lang", lang)
    assert answer.returncode == 2 and f"[{code}]" in answer.stderr
    assert not (tmp_path / "deep").exists()


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://play.example", "https://play.example"),
        ("https://play.example/", "https://play.example"),
        ("HTTPS://Play.Example:8443/", "https://play.example:8443"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://play.example:443/", "https://play.example"),
        ("http://play.example:80", "http://play.example"),
        ("http://play.example:443", "http://play.example:443"),
    ],
)
def test_an_origin_is_compared_as_browsers_send_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, origin: str
) -> None:
    opened: list[Settings] = []
    monkeypatch.setattr("sortilege.server.ops.run.serve", lambda settings, told: opened.append(settings))
    assert run("serve", "--store", str(tmp_path / "x.db"), "--origin", given).returncode == 0
    assert opened[0].origins == (origin,)


def test_a_server_runs_though_its_greeting_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Write the greeting to a full disk: the refusal comes when the server has stopped."""
    opened: list[int] = []

    def serve(settings: Settings, told: Callable[[int], None]) -> None:
        told(8000)
        opened.append(8000)

    def full(*said: object, **how: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("sortilege.server.ops.run.serve", serve)
    monkeypatch.setattr("sortilege.cli.serve.console.print", full)
    answer = run("serve", "--store", str(tmp_path / "x.db"))
    assert opened and answer.returncode == 2 and "[machine/full]" in answer.stderr


@pytest.mark.parametrize(
    ("lang", "sentence"), [("fr", "La page n'est pas construite"), ("en", "The page is not built")]
)
@pytest.mark.parametrize("built", [False, True])
def test_a_server_without_a_page_says_so_when_it_starts(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, sentence: str, built: bool
) -> None:
    if built:
        (tmp_path / "index.html").touch()
    monkeypatch.setattr("sortilege.server.http.static.PAGE", tmp_path)
    monkeypatch.setattr("sortilege.server.ops.run.serve", lambda settings, told: told(8000))
    answer = run("serve", "--store", str(tmp_path / "x.db"), "--lang", lang)
    assert answer.returncode == 0 and (sentence in answer.stdout) == (not built)


NONSENSE = [
    ("backup", "x.db", "--store", "nowhere.db"),
    ("check", "--store", "nowhere.db"),
    ("serve", "--limit", "x=y"),
    ("serve", "--limit", "requests=0"),
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
def test_bad_arguments_are_refused(run: Run, words: tuple[str, ...], lang: str, tmp_path: Path) -> None:
    answer = run(*words, "--lang", lang, XDG_DATA_HOME=str(tmp_path))
    assert answer.returncode == 2 and "Traceback" not in answer.stderr


def test_tables_are_moved_to_postgresql_and_back(run: Run, house: Path, postgres: Postgres, tmp_path: Path) -> None:
    """Find every table the same; back PostgreSQL up to a file; refuse to restore a file into it."""
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


def test_a_table_that_changed_in_a_move_is_found(house: Path) -> None:
    log = SqliteStore(house)
    entries = log.read("t")
    log.close()
    with pytest.raises(Refusal) as refused:
        compare(entries, [replace(entries[0], at=2.0)])
    assert refused.value.code == "store/not_the_same"
