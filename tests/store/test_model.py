"""A store against a model of it: errors before and after every statement, crashes, restarts, other writers.

What was said to be stored is there, and stays; what was refused is not, and never comes back; the rest is one or the
other, and says so in time.
"""

import asyncio
import shutil
import sqlite3
import tempfile
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import current_thread
from typing import Any

import asyncpg
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, Store, schema, sqlite
from sortilege.store import postgres as postgres_store
from sortilege.store import postgres_sql as sql
from sortilege.store.files import named, parts
from sortilege.store.postgres import PostgresStore
from sortilege.store.sqlite import SqliteStore
from tests.conftest import Scale
from tests.support.engines import Postgres

TABLES = ("a", "b")
STEPS = 25
PATIENCE = 60.0  # seconds
keys = st.tuples(st.sampled_from(TABLES), st.integers(1, 8), st.integers(1, 8))


class Faults:
    """Say which of the writer's next statements fail: before they are run, or after, when they have been done."""

    def __init__(self) -> None:
        self.coming: list[str] = []  # of the next statements: "", "before" or "after"
        self.broken = False  # until it is healed, nothing works at all

    def next(self) -> str:
        return "before" if self.broken else self.coming.pop(0) if self.coming else ""


class LogModel(RuleBasedStateMachine):
    """Append entries of a few numbers and commands, so that many are taken, and compare what stands there."""

    writers = 1

    def __init__(self) -> None:
        super().__init__()
        self.faults = Faults()
        self.answers: SimpleQueue[tuple[Entry, Refusal | None]] = SimpleQueue()
        self.waiting: list[Entry] = []
        self.stored: dict[tuple[str, int], Entry] = {}
        self.refused: list[Entry] = []
        self.uncertain: list[Entry] = []
        self.bodies = count()
        self.stores = [self.open() for _ in range(self.writers)]

    @abstractmethod
    def open(self) -> Store: ...

    @abstractmethod
    def kill(self) -> None:
        """End what the stores run on, whatever they are at."""

    # ----------------------------------------------------------------------------------------------- what happens
    @rule(wanted=st.lists(keys, min_size=1, max_size=4), writer=st.integers(0, 1))
    def append(self, wanted: list[tuple[str, int, int]], writer: int) -> None:
        entries = [
            Entry(table, n, f"0/{command}", 1.5, False, b"%d" % next(self.bodies), digest=str(n))
            for table, n, command in wanted
        ]
        self._append(entries, writer)

    @precondition(lambda self: self.stored or self.refused)
    @rule(data=st.data(), writer=st.integers(0, 1))
    def append_again(self, data: st.DataObject, writer: int) -> None:
        entry = data.draw(st.sampled_from([*self.stored.values(), *self.refused]))
        self._append([entry], writer)

    def _append(self, entries: list[Entry], writer: int) -> None:
        store = self.stores[writer % self.writers]
        for entry in entries:
            self.refused = [other for other in self.refused if other != entry]
            self.waiting.append(entry)
            store.append(entry, lambda error, entry=entry: self.answers.put((entry, error)))  # type: ignore[misc]
        if not self.faults.broken:
            self._hear_all()

    @rule(coming=st.lists(st.sampled_from(["", "before", "after"]), min_size=1, max_size=6))
    def fail_soon(self, coming: list[str]) -> None:
        self.faults.coming = coming

    @rule()
    def break_down(self) -> None:
        self.faults.broken = True

    @precondition(lambda self: self.faults.broken)
    @rule()
    def heal(self) -> None:
        self.faults.broken = False
        self._hear_all()

    @rule()
    def restart(self) -> None:
        """Close in order. What cannot be found out meanwhile is said to be late."""
        for store in self.stores:
            store.close()
        while self.waiting:
            self._hear(late=self.faults.broken)
        self._open_again()

    @rule()
    def crash(self) -> None:
        """Whatever was not answered may have been done."""
        self.kill()
        while self.waiting:
            self._hear(late=True)
        self._open_again()

    def _open_again(self) -> None:
        self.faults.broken, self.faults.coming = False, []
        self.stores = [self.open() for _ in range(self.writers)]

    # ------------------------------------------------------------------------------------------------- what is heard
    def _hear_all(self) -> None:
        while self.waiting:
            self._hear(late=False)

    def _hear(self, late: bool) -> None:
        entry, error = self.answers.get(timeout=PATIENCE)
        self.waiting.remove(entry)
        if error is None:
            assert self.stored.setdefault((entry.table, entry.n), entry) == entry, "one number was given twice"
        elif error.code == "store/late":
            assert late, "the disk works, and the store says that it does not know"
            self.uncertain.append(entry)
        else:
            assert error.code in ("store/conflict", "store/failed")
            self.refused.append(entry)

    @invariant()
    def the_log_is_what_was_said(self) -> None:
        for table in TABLES:
            self._compare(table, self.stores[0].read(table))

    def _compare(self, table: str, log: list[Entry]) -> None:
        assert len({entry.n for entry in log}) == len({entry.command for entry in log}) == len(log)
        assert not any(entry in self.refused for entry in log), "refused, and there"
        for entry in log:
            if (entry.table, entry.n) not in self.stored:
                assert entry in self.uncertain or entry in self.waiting, "nobody wrote it"
                if entry in self.uncertain:
                    self.stored[entry.table, entry.n] = entry
        missing = [entry for (where, _), entry in self.stored.items() if where == table and entry not in log]
        assert missing == [], "stored, and gone"

    def teardown(self) -> None:
        self.faults.broken, self.faults.coming = False, []
        for store in self.stores:
            store.close()


