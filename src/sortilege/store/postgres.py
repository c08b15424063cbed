"""The log in PostgreSQL, for several houses at once. What arrives while one commit is under way goes into the next.

The key (table, n) fences two writers. A commit whose answer was lost is sent again: an entry that stands there already,
the very same, is ours.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, Final, TypeVar

from sortilege.kernel.refusal import Refusal, without_secret
from sortilege.store import Entry, Told, conflict

try:
    import asyncpg
except ImportError:  # the extra `scale`
    asyncpg = None

T = TypeVar("T")
OPEN_SECONDS: Final = 10.0
READ_SECONDS: Final = 10.0  # readers wait so long for a server that restarts
CLOSE_SECONDS: Final = 10.0
AGAIN_SECONDS: Final = 0.2
MOST_AT_ONCE: Final = 500
READERS: Final = 3
COPIED_AT_ONCE: Final = 5000
COPY_SECONDS: Final = 24 * 3600.0
ALONE: Final = 0x736F7274  # the lock under which the schema is brought up to date
# Each step is run once, in order. Steps are added, never edited.
STEPS: Final = (
    """
    CREATE TABLE entries (
        table_id text NOT NULL,
        n integer NOT NULL CHECK (n > 0),
        command text NOT NULL,
        at double precision NOT NULL,
        over boolean NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (table_id, n),
        UNIQUE (table_id, command)
    );
    CREATE TABLE heads (  -- the last entry of each table, to be found without reading the log
        table_id text PRIMARY KEY,
        n integer NOT NULL,
        at double precision NOT NULL,
        over boolean NOT NULL,
        listed boolean NOT NULL,
        alone boolean NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX going_on ON heads (table_id) WHERE NOT over;
    CREATE INDEX going_on_alone ON heads (table_id) WHERE alone AND NOT over;
    CREATE INDEX in_the_lobby ON heads (table_id) WHERE listed AND NOT over;
    """,
    """
    CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$;
    CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON entries EXECUTE FUNCTION append_only();
    """,
)
# Sorted, so that two houses never wait for each other in a circle. What stands in the lobby is read from the first
# entry: a text in it cannot look so, its quotes are escaped.
INSERT: Final = """
    WITH given AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::float8[], $5::bool[], $6::bytea[], $7::bool[])
            AS given (table_id, n, command, at, over, body, alone)
        ORDER BY table_id, n
    ), written AS (
        INSERT INTO entries (table_id, n, command, at, over, body)
        SELECT table_id, n, command, at, over, body FROM given
        ON CONFLICT DO NOTHING
        RETURNING table_id, n, command
    ), noted AS (
        INSERT INTO heads (table_id, n, at, over, listed, alone)
        SELECT DISTINCT ON (table_id) table_id, n, at, over, position('"listed":true'::bytea IN body) > 0, alone
        FROM given JOIN written USING (table_id, n, command) ORDER BY table_id, n DESC
        ON CONFLICT (table_id) DO UPDATE
        SET n = excluded.n, at = excluded.at, over = excluded.over, alone = excluded.alone
        WHERE heads.n < excluded.n
    )
    SELECT table_id, n, command FROM written
"""
READ: Final = "SELECT n, command, at, over, body FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n"
READ_ON: Final = """
    SELECT e.table_id, e.n, e.command, e.at, e.over, e.body
    FROM unnest($1::text[], $2::int[]) AS wanted (table_id, after)
    JOIN entries e ON e.table_id = wanted.table_id AND e.n > wanted.after
    ORDER BY e.table_id, e.n
"""
UNFINISHED: Final = "SELECT table_id FROM heads WHERE NOT over AND at >= $1"
HEADS: Final = "SELECT table_id, n FROM heads WHERE table_id = ANY($1::text[])"
QUIET: Final = "SELECT table_id, n FROM heads WHERE alone AND NOT over AND at BETWEEN $1 AND $2"
LOBBY: Final = "SELECT table_id, n FROM heads WHERE listed AND NOT over AND at > $1 ORDER BY at DESC LIMIT $2"
WRONG: Final = """
    SELECT e.table_id FROM entries e FULL JOIN heads h USING (table_id)
    GROUP BY e.table_id, h.n HAVING count(e.n) <> max(e.n) OR h.n IS DISTINCT FROM max(e.n)
