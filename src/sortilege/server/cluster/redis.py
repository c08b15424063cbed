"""The bus in Redis: one channel to a table, heard where people listen to it. Nothing is kept but which houses are open.

On the channel of a table go three kinds of calls: its number; "here", a house and the seats that listen there; and
"who", of a house that has just begun to follow, which the others answer with "here".
"""

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sortilege.kernel.refusal import Refusal, without_secret
from sortilege.server.cluster.bus import Heard, HeardHere, Seats

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
MOST_WAITING: Final = 10_000  # calls that are not out yet; older ones are dropped
AGAIN_SECONDS: Final = 0.5
PRESENT_SECONDS: Final = 3.0
PATIENCE_SECONDS: Final = 5.0


class RedisBus:
    def __init__(self, address: str) -> None:
        if redis is None:
            raise Refusal("extra/missing", what="Redis", extra="scale")
        self.address, self.name = address, secrets.token_hex(8)
        self._calls: deque[tuple[str, str]] = deque(maxlen=MOST_WAITING)
        self._waiting = asyncio.Event()
        self._followed: set[str] = set()
        self._changes: dict[str, bool] = {}  # to be followed, or left, since the line was last told
        self._changed = asyncio.Event()
        self._here: dict[str, Seats] = {}  # who listens to a table in this house
        self._elsewhere: dict[str, set[str]] = {}  # by another house: the tables that are listened to there
        self._houses: set[str] = {self.name}
        self._tasks: list[asyncio.Task[None]] = []

    def check(self) -> None:
        """A refusal where nobody answers; before a house opens, not while it runs."""

        async def knock() -> None:
            client = self._client()
            await client.ping()
            await client.aclose()

        try:
            asyncio.run(asyncio.wait_for(knock(), PATIENCE_SECONDS))
        except ValueError:  # it would quote a piece of the address, which may be the secret
            raise Refusal(
                "bus/unreachable", address=without_secret(self.address), problem="unreadable address"
            ) from None
        except (OSError, RedisError, TimeoutError) as error:
            raise Refusal(
                "bus/unreachable", address=without_secret(self.address), problem=str(error) or repr(error)
            ) from None

    def _client(self) -> Any:
        """One that does not try again by itself: that is done here, with the tables that are followed then."""
        return redis.from_url(
            self.address,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=PATIENCE_SECONDS,
            decode_responses=True,
        )

    # ----------------------------------------------------------------------------------------------- what a house does
    def open(self, heard: Heard, heard_here: HeardHere) -> None:
        loop = asyncio.get_running_loop()
        work = (self._call_out, lambda: self._listen(heard, heard_here), lambda: self._say_open(heard_here))
        self._tasks = [loop.create_task(_again_and_again(each)) for each in work]

    def tell(self, table: str, n: int) -> None:
        self._call(table, str(n))

    def here(self, table: str, seats: Seats) -> None:
        if seats != self._here.get(table, frozenset()):
            self._here[table] = seats
            self._say_here(table)
            if not seats:
                del self._here[table]

    def _say_here(self, table: str) -> None:
        self._call(table, " ".join(("here", self.name, *map(str, sorted(self._here[table])))))

    def _call(self, table: str, text: str) -> None:
        self._calls.append((table, text))
        self._waiting.set()

    def follow(self, table: str) -> None:
        if table not in self._followed:
            self._followed.add(table)
            self._changes[table] = True
            self._changed.set()

    def leave(self, table: str) -> None:
        if table in self._followed:
            self._followed.discard(table)
            self._changes[table] = False
            self._changed.set()

    def present(self) -> int:
        return len(self._houses)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(OSError, RedisError, TimeoutError):
            client = self._client()
            async with asyncio.timeout(1.0):
                await client.zrem(OPEN, self.name)
            await client.aclose()

    # ------------------------------------------------------------------------------------------------- its three lines
    async def _call_out(self) -> None:
        async with contextlib.aclosing(self._client()) as client:
            while True:
                await self._waiting.wait()
                self._waiting.clear()
                pipe = client.pipeline(transaction=False)
                while self._calls:
                    table, text = self._calls.popleft()
                    pipe.publish(CALL + table, text)
                await pipe.execute()

    async def _listen(self, heard: Heard, heard_here: HeardHere) -> None:
        async with contextlib.aclosing(self._client()) as client, contextlib.aclosing(client.pubsub()) as line:
            self._forget(set(self._elsewhere), heard_here)  # what they said meanwhile is lost: they are asked again
            self._changes = dict.fromkeys(self._followed, True)
            self._changed.set()
            await line.subscribe(MARK)  # a line must listen to something
            sides = [asyncio.create_task(side) for side in (self._hear(line, heard, heard_here), self._tell(line))]
            try:
                done, _ = await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
                for side in done:
                    side.result()
            finally:
                for side in sides:
                    side.cancel()
                await asyncio.gather(*sides, return_exceptions=True)

    async def _hear(self, line: Any, heard: Heard, heard_here: HeardHere) -> None:
        async for message in line.listen():
            if message["type"] == "message" and message["channel"].startswith(CALL):
                table = message["channel"].removeprefix(CALL)
                match message["data"].split(" "):
                    case ["here", house, *seats] if house != self.name:
                        tables = self._elsewhere.setdefault(house, set())
                        tables.add(table) if seats else tables.discard(table)
                        heard_here(table, house, frozenset(map(int, seats)))
                    case ["who", house] if house != self.name and table in self._here:
                        self._say_here(table)
                    case [n]:
                        heard(table, int(n))

    async def _tell(self, line: Any) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            changes, self._changes = self._changes, {}
            more = [CALL + table for table, on in changes.items() if on]
            less = [CALL + table for table, on in changes.items() if not on]
            if more:
                await line.subscribe(*more)
            if less:
                await line.unsubscribe(*less)
            for table in (table for table, on in changes.items() if on):
                self._call(table, f"who {self.name}")
                if table in self._here:
                    self._say_here(table)

    async def _say_open(self, heard_here: HeardHere) -> None:
        """By Redis' own clock, so that those of the machines do not matter."""
        async with contextlib.aclosing(self._client()) as client:
            while True:
                now = (await client.time())[0]
                await client.zadd(OPEN, {self.name: now})
                await client.zremrangebyscore(OPEN, 0, now - 3 * PRESENT_SECONDS)
                houses = {self.name, *await client.zrange(OPEN, 0, -1)}
                self._forget(self._houses - houses, heard_here)
                self._houses = houses
                await asyncio.sleep(PRESENT_SECONDS)

    def _forget(self, houses: set[str], heard_here: HeardHere) -> None:
        for house in houses:
            for table in self._elsewhere.pop(house, ()):
                heard_here(table, house, frozenset())


async def _again_and_again(work: Callable[[], Awaitable[None]]) -> None:
    """Redis may be away, in whatever way: what it did not carry is found by looking."""
    while True:
        with contextlib.suppress(Exception):
            await work()
        await asyncio.sleep(AGAIN_SECONDS)
