"""Implement the bus in Redis: one channel for each table, and a set of the servers that are open.

Three kinds of messages are published on the channel of a table: the number of its last entry; "here", a server and the
seats connected to it; and "who", by a server that begins to follow the table, which others answer with "here".
"""

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sortilege.kernel.refusal import Refusal, without_secret
from sortilege.server.cluster.bus import OnEntry, OnPresence, Seats

try:
    import redis.asyncio as redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ImportError:  # the extra `scale`
    redis = None  # type: ignore[assignment]

MARK: Final = "sortilege:"
CALL: Final = f"{MARK}table:"
OPEN: Final = f"{MARK}houses"
MOST_WAITING: Final = 10_000  # messages not sent yet; older ones are dropped
AGAIN_SECONDS: Final = 0.5
PRESENT_SECONDS: Final = 3.0
PATIENCE_SECONDS: Final = 5.0


class RedisBus:
    def __init__(self, address: str) -> None:
        if redis is None:
            raise Refusal("extra/missing", what="Redis", extra="scale")
        self.address, self.name = address, secrets.token_hex(8)
        self._outgoing: deque[tuple[str, str]] = deque(maxlen=MOST_WAITING)
        self._waiting = asyncio.Event()
        self.followed: set[str] = set()
        self._changes: dict[str, bool] = {}  # to follow, or to leave, since Redis was last told
        self._changed = asyncio.Event()
        self._here: dict[str, Seats] = {}  # by table: the seats connected to this server
        self._elsewhere: dict[str, set[str]] = {}  # by server: tables with people connected to it
        self._servers: set[str] = {self.name}
        self._answered_at = 0.0  # by the monotonic clock
        self._tasks: list[asyncio.Task[None]] = []

    def check(self) -> None:
        """Refuse an address that does not answer, before the server opens."""

        async def ping() -> None:
            client = self._client()
            await client.ping()
            await client.aclose()

        try:
            asyncio.run(asyncio.wait_for(ping(), PATIENCE_SECONDS))
        except ValueError:  # it would quote a piece of the address, which may be the secret
            raise Refusal(
                "bus/unreachable", address=without_secret(self.address), problem="unreadable address"
            ) from None
        except (OSError, RedisError, TimeoutError) as error:
            raise Refusal(
                "bus/unreachable", address=without_secret(self.address), problem=str(error) or repr(error)
            ) from None

    def _client(self) -> Any:
        """Return a client that does not retry by itself: that is done here, with the tables followed then."""
        return redis.from_url(
            self.address,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=PATIENCE_SECONDS,
            decode_responses=True,
        )

    # ------------------------------------------------------------------------------------------------------ the port
    def open(self, heard: OnEntry, on_presence: OnPresence) -> None:
        loop, self._answered_at = asyncio.get_running_loop(), time.monotonic()
        work = (self._publish, lambda: self._listen(heard, on_presence), lambda: self._register(on_presence))
        self._tasks = [loop.create_task(_repeat(each)) for each in work]

    def publish_entry(self, table: str, n: int) -> None:
        self._send(table, str(n))

    def publish_presence(self, table: str, seats: Seats) -> None:
        if seats != self._here.get(table, frozenset()):
            self._here[table] = seats
            self._send_here(table)
            if not seats:
                del self._here[table]

    def _send_here(self, table: str) -> None:
        self._send(table, " ".join(("here", self.name, *map(str, sorted(self._here[table])))))

    def _send(self, table: str, text: str) -> None:
        self._outgoing.append((table, text))
        self._waiting.set()

    def follow(self, table: str) -> None:
        if table not in self.followed:
            self.followed.add(table)
            self._changes[table] = True
            self._changed.set()

    def leave(self, table: str) -> None:
        if table in self.followed:
            self.followed.discard(table)
            self._changes[table] = False
            self._changed.set()

    def server_count(self) -> int:
        return len(self._servers)

    def is_away(self) -> bool:
        return time.monotonic() - self._answered_at > 2 * PRESENT_SECONDS

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(OSError, RedisError, TimeoutError):
            client = self._client()
            async with asyncio.timeout(1.0):
                await client.zrem(OPEN, self.name)
            await client.aclose()

    # --------------------------------------------------------------------------------------------- its three tasks
    async def _publish(self) -> None:
        async with contextlib.aclosing(self._client()) as client:
            while True:
                await self._waiting.wait()
                self._waiting.clear()
                pipe = client.pipeline(transaction=False)
                while self._outgoing:
                    table, text = self._outgoing.popleft()
                    pipe.publish(CALL + table, text)
                await pipe.execute()

    async def _listen(self, heard: OnEntry, on_presence: OnPresence) -> None:
        async with contextlib.aclosing(self._client()) as client, contextlib.aclosing(client.pubsub()) as channels:
            self._forget(set(self._elsewhere), on_presence)  # what they sent meanwhile is lost: they are asked again
            self._changes = dict.fromkeys(self.followed, True)
            self._changed.set()
            await channels.subscribe(MARK)  # a client must subscribe to something
            sides = [
                asyncio.create_task(side)
                for side in (self._hear(channels, heard, on_presence), self._follow_changes(channels))
            ]
            try:
                done, _ = await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
                for side in done:
                    side.result()
            finally:
                for side in sides:
                    side.cancel()
                await asyncio.gather(*sides, return_exceptions=True)

    async def _hear(self, channels: Any, heard: OnEntry, on_presence: OnPresence) -> None:
        async for message in channels.listen():
            if message["type"] == "message" and message["channel"].startswith(CALL):
                table = message["channel"].removeprefix(CALL)
                match message["data"].split(" "):
                    case ["here", server, *seats] if server != self.name:
                        tables = self._elsewhere.setdefault(server, set())
                        tables.add(table) if seats else tables.discard(table)
                        on_presence(table, server, frozenset(map(int, seats)))
                    case ["who", server] if server != self.name and table in self._here:
                        self._send_here(table)
                    case [n]:
                        heard(table, int(n))

    async def _follow_changes(self, channels: Any) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            changes, self._changes = self._changes, {}
            more = [CALL + table for table, on in changes.items() if on]
            less = [CALL + table for table, on in changes.items() if not on]
            if more:
                await channels.subscribe(*more)
            if less:
                await channels.unsubscribe(*less)
            for table in (table for table, on in changes.items() if on):
                self._send(table, f"who {self.name}")
                if table in self._here:
                    self._send_here(table)

    async def _register(self, on_presence: OnPresence) -> None:
        """Keep this server in the set of those open, by the clock of Redis."""
        async with contextlib.aclosing(self._client()) as client:
            while True:
                now = (await client.time())[0]
                await client.zadd(OPEN, {self.name: now})
                await client.zremrangebyscore(OPEN, 0, now - 3 * PRESENT_SECONDS)
                servers = {self.name, *await client.zrange(OPEN, 0, -1)}
                self._forget(self._servers - servers, on_presence)
                self._servers, self._answered_at = servers, time.monotonic()
                await asyncio.sleep(PRESENT_SECONDS)

    def _forget(self, servers: set[str], on_presence: OnPresence) -> None:
        for server in servers:
            for table in self._elsewhere.pop(server, ()):
                on_presence(table, server, frozenset())


async def _repeat(work: Callable[[], Awaitable[None]]) -> None:
    """Run again after any failure of Redis: messages that it lost are made up for by reading the log."""
    while True:
        with contextlib.suppress(Exception):
            await work()
        await asyncio.sleep(AGAIN_SECONDS)
