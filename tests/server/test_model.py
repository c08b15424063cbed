"""Check servers against the history of what they acknowledged, refused and told.

There are errors before and after every statement of the store, crashes, restarts, clients that are cut off and ask
again, and two servers on one log.
"""

import asyncio
import dataclasses
import shutil
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace

from sortilege.games import SLUGS
from sortilege.kernel.refusal import Refusal
from sortilege.server.ws.connections import Connections
from sortilege.store import Entry, Store
from sortilege.store.postgres import PostgresStore
from sortilege.store.sqlite import SqliteStore
from tests.conftest import Scale
from tests.server.cluster.shared import Air
from tests.support.engines import Postgres
from tests.support.faults import Faults, break_connections, break_files, copy_killed, cut_off
from tests.support.guests import PATIENT, Guest, Seen, open_server, open_table
from tests.support.history import History
from tests.support.tables import token

T = TypeVar("T")
STEPS = 20
MANY = 50  # examples
PATIENCE = 60.0  # seconds
REST = 0.02
SEATS = 2
TIGHT = dataclasses.replace(PATIENT, commit_seconds=0.05, look_seconds=0.05, rescue_seconds=0.1)
UNCERTAIN = ("store/late", "store/unreachable")  # of a command that may have been done
GUESTS = (0, 1, None)  # by seat; the last one only looks on


class Client(Guest):
    """Note all that a guest hears. A new connection goes on where the one before was cut off."""

    def __init__(
        self, connections: Connections, seat: int | None, history: History, before: "Client | None" = None
    ) -> None:
        super().__init__(connections, [] if seat is None else [token(seat)])
        self.seat, self.history = seat, history
        if before:
            self.snapshots, self.last = before.snapshots, before.last

    def hear(self, message: Seen) -> None:
        if message["is"] == "snapshot":
            self.history.snapshot(f"guest {self.seat}", message["table"], message["n"])
        elif message["is"] == "update":
            self.history.update(f"guest {self.seat}", message["table"], message["n"])
        super().hear(message)


class ServerModel(RuleBasedStateMachine):
    """Let two people and a spectator meet at one table, whatever happens to the servers and their store."""

    servers = 1

    def __init__(self, faults: Faults) -> None:
        super().__init__()
        self.faults, self.history, self.ids = faults, History(), count(1)
        self.sent: dict[str, Seen] = {}
        self.runner, self.air = asyncio.Runner(), Air()
        self.all_connections = [self.open_server() for _ in range(self.servers)]
        self.table = self.run(self.set_table())
        self.setup = {entry.command for entry in self.read(self.table)}
        self.clients: list[Client] = []
        self.connect_all()

    async def set_table(self) -> str:
        """Set a table, again if the store is late on a busy machine."""
        while True:
            try:
                return await open_table(self.all_connections[0], [""] * SEATS, SLUGS[0], id="the-table")
            except Refusal as refusal:
                if refusal.code not in UNCERTAIN:
                    raise
            await asyncio.sleep(REST)

    def open_store(self) -> Store:
        raise NotImplementedError

    def kill(self) -> None:
        """End the servers' store or its connections, whatever they are doing."""
        raise NotImplementedError

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        async def whole() -> T:
            async with asyncio.timeout(PATIENCE):
                return await work

        return self.runner.run(whole())

    def open_server(self) -> Connections:
        async def open_one() -> Connections:
            bus = self.air.voice() if self.servers > 1 else None
            return open_server(self.open_store(), TIGHT, bus=bus)

        return self.run(open_one())

    def connect_all(self) -> None:
        before = self.clients
        self.clients = []
        for i, seat in enumerate(GUESTS):
            client = Client(self.all_connections[i % self.servers], seat, self.history, before[i] if before else None)
            self.clients.append(client)
            self.join(client)

    def join(self, client: Client) -> None:
        since = client.last.get((self.table, client.seat))

        async def join() -> None:
            while (await client.ask("subscribe", table=self.table, id="join", since=since))["is"] != "done":
                assert client.answers["join"]["code"] in UNCERTAIN
                await asyncio.sleep(REST)

        self.run(join())

    # ----------------------------------------------------------------------------------------------- what happens
    @rule(seat=st.integers(0, SEATS - 1), text=st.sampled_from(["hello", "well played"]))
    def say(self, seat: int, text: str) -> None:
        self.send(seat, do="say", text=text)

    @rule(seat=st.integers(0, SEATS - 1))
    def start(self, seat: int) -> None:
        self.send(seat, do="start")

    @rule(seat=st.integers(0, SEATS - 1), which=st.integers(0, 50))
    def play(self, seat: int, which: int) -> None:
        legal = self.clients[seat].snapshots[self.table, seat]["legal"]
        if legal:
            move, n = legal[which % len(legal)], self.clients[seat].last[self.table, seat]
            self.send(seat, do="play", move=move, at=n)

    @rule(which=st.integers(0, 50))
    def send_again(self, which: int) -> None:
        if self.sent:
            command = self.sent[sorted(self.sent)[which % len(self.sent)]]
            self.hear(self.clients[command["seat"]], command)

    def send(self, seat: int, **what: Any) -> None:
        command = {"table": self.table, "seat": seat, "id": f"c{next(self.ids)}", **what}
        self.sent[command["id"]] = command
        self.hear(self.clients[seat], command)

    def hear(self, client: Client, command: Seen) -> None:
        answer = self.run(client.ask(**command))
        if answer["is"] == "done":
            self.history.acknowledge(self.table, command["id"], answer["n"])
        elif answer["code"] not in UNCERTAIN:
            self.history.refuse(self.table, command["id"])

    @rule(at=st.integers(0, len(GUESTS) - 1))
    def cut_a_client(self, at: int) -> None:
        before = self.clients[at]

        async def cut() -> None:
            before.cut()

        self.run(cut())
        self.clients[at] = Client(before.socket.connections, before.seat, self.history, before)
        self.join(self.clients[at])

    @rule(coming=st.lists(st.sampled_from(["", "before", "after"]), min_size=1, max_size=6))
    def fail_soon(self, coming: list[str]) -> None:
        self.faults.coming = coming

    @rule()
    def break_down(self) -> None:
        self.faults.broken = True

    @precondition(lambda self: self.faults.broken)
    @rule()
    def heal(self) -> None:
        self.faults.heal()

    @rule()
    def restart(self) -> None:
        self.close_all()
        self.open_again()

    @rule()
    def crash(self) -> None:
        self.kill()
        self.open_again()

    def close_all(self) -> None:
        for connections in self.all_connections:
            self.run(connections.close())
        self.faults.heal()

    def open_again(self) -> None:
        self.all_connections = [self.open_server() for _ in range(self.servers)]
        self.connect_all()

    # ------------------------------------------------------------------------------------------------- what is true
    @invariant()
    def what_was_said_is_true(self) -> None:
        for client in self.clients:
            client.listen()
        assert self.history.check(self.read_by_id) == []
        commands = {entry.command for entry in self.read_by_id(self.table)[len(self.setup) :]}
        assert commands <= self.sent.keys(), "nobody sent it"

    def read(self, table: str) -> list[Entry]:
        return self.all_connections[0].registry.store.read(table)

    def read_by_id(self, table: str) -> list[Entry]:
        """Return the entries under the ids that clients gave their commands."""
        return [replace(entry, command=entry.command.rpartition("/")[2]) for entry in self.read(table)]

    def teardown(self) -> None:
        self.close_all()
        self.runner.close()


