"""Other houses on the same log. What they wrote is read and told here; what one of them left undone is done."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from sortilege.kernel.refusal import Refusal
from sortilege.server.cluster.bus import Bus, Seats
from sortilege.server.ops.logs import broken, note
from sortilege.server.tables.session import Live
from sortilege.server.ws.messages import Listing
from sortilege.store import Entry, Shared

if TYPE_CHECKING:
    from sortilege.server.tables.registry import House

LONGEST_CLOCK: Final = 31 * 86_400.0  # a table on which nothing happened for longer waits for nobody
LISTED_SECONDS: Final = 86_400.0
MOST_LISTED: Final = 100
LOBBY_SECONDS: Final = 2.0
SAME_SEATS_SECONDS: Final = 30.0  # a table in play is shown as it was for so long


@dataclass
class Shown:
    n: int
    read_at: float
    listing: Listing


@contextmanager
def _but_for(table: str) -> Iterator[None]:
    """One that cannot be read must not keep the others from being looked at. A store that is away, or a full house,
    does."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code.startswith(("store/", "house/")):
            raise
        note("table unreadable", table=table, code=refusal.code)
    except Exception as error:
        broken("table unreadable", error, table=table)


class Neighbours:
    def __init__(self, house: "House", store: Shared, bus: Bus) -> None:
        self.house, self.store, self.bus = house, store, bus
        self.shown: dict[str, Shown] = {}  # the lobby, as the log has it
        self._followed: set[str] = set()
        self._behind: set[str] = set()  # tables that people here listen to and that moved on elsewhere
        self._news = asyncio.Event()
        self._examined: dict[str, int] = {}  # quiet tables that need nobody, and their numbers
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        limits = self.house.limits
        self.bus.open(self._heard, self._heard_here)
        self._run(self._every(0.0, self._keep_up))
        self._run(self._every(limits.look_seconds, self._look))
        self._run(self._every(limits.rescue_seconds, self._rescue))
        self._run(self._every(LOBBY_SECONDS, self._look_at_lobby))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()

    def follow(self, table: str) -> None:
        self._followed.add(table)
        self.bus.follow(table)

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Refusal as refusal:
                note("cannot look", code=refusal.code)
            except Exception as error:
                broken("broken while looking", error)
            await asyncio.sleep(seconds)

    # ------------------------------------------------------------------------------------------------- following
    def _heard(self, table: str, n: int) -> None:
        live = self.house.tables.get(table)
        if live and live.ears and n > live.table.n:
            self._behind.add(table)
            self._news.set()

    def _heard_here(self, table: str, house: str, seats: Seats) -> None:
        if live := self.house.tables.get(table):
            live.presence.note(house, seats)

    async def _keep_up(self) -> None:
        """Tables that moved on while one reading is under way are read together in the next."""
        await self._news.wait()
        self._news.clear()
        tables, self._behind = self._behind, set()
        lives = {table: self.house.tables[table] for table in tables if table in self.house.tables}
        entries = await asyncio.to_thread(self.store.read_on, {table: live.table.n for table, live in lives.items()})
        for table, some in groupby(entries, lambda entry: entry.table):
            work = self._tell(lives[table], list(some))
            await work if not lives[table].turns.taken else self._run(work)

    async def _tell(self, live: Live, entries: list[Entry]) -> None:
        with _but_for(live.table.id):
            async with live.turns:
                self.house.tell_on(live, entries)

    async def _look(self) -> None:
        """Whatever the bus has lost."""
        heard = {table for table, live in self.house.tables.items() if live.ears}
        for table in self._followed - heard:
            self.bus.leave(table)
            if live := self.house.tables.get(table):
                live.presence.forget_others()
        self._followed &= heard
        heads = await asyncio.to_thread(self.store.heads, list(heard)) if heard else {}
        for table, n in heads.items():
            self._heard(table, n)

    # ------------------------------------------------------------------------------------------------- rescue
    async def _rescue(self) -> None:
        """A house that was killed took its bots with it: tables where one of them is due go on here."""
        now = self.house.now()
        quiet = await asyncio.to_thread(self.store.quiet, now - LONGEST_CLOCK, now - self.house.limits.rescue_seconds)
        self._examined = {table: n for table, n in self._examined.items() if quiet.get(table) == n}
        for table, n in quiet.items():
            if table not in self._examined:
                with _but_for(table):
                    self.house.wake(await self.house.fetch(table))
                self._examined[table] = n

    # ------------------------------------------------------------------------------------------------- the lobby
    async def _look_at_lobby(self) -> None:
        now = self.house.now()
        heads = await asyncio.to_thread(self.store.lobby, now - LISTED_SECONDS, MOST_LISTED)
        known, shown = self.shown, dict[str, Shown]()
        for table, n in heads.items():
            was = known.get(table)
            with _but_for(table):
                if was is None or not self._still_true(was, n, now):
                    live = Live.read(await asyncio.to_thread(self.store.read, table))
                    was = Shown(live.table.n, now, live.listing())
                shown[table] = was
        self.shown = shown
        if [s.listing for s in known.values()] != [s.listing for s in shown.values()]:
            self.house.lobby_changed()

    def _still_true(self, was: Shown, n: int, now: float) -> bool:
        """Moves change nothing that the lobby shows."""
        lately = now - was.read_at < SAME_SEATS_SECONDS
        return was.n == n or (was.listing.status == "playing" and lately)

    def listings(self) -> list[Listing]:
        """Of all houses; a table that people listen to here is shown as it is here."""
        here = {table: live for table, live in self.house.tables.items() if live.ears and live.table.plan.listed}
        elsewhere = [shown.listing for table, shown in self.shown.items() if table not in here]
        return [*elsewhere, *(live.listing() for live in here.values())]
