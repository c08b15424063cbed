"""From the store's thread to the loop: what is told together crosses together."""

import asyncio
from collections import deque
from collections.abc import Callable

from sortilege.kernel.errors import Refusal

Settle = Callable[[Refusal | None], None]


class Mailbox:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._letters: deque[tuple[Settle, Refusal | None]] = deque()
        self._called = False  # the loop will look

    def put(self, settle: Settle, error: Refusal | None) -> None:
        """From any thread: waking the loop for each entry of a commit costs more than settling it."""
        self._letters.append((settle, error))
        if not self._called and not self.loop.is_closed():
            self._called = True
            self.loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        self._called = False  # first: whoever writes from now on calls again
        while self._letters:
            settle, error = self._letters.popleft()
            settle(error)
