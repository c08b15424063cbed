"""Count connections, tell the lobby what changes, and close them all."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from sortilege.games import SLUGS
from sortilege.kernel.refusal import Refusal
from sortilege.server.ws.connection import Connection
from sortilege.server.ws.connections import SOCKETS_WORTH, Connections
from sortilege.server.ws.messages import Closing, Message, encode
from tests.support.clock import run, settle
from tests.support.guests import PATIENT, Guest, Seen, all_join, open_server, open_table


def test_connections_have_quotas_by_address_and_in_all() -> None:
    connections = open_server(limits=replace(PATIENT, sockets=3, sockets_each=2))
    guests = [Connection(connections) for _ in range(4)]
    connections.welcome(guests[0], "a")
    connections.welcome(guests[1], "a")
    with pytest.raises(Refusal, match="house/full"):
        connections.welcome(guests[2], "a")
    connections.welcome(guests[2], "b")
    with pytest.raises(Refusal, match="house/full"):
        connections.welcome(guests[3], "c")
    connections.see_off(guests[0], "a")
    connections.welcome(guests[3], "a")


def test_tables_have_a_quota() -> None:
    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, tables=1))
        table = await open_table(connections, ["", ""], SLUGS[0], listed=True, id="first")
        guests = await all_join(connections, table)
        with pytest.raises(Refusal, match="house/full"):
            await open_table(connections, ["", ""], SLUGS[0], listed=True)
        for guest in guests:
            guest.cut()
        await open_table(
            connections, ["", ""], SLUGS[0], listed=True
        )  # nobody listens to the first: it leaves the memory
        assert table not in connections.registry.sessions and connections.registry.store.read(table)

    run(test())


# -------------------------------------------------------------------------------------------------------- rates
async def refused(connection: Connection, message: Seen, most: int = 10_000) -> int:
    """How many of the same message are answered before one is too many."""
    for count in range(most):
        await connection.take(json.dumps({"id": "x", **message}))
        heard = connection.frame().split(b"\n")
        if b"message/too_many" in heard[-1]:
            return count
    raise AssertionError("no limit")


@pytest.mark.parametrize(
    ("message", "most"),
    [
        ({"do": "ping"}, 40),
        ({"do": "subscribe", "table": "T"}, 8),
        ({"do": "subscribe", "table": "T", "since": 1}, 4),
        ({"do": "lobby"}, 4),
        ({"do": "check", "table": "T", "seat": 0, "move": "x"}, 13),
    ],
)
def test_messages_are_weighed_by_what_they_cost(message: Seen, most: int) -> None:
    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, messages=10.0))
        table = await open_table(connections, ["", ""], SLUGS[0], listed=True)
        sent = {name: table if part == "T" else part for name, part in message.items()}
        assert await refused(Connection(connections), sent) == most

    run(test())


def test_control_frames_count_and_wait() -> None:
    async def test() -> None:
        connection = Connection(open_server(limits=replace(PATIENT, messages=10.0)))
        for _ in range(40):
            await connection.count()
        assert connection.pause == 0
        await connection.count()
        assert connection.pause > 0 and not connection.outbox.messages

    run(test())


def test_all_sockets_of_an_address_have_a_limit_together() -> None:
    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, messages=10.0))
        many = [Connection(connections, address="a") for _ in range(60)]
        answered = sum([await refused(connection, {"do": "ping"}) for connection in many])
        assert answered <= 4 * 10 * SOCKETS_WORTH
        assert await refused(Connection(connections, address="b"), {"do": "ping"}) == 40

    run(test())


# -------------------------------------------------------------------------------------------------------- lobby
async def in_lobby(connections: Connections) -> Guest:
    guest = Guest(connections)
    await guest.ask("lobby", on=True)
    return guest


def lobby_of(guest: Guest) -> dict[str, Any]:
    """The lobby as a client folds it from what it heard."""
    guest.listen()
    tables: dict[str, Any] = {}
    for message in guest.heard:
        if message["is"] == "lobby":
            tables = {table["table"]: table for table in message["tables"]}
        elif message["is"] == "lobby_change":
            tables |= {table["table"]: table for table in message["changed"]}
            tables = {table: listing for table, listing in tables.items() if table not in message["gone"]}
    return tables


def test_the_lobby_is_told_as_a_list_and_then_what_changed() -> None:
    async def test() -> None:
        connections = open_server()
        first = await open_table(connections, ["", ""], SLUGS[0], listed=True)
        guest = await in_lobby(connections)
        assert set(lobby_of(guest)) == {first}
        second = await open_table(connections, ["", ""], SLUGS[0], listed=True)
        connections.lobby._tell()
        guest.listen()
        last = guest.heard[-1]
        assert last["is"] == "lobby_change" and [table["table"] for table in last["changed"]] == [second]
        player = (await all_join(connections, first))[0]
        await player.ask("start", table=first, seat=0)
        connections.lobby._tell()
        assert lobby_of(guest)[first]["status"] == "playing"
        connections.registry.sessions.pop(second)
        connections.lobby._tell()
        fresh = await in_lobby(connections)
        assert lobby_of(guest) == lobby_of(fresh) and set(lobby_of(guest)) == {first}

    run(test())


def test_a_move_changes_nothing_in_the_lobby() -> None:
    async def test() -> None:
        times = iter(range(10_000))
        connections = open_server(now=lambda: float(next(times)))
        table = await open_table(connections, ["", ""], SLUGS[0], listed=True)
        player = (await all_join(connections, table))[0]
        await player.ask("start", table=table, seat=0)
        guest = await in_lobby(connections)
        guest.listen()
        heard = len(guest.frames)
        await player.ask("say", table=table, seat=0, text="hello")
        connections.lobby._tell()
        guest.listen()
        assert len(guest.frames) == heard

    run(test())


def test_the_list_is_encoded_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        connections, encoded = open_server(), list[object]()
        for i in range(20):
            await open_table(connections, ["", ""], SLUGS[0], listed=True, id=f"t{i}")

        def counted(message: Message) -> bytes:
            encoded.append(message)
            return encode(message)

        monkeypatch.setattr("sortilege.server.ws.lobby.encode", counted)
        guests = [await in_lobby(connections) for _ in range(50)]
        await open_table(connections, ["", ""], SLUGS[0], listed=True, id="last")
        connections.lobby._tell()
        assert len(encoded) == 2
        assert all(len(lobby_of(guest)) == 21 for guest in guests)

    run(test())


def test_a_client_that_missed_a_change_gets_the_whole_list() -> None:
    async def test() -> None:
        connections = open_server(limits=replace(PATIENT, outbox=2_000))
        guest = await in_lobby(connections)
        for i in range(20):
            await open_table(connections, ["", ""], SLUGS[0], listed=True, id=f"t{i}")
            connections.lobby._tell()  # nothing is read meanwhile
        guest.listen()
        await open_table(connections, ["", ""], SLUGS[0], listed=True, id="last")
        connections.lobby._tell()
        assert len(lobby_of(guest)) == 21

    run(test())


# ------------------------------------------------------------------------------------------------------- outbox
def test_what_is_said_in_one_turn_leaves_in_one_frame() -> None:
    async def test() -> None:
        connection, frames = Connection(open_server()), list[bytes]()

        async def send() -> None:
            while True:
                await connection.outbox.filled()
                while frame := connection.frame():
                    frames.append(frame)

        sending = asyncio.ensure_future(send())
        await settle()
        for seconds in (1.0, 2.0, 3.0):
            connection.answer(Closing(seconds=seconds))
        await settle()
        assert len(frames) == 1 and frames[0].count(b"\n") == 2
        sending.cancel()

    run(test())


def test_no_message_is_read_while_too_much_waits() -> None:
    async def test() -> None:
        connection = Connection(open_server(limits=replace(PATIENT, outbox=1_000)))
        while not connection.outbox.full:
            connection.answer(Closing(seconds=1.0))
        waiting = asyncio.ensure_future(connection.rest())
        await settle()
        assert not waiting.done()
        connection.frame()
        await settle()
        assert waiting.done()

    run(test())
