"""The house: its open tables, one writer to each, the store before everything that is told, and bots that are due."""

import asyncio
import base64
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from math import ceil
from typing import Any, Final, cast

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create, Hand, Relieve, Sit, StandIn
from sortilege.room.decide import (
    decide,
    decide_create,
    decide_sit,
    decide_start,
    goes_on_alone,
    may_relieve,
    needs_bot,
)
from sortilege.room.facts import Fact, read_fact
from sortilege.room.table import Table, create, hash_token
from sortilege.server.cluster.bus import Bus, NoBus
from sortilege.server.cluster.nodes import LONGEST_CLOCK, Neighbours
from sortilege.server.ops.limits import Limits
from sortilege.server.ops.logs import broken, note
from sortilege.server.ops.metrics import Metrics
from sortilege.server.tables.commits import Commits
from sortilege.server.tables.presence import THIS_HOUSE
from sortilege.server.tables.session import Ear, Live, film, seat_given
from sortilege.server.tables.submission import Act, Decide, Opening, Told
from sortilege.server.workers.bots import Thinkers
from sortilege.server.workers.dice import Throwers
from sortilege.server.ws.messages import Done, Listing
from sortilege.store import Entry, Shared, Store

MOST_LISTED: Final = 100
FORGOTTEN_SECONDS: Final = 86_400.0  # a table that gathers for a day leaves the lobby
BOT_REST_SECONDS: Final = 1.0  # before it tries again what was refused, or failed


