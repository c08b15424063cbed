"""Manage all connections: count them by address, limit their rate, close them."""

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
    """Hold all connections, their rate limits and the lobby."""

    def __init__(
        self, registry: TableRegistry, new_request: Callable[[], str] = lambda: secrets.token_hex(6), proxies: int = 0
    ) -> None:
        self.registry, self.new_request, self.proxies = registry, new_request, proxies
        limits = registry.limits
        self.requests = Buckets(limits.requests, limits.addresses)
        self.new_tables = Buckets(limits.new_tables, limits.addresses)
        self.messages = Buckets(SOCKETS_WORTH * limits.messages, limits.addresses)
        self.reading = asyncio.Semaphore(1)  # records that are played again, one at a time: threads are few
        self.guests: set[Guest] = set()
        self.from_address: Counter[str] = Counter()
        self.lobby = Lobby(registry.listings)
        self._sweeper: asyncio.TimerHandle | None = None
        registry.lobby_changed = self.lobby.changed

    async def open(self, *_: object) -> None:
        self.registry.open()
        self._sweep()

    async def close(self, *_: object) -> None:
        """Answer everything taken, then ask every client to come back."""
        if self.registry.closing:
            return
        self.lobby.close()
        if self._sweeper:
            self._sweeper.cancel()
        await self.registry.close()
        for guest in self.guests:
            guest.answer(Closing(seconds=RETURN_SECONDS))
        await asyncio.sleep(0.05)  # for the last frames to leave
        ends = (guest.end(code=WSCloseCode.SERVICE_RESTART) for guest in self.guests if guest.end)
        await asyncio.gather(*ends, return_exceptions=True)

    def welcome(self, guest: Guest, address: str) -> None:
        """Add a connection; refuse if there are too many."""
        check_room(len(self.guests), self.registry.limits.sockets, "sockets")
        check_room(self.from_address[address], self.registry.limits.sockets_each, "sockets")
        self.guests.add(guest)
        self.from_address[address] += 1

    def see_off(self, guest: Guest, address: str) -> None:
        self.guests.discard(guest)
        self.lobby.leave(guest)
        self.from_address[address] -= 1
        if not self.from_address[address]:
            del self.from_address[address]

    def _sweep(self) -> None:
        self.registry.sweep()
        self._sweeper = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def count_stuck(self) -> None:
        """Count a client that was disconnected because it did not read."""
        self.registry.metrics.count("stuck_sockets")

    def metrics(self) -> str:
        playing = sum(session.table.status == "playing" for session in self.registry.sessions.values())
        tables = {"tables": len(self.registry.sessions), "tables_playing": playing}
        services, bots = self.registry.services, {"bots_waiting": self.registry.scheduler.waiting}
        now = {"sockets": len(self.guests), **tables, "servers": services.bus.server_count(), **bots}
        return self.registry.metrics.text(now | services.commits.gauges())
