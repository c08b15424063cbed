"""Entries on their way to the store: each of them is answered, or after some time said to be late.

The store answers from a thread of its own. What it says together crosses to the loop together: waking the loop for each
entry of a commit costs more than settling it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sortilege.kernel.errors import Refusal
from sortilege.room.facts import Fact
from sortilege.room.table import Table
from sortilege.server.live import Live
from sortilege.store import Entry, Store


class Step(NamedTuple):
    """What will be at a table, if the store keeps it."""

    live: Live
    key: str  # of the command
    fact: Fact
    after: Table


class Waiting(NamedTuple):
    step: Step
    outcome: asyncio.Future[Refusal | None]
    since: float


class Commits:
    def __init__(
        self,
        store: Store,
        patience: float,
        is_late: Callable[[Step], None],
        at_last: Callable[[Step, Refusal | None], None],
    ) -> None:
        self.store, self.patience = store, patience
        self.is_late, self.at_last = is_late, at_last  # the second: an entry said to be late was answered after all
        self._waiting: dict[str, Waiting] = {}  # by table, the oldest first
        self._answers: deque[tuple[Waiting, Refusal | None]] = deque()
        self._called = False  # the loop will look at them
        self._watched = False

    async def add(self, entry: Entry, step: Step) -> tuple[Refusal | None, float]:
        """What the store said, and after how many seconds."""
        loop = asyncio.get_running_loop()
        waiting = Waiting(step, loop.create_future(), loop.time())
        self._waiting[entry.table] = waiting
        if not self._watched:
            self._watch(loop, self.patience)
        self.store.append(entry, partial(self._put, loop, waiting))
        error = await waiting.outcome
        return error, loop.time() - waiting.since

    # -------------------------------------------------------------------------------------------------- answers
    def _put(self, loop: asyncio.AbstractEventLoop, waiting: Waiting, error: Refusal | None) -> None:
        """From any thread."""
        self._answers.append((waiting, error))
        if not self._called and not loop.is_closed():
            self._called = True
            loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        self._called = False  # first: whoever answers from now on calls again
        while self._answers:
            waiting, error = self._answers.popleft()
            table = waiting.step.after.id
            if self._waiting.get(table) is not waiting:
                self.at_last(waiting.step, error)
                continue
            del self._waiting[table]
            if not waiting.outcome.done():
                waiting.outcome.set_result(error)

    # ------------------------------------------------------------------------------------------------- lateness
    def _watch(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._watched = True
        loop.call_later(seconds, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """One alarm for all of them: the oldest comes first."""
        self._watched = False
        old = loop.time() - self.patience
        for table, waiting in list(self._waiting.items()):
            if waiting.since > old:
                self._watch(loop, waiting.since - old)
                return
            del self._waiting[table]
            self.is_late(waiting.step)
            if not waiting.outcome.done():
                waiting.outcome.set_result(Refusal("store/late"))
