"""The log of a house: what happened at each table, in order, never changed. This is the port; stores implement it."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec

from sortilege.kernel.refusal import Refusal


class Entry(msgspec.Struct, frozen=True, eq=False):
    table: str
    n: int  # 1, 2, 3 ... within the table
    command: str  # who asked and under which name; once in a table
    at: float
    over: bool  # nothing more happens at this table by itself
    body: bytes
    alone: bool = True  # the house itself may have to go on; only a shared store keeps it
    digest: str = ""  # a short hash of the command's content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.kept == other.kept

    @property
    def kept(self) -> tuple[str, int, str, float, bool, bytes]:
        """What every store keeps."""
        return self.table, self.n, self.command, self.at, self.over, self.body


Told = Callable[[Refusal | None], None]


class Store(Protocol):
    shared: bool  # several houses may write it at once: see Shared

    def append(self, entry: Entry, told: Told) -> None:
        """Calls `told` once, from any thread: with None when the entry is on disk, else with what went wrong."""

    def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after that number, in order; none if there is no such table."""

    def unfinished(self, since: float = 0.0) -> list[str]:
        """The tables whose last entry is not `over`, and not older."""

    def tables(self) -> list[str]: ...

    def backup(self, file: Path) -> None:
        """A whole copy, taken while the store is being written."""

    def check(self) -> list[str]:
        """What is wrong with the store; nothing, for a sound one."""

    def close(self) -> None:
        """Everything appended so far is committed first."""


class Shared(Store, Protocol):
    """A store of several houses: what they need to know of each other's tables, with the last numbers."""

    def heads(self, tables: list[str]) -> dict[str, int]: ...

    def read_on(self, after: dict[str, int]) -> list[Entry]:
        """What each of these tables has after that number: table by table, in order."""

    def quiet(self, since: float, until: float) -> dict[str, int]:
        """Tables that may go on alone and whose last entry was made in between."""

    def lobby(self, since: float, most: int) -> dict[str, int]:
        """Tables that are listed and not over, the latest first."""


def conflict(entry: Entry) -> Refusal:
    """Somebody else wrote this number or this command: two houses on one log, or a command sent twice."""
    return Refusal("store/conflict", n=entry.n)


def gaps(table: str, numbers: list[int]) -> list[str]:
    wanted = list(range(1, len(numbers) + 1))
    return [] if numbers == wanted else [f"table {table}: the numbers of its entries have a gap"]