"""


class PostgresStore:
    shared = True

    def __init__(self, address: str) -> None:
        if asyncpg is None:
            raise Refusal("extra/missing", what="PostgreSQL", extra="scale")
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="store", daemon=True)
        self._queue: asyncio.Queue[tuple[Entry, Told] | None] = asyncio.Queue()
        self._closed = False
        self._connection: Any = None
        self._readers: Any = None
        self._thread.start()
        try:
            self._wait(self._open(), OPEN_SECONDS)
        except BaseException:
            self._end()
            raise

    async def _open(self) -> None:
        try:
            self._connection = await connect(self._address)
            await migrate(self._connection)
            self._readers = await asyncpg.create_pool(
                self._address, min_size=0, max_size=READERS, timeout=OPEN_SECONDS, command_timeout=READ_SECONDS
            )
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise self._unreachable(error) from None
        self._writing = asyncio.get_running_loop().create_task(self._write())

    def _unreachable(self, error: Exception) -> Refusal:
        """Python's own complaint of an address quotes a piece of it, which may be the secret."""
        problem = "unreadable address" if isinstance(error, ValueError) else str(error) or repr(error)
        return Refusal("store/unreachable", address=without_secret(self._address), problem=problem)

    def _wait(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """From any other thread."""
        asked = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return asked.result(seconds)
        except TimeoutError as error:
            asked.cancel()
            raise self._unreachable(error) from None
        except CancelledError:
            raise Refusal("store/closed") from None

    # ------------------------------------------------------------------------------------------------- writing
    def append(self, entry: Entry, told: Told) -> None:
        if self._closed:
            told(Refusal("store/closed"))
        else:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, (entry, told))

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._loop.call_soon_threadsafe(self._queue.put_nowait, None)
        try:
            self._wait(self._shut(), 2 * CLOSE_SECONDS)
        finally:
            self._end()

    async def _shut(self) -> None:
        """What cannot be committed now stays uncertain, and is told as such."""
        done, _ = await asyncio.wait([self._writing], timeout=CLOSE_SECONDS)
        if not done:
            self._writing.cancel()
        await asyncio.wait([self._writing])

    async def _cut(self) -> None:
        """Whoever still reads is told so at once."""
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
        batch: list[tuple[Entry, Told] | None] = []
        while None not in batch:
            batch = [await self._queue.get()]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            waiting = [each for each in batch if each]
            try:
                outcomes = await self._commit([entry for entry, _ in waiting]) if waiting else []
            except asyncio.CancelledError:
                outcomes, batch = [Refusal("store/late")] * len(waiting), [None]
            for (_, told), outcome in zip(waiting, outcomes, strict=True):
                told(outcome)

    async def _commit(self, entries: list[Entry]) -> list[Refusal | None]:
        """As often as it takes to be certain; only what the server itself refuses is refused."""
        while True:
            try:
                self._connection = self._connection or await connect(self._address)
                return await insert(self._connection, entries)
            except asyncpg.exceptions.DataError as error:
                if len(entries) == 1:
                    return [Refusal("store/failed", problem=str(error))]
                return [outcome for entry in entries for outcome in await self._commit([entry])]
            except Exception as error:
                lost = self._connection is not None and self._connection.is_closed()  # whatever the library says of it
                if not lost and not is_passing(error):
                    return [Refusal("store/failed", problem=str(error))] * len(entries)
            if self._connection and self._connection.is_closed():
                self._connection = None
            await asyncio.sleep(AGAIN_SECONDS)

    # ------------------------------------------------------------------------------------------------- reading
    def read(self, table: str, after: int = 0) -> list[Entry]:
        return [Entry(table, *row) for row in self._rows(READ, table, after)]

    def unfinished(self, since: float = 0.0) -> list[str]:
        return [row[0] for row in self._rows(UNFINISHED, since)]

    def tables(self) -> list[str]:
        return [row[0] for row in self._rows("SELECT table_id FROM heads")]

    def read_on(self, after: dict[str, int]) -> list[Entry]:
        return [Entry(*row) for row in self._rows(READ_ON, list(after), list(after.values()))]

    def heads(self, tables: list[str]) -> dict[str, int]:
        return dict(self._rows(HEADS, tables))

    def quiet(self, since: float, until: float) -> dict[str, int]:
        return dict(self._rows(QUIET, since, until))

    def lobby(self, since: float, most: int) -> dict[str, int]:
        return dict(self._rows(LOBBY, since, most))

    def check(self) -> list[str]:
        return [f"table {row[0]}: the numbers of its entries have a gap" for row in self._rows(WRONG)]

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
                if not is_passing(error) or self._loop.time() > until:
                    raise self._unreachable(error) from None
            await asyncio.sleep(AGAIN_SECONDS)

    def backup(self, file: Path) -> None:
        """As one SQLite file: a whole log, whatever is written meanwhile."""
        self._wait(self._copy(file), COPY_SECONDS)

    async def _copy(self, file: Path) -> None:
        from sortilege.store.sqlite import new_file

        query = "SELECT table_id, n, command, at, over, body FROM entries ORDER BY table_id, n"
        async with self._readers.acquire() as reading, reading.transaction(isolation="repeatable_read", readonly=True):
            cursor = await reading.cursor(query)
            with new_file(file) as write:
                while rows := await cursor.fetch(COPIED_AT_ONCE):
                    write([Entry(*row) for row in rows])