# ---------------------------------------------------------------------------------------------------------- SQLite
class Faulty(sqlite3.Connection):
    faults: Faults

    def execute(self, query: str, given: Any = ()) -> sqlite3.Cursor:
        when = self.faults.next() if current_thread().name == "store writer" else ""
        if when == "before":
            raise sqlite3.OperationalError("disk I/O error")
        found = super().execute(query, given)
        if when == "after":
            raise sqlite3.OperationalError("disk I/O error")
        return found


class SqliteModel(LogModel):
    """A crash leaves the file and its write-ahead log as they are at that moment."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lives = folder, count()
        self.file = folder / f"{next(self.lives)}.db"
        super().__init__()

    def open(self) -> Store:
        Faulty.faults = self.faults
        return SqliteStore(self.file)

    def kill(self) -> None:
        after = self.folder / f"{next(self.lives)}.db"
        for part in parts(self.file)[:2]:
            shutil.copyfile(part, named(after, part.name.removeprefix(self.file.name)))
        self.stores[0].close()
        self.file = after

    @rule(key=keys)
    def another_program_writes(self, key: tuple[str, int, int]) -> None:
        table, n, command = key
        entry = Entry(table, n, f"0/{command}", 2.5, False, b"other")
        with closing(sqlite3.connect(self.file, isolation_level=None)) as db:
            if schema.insert(db, [entry]):
                assert (table, n) not in self.stored
                self.stored[table, n] = entry

    def teardown(self) -> None:
        super().teardown()
        with closing(sqlite3.connect(self.file)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def check(model: Callable[[], LogModel], examples: int) -> None:
    """Run the model again and again, each time in a new place."""
    how = settings(max_examples=examples, stateful_step_count=STEPS)
    run_state_machine_as_test(model, settings=how)  # type: ignore[arg-type]


def test_a_file_is_what_was_said(folder: Path, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Faulty))
    monkeypatch.setattr(sqlite, "AGAIN_SECONDS", 0.001)
    Faulty.faults = Faults()
    games = count()

    def model() -> LogModel:
        place = folder / str(next(games))
        place.mkdir()
        return SqliteModel(place)

    check(model, scale(40, 1000))


# ------------------------------------------------------------------------------------------------------ PostgreSQL
class Line:
    """A connection that fails when it is told to."""

    def __init__(self, connection: Any, faults: Faults) -> None:
        self.connection, self.faults = connection, faults

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    async def fetch(self, *query: Any) -> Any:
        when = self.faults.next()
        if when == "before":
            raise ConnectionResetError("cut off")
        found = await self.connection.fetch(*query)
        if when == "after":
            raise ConnectionResetError("cut off")
        return found


class PostgresModel(LogModel):
    """Two servers write one log. A crash cuts all their connections off."""

    writers = 2

    def __init__(self, address: str, lines: dict[str, Faults]) -> None:
        self.address, self.lines = address, lines
        super().__init__()

    def open(self) -> Store:
        self.lines[self.address] = self.faults
        return PostgresStore(self.address)

    def kill(self) -> None:
        asyncio.run(cut_off(self.address))
        for store in self.stores:
            store.close()


async def cut_off(address: str) -> None:
    connection = await asyncpg.connect(address)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    await connection.execute(f"{others} AND pid <> pg_backend_pid()")
    await connection.close()


def test_a_database_is_what_was_said(postgres: Postgres, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: dict[str, Faults] = {}
    connect = sql.connect

    async def flaky(address: str) -> Any:
        faults = lines[address]
        if faults.broken:
            raise ConnectionRefusedError("nobody is there")
        return Line(await connect(address), faults)

    monkeypatch.setattr(sql, "connect", flaky)
    monkeypatch.setattr(postgres_store, "AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(postgres_store, "CLOSE_SECONDS", 0.1)
    check(lambda: PostgresModel(postgres.new_database(), lines), scale(10, 300))
