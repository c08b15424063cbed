"""Work with other servers on the same log: follow what they write, and take over tables that one of them left."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Final, cast

from sortilege.kernel.refusal import Refusal
from sortilege.server.cluster.bus import Seats
from sortilege.server.ops.logs import log_error, log_event
from sortilege.server.tables.replay import replay_log
from sortilege.server.tables.services import Services
from sortilege.server.tables.session import TableSession
from sortilege.server.tables.subscribers import listing
from sortilege.server.ws.messages import Listing
from sortilege.store import Entry, Shared

LONGEST_CLOCK: Final = 31 * 86_400.0  # a table on which nothing happened for longer is not taken over
LISTED_SECONDS: Final = 86_400.0
MOST_LISTED: Final = 100
LOBBY_SECONDS: Final = 2.0
SAME_SEATS_SECONDS: Final = 30.0  # a table in play is not read again for the lobby for so long

Fetch = Callable[[str], Awaitable[TableSession]]


@dataclass
class Shown:
    n: int
    read_at: float
    listing: Listing


@contextmanager
def _tolerant(table: str) -> Iterator[None]:
    """Log a table that cannot be read and go on with the others. A store that is away, or a full memory, ends it."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code.startswith(("store/", "house/")):
            raise
        log_event("table unreadable", table=table, code=refusal.code)
    except Exception as error:
        log_error("table unreadable", error, table=table)


class Nodes:
    """Follow the tables of other servers, and take over those that a server left."""

    def __init__(
        self,
        services: Services,
        sessions: dict[str, TableSession],
        fetch: Fetch,
        wake: Callable[[TableSession], None],
    ) -> None:
        self.services, self.sessions, self.fetch, self.wake = services, sessions, fetch, wake
        self.store, self.bus = cast(Shared, services.store), services.bus
        self.lobby_changed: Callable[[], None] = lambda: None
        self.shown: dict[str, Shown] = {}  # the lobby, as the log has it
        self._behind: set[str] = set()  # tables with subscribers here that moved on elsewhere
        self._news = asyncio.Event()
        self._read_at = 0.0  # when the log was last read for the lobby, by the monotonic clock
        self._examined: dict[str, int] = {}  # quiet tables that need no bot, and their numbers
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        limits, self._read_at = self.services.limits, time.monotonic()
        self.bus.open(self._on_entry, self._on_presence)
        self._run(self._every(0.0, self._keep_up))
        self._run(self._every(limits.look_seconds, self._poll))
        self._run(self._every(limits.rescue_seconds, self._rescue))
        self._run(self._every(LOBBY_SECONDS, self._read_lobby))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()

    def check_ready(self) -> None:
        """Refuse while the log or the bus is away. The lobby reads the log all the time, asked for or not."""
        if time.monotonic() - self._read_at > LOBBY_SECONDS + self.services.limits.commit_seconds:
            raise Refusal("store/away")
        if self.bus.is_away():
            raise Refusal("bus/away")

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Refusal as refusal:
                log_event("cannot read the log", code=refusal.code)
            except Exception as error:
                log_error("broken while reading the log", error)
            await asyncio.sleep(seconds)

    # ------------------------------------------------------------------------------------------------- following
    def _on_entry(self, table: str, n: int) -> None:
        session = self.sessions.get(table)
        if session and session.subscribers.by_audience and n > session.table.n:
            self._behind.add(table)
            self._news.set()

    def _on_presence(self, table: str, server: str, seats: Seats) -> None:
        if session := self.sessions.get(table):
            session.presence.note(server, seats)

    async def _keep_up(self) -> None:
        """Read the tables that moved on elsewhere. Those that do so meanwhile are read together the next time."""
        await self._news.wait()
        self._news.clear()
        tables, self._behind = self._behind, set()
        sessions = {table: self.sessions[table] for table in tables if table in self.sessions}
        last = {table: session.table.n for table, session in sessions.items()}
        entries = await asyncio.to_thread(self.store.read_on, last)
        for table, some in groupby(entries, lambda entry: entry.table):
            work = self._apply(sessions[table], list(some))
            await work if not sessions[table].lock.locked() else self._run(work)

    async def _apply(self, session: TableSession, entries: list[Entry]) -> None:
        with _tolerant(session.table.id):
            async with session.lock:
                session.apply_read(entries)

    async def _poll(self) -> None:
        """Make up for what the bus lost, and stop following tables without subscribers."""
        used = {table for table, session in self.sessions.items() if session.subscribers.by_audience}
        for table in self.bus.followed - used:
            self.bus.leave(table)
            if session := self.sessions.get(table):
                session.presence.forget_others()
        heads = await asyncio.to_thread(self.store.heads, list(used)) if used else {}
        for table, n in heads.items():
            self._on_entry(table, n)

    # ------------------------------------------------------------------------------------------------- rescue
    async def _rescue(self) -> None:
        """Resume tables where a bot is due and nothing happens: the server that ran it may have been killed."""
        now, limits = self.services.now(), self.services.limits
        quiet = await asyncio.to_thread(self.store.quiet, now - LONGEST_CLOCK, now - limits.rescue_seconds)
        self._examined = {table: n for table, n in self._examined.items() if quiet.get(table) == n}
        for table, n in quiet.items():
            if table not in self._examined:
                with _tolerant(table):
                    self.wake(await self.fetch(table))
                self._examined[table] = n

    # ------------------------------------------------------------------------------------------------- the lobby
    async def _read_lobby(self) -> None:
        now = self.services.now()
        heads = await asyncio.to_thread(self.store.lobby, now - LISTED_SECONDS, MOST_LISTED)
        self._read_at = time.monotonic()
        known, shown = self.shown, dict[str, Shown]()
        for table, n in heads.items():
            was = known.get(table)
            with _tolerant(table):
                if was is None or not self._is_current(was, n, now):
                    read = replay_log(await asyncio.to_thread(self.store.read, table)).table
                    self._read_at = time.monotonic()
                    was = Shown(read.n, now, listing(read))
                shown[table] = was
        self.shown = shown
        if [s.listing for s in known.values()] != [s.listing for s in shown.values()]:
            self.lobby_changed()

    def _is_current(self, was: Shown, n: int, now: float) -> bool:
        """Return whether a table need not be read again: moves change nothing that the lobby shows."""
        lately = now - was.read_at < SAME_SEATS_SECONDS
        return was.n == n or (was.listing.status == "playing" and lately)

    def listings(self) -> list[Listing]:
        """Return the lobby entries of all servers; prefer our own data for tables with subscribers here."""
        used = {table: s.table for table, s in self.sessions.items() if s.subscribers.by_audience}
        here = {table: now for table, now in used.items() if now.plan.listed}
        elsewhere = [shown.listing for table, shown in self.shown.items() if table not in here]
        return [*elsewhere, *map(listing, here.values())]
