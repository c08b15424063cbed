"""What is said in one turn of the loop leaves together: one frame a socket, and all sockets in one round.

To send as soon as something is said takes more of the kernel's time: it and Python get in each other's way."""

import asyncio
from typing import Protocol

from sortilege.server.ops.logs import broken


class Box(Protocol):
    def flush(self) -> None: ...


class Post:
    def __init__(self) -> None:
        self._due: list[Box] = []

    def soon(self, box: Box) -> None:
        if not self._due:
            asyncio.get_running_loop().call_soon(self._go_round)
        self._due.append(box)

    def _go_round(self) -> None:
        due, self._due = self._due, []
        for box in due:
            try:
                box.flush()
            except Exception as error:  # of one socket: the others get theirs
                broken("broken on the way out", error)
