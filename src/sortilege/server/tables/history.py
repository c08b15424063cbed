"""The last entries of a table, for those who missed some. The tables between are not kept but worked out again."""

from typing import Final

from sortilege.room.facts import Fact
from sortilege.room.table import Table

REMEMBERED: Final = 12  # entries at least that a client may have missed and still be told one by one


class Past:
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
        """The table after entry n and after each one later; none if that is too long ago, or has not been yet."""
        table = self.first
        tables = [table]
        for fact, at in self.entries:
            table = table.after(fact, at)
            tables.append(table)
        return [table for table in tables if table.n >= n] if self.first.n <= n <= table.n else []
