"""Run one open table: apply commands in order and send updates to its subscribers."""

import asyncio
import logging
from functools import partial
from math import ceil
from time import monotonic

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import CallBot, Relieve, Sit
from sortilege.room.decide import answered, decide, decide_sit, goes_on_alone, may_relieve, question
from sortilege.room.facts import Fact, Sat, read_fact, write_fact
from sortilege.room.snapshots import Audience
from sortilege.room.table import Table
from sortilege.server.ops.commits import Stored
from sortilege.server.ops.limits import Bucket
from sortilege.server.ops.logs import log_event
from sortilege.server.tables.command_ids import SERVER, Answer, Submitted, check_same, identify
from sortilege.server.tables.presence import THIS_SERVER, Presence
from sortilege.server.tables.replay import Replayed
from sortilege.server.tables.services import Services
from sortilege.server.tables.subscribers import Subscriber, Subscribers, encoded_snapshot, messages_since
from sortilege.server.ws.messages import Done, PresenceChange
from sortilege.store import Entry


class TableSession:
    """Run one open table: apply commands one at a time, store entries, send updates."""

    def __init__(self, services: Services, replayed: Replayed, owner: str = "") -> None:
        self.services = services
        self.table, self.history, self.answers = replayed
        self.owner = owner  # address of the guest who opened it, "" if not known
        self.used_at = 0.0  # when it was last asked for
        self.lock = asyncio.Lock()  # one command at a time
        self.unsettled: Table | None = None  # after an entry of which the store has not said whether it was kept
        self.subscribers = Subscribers(self.table)
        self.presence = Presence(self._send_presence)
        self._rates: dict[tuple[str, int], Bucket] = {}  # by kind of command and seat

    @property
    def is_quiet(self) -> bool:
        """Return whether nobody is subscribed and nothing is on its way."""
        return not self.subscribers.by_audience and not self.lock.locked() and self.unsettled is None

    @property
    def last_use(self) -> float:
        return max(self.table.at, self.used_at)

    # ------------------------------------------------------------------------------------------------- commands
    async def begin(self, key: str, digest: str, fact: Fact) -> Done:
        """Store the first entry of the table, its creation."""
        async with self.lock:
            entry = await self._append(key, digest, fact, self.table)
            self.answers[key] = Answer.of(entry, fact)
            self.services.bus.publish_entry(self.table.id, self.table.n)
            return self.answers[key].done

    async def submit(self, command: Submitted, holder: str) -> Done:
        """Do one command, or raise the refusal.

        `holder` is the hash of the seat token that the sender showed, or SERVER.
        """
        key, digest = identify(command, holder)
        async with self.lock:
            while True:
                if known := self.answers.get(key):  # deduplicate
                    check_same(known, digest)
                    return known.done
                try:
                    at = self.services.now()
                    fact = self._decide(command, holder, at)  # check against the table
                    if asked := question(self.table, fact):  # resolve dice
                        fact = answered(fact, await self.services.dice.answer(asked))
                    after = self.table.after(fact, at)
                    entry = await self._append(key, digest, fact, after)  # append to the log
                except Refusal as refusal:
                    if await self._was_outdated(refusal):
                        continue
                    raise
                before = self._apply(entry, fact, after)  # apply
                self.subscribers.publish(after, fact)  # publish one update to each audience
                self.services.after_entry(before, after, True)  # wake bots, update the lobby
                return self.answers[key].done

    def _decide(self, command: Submitted, holder: str, at: float) -> Fact:
        if self.unsettled:
            raise Refusal("store/late")
        if isinstance(command, Sit):
            return decide_sit(command, self.table)
        if holder != SERVER and self.table.holders[command.seat].token != holder:
            raise Refusal("seat/not_held", seat=command.seat)  # it may have changed while the command waited
        if isinstance(command, CallBot):
            return decide(self._relief(command), self.table, at)
        return decide(command, self.table, at)

    def _relief(self, command: CallBot) -> CallBot | Relieve:
        """Return what a call of a bot means: relief, if it is for a person who is gone.

        With several servers on one log none is sure that the person is connected to no other.
        """
        seat, for_seat = command.seat, command.for_seat
        away = self.presence.away(for_seat)
        if away is None or self.services.store.shared or not may_relieve(self.table, seat, for_seat):
            return command
        left = self.services.limits.away_seconds - away
        if left > 0:
            raise Refusal("seat/not_gone", seat=for_seat, seconds=ceil(left))
        return Relieve(seat, for_seat)

    async def _append(self, key: str, digest: str, fact: Fact, after: Table) -> Entry:
        """Return the entry when it is on disk. Until the store has answered, nothing else happens at the table."""
        if self.services.closing:
            raise Refusal("house/closing")
        alone = self.services.store.shared and after.status == "playing" and goes_on_alone(after, after.at)
        entry = Entry(after.id, after.n, key, after.at, after.status == "over", write_fact(fact), alone, digest)
        loop, begun, settled = asyncio.get_running_loop(), monotonic(), False
        stored: Stored = loop.create_future()
        self.services.commits.follow(stored)
        self.services.store.append(entry, partial(_answer, loop, stored))
        try:
            await asyncio.wait((stored,), timeout=self.services.limits.commit_seconds)
            settled = stored.done()
        finally:  # also if the sender is cancelled
            if not settled:
                self.unsettled = after
                stored.add_done_callback(partial(self._settle, entry, fact, after))
        self.services.metrics.took("commit", monotonic() - begun)
        if not settled:
            raise Refusal("store/late")
        if error := stored.result():
            raise self._not_stored(error, after)
        return entry

    def _settle(self, entry: Entry, fact: Fact, after: Table, stored: Stored) -> None:
        """Apply an entry, if the store kept it, for which nobody waits any more."""
        if self.unsettled is after:
            self.unsettled = None
            if stored.result() is None and after.n == self.table.n + 1:
                self._advance(entry, fact, after, mine=True)

    def _not_stored(self, error: Refusal, after: Table) -> Refusal:
        conflict = self.services.store.shared and error.code == "store/conflict"
        level = logging.DEBUG if conflict else logging.ERROR
        log_event("not stored", level, table=after.id, code=error.code, **{"n": after.n, **error.facts})
        return Refusal("store/failed") if error.code == "store/failed" else error

    def _apply(self, entry: Entry, fact: Fact, after: Table) -> Table:
        """Make the table what it is after an entry; return the table before."""
        before, self.table = self.table, after
        self.history.add(fact, after)
        self.answers[entry.command] = Answer.of(entry, fact)
        if before.holders is not after.holders:
            self.subscribers.drop_former_holders(before, after)
            self.announce()
        if isinstance(fact, Sat):
            self.presence.greet(fact.seat)
        return before

    def _advance(self, entry: Entry, fact: Fact, after: Table, mine: bool) -> None:
        """Apply and publish an entry that no command here waits for."""
        before = self._apply(entry, fact, after)
        self.subscribers.publish(after, fact)
        self.services.after_entry(before, after, mine)

    def check_rate(self, kind: str, seat: int, rate: float, at: float) -> None:
        """Refuse a seat that asks too fast, over whichever connections."""
        bucket = self._rates.get((kind, seat))
        if bucket is None:
            bucket = self._rates[kind, seat] = Bucket(rate, at)
        bucket.take(at)

    # -------------------------------------------------------------------------------- entries of other servers
    async def _was_outdated(self, refusal: Refusal) -> bool:
        """Read what other servers wrote; return whether the refusal did not take some of it into account."""
        conflict = refusal.code == "store/conflict"
        if not self.services.store.shared or (refusal.code.startswith(("store/", "house/")) and not conflict):
            return False
        self.services.metrics.count("conflicts" if conflict else "second_looks")
        return await self._read_on()

    async def catch_up(self) -> None:
        async with self.lock:
            await self._read_on()

    async def _read_on(self) -> bool:
        return self.apply_read(await asyncio.to_thread(self.services.store.read, self.table.id, self.table.n))

    def apply_read(self, entries: list[Entry]) -> bool:
        """Apply what other servers wrote, with the lock held; return whether any of it was new."""
        news = [entry for entry in entries if entry.n > self.table.n]
        for entry in news:
            fact = read_fact(entry.body)
            self._advance(entry, fact, self.table.after(fact, entry.at), mine=False)
        if self.unsettled and self.unsettled.n <= self.table.n:
            self.unsettled = None  # its number is taken, by itself or by another entry
        return bool(news)

    # ------------------------------------------------------------------------------------------------ subscribers
    def subscribe(self, subscriber: Subscriber, tokens: list[str]) -> list[int]:
        """Add a subscriber for each seat it has a token of, else as a spectator; return those seats."""
        seats = self.table.seated(tokens)
        self.subscribers.remove(subscriber)
        self.subscribers.add(subscriber, [*seats] or [None])
        self.services.bus.follow(self.table.id)
        return seats

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.remove(subscriber)
        self.announce()

    def missed(self, audience: Audience, since: int | None, muted: frozenset[int]) -> list[bytes]:
        """Return the entries after a number one by one, or a snapshot if that is too long ago."""
        tables = [] if since is None else self.history.since(since)
        return messages_since(tables, audience, muted) if tables else [self.snapshot(audience)]

    def snapshot(self, audience: Audience) -> bytes:
        return encoded_snapshot(self.table, audience)

    def announce(self) -> bool:
        """Publish which seats are connected here; return whether that was new."""
        seats = self.subscribers.seats
        self.services.bus.publish_presence(self.table.id, seats)
        return self.presence.note(THIS_SERVER, seats)

    def presence_now(self) -> PresenceChange:
        return PresenceChange(table=self.table.id, seats=sorted(self.presence.seats))

    def _send_presence(self) -> None:
        self.subscribers.offer(self.presence_now())


def _answer(loop: asyncio.AbstractEventLoop, stored: Stored, error: Refusal | None) -> None:
    """Hand an answer of the store, from its thread, to the event loop."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(stored.set_result, error)
