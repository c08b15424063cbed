"""Compare stores with a model: errors before and after every statement, crashes, restarts, other writers.

An entry answered as stored is there and stays. A refused one is absent and never comes back. While the disk works,
every entry gets one of these answers.
"""

import asyncio
import sqlite3
import tempfile
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, Store, sqlite_sql
from sortilege.store.postgres import PostgresStore
from sortilege.store.sqlite import SqliteStore
from tests.conftest import Scale
from tests.support.engines import Postgres
from tests.support.faults import Faults, break_connections, break_files, copy_killed, cut_off

TABLES = ("a", "b")
STEPS = 25
PATIENCE = 60.0  # seconds
keys = st.tuples(st.sampled_from(TABLES), st.integers(1, 8), st.integers(1, 8))


class LogModel(RuleBasedStateMachine):
    """Append entries of a few numbers and commands, so that many are taken, and compare what stands there."""

    writers = 1

    def __init__(self, faults: Faults) -> None:
        super().__init__()
        self.faults = faults
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

    @rule(which=st.integers(0, 50), writer=st.integers(0, 1))
    def append_again(self, which: int, writer: int) -> None:
        if known := [*self.stored.values(), *self.refused]:
            self._append([known[which % len(known)]], writer)

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
        """Lose the process; what was not answered may have been stored."""
        self.kill()
        while self.waiting:
            self._hear(late=True)
        self._open_again()

    def _open_again(self) -> None:
        self.faults.heal()
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
        self.faults.heal()
        for store in self.stores:
            store.close()


class SqliteModel(LogModel):
    """Run one store on a file. A crash leaves the file and its write-ahead log as they are at that moment."""

    def __init__(self, folder: Path, faults: Faults) -> None:
        self.folder, self.lives = folder, count()
        self.file = folder / f"{next(self.lives)}.db"
        super().__init__(faults)

    def open(self) -> Store:
        return SqliteStore(self.file)

    def kill(self) -> None:
        after = self.folder / f"{next(self.lives)}.db"
        copy_killed(self.file, after)
        self.stores[0].close()
        self.file = after

    @rule(key=keys)
    def another_program_writes(self, key: tuple[str, int, int]) -> None:
        table, n, command = key
        entry = Entry(table, n, f"0/{command}", 2.5, False, b"other")
        with closing(sqlite3.connect(self.file, isolation_level=None)) as db:
            if sqlite_sql.insert(db, [entry]):
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
    now = [Faults()]
    break_files(monkeypatch, lambda: now[-1])

    def model() -> LogModel:
        now.append(Faults())
        place = folder / str(len(now))
        place.mkdir()
        return SqliteModel(place, now[-1])

    check(model, scale(30, 600))
    assert any(each.met["before"] or each.met["after"] for each in now)


class PostgresModel(LogModel):
    """Run two stores on one database. A crash cuts all their connections off."""

    writers = 2

    def __init__(self, address: str, faults: Faults) -> None:
        self.address = address
        super().__init__(faults)

    def open(self) -> Store:
        return PostgresStore(self.address)

    def kill(self) -> None:
        asyncio.run(cut_off(self.address))
        for store in self.stores:
            store.close()


def test_a_database_is_what_was_said(postgres: Postgres, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [Faults()]
    break_connections(monkeypatch, lambda: now[-1])

    def model() -> LogModel:
        now.append(Faults())
        return PostgresModel(postgres.new_database(), now[-1])

    check(model, scale(6, 200))
    assert any(each.met["before"] or each.met["after"] for each in now)
