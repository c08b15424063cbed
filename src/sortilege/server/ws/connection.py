"""Serve one client: handle its messages in order, answer each, and send it updates, within limits."""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import AnyCommand, Command, Play
from sortilege.room.decide import check_move
from sortilege.room.snapshots import Audience
from sortilege.server.ops.limits import Bucket, check_room
from sortilege.server.ops.logs import log_error, log_event
from sortilege.server.tables.session import TableSession
from sortilege.server.ws.connections import Connections
from sortilege.server.ws.messages import (
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
from sortilege.server.ws.outbox import Outbox

COSTS: Final = {Lobby: 10.0, Subscribe: 5.0, Check: 3.0}  # in messages; a command costs one
SINCE_COST: Final = 10.0  # of a subscription that wants the entries it missed


class Connection:
    """Subscribe one client to tables: see `subscribers.Subscriber`."""

    def __init__(self, connections: Connections, tokens: Sequence[str] = (), address: str = "") -> None:
        self.connections, self.registry = connections, connections.registry
        self.tokens, self.address = list(tokens), address
        self.keys: dict[str, dict[int, str]] = {}  # by table and seat: the hash of the token shown
        self.muted: dict[str, frozenset[int]] = {}
        self.bucket = Bucket(self.registry.limits.messages, self.registry.now())
        self.pause = 0.0  # seconds before the next message is read
        self.outbox = Outbox(self.registry.limits.outbox)
        self.behind: set[tuple[str, Audience]] = set()  # the outbox was full: a fresh snapshot is owed
        self.end: Callable[..., Awaitable[bool]] | None = None  # closes the socket
        self.gone = False

    # ------------------------------------------------------------------------------------------------- coming in
    async def take(self, data: str | bytes) -> None:
        """Answer one message, whatever it is."""
        request: AnyRequest | None = None
        try:
            self._spend(1.0)
            request = read_request(data)
            self._spend(_cost(request) - 1.0)
            done = await self._do(request)
        except Exception as error:
            self._fail(error, request.id if request else id_in(data))
        else:
            self.answer(done)
            self.registry.metrics.count("socket_requests", tag_of(request))

    async def count(self) -> None:
        """Count a frame that is no message. Too many are not refused but wait."""
        try:
            self._spend(1.0)
        except Refusal as refusal:
            self.pause = refusal.facts["seconds"]

    async def rest(self) -> None:
        """Wait until another message may be read. Meanwhile haste fills the sender's own connection."""
        if self.pause:
            await asyncio.sleep(self.pause)
            self.pause = 0.0
        await self.outbox.emptied()

    def leave(self) -> None:
        self.gone = True
        for table in self.keys:
            if session := self.registry.sessions.get(table):
                session.unsubscribe(self)

    def _spend(self, cost: float) -> None:
        """Take from what this socket may ask, and all sockets of its address together."""
        now = self.registry.now()
        self.bucket.take(now, cost)
        self.connections.messages.take(self.address, now, cost)

    async def _do(self, request: AnyRequest) -> Done:
        match request:
            case Command():
                return await self._submit(request)
            case Subscribe():
                session = await self.registry.fetch(request.table)
                return Done(re=request.id) if self.gone else self._subscribe(session, request)
            case Unsubscribe():
                known = self.registry.sessions.get(request.table)
                if self.keys.pop(request.table, None) is not None and known:
                    known.unsubscribe(self)
            case Mute():
                check_room(len(self.muted.keys() - {request.table}), self.registry.limits.joined, "tables")
                self.muted[request.table] = frozenset(request.seats)
            case Check():
                check_move(self._held(request.table, request.seat).table, request.seat, request.move)
            case Lobby():
                self.connections.lobby.subscribe(self, request.on)
        return Done(re=request.id)

    async def _submit(self, command: AnyCommand) -> Done:
        session, now = self._held(command.table, command.seat), self.registry.now()
        session.check_rate("moves", command.seat, self.registry.limits.moves, now)
        if not isinstance(command, Play):
            session.check_rate("changes", command.seat, self.registry.limits.changes, now)
        return await session.submit(command, self.keys[command.table][command.seat])

    def _subscribe(self, session: TableSession, request: Subscribe) -> Done:
        check_room(len(self.keys.keys() - {request.table}), self.registry.limits.joined, "tables")
        seats = session.subscribe(self, [*self.tokens, *request.tokens])
        session.owner = session.owner or self.address  # of a table that was opened before a restart
        self.keys[request.table] = {seat: session.table.holders[seat].token for seat in seats}
        self.behind = {owed for owed in self.behind if owed[0] != request.table}
        audiences: list[Audience] = [*seats] or [None]
        for audience in audiences:
            for message in session.missed(audience, request.since, self.mutes(request.table)):
                self.outbox.put(message)
        if not session.announce():
            self.offer(session.presence_now())
        return Done(re=request.id, table=request.table, n=session.table.n, seats=seats)

    def _held(self, table: str, seat: int) -> TableSession:
        """Return the table, if this client holds that seat: it may have another holder since it subscribed."""
        shown = self.keys[table].get(seat) if table in self.keys else None
        if shown:
            session = self.registry.sessions.get(table)
            if session and hmac.compare_digest(shown, session.table.holders[seat].token):
                return session
        raise Refusal("seat/not_held", seat=seat)

    def _fail(self, error: Exception, re: str | None) -> None:
        if not isinstance(error, Refusal):
            number = self.connections.new_request()
            log_error("broken on a socket", error, request=number)
            error = Refusal("house/broken", request=number)
        elif error.code == "message/too_many":
            self.pause = error.facts["seconds"]
        self.refuse(error, re)

    def refuse(self, refusal: Refusal, re: str | None) -> None:
        number = self.connections.new_request()
        self.registry.metrics.count("refusals", refusal.code)
        log_event("refused", logging.DEBUG, request=number, code=refusal.code)
        self.answer(refused(refusal, re, number))

    # ------------------------------------------------------------------------------------------------- going out
    def deliver(self, table: str, audience: Audience, message: bytes) -> None:
        """Queue an update. A client that takes too little gets a fresh snapshot instead, once it has room."""
        if (table, audience) in self.behind:
            return
        if self.outbox.fits(message):
            self.outbox.put(message)
        else:
            self.registry.metrics.count("slow_readers")
            self.behind.add((table, audience))

    def mutes(self, table: str) -> frozenset[int]:
        return self.muted.get(table, frozenset())

    def answer(self, message: Message) -> None:
        """Queue an answer. None is dropped: while too much waits, no further message is read."""
        self.outbox.put(encode(message))

    def offer(self, message: Message) -> None:
        self.offer_bytes(encode(message))

    def offer_bytes(self, message: bytes) -> bool:
        """Queue a message that may be dropped, and return whether there was room for it."""
        if self.outbox.full:
            return False
        self.outbox.put(message)
        return True

    def frame(self) -> bytes:
        """Return the next frame to send; when nothing waits, the snapshots that are owed; empty if there are none."""
        if not self.outbox.messages and self.behind:
            self._catch_up()
        return self.outbox.take()

    def _catch_up(self) -> None:
        behind, self.behind = self.behind, set()
        for table, audience in behind:
            if table in self.keys:
                with suppress(Refusal):  # the seat is another's by now
                    session = self.registry.sessions[table] if audience is None else self._held(table, audience)
                    self.outbox.put(session.snapshot(audience))


def _cost(request: AnyRequest) -> float:
    if isinstance(request, Subscribe) and request.since is not None:
        return SINCE_COST
    return COSTS.get(type(request), 1.0)
