"""One ask after another, as they were sent, and each by who holds the seat when its turn comes."""

import asyncio
import json
from string import ascii_lowercase
from typing import Any

import pytest

from sortilege.games import SLUGS
from sortilege.room.commands import Sit
from sortilege.server.ops.limits import Bucket
from sortilege.server.ws.connection import Connection
from tests.support.clock import settle
from tests.support.guests import Guest, Moody, Seen, open_server, open_table, take_seat
from tests.support.tables import token


@pytest.mark.parametrize("then", [{"do": "leave"}, {"do": "rename", "name": "Ghost"}])
def test_who_has_left_does_nothing_more_for_the_seat(then: Seen) -> None:
    """What he asked for before it was another's, and whose turn came after."""

    async def test() -> None:
        store = Moody()
        connections = open_server(store)
        table = await open_table(connections, ["", ""], SLUGS[0])
        one, other = Guest(connections, [token(0)]), Guest(connections, [token(0)])
        for guest in (one, other):
            await guest.ask("subscribe", table=table)
        store.mood = "hanging"
        left = asyncio.ensure_future(one.ask("leave", table=table, seat=0))
        await settle()
        sit = Sit(id="new", name="Newcomer", token="N" * 22, nonce="n" * 22, seat=0)
        sat = asyncio.ensure_future(take_seat(connections, table, sit))
        await settle()
        late = asyncio.ensure_future(other.ask(**then, id="late", table=table, seat=0))
        await settle()
        store.let_go()
        assert (await left)["is"] == "done" and (await sat).seat == 0
        assert (await late)["code"] == "seat/not_held"
        assert connections.registry.sessions[table].table.holders[0].name == "Newcomer"
        await connections.close()

    asyncio.run(test())


def test_who_is_gone_before_the_table_was_read_is_not_listened_for() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], SLUGS[0])
        fetched = asyncio.Event()
        fetch = connections.registry.fetch

        async def slowly(table: str) -> Any:
            await fetched.wait()
            return await fetch(table)

        connections.registry.fetch = slowly  # type: ignore[method-assign]
        connection = Connection(connections, [token(0)])
        joining = asyncio.ensure_future(connection.take(json.dumps({"do": "subscribe", "id": "j", "table": table})))
        await settle()
        connection.leave()
        fetched.set()
        await joining
        assert not connections.registry.sessions[table].subscribers.by_audience
        await connections.close()

    asyncio.run(test())


def test_a_socket_mutes_at_so_many_tables_as_it_may_join() -> None:
    async def test() -> None:
        connections = open_server()
        guest = Guest(connections)
        most = connections.registry.limits.joined
        tables = [letter * 26 for letter in ascii_lowercase[: most + 1]]
        said = [await guest.ask("mute", table=table, seats=[0]) for table in tables]
        assert [answer["is"] for answer in said] == ["done"] * most + ["refused"]
        await connections.close()

    asyncio.run(test())


def test_a_clock_that_is_set_back_makes_nobody_wait() -> None:
    bucket = Bucket(30.0, 1000.0)
    bucket.take(1000.0)
    bucket.take(1000.0 - 3600)
    assert bucket.left == bucket.most - 2
