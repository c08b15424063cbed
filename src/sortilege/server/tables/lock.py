"""One thing after another at a table, by callback or `async with`: whoever comes while it is taken waits in a row."""

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    def __init__(self) -> None:
        self.taken = False
        self._row: deque[Callable[[], None]] = deque()

    def take(self, go: Callable[[], None]) -> None:
        """Now, or when everyone before has left. Whoever goes must leave."""
        if self.taken:
            self._row.append(go)
        else:
            self.taken = True
            go()

    def leave(self) -> None:
        if self._row:
            asyncio.get_running_loop().call_soon(self._row.popleft())
        else:
            self.taken = False

    async def __aenter__(self) -> None:
        came = asyncio.get_running_loop().create_future()
        self.take(lambda: self.leave() if came.done() else came.set_result(None))
        try:
            await came
        except asyncio.CancelledError:
            if not came.cancelled():  # the turn had come, and nobody is there to take it
                self.leave()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.leave()
