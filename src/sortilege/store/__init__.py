"""Define the log of a server: what happened at each table, in order, never changed. Stores implement this port."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from sortilege.kernel.refusal import Refusal


class Entry(msgspec.Struct, frozen=True, eq=False):
    """Hold one fact of one table as the log stores it. No two entries of a table share a number or a command."""

    table: str
    n: int  # 1, 2, 3 ... within the table
    command: str  # who sent it, and the id it was sent under
    at: float
    over: bool  # nothing more happens at this table by itself
    body: bytes
    alone: bool = True  # the server may have to go on by itself; only a shared store keeps it
    digest: str = ""  # a short hash of the command's content; empty in entries written before there was one

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.kept == other.kept

    @property
    def kept(self) -> tuple[str, int, str, float, bool, bytes, str]:
        """Return what every store keeps."""
        return self.table, self.n, self.command, self.at, self.over, self.body, self.digest


OnStored = Callable[[Refusal | None], None]


class Store(Protocol):
    shared: bool  # several servers may write it at once: see Shared

    def append(self, entry: Entry, on_stored: OnStored) -> None:
        """Store the entry, and call `on_stored` once, from any thread, when its outcome is known.

        - None: the entry is on disk. The very same entry may be appended again.
        - store/conflict: another entry has its number or its command.
        - store/failed, store/closed: the entry is not there and never will be by this call.
        - store/late: the store was closed before it could find out; the entry may be there.

        After an error the store finds out what the disk holds. Until it can, `on_stored` waits.
        """

    def read(self, table: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table after that number, in order; none if there is no such table."""

    def unfinished(self, since: float = 0.0) -> list[str]:
        """Return the tables whose last entry is not `over`, and not older."""

    def tables(self) -> list[str]: ...

    def backup(self, file: Path) -> None:
        """Write a whole copy, while the store is being written."""

    def check(self) -> list[str]:
        """Return what is wrong with the store; nothing, for a sound one."""

    def close(self) -> None:
        """Store what was appended so far, answer all of it, and let go of the file or connection."""


class Shared(Store, Protocol):
    """Extend a store for use by several servers."""

    def heads(self, tables: list[str]) -> dict[str, int]: ...

    def read_on(self, after: dict[str, int]) -> list[Entry]:
        """Return what each of these tables has after that number: table by table, in order."""

    def quiet(self, since: float, until: float) -> dict[str, int]:
        """Return the tables that may go on alone and whose last entry was made in between."""

    def lobby(self, since: float, most: int) -> dict[str, int]:
        """Return the tables that are listed and not over, the latest first."""


def entry_of(row: Iterable[Any]) -> Entry:
    """Make an entry of what a store kept of it."""
    table, n, command, at, over, body, digest = row
    return Entry(table, n, command, at, bool(over), body, digest=digest)


def outcome(entry: Entry, standing: list[Entry], absent: Refusal) -> Refusal | None:
    """Return whether the entry was stored: None, or the refusal."""
    if not standing:
        return absent
    return None if standing == [entry] else conflict(entry)


def conflict(entry: Entry) -> Refusal:
    """Return the refusal of an entry whose number or command another one has."""
    return Refusal("store/conflict", n=entry.n)


def gaps(table: str, numbers: list[int]) -> list[str]:
    wanted = list(range(1, len(numbers) + 1))
    return [] if numbers == wanted else [f"table {table}: the numbers of its entries have a gap"]
