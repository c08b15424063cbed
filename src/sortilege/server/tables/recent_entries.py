"""Keep the last entries of a table, for clients that missed some."""

from typing import Final

from sortilege.room.facts import Fact
from sortilege.room.table import Table

REMEMBERED: Final = 12  # entries at least that a client may have missed and still be sent one by one


class History:
    """Keep two tables and the entries after the first. Compute the tables between when asked."""

    def __init__(self, table: Table) -> None:
        self.first = self.middle = table
        self.entries: list[tuple[Fact, float]] = []  # after the first; at what time

    def add(self, fact: Fact, after: Table) -> None:
        self.entries.append((fact, after.at))
        if len(self.entries) == 2 * REMEMBERED:
            self.first, self.entries = self.middle, self.entries[REMEMBERED:]
        if len(self.entries) == REMEMBERED:
            self.middle = after

    def since(self, n: int) -> list[Table]:
        """Return the table after entry n and after each later one; none if n is too old, or is still to come."""
        table = self.first
        tables = [table]
        for fact, at in self.entries:
            table = table.after(fact, at)
            tables.append(table)
        return [table for table in tables if table.n >= n] if self.first.n <= n <= table.n else []
