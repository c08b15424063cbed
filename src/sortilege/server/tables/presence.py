"""Who is there: the seats of a table whose people listen, in whichever house. Told and forgotten, never stored."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

from sortilege.server.cluster.bus import Seats

GONE_SECONDS: Final = 4.0  # a page that is loaded again was never away
THIS_HOUSE: Final = ""
NOBODY: Final[Seats] = frozenset()


class Presence:
    """At one table. Who comes is told at once; who goes, when nobody has come back for a while."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.told = NOBODY
        self._tell = tell
        self._by_house: dict[str, Seats] = {}
        self._opened = monotonic()
        self._left: dict[int, float] = {}  # by seat: when it was said to be gone
        self._going: asyncio.TimerHandle | None = None

    def note(self, house: str, seats: Seats) -> bool:
        """Whose people listen in that house now; whether everyone was told something by it."""
        self._by_house[house] = seats
        return self._come(self._there())

    def forget_others(self) -> None:
        """What is said in other houses is no longer heard: whoever is still there says so when he is asked again."""
        self._by_house = {house: seats for house, seats in self._by_house.items() if house == THIS_HOUSE}

    def greet(self, seat: int) -> None:
        """Somebody sits down there, and will listen in a moment."""
        self._come(frozenset({seat}))

    def away(self, seat: int) -> float | None:
        """For how many seconds nobody has been there for the seat; None: somebody is."""
        return None if seat in self.told else monotonic() - self._left.get(seat, self._opened)

    def _come(self, seats: Seats) -> bool:
        told = self._say(self.told | seats)
        if self.told - self._there() and self._going is None:
            self._going = asyncio.get_running_loop().call_later(GONE_SECONDS, self._gone)
        return told

    def _there(self) -> Seats:
        return NOBODY.union(*self._by_house.values())

    def _gone(self) -> None:
        self._going = None
        self._say(self._there())

    def _say(self, seats: Seats) -> bool:
        if seats == self.told:
            return False
        self._left |= dict.fromkeys(self.told - seats, monotonic())
        self.told = seats
        self._tell()
        return True