async def connect(address: str) -> Any:
    """A commit waits for the disk, whatever the server's own habit; one that waits for more is left to it."""
    connection = await asyncpg.connect(address, timeout=OPEN_SECONDS)
    if await connection.fetchval("SHOW synchronous_commit") in ("off", "local"):
        await connection.execute("SET synchronous_commit TO on")
    return connection


async def migrate(connection: Any) -> None:
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({ALONE})")
        await connection.execute("CREATE TABLE IF NOT EXISTS steps (number integer PRIMARY KEY)")
        done = await connection.fetchval("SELECT coalesce(max(number), 0) FROM steps")
        if done > len(STEPS):
            raise Refusal("store/newer", found=done, known=len(STEPS))
        for number, step in enumerate(STEPS[done:], done + 1):
            await connection.execute(step)
            await connection.execute("INSERT INTO steps VALUES ($1)", number)


async def insert(connection: Any, entries: list[Entry]) -> list[Refusal | None]:
    rows = [(e.table, e.n, e.command, e.at, e.over, e.body, e.alone) for e in entries]
    written = {
        tuple(row) for row in await connection.fetch(INSERT, *(list(column) for column in zip(*rows, strict=True)))
    }
    return [
        None if (e.table, e.n, e.command) in written or await _ours(connection, e) else conflict(e) for e in entries
    ]


async def _ours(connection: Any, entry: Entry) -> bool:
    """Whether this very entry stands there: its commit was done, and only the answer was lost."""
    row = await connection.fetchrow(READ.replace("n > $2", "n = $2"), entry.table, entry.n)
    return row is not None and Entry(entry.table, *row) == entry


def is_passing(error: Exception) -> bool:
    """A server that is away, restarts, or asks to try again."""
    again = (
        OSError,
        TimeoutError,
        asyncpg.InterfaceError,
        asyncpg.PostgresConnectionError,
        asyncpg.exceptions.OperatorInterventionError,
        asyncpg.exceptions.TransactionRollbackError,
        asyncpg.exceptions.TooManyConnectionsError,
    )
    return isinstance(error, again)
