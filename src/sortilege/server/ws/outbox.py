"""Keep messages for one client until they are sent: all of one turn of the event loop leave in one frame."""

import asyncio
from itertools import accumulate
from typing import Final

FRAME_BYTES: Final = 64 * 1024  # messages are joined into frames of about this size


class Outbox:
    __slots__ = ("_emptied", "_filled", "messages", "most", "size")

    def __init__(self, most: int) -> None:
        self.messages: list[bytes] = []
        self.size, self.most = 0, most  # bytes that wait, and may wait
        self._filled: asyncio.Future[None] | None = None  # the sender waits for a message
        self._emptied: asyncio.Future[None] | None = None  # the reader waits for room

    @property
    def full(self) -> bool:
        return self.size > self.most

    def fits(self, message: bytes) -> bool:
        return self.size + len(message) <= self.most

    def put(self, message: bytes) -> None:
        self.messages.append(message)
        self.size += len(message)
        _wake(self._filled)

    def take(self) -> bytes:
        """Return the next frame: messages of about its size, line by line; empty if none waits."""
        if self.size < FRAME_BYTES:
            taken, self.messages, self.size = self.messages, [], 0
        else:
            sizes = accumulate(map(len, self.messages))
            some = next(n for n, size in enumerate(sizes, 1) if size >= FRAME_BYTES)
            taken, self.messages = self.messages[:some], self.messages[some:]
            self.size -= sum(map(len, taken))
        if not self.full:
            _wake(self._emptied)
        return b"\n".join(taken)

    async def filled(self) -> None:
        """Wait until there is something to send. What is put in the same turn of the loop is there, too."""
        while not self.messages:
            self._filled = asyncio.get_running_loop().create_future()
            await self._filled

    async def emptied(self) -> None:
        """Wait until no more than allowed waits."""
        while self.full:
            self._emptied = asyncio.get_running_loop().create_future()
            await self._emptied


def _wake(waiter: asyncio.Future[None] | None) -> None:
    if waiter and not waiter.done():
        waiter.set_result(None)
