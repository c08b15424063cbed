"""The door for HTTP: uvicorn's own, but nobody stands in it for ever with half a request, nor fills it alone."""

import asyncio
import resource
from collections import Counter
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 10.0  # for a whole request, from the connection or the answer before
MOST_FILES: Final = 65_536
HALF: Final = (h11.IDLE, h11.SEND_BODY)  # what the other side has said so far


class Doorway:
    """Who stands in the door: connections that are no sockets, by address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.standing: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether there is room for one more."""
        self.standing[address] += 1
        return self.standing[address] <= self.most

    def leave(self, address: str) -> None:
        self.standing[address] -= 1
        if not self.standing[address]:
            del self.standing[address]


class Door(H11Protocol):
    def __init__(self, doorway: Doorway, **given: Any) -> None:
        super().__init__(**given)
        self.doorway, self.inside = doorway, False
        self.patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.inside = True
        if self.doorway.enter(self._address()):
            self._wait()
        else:
            transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _leave(self) -> None:
        self._stop_waiting()
        if self.inside:
            self.inside = False
            self.doorway.leave(self._address())

    def _wait(self) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.patience = self.loop.call_later(REQUEST_SECONDS, self._look)

    def _stop_waiting(self) -> None:
        if self.patience:
            self.patience.cancel()
            self.patience = None

    def _look(self) -> None:
        if self.conn.their_state in HALF:
            self.transport.abort()


def open_wide() -> None:
    """As many files as the machine lets a process have: a connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
