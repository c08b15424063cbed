"""A command id belongs to the holder who used it, and to the content it was used with."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from sortilege.games import SLUGS
from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import Create, Sit
from sortilege.server.ws.connections import Connections
from sortilege.store.memory import MemoryStore
from tests.support.guests import Guest, all_join, open_server, open_table, take_seat
from tests.support.tables import token

GAME = SLUGS[0]
NEWCOMER = "newcomer".ljust(32, "z")


async def rename(guest: Guest, table: str, name: str, id: str = "x") -> dict[str, Any]:
    return await guest.ask("rename", table=table, seat=0, name=name, id=id)


async def change_holder(connections: Connections, table: str, holder: Guest) -> Guest:
    """Seat 0 becomes another person's."""
    assert (await holder.ask("leave", table=table, seat=0, id="leave"))["is"] == "done"
    await take_seat(connections, table, Sit(id="sit", name="Newcomer", token=NEWCOMER, nonce="n" * 22, seat=0))
    guest = Guest(connections, [NEWCOMER])
    await guest.ask("subscribe", table=table)
    return guest


def name_of(connections: Connections, table: str) -> str:
    return str(connections.registry.sessions[table].table.holders[0].name)


def test_a_new_holder_is_not_answered_with_what_the_one_before_did() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], GAME)
        first, *_ = await all_join(connections, table)
        n = (await rename(first, table, "Ada"))["n"]
        second = await change_holder(connections, table, first)
        assert (await rename(second, table, "Ada"))["n"] > n
        assert name_of(connections, table) == "Ada"
        assert (await second.ask("leave", table=table, seat=0, id="leave"))["is"] == "done"
        assert not connections.registry.sessions[table].table.holders[0].token
        await connections.close()

    asyncio.run(test())


def test_an_id_used_for_another_content_is_refused() -> None:
    async def test() -> None:
        store = MemoryStore()
        connections = open_server(store)
        table = await open_table(connections, ["", ""], GAME)
        guest, *_ = await all_join(connections, table)
        done = await rename(guest, table, "Ada")
        for _ in range(2):
            refused = await rename(guest, table, "Zoé")
            assert (refused["code"], refused["facts"]) == ("command/reused", {"n": done["n"]})
            assert await rename(guest, table, "Ada") == done
            assert name_of(connections, table) == "Ada"
            connections = open_server(store)  # as after a restart
            guest = Guest(connections, [token(0)])
            await guest.ask("subscribe", table=table)

    asyncio.run(test())


def test_an_id_of_a_new_table_used_for_another_table_is_refused() -> None:
    async def test() -> None:
        connections = open_server()
        plan = Create(id="t" * 22, game=GAME, bots=["", ""])
        table = (await connections.registry.create(plan)).table
        assert (await connections.registry.create(plan)).table == table
        with pytest.raises(Refusal, match="command/reused"):
            await connections.registry.create(Create(id="t" * 22, game=GAME, bots=["", "", ""]))
        await connections.close()

    asyncio.run(test())


def test_in_a_log_of_version_1_an_id_belongs_to_who_held_the_seat_then() -> None:
    """Its keys name the seat alone."""

    async def test() -> None:
        store = MemoryStore()
        connections = open_server(store)
        table = await open_table(connections, ["", ""], GAME)
        first, *_ = await all_join(connections, table)
        done = await rename(first, table, "Ada")
        await rename(first, table, "Zoé", id="y")
        store._logs[table] = [
            replace(entry, command=entry.command.replace(key, "0"), digest="")
            for entry in store.read(table)
            for key in [entry.command.partition("/")[0] if entry.command[1] == "-" else "0"]
        ]
        assert store.read(table)[-1].command == "0/y"
        connections = open_server(store)
        first = Guest(connections, [token(0)])
        await first.ask("subscribe", table=table)
        assert await rename(first, table, "Ada") == done
        second = await change_holder(connections, table, first)
        assert (await rename(second, table, "Eve"))["n"] > done["n"] and name_of(connections, table) == "Eve"
        await connections.close()

    asyncio.run(test())
