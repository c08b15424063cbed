"""The house: its open tables, one writer to each, the store before everything that is told, and bots that are due."""

import asyncio
import base64
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from sortilege.kernel.errors import Refusal
from sortilege.room.commands import Create, Sit, StandIn
from sortilege.room.decide import answered, decide, decide_create, decide_sit, decide_start, needs_bot, question
from sortilege.room.facts import Fact, write_fact
from sortilege.room.table import Table, create, hash_token
from sortilege.server.limits import Limits, check_room
from sortilege.server.live import Ear, Live, film, seat_given
from sortilege.server.logs import note
from sortilege.server.mailbox import Mailbox
from sortilege.server.metrics import Metrics
from sortilege.server.thinkers import Thinkers
from sortilege.server.throwers import Throwers
from sortilege.server.wire import Done, Listing
from sortilege.store import Entry, Store

MOST_LISTED: Final = 100
FORGOTTEN_SECONDS: Final = 86_400.0  # a table that gathers for a day leaves the lobby

Decide = Callable[[Table, float], Fact]


class House:
    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        thinkers: Thinkers | None = None,
        throwers: Throwers | None = None,
        pace: float = 0.0,  # seconds that a bot waits before it moves, for people to follow
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.limits, self.pace, self.now = store, limits or Limits(), pace, now
        self.thinkers, self.throwers = thinkers or Thinkers(), throwers or Throwers()
        self.metrics = Metrics()
        self.tables: dict[str, Live] = {}
        self.lobby_changed: Callable[[], None] = lambda: None
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._mailbox: Mailbox | None = None

    # -------------------------------------------------------------------------------------------- opening, closing
    def open(self) -> None:
        """Tables that were not over go on where they were."""
        for table in self.store.unfinished():
            live = self._read(table)
            if (live and live.table.status == "playing") or (live and self.now() - live.table.at < FORGOTTEN_SECONDS):
                self.tables[table] = live
                self.wake(live)
        note("opened", tables=len(self.tables))

    async def close(self) -> None:
        """No command is taken any more; those taken are finished and answered."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        for live in self.tables.values():
            if live.alarm:
                live.alarm.cancel()
            async with live.lock:
                pass
        self.thinkers.close()
        self.throwers.close()
        self.store.close()
        note("closed", tables=len(self.tables))

    def find(self, table: str) -> Live:
        live = self.tables.get(table) or self._read(table)
        if live is None:
            raise Refusal("table/unknown")
        if table not in self.tables:
            check_room(len(self.tables), self.limits.tables, "tables")
            self.tables[table] = live
            self.wake(live)
        return live

    def _read(self, table: str) -> Live | None:
        entries = self.store.read(table)
        return Live.read(entries) if entries else None

    def sweep(self) -> None:
        """Tables that nobody listens to and where nothing happens by itself leave the memory."""
        old = self.now() - self.limits.idle_seconds
        for table, live in list(self.tables.items()):
            quiet = not live.ears and not live.lock.locked() and live.late is None
            if quiet and live.table.at < old and live.table.status == "over":
                del self.tables[table]

    # ------------------------------------------------------------------------------------------------- commands
    async def create(self, command: Create) -> Done:
        """The id of the table follows from that of the command: asked twice, it is made once."""
        table, key = table_id(command.id), f"create/{command.id}"
        if table in self.tables or self.store.read(table):
            return Done(re=command.id, table=table, n=self.find(table).answers[key][0])
        check_room(len(self.tables), self.limits.tables, "tables")
        plan = decide_create(command, secrets.token_bytes(32))
        live = Live(create(table, plan, self.now()))
        async with live.lock:
            self.tables[table] = live
            try:
                await self._commit(live, key, plan, live.table)
            except Refusal:
                del self.tables[table]
                raise
            live.answers[key] = (1, None)
        if all(plan.bots):
            await self.act(table, "house", "start", lambda table, at: decide_start(table))
        self.lobby_changed()
        return Done(re=command.id, table=table, n=1)

    async def sit(self, table: str, command: Sit) -> Done:
        who = f"sit-{hash_token(command.token)[:16]}"
        return await self.act(table, who, command.id, lambda now, at: decide_sit(command, now))

    async def ask(self, command: Any) -> Done:
        """A command of somebody who holds the seat it names."""
        return await self.act(
            command.table, str(command.seat), command.id, lambda table, at: decide(command, table, at)
        )

    async def act(self, table: str, who: str, id: str, decide: Decide) -> Done:
        live, key = self.find(table), f"{who}/{id}"
        async with live.lock:
            if key in live.answers:
                n, seat = live.answers[key]
                return Done(re=id, table=table, n=n, seat=seat)
            if live.late:
                raise Refusal("store/late")
            at = self.now()
            fact = await self._completed(live.table, decide(live.table, at))
            after = live.table.after(fact, at)
            await self._commit(live, key, fact, after)
            live.answers[key] = (after.n, seat_given(fact))
            self._advance(live, after)
            return Done(re=id, table=table, n=after.n, seat=seat_given(fact))

    async def _completed(self, table: Table, fact: Fact) -> Fact:
        """With what it leaves to nature. Others play on meanwhile; this table waits."""
        asked = question(table, fact)
        return answered(fact, await self.throwers.answer(asked)) if asked else fact

    async def _commit(self, live: Live, key: str, fact: Fact, after: Table) -> None:
        """Stored, or refused and nobody hears of it."""
        if self.closing:
            raise Refusal("house/closing")
        entry = Entry(after.id, after.n, key, after.at, after.status == "over", write_fact(fact))
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Refusal | None] = loop.create_future()

        def settle(error: Refusal | None) -> None:
            if not outcome.done():
                outcome.set_result(error)
            elif live.late is after:
                self._settle_late(live, key, fact, after, error)

        def is_late() -> None:
            if not outcome.done():
                live.late = after
                outcome.set_result(Refusal("store/late"))

        begun = loop.time()
        alarm = loop.call_later(self.limits.commit_seconds, is_late)
        self.store.append(entry, partial(self._mailbox_of(loop).put, settle))
        error = await outcome
        alarm.cancel()
        self.metrics.took("commit", loop.time() - begun)
        if error:
            note("not stored", logging.ERROR, table=after.id, n=after.n, code=error.code, **error.facts)
            raise Refusal(error.code, **({} if error.code == "store/failed" else error.facts))

    def _mailbox_of(self, loop: asyncio.AbstractEventLoop) -> Mailbox:
        if self._mailbox is None or self._mailbox.loop is not loop:
            self._mailbox = Mailbox(loop)
        return self._mailbox

    def _settle_late(self, live: Live, key: str, fact: Fact, after: Table, error: Refusal | None) -> None:
        """The store has answered after all: now it is certain whether it happened."""
        live.late = None
        if error is None:
            live.answers[key] = (after.n, seat_given(fact))
            self._advance(live, after)

    def _advance(self, live: Live, after: Table) -> None:
        before = live.table
        if after is before:
            return
        live.advance(after)
        self.metrics.count("entries")
        if before.status != after.status or before.chairs is not after.chairs:
            self.lobby_changed()
        self.wake(live)

    # ------------------------------------------------------------------------------------------------- bots, clocks
    def wake(self, live: Live) -> None:
        """Set bots that are due to think, and the alarm for the next seat whose time will be up."""
        table, now = live.table, self.now()
        if live.alarm:
            live.alarm.cancel()
            live.alarm = None
        if table.status != "playing" or self.closing:
            return
        for seat, asked in enumerate(table.asked_n):
            if asked and (seat, asked) not in live.thinking and needs_bot(table, seat, now):
                self._spawn(live, seat, asked)
        seats = range(table.seats) if table.plan.clock else ()
        deadlines = [d for seat in seats if (d := table.deadline(seat)) is not None and d > now]
        if deadlines:
            live.alarm = asyncio.get_running_loop().call_later(min(deadlines) - now + 0.001, self.wake, live)

    def _spawn(self, live: Live, seat: int, asked: int) -> None:
        live.thinking.add((seat, asked))
        task = asyncio.get_running_loop().create_task(self._bot_moves(live, seat, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _bot_moves(self, live: Live, seat: int, asked: int) -> None:
        table = live.table
        name, game, place = needs_bot(table, seat, self.now()), table.game, table.seat_of(seat)
        assert game is not None and place is not None
        try:
            await asyncio.sleep(self.pace)
            move = await self.thinkers.choose(name, game.view(place), game.legal(place))
            command = StandIn(seat, move, name, asked)
            await self.act(table.id, "house", f"{seat}.{asked}", lambda now, at: decide(command, now, at))
        except Refusal as refusal:
            if refusal.code != "table/stale":
                note("bot refused", logging.WARNING, table=table.id, code=refusal.code)
                await asyncio.sleep(1.0)
        finally:
            live.thinking.discard((seat, asked))
        self.wake(live)

    # ------------------------------------------------------------------------------------------------- looking
    def join(self, ear: Ear, table: str, tokens: list[str]) -> tuple[Live, list[int]]:
        live = self.find(table)
        seats = live.table.seated(tokens)
        live.part(ear)
        live.join(ear, [*seats] or [None])
        return live, seats

    def listings(self) -> list[Listing]:
        """Open tables, those still gathering first, then the latest."""
        shown = [live.listing() for live in self.tables.values() if live.table.plan.listed]
        shown.sort(key=lambda listing: (listing.status != "gathering", -listing.at))
        return shown[:MOST_LISTED]

    def film(self, table: str, number: int, move: int) -> bytes:
        """Of a throw of some game, as everyone saw it."""
        entries = self.store.read(table)
        if not entries:
            raise Refusal("table/unknown")
        found = film(entries, number, move)
        if not found:
            raise Refusal("film/unknown", game=number, move=move)
        return found

    def record(self, table: str, number: int) -> dict[str, Any]:
        records = self.find(table).table.records
        if not 1 <= number <= len(records):
            raise Refusal("record/not_yet")
        return records[number - 1]


def table_id(command: str) -> str:
    return base64.b32encode(hashlib.sha256(b"sortilege table " + command.encode()).digest())[:26].decode().lower()
