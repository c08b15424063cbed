"""What is said in one turn of the loop leaves together: the loop is asked once, however many sockets heard it."""

import asyncio
from collections.abc import Callable

from sortilege.server.logs import broken

Deliver = Callable[[], None]


class Post:
    def __init__(self) -> None:
        self._due: list[Deliver] = []

    def soon(self, deliver: Deliver) -> None:
        if not self._due:
            asyncio.get_running_loop().call_soon(self._go_round)
        self._due.append(deliver)

    def _go_round(self) -> None:
        due, self._due = self._due, []
        for deliver in due:
            try:
                deliver()
            except Exception as error:  # of one socket: the others get theirs
                broken("broken on the way out", error)
