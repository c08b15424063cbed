"""A log of several houses in one process, and the air between them."""

from collections.abc import Callable

from sortilege.server.cluster.bus import OnEntry, OnPresence, Seats
from sortilege.store import Entry
from sortilege.store.memory import MemoryStore


class SharedMemory(MemoryStore):
    shared = True

    def heads(self, tables: list[str]) -> dict[str, int]:
        return {table: self._logs[table][-1].n for table in tables if table in self._logs}

    def read_on(self, after: dict[str, int]) -> list[Entry]:
        return [entry for table, n in after.items() for entry in self.read(table, n)]

    def quiet(self, since: float, until: float) -> dict[str, int]:
        return self._where(lambda log: log[-1].alone and since <= log[-1].at <= until)

    def lobby(self, since: float, most: int) -> dict[str, int]:
        return self._where(lambda log: b'"listed":true' in log[0].body and log[-1].at > since)

    def _where(self, fits: Callable[[list[Entry]], bool]) -> dict[str, int]:
        return {table: log[-1].n for table, log in self._logs.items() if not log[-1].over and fits(log)}

    def close(self) -> None:
        """The other house goes on."""


class Air:
    """Everyone hears of the tables that he follows; unless the air is still."""

    def __init__(self) -> None:
        self.voices: list[Voice] = []
        self.still = False

    def voice(self) -> "Voice":
        self.voices.append(Voice(self))
        return self.voices[-1]


class Voice:
    def __init__(self, air: Air) -> None:
        self.air = air
        self.followed: set[str] = set()
        self.listening: dict[str, Seats] = {}

    def open(self, heard: OnEntry, on_presence: OnPresence) -> None:
        self.heard, self.on_presence = heard, on_presence

    def publish_entry(self, table: str, n: int) -> None:
        for other in self.air.voices:
            if other is not self and table in other.followed and not self.air.still:
                other.heard(table, n)

    def publish_presence(self, table: str, seats: Seats) -> None:
        self.listening[table] = seats
        for other in self.air.voices:
            if other is not self and table in other.followed and not self.air.still:
                other.on_presence(table, str(id(self)), seats)

    def follow(self, table: str) -> None:
        self.followed.add(table)
        for other in self.air.voices:
            if other is not self and table in other.listening and not self.air.still:
                self.on_presence(table, str(id(other)), other.listening[table])

    def leave(self, table: str) -> None:
        self.followed.discard(table)

    def server_count(self) -> int:
        return len(self.air.voices)

    def is_away(self) -> bool:
        return self.air.still

    async def close(self) -> None:
        self.air.voices.remove(self)
