"""Open, find and close the tables of a server."""

import asyncio
import base64
import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create, Start
from sortilege.room.decide import decide_create, goes_on_alone
from sortilege.room.table import Table, create
from sortilege.server.cluster.bus import Bus, NoBus
from sortilege.server.cluster.nodes import LONGEST_CLOCK, Nodes
from sortilege.server.ops.limits import Limits
from sortilege.server.ops.logs import log_error, log_event
from sortilege.server.tables.command_ids import SERVER, check_same, identify
from sortilege.server.tables.recent_entries import History
from sortilege.server.tables.replay import Replayed, replay_log
from sortilege.server.tables.scheduler import Scheduler
from sortilege.server.tables.services import Services
from sortilege.server.tables.session import TableSession
from sortilege.server.tables.subscribers import listing
from sortilege.server.workers.bots import BotPool
from sortilege.server.workers.dice import DicePool
from sortilege.server.ws.messages import Done, Listing
from sortilege.store import Store

MOST_LISTED: Final = 100
FORGOTTEN_SECONDS: Final = 86_400.0  # a table that gathers for a day leaves the lobby


class TableRegistry:
    """Hold the open tables of this server: create, fetch, list and close them."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        bots: BotPool | None = None,
        dice: DicePool | None = None,
        pace: float = 0.0,  # seconds that a bot waits before it moves
        now: Callable[[], float] = time.time,
        bus: Bus | None = None,
    ) -> None:
        self.services = Services(store, limits or Limits(), dice or DicePool(), bus or NoBus(), now)
        self.services.after_entry = self._after_entry
        self.store, self.limits, self.now, self.metrics = store, self.services.limits, now, self.services.metrics
        self.sessions: dict[str, TableSession] = {}
        self.lobby_changed: Callable[[], None] = lambda: None
        self.scheduler = Scheduler(self.services, bots or BotPool(), pace)
        self.nodes: Nodes | None = None
        if store.shared:
            self.nodes = Nodes(self.services, self.sessions, self.fetch, self.scheduler.wake)
            self.nodes.lobby_changed = lambda: self.lobby_changed()

    @property
    def closing(self) -> bool:
        return self.services.closing

    # ------------------------------------------------------------------------------------------------- the server
    def open(self) -> None:
        """Resume unfinished tables. With a shared log, only those that no other server runs."""
        if self.nodes:
            self.nodes.open()
            return
        for table in self.store.unfinished(self.now() - LONGEST_CLOCK):
            try:
                session = TableSession(self.services, self._read(table))
            except Exception as error:  # of one table: the others are opened
                log_error("table unreadable", error, table=table)
                continue
            if self._stays(session) and len(self.sessions) < self.limits.tables:
                self.sessions[table] = session
                self.scheduler.wake(session)
        log_event("opened", tables=len(self.sessions))

    async def close(self) -> None:
        """Refuse new commands; finish those already taken."""
        self.services.closing = True
        if self.nodes:
            await self.nodes.close()
        self.scheduler.close()
        for session in list(self.sessions.values()):  # more may be opened meanwhile, and take no command
            async with session.lock:
                pass
        self.scheduler.bots.close()
        self.services.dice.close()
        self.store.close()
        log_event("closed", tables=len(self.sessions))

    def check_ready(self) -> None:
        """Refuse if what is asked for now could not be done."""
        if self.closing:
            raise Refusal("house/closing")
        self.services.commits.check(self.limits.commit_seconds)
        if self.nodes:
            self.nodes.check_ready()

    # ------------------------------------------------------------------------------------------------- one table
    async def fetch(self, table: str) -> TableSession:
        """Return a table as it is now, whichever server wrote it last."""
        session = self.sessions.get(table)
        if session is None:
            replayed = await asyncio.to_thread(self._read, table)
            session = self.sessions.get(table) or self._add(TableSession(self.services, replayed))
        elif self.nodes:
            await session.catch_up()
        session.used_at = self.now()
        return session

    def _read(self, table: str) -> Replayed:
        entries = self.store.read(table)
        if not entries:
            raise Refusal("table/unknown")
        return replay_log(entries)

    def _add(self, session: TableSession) -> TableSession:
        self._make_room()
        self.sessions[session.table.id] = session
        self.scheduler.wake(session, mine=False)
        return session

    async def create(self, command: Create, owner: str = "") -> Done:
        """Open a table. Its id follows from that of the command, so that one asked for twice is opened once."""
        table, (key, digest) = table_id(command.id), identify(command, "")
        while session := await self._known(table):
            async with session.lock:  # its first entry may still be on its way
                known = session.answers.get(key)
            if known:
                check_same(known, digest)
                await self._start_alone(session)
                return known.done
        self._make_room()
        fact = decide_create(command, secrets.token_bytes(32))
        begun = create(table, fact, self.now())
        session = self.sessions[table] = TableSession(self.services, Replayed(begun, History(begun), {}), owner)
        try:
            done = await session.begin(key, digest, fact)
        except BaseException as error:
            del self.sessions[table]
            if isinstance(error, Refusal) and error.code == "store/conflict":  # another server was quicker
                return (await self.fetch(table)).answers[key].done
            raise
        await self._start_alone(session)
        self.lobby_changed()
        return done

    async def _known(self, table: str) -> TableSession | None:
        try:
            return await self.fetch(table)
        except Refusal as refusal:
            if refusal.code != "table/unknown":
                raise
            return None

    async def _start_alone(self, session: TableSession) -> None:
        """Start a table of bots at once: nobody else will."""
        if all(session.table.plan.bots) and session.table.status == "gathering":
            await session.submit(Start(id="start", table=session.table.id, seat=0), SERVER)

    def _after_entry(self, before: Table, after: Table, mine: bool) -> None:
        """Let bots, the lobby and other servers know of an entry."""
        self.metrics.count("entries")
        if before.status != after.status or before.holders is not after.holders:
            self.lobby_changed()
        if mine:
            self.services.bus.publish_entry(after.id, after.n)
        if session := self.sessions.get(after.id):
            self.scheduler.wake(session, mine)

    # ------------------------------------------------------------------------------------------------- memory
    def sweep(self) -> None:
        """Close tables that nobody uses. They are read from the log when they are asked for again."""
        for table, session in list(self.sessions.items()):
            if session.is_quiet and not self._stays(session):
                del self.sessions[table]

    def _make_room(self) -> None:
        """Close the table that has been quiet for longest if the memory is full."""
        if len(self.sessions) < self.limits.tables:
            return
        quiet = [s for s in self.sessions.values() if s.is_quiet and not self.scheduler.is_busy(s.table.id)]
        if not quiet:
            raise Refusal("house/full", most=self.limits.tables, what="tables")
        del self.sessions[min(quiet, key=lambda session: session.last_use).table.id]

    def _stays(self, session: TableSession) -> bool:
        """Return whether a table was used lately, goes on by itself, or gathers people in the lobby."""
        table, now = session.table, self.now()
        if now - session.last_use <= self.limits.idle_seconds or self.scheduler.is_busy(table.id):
            return True
        if self.store.shared:
            return False
        gathers = table.plan.listed and table.status == "gathering" and now - table.at < FORGOTTEN_SECONDS
        return gathers or (table.status == "playing" and goes_on_alone(table, now))

    # ------------------------------------------------------------------------------------------------- looking
    def listings(self) -> list[Listing]:
        """Return the tables of the lobby, those still gathering first, then the latest."""
        mine = (listing(session.table) for session in self.sessions.values() if session.table.plan.listed)
        shown = self.nodes.listings() if self.nodes else list(mine)
        shown.sort(key=lambda listing: (listing.status != "gathering", -listing.at))
        return shown[:MOST_LISTED]


def table_id(command: str) -> str:
    return base64.b32encode(hashlib.sha256(b"sortilege table " + command.encode()).digest())[:26].decode().lower()
