"""Send the list of tables to clients in the lobby: first the whole list, then changes."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from msgspec.structs import replace

from sortilege.server.ws.messages import Listing, LobbyChange, LobbyList, encode

LOBBY_SECONDS: Final = 0.5  # at least between two changes: people cannot read faster


class Visitor(Protocol):
    def offer_bytes(self, message: bytes) -> bool:
        """Queue a message, and return whether there was room for it."""


class Lobby:
    def __init__(self, listings: Callable[[], list[Listing]]) -> None:
        self.listings = listings
        self.visitors: set[Visitor] = set()
        self._behind: set[Visitor] = set()  # those that missed a change: the whole list is owed
        self._shown: dict[str, Listing] = {}
        self._list = b""  # what is shown, encoded; empty: not yet
        self._due: asyncio.TimerHandle | None = None

    def subscribe(self, visitor: Visitor, on: bool) -> None:
        """Send the whole list, and from then on what changes."""
        if not on:
            self.leave(visitor)
        elif visitor not in self.visitors:
            if not self.visitors:
                self._look()
            self.visitors.add(visitor)
            self._send_list(visitor)

    def leave(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self._behind.discard(visitor)

    def changed(self) -> None:
        """Tell the change soon, together with those that follow at once."""
        if self.visitors and self._due is None:
            self._due = asyncio.get_running_loop().call_later(LOBBY_SECONDS, self._tell)

    def close(self) -> None:
        if self._due:
            self._due.cancel()

    def _look(self) -> LobbyChange:
        """Read the lobby as it is now, and return what is new. When something last happened at a table is not."""
        before, now = self._shown, {listing.table: listing for listing in self.listings()}
        new = [listing for table, listing in now.items() if not _same(before.get(table), listing)]
        if new or len(now) != len(before):
            self._shown, self._list = now, b""
        return LobbyChange(changed=new, gone=[table for table in before if table not in now])

    def _tell(self) -> None:
        self._due = None
        change = self._look()
        if not change.changed and not change.gone:
            return
        message = encode(change)
        for visitor in self.visitors:
            if visitor in self._behind:
                self._send_list(visitor)
            elif not visitor.offer_bytes(message):
                self._behind.add(visitor)

    def _send_list(self, visitor: Visitor) -> None:
        self._list = self._list or encode(LobbyList(tables=list(self._shown.values())))
        if visitor.offer_bytes(self._list):
            self._behind.discard(visitor)
        else:
            self._behind.add(visitor)


def _same(before: Listing | None, now: Listing) -> bool:
    return before is not None and replace(before, at=now.at) == now
