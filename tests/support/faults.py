"""Let the statements of a store fail: before they are run, or after, when they have been done."""

import sqlite3
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import current_thread
from typing import Any

import asyncpg
import pytest

from sortilege.store import postgres, sqlite
from sortilege.store import postgres_sql as sql
from sortilege.store.files import named, parts

AGAIN_SECONDS = 0.001


class Faults:
    """Say which of the writer's next statements fail."""

    def __init__(self) -> None:
        self.coming: list[str] = []  # of the next statements: "", "before" or "after"
        self.broken = False  # until it is healed, nothing works at all
        self.met: Counter[str] = Counter()

    def next(self) -> str:
        when = "before" if self.broken else self.coming.pop(0) if self.coming else ""
        self.met[when] += 1
        return when

    def heal(self) -> None:
        self.broken, self.coming = False, []


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


def break_files(monkeypatch: pytest.MonkeyPatch, faults: Callable[[], Faults]) -> None:
    """Let every file that is opened from now on fail as the current faults say."""

    class Current(Faulty):
        @property
        def faults(self) -> Faults:  # type: ignore[override]
            return faults()

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Current))
    monkeypatch.setattr(sqlite, "AGAIN_SECONDS", AGAIN_SECONDS)


def copy_killed(file: Path, copy: Path) -> None:
    """Copy a file as a process that is killed now leaves it: with its write-ahead log, without its index."""
    for part in parts(file)[:2]:
        named(copy, part.name.removeprefix(file.name)).write_bytes(part.read_bytes())


# ------------------------------------------------------------------------------------------------------ PostgreSQL
class Line:
    """Wrap a connection that fails when it is told to."""

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


def break_connections(monkeypatch: pytest.MonkeyPatch, faults: Callable[[], Faults]) -> None:
    """Let every connection that is made from now on fail as the current faults say."""
    connect = sql.connect

    async def flaky(address: str) -> Any:
        if faults().broken:
            faults().met["refused"] += 1
            raise ConnectionRefusedError("nobody is there")
        return Line(await connect(address), faults())

    monkeypatch.setattr(sql, "connect", flaky)
    monkeypatch.setattr(postgres, "AGAIN_SECONDS", AGAIN_SECONDS)
    monkeypatch.setattr(postgres, "CLOSE_SECONDS", 0.1)


async def cut_off(address: str) -> None:
    connection = await asyncpg.connect(address)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    await connection.execute(f"{others} AND pid <> pg_backend_pid()")
    await connection.close()
