"""Speak SQL with PostgreSQL: the steps that lead a database to the schema, the statements on it, and its errors."""

from collections import Counter
from typing import Any, Final

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry, entry_of, outcome

try:
    import asyncpg
except ImportError:  # the extra `scale`
    asyncpg = None

OPEN_SECONDS: Final = 10.0
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
    "ALTER TABLE entries ADD COLUMN digest text NOT NULL DEFAULT '';",
)
COLUMNS: Final = "e.table_id, e.n, e.command, e.at, e.over, e.body, e.digest"
# Sorted, so that two servers never wait for each other in a circle. What stands in the lobby is read from the first
# entry: a text in it cannot look so, its quotes are escaped.
INSERT: Final = """
    WITH given AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::float8[], $5::bool[], $6::bytea[], $7::bool[],
                             $8::text[])
            AS given (table_id, n, command, at, over, body, alone, digest)
        ORDER BY table_id, n
    ), written AS (
        INSERT INTO entries (table_id, n, command, at, over, body, digest)
        SELECT table_id, n, command, at, over, body, digest FROM given
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
READ: Final = f"SELECT {COLUMNS} FROM entries e WHERE table_id = $1 AND n > $2 ORDER BY n"
STANDING: Final = f"SELECT {COLUMNS} FROM entries e WHERE table_id = $1 AND (n = $2 OR command = $3)"
ALL: Final = f"SELECT {COLUMNS} FROM entries e ORDER BY table_id, n"
READ_ON: Final = f"""
    SELECT {COLUMNS}
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


async def connect(address: str) -> Any:
    """Connect so that a commit waits for the disk, whatever the server's setting; one that waits for more is kept."""
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
    """Store the entries whose number and command are free, and return the outcome of each."""
    rows = [(e.table, e.n, e.command, e.at, e.over, e.body, e.alone, e.digest) for e in entries]
    written = {tuple(row) for row in await connection.fetch(INSERT, *map(list, zip(*rows, strict=True)))}
    keys = [(e.table, e.n, e.command) for e in entries]
    sure = {key for key, times in Counter(keys).items() if times == 1} & written
    return [None if key in sure else await _outcome(connection, e) for key, e in zip(keys, entries, strict=True)]


async def _outcome(connection: Any, entry: Entry) -> Refusal | None:
    rows = await connection.fetch(STANDING, entry.table, entry.n, entry.command)
    return outcome(entry, [entry_of(row) for row in rows], Refusal("store/failed"))


def is_passing(error: Exception) -> bool:
    """Tell whether a server is away, restarts, or asks to try again."""
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


def is_refused(error: Exception) -> bool:
    """Return whether the server rejected the statement and would reject it again."""
    return isinstance(error, asyncpg.PostgresError) and not is_passing(error)
