"""Record what a server acknowledged and told, and check it against what its log holds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sortilege.store import Entry

Read = Callable[[str], list[Entry]]


@dataclass
class History:
    """Collect what clients heard. A command that was never answered, or answered as late, may have been done or not."""

    done: dict[tuple[str, str], int] = field(default_factory=dict)  # by table and command: the number it got
    refused: set[tuple[str, str]] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    _heard: dict[tuple[str, str], int] = field(default_factory=dict)  # by table and listener: the last number
    _last: dict[str, int] = field(default_factory=dict)  # by table: the last number that anyone heard

    def acknowledge(self, table: str, command: str, n: int) -> None:
        """Note that a client was told that its command is entry n; asked again, it must be told the same."""
        self.refused.discard((table, command))
        if self.done.setdefault((table, command), n) != n:
            self.problems.append(f"{table}: {command} was acknowledged as {self.done[table, command]} and as {n}")
        self.tables.add(table)

    def refuse(self, table: str, command: str) -> None:
        """Note that a client was told that its command was not done; sent again, it may be."""
        self.tables.add(table)
        if (table, command) in self.done:
            self.problems.append(f"{table}: {command} was acknowledged, then refused")
        else:
            self.refused.add((table, command))

    def snapshot(self, listener: str, table: str, n: int) -> None:
        """Note that a listener was shown the table after entry n, never earlier than what it has heard."""
        last = self._heard.get((table, listener), n)
        if n < last:
            self.problems.append(f"{table}: {listener} was shown {n} after {last}")
        self._heard[table, listener] = n
        self._hear(table, n)

    def update(self, listener: str, table: str, n: int) -> None:
        """Note that a listener was told of entry n; it must have heard of all before."""
        last = self._heard.get((table, listener))
        if last is None or n != last + 1:
            self.problems.append(f"{table}: {listener} heard {n} after {last}")
        self._heard[table, listener] = n
        self._hear(table, n)

    def _hear(self, table: str, n: int) -> None:
        self.tables.add(table)
        self._last[table] = max(n, self._last.get(table, 0))

    def check(self, read: Read, tables: Iterable[str] = ()) -> list[str]:
        """Return what contradicts the log."""
        found = list(self.problems)
        for table in sorted(self.tables | set(tables)):
            found += self._check_table(table, read(table))
        return found

    def _check_table(self, table: str, entries: list[Entry]) -> list[str]:
        numbers, commands = [entry.n for entry in entries], [entry.command for entry in entries]
        found = []
        if numbers != list(range(1, len(numbers) + 1)):
            found.append(f"{table}: its numbers are {numbers}")
        if len(set(commands)) < len(commands):
            found.append(f"{table}: a command stands there twice")
        if self._last.get(table, 0) > len(entries):
            found.append(f"{table}: {self._last[table]} was told, and there are {len(entries)}")
        places = dict(zip(commands, numbers, strict=True))
        for (where, command), n in self.done.items():
            if where == table and places.get(command) != n:
                found.append(f"{table}: {command} was acknowledged as {n} and is {places.get(command)}")
        for where, command in self.refused:
            if where == table and command in places:
                found.append(f"{table}: {command} was refused and is {places[command]}")
        return found