class OnSqlite(ServerModel):
    """Run one server on a file. A crash leaves the file and its write-ahead log as they are at that moment."""

    def __init__(self, folder: Path, faults: Faults) -> None:
        self.folder, self.lives = folder, count()
        self.file = folder / f"{next(self.lives)}.db"
        super().__init__(faults)

    def open_store(self) -> Store:
        return SqliteStore(self.file)

    def kill(self) -> None:
        after = self.folder / f"{next(self.lives)}.db"
        copy_killed(self.file, after)
        self.close_all()
        self.file = after


class OnPostgres(ServerModel):
    """Run two servers on one database, with clients at both. A crash cuts off all their connections."""

    servers = 2

    def __init__(self, address: str, faults: Faults) -> None:
        self.address = address
        super().__init__(faults)

    def open_store(self) -> Store:
        return PostgresStore(self.address)

    def kill(self) -> None:
        asyncio.run(cut_off(self.address))
        self.close_all()


def check(model: Callable[[], ServerModel], examples: int) -> None:
    few = examples < MANY  # the same ones each time, so that they are known to meet faults
    how = settings(max_examples=examples, stateful_step_count=STEPS, derandomize=few)
    run_state_machine_as_test(model, settings=how)  # type: ignore[arg-type]


def test_one_server_on_a_file(tmp_path: Path, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [Faults()]
    break_files(monkeypatch, lambda: now[-1])

    def model() -> ServerModel:
        now.append(Faults())
        shutil.rmtree(tmp_path / "house", ignore_errors=True)
        (tmp_path / "house").mkdir()
        return OnSqlite(tmp_path / "house", now[-1])

    check(model, scale(12, 200))
    assert any(each.met["before"] or each.met["after"] for each in now), [dict(each.met) for each in now]


def test_two_servers_on_one_log(postgres: Postgres, scale: Scale, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [Faults()]
    break_connections(monkeypatch, lambda: now[-1])

    def model() -> ServerModel:
        now.append(Faults())
        return OnPostgres(postgres.new_database(), now[-1])

    check(model, scale(20, 100))
    assert any(each.met["before"] or each.met["after"] for each in now), [dict(each.met) for each in now]
