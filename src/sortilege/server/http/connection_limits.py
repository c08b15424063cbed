"""Limit what one connection, and all connections of one address, can cost before a request is read.

Each connection is aiohttp's own protocol behind a protocol of ours that forwards what asyncio says to it: that is where
bytes can be counted, reading paused, and a client cut off that takes nothing of what it is sent."""

import asyncio
import resource
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, cast

from sortilege.kernel.refusal import Refusal
from sortilege.server.http.address import UNKNOWN, network
from sortilege.server.ops.limits import Buckets
from sortilege.server.ws.messages import MOST_BYTES

REQUEST_SECONDS: Final = 10.0  # for a whole request, from the connection or the answer before
MOST_FILES: Final = 65_536
UNSEEN_BYTES: Final = MOST_BYTES + 1024  # received and not yet part of a message taken: the longest, in fragments
ADDRESS_BYTES: Final = 10 * UNSEEN_BYTES  # the same for all sockets of one address
CHECK_SECONDS: Final = 0.25  # between looks whether paused reading may go on
SPARE_BYTES: Final = 64  # of each message, for the heads of a few fragments


@dataclass
class Listener:
    """Create the protocol of each connection; count connections by address."""

    most: int  # HTTP connections of one address
    pace: Buckets | None  # new connections of one address; None: a proxy has one address for all
    stuck_seconds: float
    cut_off: Callable[[], None] = lambda: None  # told of each client that took nothing
    inner: Callable[[], asyncio.Protocol] = asyncio.Protocol  # aiohttp's, once it is set up
    of: dict[asyncio.BaseTransport, "LimitedProtocol"] = field(default_factory=dict)
    unseen: Counter[str] = field(default_factory=Counter)  # by address
    open: Counter[str] = field(default_factory=Counter)

    def __call__(self) -> "LimitedProtocol":
        return LimitedProtocol(self)

    def admit(self, address: str) -> bool:
        """Return whether one more connection of that address is taken."""
        try:
            if self.pace:
                self.pace.take(address, _now())
        except Refusal:
            return False
        if self.open[address] >= self.most:
            return False
        self.open[address] += 1
        return True

    def release(self, address: str) -> None:
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def add_unseen(self, address: str, size: int) -> None:
        self.unseen[address] += size
        if not self.unseen[address]:
            del self.unseen[address]

    def is_over(self, address: str) -> bool:
        """Return whether an address has too many unread bytes. Behind a proxy all clients share one address."""
        return self.pace is not None and self.unseen[address] > ADDRESS_BYTES


class LimitedProtocol(asyncio.Protocol):
    """Forward asyncio's calls to aiohttp's protocol, within limits."""

    __slots__ = (
        "address",
        "counted",
        "held",
        "inner",
        "is_socket",
        "listener",
        "moved",
        "stuck",
        "transport",
        "unseen",
    )

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.inner: asyncio.Protocol | None = None
        self.address, self.counted = "", False
        self.is_socket = False
        self.unseen = 0  # bytes of a socket that are in no message taken so far
        self.held: asyncio.TimerHandle | None = None  # reading is paused
        self.moved = 0.0  # when it was paused, or a message was taken since
        self.stuck: asyncio.TimerHandle | None = None  # the client takes nothing

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0] if peer else UNKNOWN)
        self.counted = self.listener.admit(self.address)
        if not self.counted:
            self.transport.abort()
            return
        self.listener.of[transport] = self
        self.inner = self.listener.inner()
        self.inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        self._count(-self.unseen)
        for timer in (self.held, self.stuck):
            if timer:
                timer.cancel()
        self.listener.of.pop(self.transport, None)
        if self.inner:
            self.inner.connection_lost(exc)

    def _release(self) -> None:
        if self.counted:
            self.counted = False
            self.listener.release(self.address)

    # ------------------------------------------------------------------------------------------------ coming in
    def data_received(self, data: bytes) -> None:
        if self.inner is None:
            return
        self.inner.data_received(data)
        if self.is_socket:
            self._count(len(data))
            if self.held is None and self._is_over() and not self.transport.is_closing():
                self.transport.pause_reading()
                self.moved = _now()
                self.held = self._after(CHECK_SECONDS, self._check)

    def _count(self, size: int) -> None:
        self.unseen += size
        self.listener.add_unseen(self.address, size)

    def _is_over(self) -> bool:
        return self.unseen > UNSEEN_BYTES or self.listener.is_over(self.address)

    def _check(self) -> None:
        """Read on, or cut the connection off: what it has sent for a while makes no message."""
        if not self._is_over():
            self._read_on()
        elif self.unseen > UNSEEN_BYTES and _now() - self.moved >= self.listener.stuck_seconds:
            self.transport.abort()
        else:
            self.held = self._after(CHECK_SECONDS, self._check)

    def _read_on(self) -> None:
        if self.held:
            self.held.cancel()
            self.held = None
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def eof_received(self) -> bool | None:
        return self.inner.eof_received() if self.inner else None

    def becomes_socket(self) -> None:
        """Count bytes from now on. WebSockets have a limit of their own."""
        self.is_socket = True
        self._release()

    def took(self, size: int) -> None:
        """Return credit for the bytes of a message that was read.

        Frames that are no message, such as empty fragments, give nothing back: too many of them, and reading stays
        paused until the connection is cut off."""
        self._count(-min(self.unseen, size + SPARE_BYTES))
        if self.held:
            self.moved = _now()
            if not self._is_over():
                self._read_on()

    # ------------------------------------------------------------------------------------------------- going out
    def pause_writing(self) -> None:
        if self.inner:
            self.inner.pause_writing()
            self.stuck = self._after(self.listener.stuck_seconds, self._cut_off)

    def resume_writing(self) -> None:
        if self.inner:
            self.inner.resume_writing()
        if self.stuck:
            self.stuck.cancel()
            self.stuck = None

    def _cut_off(self) -> None:
        self.listener.cut_off()
        self.transport.abort()

    @staticmethod
    def _after(seconds: float, act: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, act)


def _now() -> float:
    return asyncio.get_running_loop().time()


def raise_file_limit() -> None:
    """Allow as many open files as the machine lets a process have: a connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
