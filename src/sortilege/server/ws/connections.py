"""The front desk: who is connected, from where, and what everybody in the lobby should hear."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol

from sortilege.server.ops.limits import Buckets, check_room
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.ws.messages import Closing, LobbyList, Message
from sortilege.server.ws.outbox import Post

LOBBY_SECONDS: Final = 0.5
SWEEP_SECONDS: Final = 5.0
RETURN_SECONDS: Final = 2.0


class Guest(Protocol):
    full_since: float | None

    def abort(self) -> None: ...

    def answer(self, message: Message) -> None: ...

    def offer(self, message: Message) -> None: ...


class Desk:
    def __init__(self, house: TableRegistry, new_request: Callable[[], str] = lambda: secrets.token_hex(6)) -> None:
        self.house, self.new_request = house, new_request
        limits = house.limits
        self.requests = Buckets(limits.requests, limits.addresses)
        self.new_tables = Buckets(limits.new_tables, limits.addresses)
        self.post = Post()
        self.reading = asyncio.Semaphore(1)  # records that are played again, one at a time: threads are few
        self.guests: set[Guest] = set()
        self.from_address: Counter[str] = Counter()
        self.lobby: set[Guest] = set()
        self._lobby_due: asyncio.TimerHandle | None = None
        self._sweeper: asyncio.TimerHandle | None = None
        house.lobby_changed = self._lobby_changed

    def open(self) -> None:
        self.house.open()
        self._sweep()

    async def close(self) -> None:
        """Everything taken is answered, then everybody is asked to come back."""
        for timer in (self._sweeper, self._lobby_due):
            if timer:
                timer.cancel()
        await self.house.close()
        for guest in self.guests:
            guest.answer(Closing(seconds=RETURN_SECONDS))
        await asyncio.sleep(0.05)  # for the last frames to leave

    def welcome(self, guest: Guest, address: str) -> None:
        check_room(len(self.guests), self.house.limits.sockets, "sockets")
        check_room(self.from_address[address], self.house.limits.sockets_each, "sockets")
        self.guests.add(guest)
        self.from_address[address] += 1

    def see_off(self, guest: Guest, address: str) -> None:
        self.guests.discard(guest)
        self.lobby.discard(guest)
        self.from_address[address] -= 1
        if not self.from_address[address]:
            del self.from_address[address]

    # ------------------------------------------------------------------------------------------------- the lobby
    def listen(self, guest: Guest, on: bool) -> None:
        if on:
            self.lobby.add(guest)
            guest.offer(LobbyList(tables=self.house.listings()))
        else:
            self.lobby.discard(guest)

    def _lobby_changed(self) -> None:
        """Soon, and not more often than people can read."""
        if self.lobby and self._lobby_due is None:
            self._lobby_due = asyncio.get_running_loop().call_later(LOBBY_SECONDS, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        message = LobbyList(tables=self.house.listings())
        for guest in self.lobby:
            guest.offer(message)

    # ------------------------------------------------------------------------------------------------- housekeeping
    def _sweep(self) -> None:
        self.house.sweep()
        too_long = self.house.now() - self.house.limits.stuck_seconds
        for guest in self.guests:
            if guest.full_since is not None and guest.full_since < too_long:
                self.house.metrics.count("stuck_sockets")
                guest.abort()
        self._sweeper = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def metrics(self) -> str:
        playing = sum(session.table.status == "playing" for session in self.house.sessions.values())
        tables = {"tables": len(self.house.sessions), "tables_playing": playing}
        now = {"sockets": len(self.guests), **tables, "houses": self.house.services.bus.present()}
        return self.house.metrics.text(now)
