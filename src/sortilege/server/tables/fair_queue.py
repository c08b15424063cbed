"""Share a few slots fairly: first between client addresses, then between the tables of one address."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Turn = asyncio.Future[None]


class FairQueue:
    """Share slots in turn: first between guests, then between the tables of one guest."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.free = slots
        self._turns: OrderedDict[str, OrderedDict[str, deque[Turn]]] = OrderedDict()  # by guest and table

    @property
    def waiting(self) -> int:
        return sum(len(turns) for tables in self._turns.values() for turns in tables.values())

    @asynccontextmanager
    async def slot(self, guest: str, table: str) -> AsyncIterator[None]:
        """Hold a slot, once the guest and its table have their turn."""
        if self.free:
            self.free -= 1
        else:
            await self._wait(guest, table)
        try:
            yield
        finally:
            self._give_on()

    async def _wait(self, guest: str, table: str) -> None:
        turn: Turn = asyncio.get_running_loop().create_future()
        self._turns.setdefault(guest, OrderedDict()).setdefault(table, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the slot was given to a task that is gone
                self._give_on()
            raise

    def _give_on(self) -> None:
        """Give a slot to the next that waits, or keep it free."""
        while self._turns:
            turn = self._next()
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1

    def _next(self) -> Turn:
        """Take the next turn; its guest and its table go to the end of their queues."""
        guest, tables = self._turns.popitem(last=False)
        table, turns = tables.popitem(last=False)
        turn = turns.popleft()
        if turns:
            tables[table] = turns
        if tables:
            self._turns[guest] = tables
        return turn
