"""What houses call out to each other: "table T is at n", and whose people listen in this house.

It may be lost: whoever hears nothing of a table looks by himself, and who is there is said again.

This is the port, and the bus of a house that is alone.
"""

from collections.abc import Callable
from typing import Protocol

from sortilege.kernel.refusal import Refusal

Seats = frozenset[int]
Heard = Callable[[str, int], None]  # a table, and its number
HeardHere = Callable[[str, str, Seats], None]  # a table, another house, and the seats that listen there


class Bus(Protocol):
    def open(self, heard: Heard, heard_here: HeardHere) -> None:
        """From now on, on the running loop."""

    def tell(self, table: str, n: int) -> None:
        """Never waits."""

    def here(self, table: str, seats: Seats) -> None:
        """Those that listen in this house now. Never waits."""

    def follow(self, table: str) -> None:
        """Hear of this table from now on."""

    def leave(self, table: str) -> None: ...

    def present(self) -> int:
        """How many houses are open, this one counted, as far as is known."""

    async def close(self) -> None: ...


class NoBus:
    """Nobody else is there."""

    def open(self, heard: Heard, heard_here: HeardHere) -> None:
        pass

    def tell(self, table: str, n: int) -> None:
        pass

    def here(self, table: str, seats: Seats) -> None:
        pass

    def follow(self, table: str) -> None:
        pass

    def leave(self, table: str) -> None:
        pass

    def present(self) -> int:
        return 1

    async def close(self) -> None:
        pass


def open_bus(address: str) -> Bus:
    """By its address; none: a bus for nobody. One that does not answer now is refused: later it may come and go."""
    if not address:
        return NoBus()
    if not address.startswith(("redis://", "rediss://")):
        raise Refusal("bus/unknown_kind", address=address.partition("://")[0], known=["redis://…"])
    from sortilege.server.cluster.redis import RedisBus

    bus = RedisBus(address)
    bus.check()
    return bus