class House:
    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        thinkers: Thinkers | None = None,
        throwers: Throwers | None = None,
        pace: float = 0.0,  # seconds that a bot waits before it moves, for people to follow
        now: Callable[[], float] = time.time,
        bus: Bus | None = None,
    ) -> None:
        self.store, self.limits, self.pace, self.now = store, limits or Limits(), pace, now
        self.thinkers, self.throwers = thinkers or Thinkers(), throwers or Throwers()
        self.metrics = Metrics()
        self.tables: dict[str, Live] = {}
        self.lobby_changed: Callable[[], None] = lambda: None
        self.closing = False
        self.bus = bus or NoBus()
        self.neighbours = Neighbours(self, cast(Shared, store), self.bus) if store.shared else None
        self._tasks: set[asyncio.Task[None]] = set()
        self.commits = Commits(store, self.limits.commit_seconds)
        self._aside = asyncio.Semaphore(1)  # bots for whom nobody waits think one after another

    # -------------------------------------------------------------------------------------------- opening, closing
    def open(self) -> None:
        """Tables that were not over go on where they were; of a shared log, those that nobody else goes on with."""
        if self.neighbours:
            self.neighbours.open()
            return
        for table in self.store.unfinished(self.now() - LONGEST_CLOCK):
            try:
                live = Live.read(self.store.read(table))
            except Exception as error:  # of one table: the others are open
                broken("table unreadable", error, table=table)
                continue
            if self._stays(live) and len(self.tables) < self.limits.tables:
                self.tables[table] = live
                self.wake(live)
        note("opened", tables=len(self.tables))

    async def close(self) -> None:
        """No command is taken any more; those taken are finished and answered."""
        self.closing = True
        if self.neighbours:
            await self.neighbours.close()
        for task in list(self._tasks):
            task.cancel()
        for live in list(self.tables.values()):  # some may come meanwhile, and are refused
            if live.alarm:
                live.alarm.cancel()
            async with live.turns:
                pass
        self.thinkers.close()
        self.throwers.close()
        self.store.close()
        note("closed", tables=len(self.tables))

    def find(self, table: str) -> Live:
        """A table, as this house knows it."""
        return self.tables.get(table) or self._take_in(table, self.store.read(table))

    def _take_in(self, table: str, entries: list[Entry]) -> Live:
        if not entries:
            raise Refusal("table/unknown")
        self._make_room()
        live = self.tables[table] = Live.read(entries)
        self.wake(live, mine=False)
        return live

    async def fetch(self, table: str) -> Live:
        """A table as it is, whichever house wrote it last."""
        if not self.store.shared:
            return self.find(table)
        live = self.tables.get(table)
        if live is None:
            entries = await asyncio.to_thread(self.store.read, table)
            return self.tables.get(table) or self._take_in(table, entries)
        await self.catch_up(live)
        return live

    async def catch_up(self, live: Live) -> None:
        async with live.turns:
            await self.read_on(live)

    async def read_on(self, live: Live) -> bool:
        """Tell here what other houses wrote; whether there was any."""
        return self.tell_on(live, await asyncio.to_thread(self.store.read, live.table.id, live.table.n))

    def tell_on(self, live: Live, entries: list[Entry]) -> bool:
        """In a turn of the table; part of it may be known by now."""
        news = [entry for entry in entries if entry.n > live.table.n]
        for entry in news:
            fact = read_fact(entry.body)
            live.answers[entry.command] = (entry.n, seat_given(fact))
            self.advance(live, fact, live.table.after(fact, entry.at), mine=False)
        if live.late and live.late.n <= live.table.n:
            live.late = None  # whatever became of it, that number is taken
        return bool(news)

    def sweep(self) -> None:
        """Tables that nobody listens to leave the memory. Whoever comes back to one finds it in the log."""
        for table, live in list(self.tables.items()):
            if _quiet(live) and not self._stays(live):
                del self.tables[table]

    def _make_room(self) -> None:
        """A full house puts the table away that has been quiet for longest, be it one of the lobby."""
        if len(self.tables) < self.limits.tables:
            return
        quiet = [live.table for live in self.tables.values() if _quiet(live) and not live.alarm and not live.thinking]
        if not quiet:
            raise Refusal("house/full", most=self.limits.tables, what="tables")
        del self.tables[min(quiet, key=lambda table: table.at).id]

    def _stays(self, live: Live) -> bool:
        """Something happened there of late, or will by itself; to one that gathers people may come by the lobby."""
        table, now = live.table, self.now()
        if now - table.at <= self.limits.idle_seconds or live.alarm or live.thinking:
            return True
        if self.store.shared:
            return False
        gathers = table.plan.listed and table.status == "gathering" and now - table.at < FORGOTTEN_SECONDS
        return gathers or (table.status == "playing" and goes_on_alone(table, now))

    # ------------------------------------------------------------------------------------------------- commands
    async def create(self, command: Create) -> Done:
        """The id of the table follows from that of the command: asked twice, it is made once."""
        table, key = table_id(command.id), f"create/{command.id}"
        while await self._is_there(table):
            live = self.find(table)
            async with live.turns:  # it may be on its way still
                known = live.answers.get(key)
            if known:
                await self._begin_alone(live)
                return Done(re=command.id, table=table, n=known[0])
        self._make_room()
        plan = decide_create(command, secrets.token_bytes(32))
        live = self.tables[table] = Live(create(table, plan, self.now()))
        try:
            await _end_of(lambda told: Opening(self, live, "create", command.id, lambda table, at: plan, told))
        except Refusal as refusal:
            del self.tables[table]
            if refusal.code == "store/conflict":  # another house was asked the same, and was quicker
                return Done(re=command.id, table=table, n=(await self.fetch(table)).answers[key][0])
            raise
        self.bus.tell(table, 1)
        await self._begin_alone(live)
        self.lobby_changed()
        return Done(re=command.id, table=table, n=1)

    async def _begin_alone(self, live: Live) -> None:
        """Where only bots sit nobody else would."""
        if all(live.table.plan.bots):
            await self.act(live.table.id, "house", "start", lambda table, at: decide_start(table))

    async def _is_there(self, table: str) -> bool:
        try:
            await self.fetch(table)
        except Refusal as refusal:
            if refusal.code != "table/unknown":
                raise
            return False
        return True

    async def sit(self, table: str, command: Sit) -> Done:
        who = f"sit-{hash_token(command.token)[:16]}"
        return await self.act(table, who, command.id, lambda now, at: decide_sit(command, now))

    def ask(self, live: Live, command: Any, holder: str, told: Told) -> None:
        """A command of who holds the seat it names; what came of it is told."""
        deciding = partial(self._decide, command, holder)
        live.turns.take(Act(self, live, str(command.seat), command.id, deciding, told).go)

    def _decide(self, command: Any, holder: str, table: Table, at: float) -> Fact:
        """While it waited for its turn the seat may have become another's."""
        if table.chairs[command.seat].token != holder:
            raise Refusal("seat/not_held", seat=command.seat)
        return self._decide_hand(command, table, at) if isinstance(command, Hand) else decide(command, table, at)

    def _decide_hand(self, command: Hand, table: Table, at: float) -> Fact:
        """Who is there no table knows: for another's seat a bot is wanted only if its person is gone. Of several houses
        none can be sure of that: what they tell each other may be lost."""
        away = self.tables[table.id].presence.away(command.chair)
        if away is None or self.store.shared or not may_relieve(table, command.seat, command.chair):
            return decide(command, table, at)
        left = self.limits.away_seconds - away
        if left > 0:
            raise Refusal("seat/not_gone", seat=command.chair, seconds=ceil(left))
        return decide(Relieve(command.seat, command.chair), table, at)

    async def act(self, table: str, who: str, id: str, decide: Decide) -> Done:
        live = self.tables.get(table) or await self.fetch(table)
        return await _end_of(lambda told: Act(self, live, who, id, decide, told))

    def advance(self, live: Live, fact: Fact, after: Table, mine: bool = True) -> None:
        """It is stored: everyone who listens is told, and whoever is asked now is waited for."""
        before = live.table
        if after is before:
            return
        live.advance(fact, after)
        self.metrics.count("entries")
        if before.status != after.status or before.chairs is not after.chairs:
            self.lobby_changed()
        if before.chairs is not after.chairs:
            self.attend(live)
        if (seat := seat_given(fact)) is not None:
            live.presence.greet(seat)
        if mine:
            self.bus.tell(after.id, after.n)
        self.wake(live, mine)

    # ------------------------------------------------------------------------------------------------- bots, clocks
    def wake(self, live: Live, mine: bool = True) -> None:
        """Set bots that are due to think, and the alarm for the next seat whose time will be up.

        Bots are run by the house that wrote the last entry; another one takes over when they are overdue."""
        table, now = live.table, self.now()
        if live.alarm:
            live.alarm.cancel()
            live.alarm = None
        if table.status != "playing" or self.closing or (live.people_alone and table.plan.clock is None):
            return
        if self.store.shared and not mine and (overdue := table.at + self.limits.rescue_seconds) > now:
            live.alarm = asyncio.get_running_loop().call_later(overdue - now, self.wake, live)
            return
        for seat, asked in enumerate(table.asked_n):
            if asked and (seat, asked) not in live.thinking and needs_bot(table, seat, now):
                self._spawn(live, seat, asked)
        if table.plan.clock is None:
            return
        deadlines = [d for seat in range(table.seats) if (d := table.deadline(seat)) is not None and d > now]
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
        mine = False
        try:
            await asyncio.sleep(self.pace)
            async with nullcontext() if _people_wait(live) else self._aside:
                move = await self.thinkers.choose(name, game.view(place), game.legal(place))
            command = StandIn(seat, move, name, asked)
            done = await self.act(table.id, "house", f"{seat}.{asked}", lambda now, at: decide(command, now, at))
            mine = done.n == live.table.n
        except Refusal as refusal:
            if refusal.code != "table/stale":
                note("bot refused", logging.WARNING, table=table.id, code=refusal.code)
                await asyncio.sleep(BOT_REST_SECONDS)
        except Exception as error:
            broken("bot broken", error, table=table.id)
            await asyncio.sleep(BOT_REST_SECONDS)
        finally:
            live.thinking.discard((seat, asked))
        self.wake(live, mine or not self.store.shared)

    # ------------------------------------------------------------------------------------------------- looking
    def join(self, ear: Ear, table: str, tokens: list[str]) -> tuple[Live, list[int]]:
        live = self.find(table)
        seats = live.table.seated(tokens)
        live.part(ear)
        live.join(ear, [*seats] or [None])
        if self.neighbours:
            self.neighbours.follow(table)
        return live, seats

    def part(self, ear: Ear, table: str) -> None:
        if live := self.tables.get(table):
            live.part(ear)
            self.attend(live)

    def attend(self, live: Live) -> bool:
        """Somebody may have come or gone; whether everyone who listens was told who is there."""
        seats = live.seats_heard()
        self.bus.here(live.table.id, seats)
        return live.presence.note(THIS_HOUSE, seats)

    def listings(self) -> list[Listing]:
        """Open tables, those still gathering first, then the latest."""
        mine = (live.listing() for live in self.tables.values() if live.table.plan.listed)
        shown = self.neighbours.listings() if self.neighbours else list(mine)
        shown.sort(key=lambda listing: (listing.status != "gathering", -listing.at))
        return shown[:MOST_LISTED]

    async def film(self, table: str, number: int, move: int) -> bytes:
        """Of a throw of some game, as everyone saw it."""
        entries = await asyncio.to_thread(self.store.read, table)
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


def _quiet(live: Live) -> bool:
    """Nobody listens, and nothing is on its way."""
    return not live.ears and not live.turns.taken and live.late is None


def _people_wait(live: Live) -> bool:
    return bool(live.ears) and any(chair.token for chair in live.table.chairs)


async def _end_of(act: Callable[[Told], Act]) -> Done:
    """For who can wait: it takes its turn, and gives what it was told or raises it."""
    told: asyncio.Future[Done | Exception] = asyncio.get_running_loop().create_future()
    begun = act(lambda outcome: None if told.done() else told.set_result(outcome))
    begun.live.turns.take(begun.go)
    outcome = await told
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def table_id(command: str) -> str:
    return base64.b32encode(hashlib.sha256(b"sortilege table " + command.encode()).digest())[:26].decode().lower()
