"""Acts on their way to the store: each of them is answered, or after some time said to be late.

The store answers from a thread of its own. What it says together crosses to the loop together: waking the loop for each
entry of a commit costs more than settling it.
"""

import asyncio
from collections import deque
from functools import partial
from time import monotonic
from typing import Protocol

from sortilege.kernel.refusal import Refusal
from sortilege.server.ops.logs import broken
from sortilege.store import Entry, Store


class Waiting(Protocol):
    """Who waits for the store."""

    def stored(self, error: Refusal | None, seconds: float) -> None: ...

    def is_late(self) -> None:
        """The store has not answered in time; it may yet."""

    def stored_after_all(self, error: Refusal | None) -> None:
        """What was said to be late was answered."""


class Commits:
    def __init__(self, store: Store, patience: float) -> None:
        self.store, self.patience = store, patience
        self._waiting: dict[str, tuple[Waiting, float]] = {}  # by table, the oldest first; since when
        self._answers: deque[tuple[str, Waiting, Refusal | None]] = deque()
        self._called = False  # the loop will look at them
        self._watched = False

    def add(self, entry: Entry, waiting: Waiting) -> None:
        loop, table = asyncio.get_running_loop(), entry.table
        self._waiting[table] = waiting, monotonic()
        if not self._watched:
            self._watch(loop, self.patience)
        self.store.append(entry, partial(self._put, loop, table, waiting))

    # -------------------------------------------------------------------------------------------------- answers
    def _put(self, loop: asyncio.AbstractEventLoop, table: str, waiting: Waiting, error: Refusal | None) -> None:
        """From any thread."""
        self._answers.append((table, waiting, error))
        if not self._called and not loop.is_closed():
            self._called = True
            loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        self._called = False  # first: whoever answers from now on calls again
        now = monotonic()
        while self._answers:
            table, waiting, error = self._answers.popleft()
            found = self._waiting.get(table)
            try:
                if found and found[0] is waiting:
                    del self._waiting[table]
                    waiting.stored(error, now - found[1])
                else:
                    waiting.stored_after_all(error)
            except Exception as failure:  # of one act: the others are told
                broken("broken after the store", failure, table=table)

    # ------------------------------------------------------------------------------------------------- lateness
    def _watch(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._watched = True
        loop.call_later(seconds, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """One alarm for all of them: the oldest comes first."""
        self._watched = False
        old = monotonic() - self.patience
        for table, (waiting, since) in list(self._waiting.items()):
            if since > old:
                self._watch(loop, since - old)
                return
            del self._waiting[table]
            waiting.is_late()
