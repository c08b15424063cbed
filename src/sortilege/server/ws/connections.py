"""Know all connections: how many there are and from where, what they may ask together, and how they are closed."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from aiohttp import WSCloseCode

from sortilege.server.ops.limits import Buckets, check_room
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.ws.lobby import Lobby, Visitor
from sortilege.server.ws.messages import Closing, Message

SWEEP_SECONDS: Final = 5.0
RETURN_SECONDS: Final = 2.0
SOCKETS_WORTH: Final = 10.0  # all sockets of one address together may ask as much as so many


class Guest(Visitor, Protocol):
    end: Callable[..., Awaitable[bool]] | None

    def answer(self, message: Message) -> None: ...


class Connections:
    def __init__(
        self, house: TableRegistry, new_request: Callable[[], str] = lambda: secrets.token_hex(6), proxies: int = 0
    ) -> None:
        self.house, self.new_request, self.proxies = house, new_request, proxies
        limits = house.limits
        self.requests = Buckets(limits.requests, limits.addresses)
        self.new_tables = Buckets(limits.new_tables, limits.addresses)
        self.messages = Buckets(SOCKETS_WORTH * limits.messages, limits.addresses)
        self.reading = asyncio.Semaphore(1)  # records that are played again, one at a time: threads are few
        self.guests: set[Guest] = set()
        self.from_address: Counter[str] = Counter()
        self.lobby = Lobby(house.listings)
        self._sweeper: asyncio.TimerHandle | None = None
        house.lobby_changed = self.lobby.changed

    async def open(self, *_: object) -> None:
        self.house.open()
        self._sweep()

    async def close(self, *_: object) -> None:
        """Answer everything taken, then ask every client to come back."""
        if self.house.closing:
            return
        self.lobby.close()
        if self._sweeper:
            self._sweeper.cancel()
        await self.house.close()
        for guest in self.guests:
            guest.answer(Closing(seconds=RETURN_SECONDS))
        await asyncio.sleep(0.05)  # for the last frames to leave
        ends = (guest.end(code=WSCloseCode.SERVICE_RESTART) for guest in self.guests if guest.end)
        await asyncio.gather(*ends, return_exceptions=True)

    def welcome(self, guest: Guest, address: str) -> None:
        check_room(len(self.guests), self.house.limits.sockets, "sockets")
        check_room(self.from_address[address], self.house.limits.sockets_each, "sockets")
        self.guests.add(guest)
        self.from_address[address] += 1

    def see_off(self, guest: Guest, address: str) -> None:
        self.guests.discard(guest)
        self.lobby.leave(guest)
        self.from_address[address] -= 1
        if not self.from_address[address]:
            del self.from_address[address]

    def _sweep(self) -> None:
        self.house.sweep()
        self._sweeper = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def count_stuck(self) -> None:
        """Count a client that was cut off since it took nothing of what it was sent."""
        self.house.metrics.count("stuck_sockets")

    def metrics(self) -> str:
        playing = sum(session.table.status == "playing" for session in self.house.sessions.values())
        tables = {"tables": len(self.house.sessions), "tables_playing": playing}
        services, bots = self.house.services, {"bots_waiting": self.house.scheduler.waiting}
        now = {"sockets": len(self.guests), **tables, "houses": services.bus.present(), **bots}
        return self.house.metrics.text(now | services.commits.gauges())
