"""Test what only PostgreSQL has: several writers, a database that goes away, and questions about others' tables."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import asyncpg
import pytest
from msgspec.structs import replace

from sortilege.kernel.refusal import Refusal
from sortilege.store import Entry
from sortilege.store import postgres as own
from sortilege.store import postgres_sql as sql
from sortilege.store.addresses import open_store
from sortilege.store.postgres import PostgresStore
from sortilege.testing import store as suite
from tests.support.engines import Postgres, free_port

T = TypeVar("T")


def ask(address: str, question: Callable[[Any], Awaitable[T]]) -> T:
    """Ask the database itself, past the store."""

    async def run() -> T:
        connection = await sql.connect(address)
        try:
            return await question(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


@pytest.fixture
def address(postgres: Postgres) -> str:
    """Return a store with five entries."""
    address = postgres.new_database()
    store = PostgresStore(address)
    assert suite.append(store, *(suite.entry(n) for n in range(1, 6))) == [None] * 5
    store.close()
    return address


def test_of_two_writers_of_a_number_one_is_told_and_one_refused(address: str) -> None:
    """Write overlapping batches at once: no number twice, no gap, no deadlock."""
    stores = [PostgresStore(address) for _ in range(2)]
    tables = [f"table{i}" for i in range(30)]
    outcomes: dict[int, list[Refusal | None]] = {}

    def write(which: int) -> None:
        order = tables if which else tables[::-1]
        entries = [suite.entry(n, table, f"{which}/{n}") for n in (1, 2, 3) for table in order]
        outcomes[which] = suite.append(stores[which], *entries)

    writers = [threading.Thread(target=write, args=(which,)) for which in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    told = [outcome for which in range(2) for outcome in outcomes[which]]
    assert told.count(None) == 90 and {refusal.code for refusal in told if refusal} == {"store/conflict"}
    for table in tables:
        assert [entry.n for entry in stores[0].read(table)] == [1, 2, 3]
    assert stores[0].check() == []
    for store in stores:
        store.close()


@pytest.mark.parametrize("power", ["stopped", "lost"])
def test_a_server_that_goes_away_in_the_midst_loses_and_doubles_nothing(postgres: Postgres, power: str) -> None:
    """Answer what was under way as stored in the end, and store it once."""
    store = PostgresStore(postgres.new_database())
    told: list[Refusal | None] = []
    for n in range(1, 1500):
        store.append(suite.entry(n), told.append)
        if n == 700:
            while not told:
                pass
            (postgres.stop if power == "stopped" else postgres.kill)()
            postgres.start()
    store.close()
    assert told == [None] * 1499
    store = open_store(store._address)  # type: ignore[assignment]
    assert [entry.n for entry in store.read("t")] == list(range(1, 1500))
    store.close()


@pytest.mark.parametrize("alone", [True, False])
def test_an_entry_that_stands_there_already_is_ours_only_if_it_is_the_very_same(address: str, alone: bool) -> None:
    store = PostgresStore(address)
    same = replace(suite.entry(5), alone=alone)
    other_time = replace(same, at=99.0)
    assert suite.append(store, same) == [None]
    assert suite.append(store, other_time) == [Refusal("store/conflict", n=5)]
    store.close()


def test_a_commit_waits_for_the_disk_whatever_the_servers_habit(address: str) -> None:
    """Check promise 3: a commit waits for the disk."""
    name = address.rpartition("/")[2]
    ask(address, lambda db: db.execute(f"ALTER DATABASE {name} SET synchronous_commit TO off"))
    assert ask(address, lambda db: db.fetchval("SHOW synchronous_commit")) == "on"
    ask(address, lambda db: db.execute(f"ALTER DATABASE {name} SET synchronous_commit TO remote_apply"))
    assert ask(address, lambda db: db.fetchval("SHOW synchronous_commit")) == "remote_apply"


@pytest.mark.parametrize("change", ["UPDATE entries SET n = 9 WHERE n = 5", "DELETE FROM entries", "TRUNCATE entries"])
def test_the_log_is_append_only(address: str, change: str) -> None:
    with pytest.raises(asyncpg.PostgresError, match="append-only"):
        ask(address, lambda db: db.execute(change))


def test_a_store_of_an_earlier_version_is_brought_up_to_date(postgres: Postgres) -> None:
    address = postgres.new_database()
    old = f"CREATE TABLE steps (number integer PRIMARY KEY); INSERT INTO steps VALUES (1); {sql.STEPS[0]}"
    ask(address, lambda db: db.execute(old))
    store = PostgresStore(address)
    assert suite.append(store, suite.entry(1)) == [None]
    store.close()
    assert ask(address, lambda db: db.fetchval("SELECT max(number) FROM steps")) == len(sql.STEPS)


def test_a_store_of_a_later_version_is_refused(address: str) -> None:
    ask(address, lambda db: db.execute("INSERT INTO steps VALUES (99)"))
    with pytest.raises(Refusal) as refused:
        PostgresStore(address)
    assert refused.value.code == "store/newer"


@pytest.mark.parametrize("secret", ["xyzzy", "xyzzy/xyzzy", "xyzzy#x", "xyzzy?x", "xyzzy@x"])
def test_a_store_that_cannot_be_reached_is_refused_without_its_secret(secret: str) -> None:
    with pytest.raises(Refusal) as refused:
        PostgresStore(f"postgresql://me:{secret}@127.0.0.1:{free_port()}/house")
    assert refused.value.code == "store/unreachable" and "xyzzy" not in str(refused.value)


def test_what_houses_ask_of_each_others_tables(postgres: Postgres) -> None:
    """Read last numbers, tables that may go on alone, and the lobby, the latest first."""
    store = PostgresStore(postgres.new_database())
    listed = Entry("shown", 1, "create/1", 10.0, False, b'{"fact":"created","listed":true}', alone=False)
    later = Entry("later", 1, "create/2", 20.0, False, b'{"fact":"created","listed":true}')
    over = Entry("later", 2, "0/2", 30.0, True, b"{}")
    hidden = Entry("hidden", 1, "create/3", 25.0, False, b'{"fact":"created","listed":false}')
    suite.append(store, listed, later, hidden)
    assert store.heads(["shown", "later", "nowhere"]) == {"shown": 1, "later": 1}
    assert list(store.lobby(0.0, 10)) == ["later", "shown"] and list(store.lobby(15.0, 10)) == ["later"]
    assert store.quiet(0.0, 22.0) == {"later": 1} and store.quiet(0.0, 99.0) == {"later": 1, "hidden": 1}
    suite.append(store, over)
    assert list(store.lobby(0.0, 10)) == ["shown"] and store.quiet(0.0, 99.0) == {"hidden": 1}
    assert store.heads(["later"]) == {"later": 2}
    assert store.read_on({"later": 1, "shown": 0, "hidden": 1, "nowhere": 0}) == [over, listed]
    store.close()


def test_who_still_reads_when_a_store_closes_is_told_at_once(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refuse it at once, however long it would have waited for the database."""
    monkeypatch.setattr(own, "READ_SECONDS", 600.0)
    store = PostgresStore(postgres.new_database())
    told: list[str] = []

    def read() -> None:
        try:
            store.read("t")
        except Refusal as refusal:
            told.append(refusal.code)

    postgres.stop()
    reader = threading.Thread(target=read)
    reader.start()
    store.close()
    reader.join(60.0)
    postgres.start()
    assert told == ["store/closed"]


def test_a_database_that_lets_nobody_in_for_a_while_is_waited_for(postgres: Postgres) -> None:
    """Answer when it is known what became of the entry, whatever the reason it could not be asked."""
    address = postgres.new_database()
    store = PostgresStore(address)
    main, _, name = address.rpartition("/")

    def let_in(allowed: bool) -> None:
        ask(f"{main}/postgres", lambda db: db.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}"))

    let_in(False)
    ask(
        f"{main}/postgres",
        lambda db: db.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
    )
    told: SimpleQueue[Refusal | None] = SimpleQueue()
    store.append(suite.entry(1), told.put)
    with pytest.raises(Empty):
        told.get(timeout=2 * own.AGAIN_SECONDS)
    let_in(True)
    assert told.get(timeout=60.0) is None
    store.close()
