"""Declare the message bus between servers: it carries entry numbers and connected seats.

Messages may be lost. Servers also read the log from time to time, and presence is sent again when it is asked for.
This is the port, and the bus of a server that is alone.
"""

from collections.abc import Callable
from typing import Protocol

from sortilege.kernel.refusal import Refusal

Seats = frozenset[int]
OnEntry = Callable[[str, int], None]  # a table, and the number of its last entry
OnPresence = Callable[[str, str, Seats], None]  # a table, another server, and the seats connected to it


class Bus(Protocol):
    followed: set[str]  # tables

    def open(self, on_entry: OnEntry, on_presence: OnPresence) -> None:
        """Connect, on the running loop, and report what other servers send."""

    def publish_entry(self, table: str, n: int) -> None:
        """Send the number of the last entry, without waiting."""

    def publish_presence(self, table: str, seats: Seats) -> None:
        """Send the seats connected to this server, without waiting."""

    def follow(self, table: str) -> None:
        """Report messages about this table from now on."""

    def leave(self, table: str) -> None: ...

    def server_count(self) -> int:
        """Return how many servers are open, this one counted, as far as is known."""

    def is_away(self) -> bool:
        """Return whether it has not answered for some seconds."""

    async def close(self) -> None: ...


class NoBus:
    """Do nothing: the server is alone."""

    def __init__(self) -> None:
        self.followed: set[str] = set()

    def open(self, on_entry: OnEntry, on_presence: OnPresence) -> None:
        pass

    def publish_entry(self, table: str, n: int) -> None:
        pass

    def publish_presence(self, table: str, seats: Seats) -> None:
        pass

    def follow(self, table: str) -> None:
        pass

    def leave(self, table: str) -> None:
        pass

    def server_count(self) -> int:
        return 1

    def is_away(self) -> bool:
        return False

    async def close(self) -> None:
        pass


def open_bus(address: str) -> Bus:
    """Return the bus at an address, or none for "". It must answer now; later it may come and go."""
    if not address:
        return NoBus()
    if not address.startswith(("redis://", "rediss://")):
        raise Refusal("bus/unknown_kind", address=address.partition("://")[0], known=["redis://…"])
    from sortilege.server.cluster.redis import RedisBus

    bus = RedisBus(address)
    bus.check()
    return bus
