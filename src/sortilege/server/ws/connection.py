"""One socket: asks come in one after another, each is answered; what is heard goes out in order, within bounds."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Any, Final, Protocol

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Command, Play
from sortilege.room.decide import check_move
from sortilege.room.snapshots import Audience
from sortilege.server.ops.limits import Bucket, check_room
from sortilege.server.ops.logs import broken, note
from sortilege.server.tables.session import TableSession
from sortilege.server.ws.connections import Desk
from sortilege.server.ws.messages import (
    MOST_BYTES,
    AnyRequest,
    Check,
    Done,
    Lobby,
    Message,
    Mute,
    Subscribe,
    Unsubscribe,
    encode,
    id_in,
    read_request,
    refused,
    tag_of,
)

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
FRAME_BYTES: Final = 64 * 1024  # lines are put together into frames of about this size
FEW: Final = 2  # lines that are never too many for one


class Line(Protocol):
    """The way to a client."""

    flowing: Callable[[], None]  # called when it was full and takes frames again
    at_once: Callable[[str], bool]  # called with a message as it comes: whether it was taken, or must be received

    def push(self, text: bytes) -> bool:
        """Send a frame; whether the line takes another one at once."""

    def abort(self) -> None: ...


class Socket:
    """A subscriber: see `subscribers.Subscriber`. Without a line, what it is sent stays in its outbox."""

    def __init__(self, desk: Desk, tokens: Sequence[str] = (), line: Line | None = None) -> None:
        self.desk, self.house = desk, desk.house
        self.tokens, self.line = list(tokens), line
        self.keys: dict[str, dict[int, str]] = {}  # by table and seat: the hash of the token shown
        self.muted: dict[str, frozenset[int]] = {}
        self.bucket = Bucket(self.house.limits.messages, self.house.now())
        self.asking = False  # an ask has been taken and not answered yet
        self.awaited: asyncio.Future[None] | None = None  # somebody waits for that
        self.task: asyncio.Future[None] | None = None  # an ask that takes its time
        self.in_hand = False  # an ask has been received and not taken yet
        self.gone = False
        self.pause = 0.0  # seconds before the next ask is read
        self.free = line is not None  # the line takes whatever is heard in a turn of the loop
        self.post, self.due = desk.post, False  # the outbox is about to be sent
        self.outbox: list[bytes] = []
        self.waiting, self.most_waiting = 0, self.house.limits.outbox  # bytes in the outbox of a line that is not free
        self.behind: set[tuple[str, Audience]] = set()  # the outbox was full: a fresh look is owed
        self.drained, self.held = asyncio.Event(), False  # no ask is read before the outbox is sent
        self.full_since: float | None = None  # the line takes nothing

    async def run(self, receive: Receive) -> None:
        if self.line:
            self.line.flowing, self.line.at_once = self._flow, self._at_once
        try:
            while (event := await receive())["type"] == "websocket.receive":
                self.in_hand = True
                await self._rest()
                self.in_hand = False
                await self.heed(event.get("text") or event.get("bytes") or "")
        finally:
            self.line, self.free, self.gone = None, False, True
            self.unsubscribe_all()

    def unsubscribe_all(self) -> None:
        for table in self.keys:
            if session := self.house.sessions.get(table):
                session.unsubscribe(self)

    async def _rest(self) -> None:
        """Until another ask may be taken. Nothing is read meanwhile: haste fills the sender's own line."""
        await self._answered()
        if self.pause:
            await asyncio.sleep(self.pause)
            self.pause = 0.0
        while self.waiting > self.most_waiting:
            self.held = True
            self.drained.clear()
            await self.drained.wait()
            self.held = False

    # ------------------------------------------------------------------------------------------------- coming in
    def _at_once(self, text: str) -> bool:
        """Nearly all asks come when the one before has long been answered."""
        if self.asking or self.in_hand or self.pause or self.waiting > self.most_waiting:
            return False
        self.take(text)
        return True

    async def heed(self, data: str | bytes) -> None:
        """Take it and wait for its answer."""
        self.take(data)
        await self._answered()

    async def _answered(self) -> None:
        while self.asking:
            self.awaited = asyncio.get_running_loop().create_future()
            await self.awaited

    def take(self, data: str | bytes) -> None:
        """Whatever comes is answered. Until then no other ask is taken."""
        self.asking = True
        ask = None
        try:
            if len(data) > MOST_BYTES:
                raise Refusal("message/too_big", most=MOST_BYTES)
            at = self.house.now()
            self.bucket.take(at)
            ask = read_request(data)
            if isinstance(ask, Command):
                session = self._held(ask.table, ask.seat)
                session.check_rate("moves", ask.seat, self.house.limits.moves, at)
                if not isinstance(ask, Play):
                    session.check_rate("changes", ask.seat, self.house.limits.changes, at)
            self.task = asyncio.ensure_future(self._do(ask))  # held, or it might be forgotten
        except Exception as error:
            self._told(ask, error, data)

    async def _do(self, ask: AnyRequest) -> None:
        try:
            outcome: Done | Exception = await self._done(ask)
        except Exception as error:
            outcome = error
        self._told(ask, outcome)

    def _told(self, ask: AnyRequest | None, outcome: Done | Exception, data: str | bytes = b"") -> None:
        if isinstance(outcome, Done):
            assert ask is not None
            self.answer(outcome)
            self.house.metrics.count("asks", tag_of(ask))
        else:
            self._fail(outcome, ask.id if ask else id_in(data))
        self.asking = False
        if self.awaited and not self.awaited.done():
            self.awaited.set_result(None)

    def _fail(self, error: Exception, re: str | None) -> None:
        if not isinstance(error, Refusal):
            number = self.desk.new_request()
            broken("broken on a socket", error, request=number)
            error = Refusal("house/broken", request=number)
        elif error.code == "message/too_many":
            self.pause = error.facts["seconds"]
        self._refuse(error, re)

    def _refuse(self, refusal: Refusal, re: str | None) -> None:
        request = self.desk.new_request()
        self.house.metrics.count("refusals", refusal.code)
        note("refused", request=request, code=refusal.code)
        self.answer(refused(refusal, re, request))

    async def _done(self, ask: AnyRequest) -> Done:
        match ask:
            case Command():
                return await self._held(ask.table, ask.seat).submit(ask, self.keys[ask.table][ask.seat])
            case Subscribe():
                session = await self.house.fetch(ask.table)
                return Done(re=ask.id) if self.gone else self._subscribe(session, ask)
            case Unsubscribe():
                known = self.house.sessions.get(ask.table)
                if self.keys.pop(ask.table, None) is not None and known:
                    known.unsubscribe(self)
            case Mute():
                check_room(len(self.muted.keys() - {ask.table}), self.house.limits.joined, "tables")
                self.muted[ask.table] = frozenset(ask.seats)
            case Check():
                check_move(self._held(ask.table, ask.seat).table, ask.seat, ask.move)
            case Lobby():
                self.desk.listen(self, ask.on)
        return Done(re=ask.id)

    def _subscribe(self, session: TableSession, ask: Subscribe) -> Done:
        check_room(len(self.keys.keys() - {ask.table}), self.house.limits.joined, "tables")
        seats = session.subscribe(self, [*self.tokens, *ask.tokens])
        self.keys[ask.table] = {seat: session.table.holders[seat].token for seat in seats}
        self.behind = {owed for owed in self.behind if owed[0] != ask.table}
        audiences: list[Audience] = [*seats] or [None]
        for audience in audiences:
            for message in session.missed(audience, ask.since, self.mutes(ask.table)):
                self._put(message)
        if not session.announce():
            self.offer(session.presence_now())
        return Done(re=ask.id, table=ask.table, n=session.table.n, seats=seats)

    def _held(self, table: str, seat: int) -> TableSession:
        """The table, if this socket holds that seat there: it may have another holder since it subscribed."""
        shown = self.keys[table].get(seat) if table in self.keys else None
        if shown:
            session = self.house.sessions.get(table)
            if session and hmac.compare_digest(shown, session.table.holders[seat].token):
                return session
        raise Refusal("seat/not_held", seat=seat)

    # ------------------------------------------------------------------------------------------------- going out
    def deliver(self, table: str, audience: Audience, message: bytes) -> None:
        if self.free:  # most often
            self.outbox.append(message)
            if not self.due:
                self.due = True
                self.post.soon(self)
        elif (table, audience) not in self.behind:
            if self.waiting + len(message) > self.most_waiting:
                self.house.metrics.count("slow_readers")
                self.behind.add((table, audience))
            else:
                self._put(message)

    def mutes(self, table: str) -> frozenset[int]:
        return self.muted.get(table, frozenset())

    def answer(self, message: Message) -> None:
        """Never dropped: while too much waits, no further ask is read."""
        self._put(encode(message))

    def offer(self, message: Message) -> None:
        """Dropped if the outbox is full: the next one will say it all again."""
        if self.waiting < self.most_waiting:
            self.answer(message)

    def _put(self, data: bytes) -> None:
        self.outbox.append(data)
        if not self.free:
            self.waiting += len(data)
        elif not self.due:
            self.due = True
            self.post.soon(self)

    def flush(self) -> None:
        """Everything said in one turn of the loop goes out together, as far as the line takes it."""
        self.due = False
        line, outbox = self.line, self.outbox
        if line and self.free and 0 < len(outbox) <= FEW and not self.behind:  # most often
            frame = b"\n".join(outbox)
            outbox.clear()
            if not line.push(frame):
                self._fill_up()
            return
        while line and self.free and (frame := self._frame()):
            if not line.push(frame):
                self._fill_up()

    def _fill_up(self) -> None:
        """The line is full: all else waits."""
        self.free, self.full_since = False, self.house.now()
        self.waiting = sum(map(len, self.outbox))

    def _flow(self) -> None:
        """The line takes frames again: first of what waits."""
        self.free, self.full_since = True, None
        self.flush()
        if self.held:
            self.drained.set()

    def abort(self) -> None:
        if self.line:
            self.line.abort()

    def _frame(self) -> bytes:
        """What waits, line by line; when nothing does, the looks that are owed."""
        if self.behind and not self.outbox:
            self._catch_up()
        sizes = accumulate(map(len, self.outbox))
        some = next((n for n, size in enumerate(sizes, 1) if size >= FRAME_BYTES), len(self.outbox))
        lines, self.outbox = self.outbox[:some], self.outbox[some:]
        self.waiting = sum(map(len, self.outbox))
        return b"\n".join(lines)

    def _catch_up(self) -> None:
        for table, audience in self.behind:
            if table in self.keys:
                with suppress(Refusal):  # the seat is another's by now
                    session = self.house.sessions[table] if audience is None else self._held(table, audience)
                    self.outbox.append(session.snapshot(audience))
        self.behind.clear()
