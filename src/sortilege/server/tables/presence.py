"""Track which seats of a table have a connected person, on any server. Presence is never stored."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

from sortilege.server.cluster.bus import Seats

GONE_SECONDS: Final = 4.0  # so that loading a page again is not announced
THIS_SERVER: Final = ""
NOBODY: Final[Seats] = frozenset()


class Presence:
    """Track who is connected at one table. Send arrivals at once, departures after 4 seconds."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.seats = NOBODY
        self._changed = changed
        self._by_server: dict[str, Seats] = {}
        self._opened = monotonic()
        self._left: dict[int, float] = {}  # by seat: when it was said to be gone
        self._going: asyncio.TimerHandle | None = None

    def note(self, server: str, seats: Seats) -> bool:
        """Set the seats connected to a server; return whether this was sent to the subscribers."""
        self._by_server[server] = seats
        return self._add(self._connected())

    def forget_others(self) -> None:
        """Forget the seats reported by other servers."""
        self._by_server = {server: seats for server, seats in self._by_server.items() if server == THIS_SERVER}

    def greet(self, seat: int) -> None:
        """Count a person who just sat down as present: the page subscribes in a moment."""
        self._add(frozenset({seat}))

    def away(self, seat: int) -> float | None:
        """Return for how many seconds nobody has been connected for the seat; None if somebody is."""
        return None if seat in self.seats else monotonic() - self._left.get(seat, self._opened)

    def _add(self, seats: Seats) -> bool:
        sent = self._set(self.seats | seats)
        if self.seats - self._connected() and self._going is None:
            self._going = asyncio.get_running_loop().call_later(GONE_SECONDS, self._remove)
        return sent

    def _connected(self) -> Seats:
        return NOBODY.union(*self._by_server.values())

    def _remove(self) -> None:
        self._going = None
        self._set(self._connected())

    def _set(self, seats: Seats) -> bool:
        if seats == self.seats:
            return False
        self._left |= dict.fromkeys(self.seats - seats, monotonic())
        self.seats = seats
        self._changed()
        return True
