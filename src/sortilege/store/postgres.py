"""Keep the log in PostgreSQL, for several servers at once.

What arrives while one commit is under way goes into the next. The key (table, n) fences two writers. A commit whose
answer was lost is sent again: an entry that stands there already, the very same, is stored.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, Final, TypeVar

from sortilege.kernel.refusal import Refusal, without_secret
from sortilege.store import Entry, OnStored, entry_of
from sortilege.store import postgres_sql as sql

try:
    import asyncpg
except ImportError:  # the extra `scale`
    asyncpg = None

T = TypeVar("T")
Waiting = tuple[Entry, OnStored]
log = logging.getLogger("sortilege")
READ_SECONDS: Final = 10.0  # readers wait so long for a server that restarts
CLOSE_SECONDS: Final = 10.0
AGAIN_SECONDS: Final = 0.2
MOST_AT_ONCE: Final = 500
READERS: Final = 3
COPIED_AT_ONCE: Final = 5000
COPY_SECONDS: Final = 24 * 3600.0


class PostgresStore:
    shared = True

    def __init__(self, address: str) -> None:
        if asyncpg is None:
            raise Refusal("extra/missing", what="PostgreSQL", extra="scale")
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="store", daemon=True)
        self._queue: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._appends = threading.Lock()
        self._closed = False
        self._connection: Any = None
        self._readers: Any = None
        self._thread.start()
        try:
            self._wait(self._open(), sql.OPEN_SECONDS)
        except BaseException:
            self._end()
            raise

    async def _open(self) -> None:
        try:
            self._connection = await sql.connect(self._address)
            await sql.migrate(self._connection)
            self._readers = await asyncpg.create_pool(
                self._address, min_size=0, max_size=READERS, timeout=sql.OPEN_SECONDS, command_timeout=READ_SECONDS
            )
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise self._unreachable(error) from None
        self._writing = asyncio.get_running_loop().create_task(self._write())

    def _unreachable(self, error: Exception) -> Refusal:
        """Return the refusal without Python's own complaint of an address: it quotes a piece, maybe the secret."""
        problem = "unreadable address" if isinstance(error, ValueError) else str(error) or repr(error)
        return Refusal("store/unreachable", address=without_secret(self._address), problem=problem)

    def _wait(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Run work on the store's loop; called from any other thread."""
        asked = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return asked.result(seconds)
        except TimeoutError as error:
            asked.cancel()
            raise self._unreachable(error) from None
        except CancelledError:
            raise Refusal("store/closed") from None

    # ------------------------------------------------------------------------------------------------- writing
    def append(self, entry: Entry, on_stored: OnStored) -> None:
        with self._appends:  # or it might come after the last one that the writer takes
            closed = self._closed
            if not closed:
                self._loop.call_soon_threadsafe(self._queue.put_nowait, (entry, on_stored))
        if closed:
            on_stored(Refusal("store/closed"))

    def close(self) -> None:
        with self._appends:
            if self._closed:
                return
            self._closed = True
            self._loop.call_soon_threadsafe(self._queue.put_nowait, None)
        try:
            self._wait(self._shut(), 2 * CLOSE_SECONDS)
        finally:
            self._end()

    async def _shut(self) -> None:
        """Let the writer finish; answer what it cannot commit in time as late."""
        done, _ = await asyncio.wait([self._writing], timeout=CLOSE_SECONDS)
        if not done:
            self._writing.cancel()
        await asyncio.wait([self._writing])

    async def _cut(self) -> None:
        """Cut all connections off; reads that are under way fail at once."""
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        for line in (self._connection, self._readers):
            if line:
                line.terminate()
        for _ in range(3):
            await asyncio.sleep(0)  # for the loop to let go of their sockets

    def _end(self) -> None:
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _write(self) -> None:
        batch: list[Waiting | None] = []
        closing = False
        try:
            while not closing:
                batch = []  # what the one before held is answered
                batch.append(await self._queue.get())
                while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                    batch.append(self._queue.get_nowait())
                closing = None in batch
                entries = [each[0] for each in batch if each]
                self._tell(batch, await self._commit(entries) if entries else [])
        except asyncio.CancelledError:
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            self._tell(batch, [Refusal("store/late") for each in batch if each])

    def _tell(self, batch: list[Waiting | None], outcomes: list[Refusal | None]) -> None:
        for (_, on_stored), found in zip([each for each in batch if each], outcomes, strict=True):
            on_stored(found)

    async def _commit(self, entries: list[Entry]) -> list[Refusal | None]:
        """Send the entries until the server has said what became of them; refuse only what it refused itself."""
        complained = False
        while True:
            try:
                self._connection = self._connection or await sql.connect(self._address)
                return await sql.insert(self._connection, entries)
            except asyncpg.exceptions.DataError as error:
                if len(entries) == 1:
                    return [Refusal("store/failed", problem=str(error))]
                return [found for entry in entries for found in await self._commit([entry])]
            except Exception as error:
                if self._connection and not self._connection.is_closed() and sql.is_refused(error):
                    return [Refusal("store/failed", problem=str(error))] * len(entries)
                if not complained:
                    log.error("commit failed", extra={"facts": {"entries": len(entries), "problem": str(error)}})
                complained = True
            if self._connection:
                self._connection.terminate()  # whatever state it is in: nothing is known of it
                self._connection = None
            await asyncio.sleep(AGAIN_SECONDS)

    # ------------------------------------------------------------------------------------------------- reading
    def read(self, table: str, after: int = 0) -> list[Entry]:
        return [entry_of(row) for row in self._rows(sql.READ, table, after)]

    def unfinished(self, since: float = 0.0) -> list[str]:
        return [row[0] for row in self._rows(sql.UNFINISHED, since)]

    def tables(self) -> list[str]:
        return [row[0] for row in self._rows("SELECT table_id FROM heads")]

    def read_on(self, after: dict[str, int]) -> list[Entry]:
        return [entry_of(row) for row in self._rows(sql.READ_ON, list(after), list(after.values()))]

    def heads(self, tables: list[str]) -> dict[str, int]:
        return dict(self._rows(sql.HEADS, tables))

    def quiet(self, since: float, until: float) -> dict[str, int]:
        return dict(self._rows(sql.QUIET, since, until))

    def lobby(self, since: float, most: int) -> dict[str, int]:
        return dict(self._rows(sql.LOBBY, since, most))

    def check(self) -> list[str]:
        return [f"table {row[0]}: the numbers of its entries have a gap" for row in self._rows(sql.WRONG)]

    def _rows(self, query: str, *given: Any) -> list[Any]:
        if self._closed:
            raise Refusal("store/closed")
        return self._wait(self._patiently(lambda: self._readers.fetch(query, *given)), 2 * READ_SECONDS)

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        until = self._loop.time() + READ_SECONDS
        while True:
            try:
                return await work()
            except Exception as error:
                if not sql.is_passing(error) or self._loop.time() > until:
                    raise self._unreachable(error) from None
            await asyncio.sleep(AGAIN_SECONDS)

    def backup(self, file: Path) -> None:
        """Write the whole log into one SQLite file, whatever is written meanwhile."""
        self._wait(self._copy(file), COPY_SECONDS)

    async def _copy(self, file: Path) -> None:
        from sortilege.store.backups import new_file

        async with self._readers.acquire() as reading, reading.transaction(isolation="repeatable_read", readonly=True):
            cursor = await reading.cursor(sql.ALL)
            with new_file(file) as write:
                while rows := await cursor.fetch(COPIED_AT_ONCE):
                    write([entry_of(row) for row in rows])
