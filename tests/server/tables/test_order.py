"""One ask after another, as they were sent, and each by who holds the seat when its turn comes."""

import asyncio
import json
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

import pytest

from sortilege.games import SLUGS
from sortilege.room.commands import Sit
from sortilege.server.ops.limits import Bucket
from sortilege.server.ws.connection import Socket
from tests.support.clock import settle
from tests.support.guests import Guest, Moody, Seen, open_house, open_table, take_seat
from tests.support.tables import token


class Open:
    """A line that takes everything."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.flowing: Callable[[], None] = lambda: None
        self.at_once: Callable[[str], bool] = lambda text: False

    def push(self, text: bytes) -> bool:
        self.frames.append(text)
        return True

    def abort(self) -> None: ...


def answered(line: Open) -> list[str]:
    heard = [json.loads(text) for frame in line.frames for text in frame.split(b"\n")]
    return [said["re"] for said in heard if "re" in said]


def test_asks_are_answered_in_the_order_they_came() -> None:
    """One that waits for the one before it is not overtaken by one that comes when that has been answered."""

    async def test() -> None:
        store, line, events = Moody(), Open(), asyncio.Queue[dict[str, Any]]()
        desk = open_house(store)
        table = await open_table(desk, ["", ""], SLUGS[0])
        socket = Socket(desk, [token(0)], line)
        running = asyncio.ensure_future(socket.run(events.get))
        await asyncio.sleep(0)

        def arrive(**ask: Any) -> None:
            text = json.dumps({"table": table, **ask})
            if not (events.empty() and line.at_once(text)):
                events.put_nowait({"type": "websocket.receive", "text": text})

        arrive(do="subscribe", id="join")
        await settle()
        store.mood = "hanging"
        arrive(do="rename", id="first", seat=0, name="First")
        arrive(do="rename", id="second", seat=0, name="Second")
        await settle()
        store.let_go()
        asyncio.get_running_loop().call_soon(lambda: arrive(do="rename", id="third", seat=0, name="Third"))
        await settle()
        assert answered(line) == ["join", "first", "second", "third"]
        assert desk.house.sessions[table].table.holders[0].name == "Third"
        events.put_nowait({"type": "websocket.disconnect"})
        await running
        await desk.close()

    asyncio.run(test())


@pytest.mark.parametrize("then", [{"do": "leave"}, {"do": "rename", "name": "Ghost"}])
def test_who_has_left_does_nothing_more_for_the_seat(then: Seen) -> None:
    """What he asked for before it was another's, and whose turn came after."""

    async def test() -> None:
        store = Moody()
        desk = open_house(store)
        table = await open_table(desk, ["", ""], SLUGS[0])
        one, other = Guest(desk, [token(0)]), Guest(desk, [token(0)])
        for guest in (one, other):
            await guest.ask("subscribe", table=table)
        store.mood = "hanging"
        left = asyncio.ensure_future(one.ask("leave", table=table, seat=0))
        await settle()
        sit = Sit(id="new", name="Newcomer", token="N" * 22, nonce="n" * 22, seat=0)
        sat = asyncio.ensure_future(take_seat(desk, table, sit))
        await settle()
        late = asyncio.ensure_future(other.ask(**then, id="late", table=table, seat=0))
        await settle()
        store.let_go()
        assert (await left)["is"] == "done" and (await sat).seat == 0
        assert (await late)["code"] == "seat/not_held"
        assert desk.house.sessions[table].table.holders[0].name == "Newcomer"
        await desk.close()

    asyncio.run(test())


def test_who_is_gone_before_the_table_was_read_is_not_listened_for() -> None:
    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", ""], SLUGS[0])
        fetched = asyncio.Event()
        fetch = desk.house.fetch

        async def slowly(table: str) -> Any:
            await fetched.wait()
            return await fetch(table)

        desk.house.fetch = slowly  # type: ignore[method-assign]
        events = asyncio.Queue[dict[str, Any]]()
        socket = Socket(desk, [token(0)], Open())
        running = asyncio.ensure_future(socket.run(events.get))
        await asyncio.sleep(0)
        socket.take(json.dumps({"do": "subscribe", "id": "j", "table": table}))
        events.put_nowait({"type": "websocket.disconnect"})
        await running
        fetched.set()
        await settle()
        assert not desk.house.sessions[table].subscribers.by_audience
        await desk.close()

    asyncio.run(test())


def test_a_socket_mutes_at_so_many_tables_as_it_may_join() -> None:
    async def test() -> None:
        desk = open_house()
        guest = Guest(desk)
        most = desk.house.limits.joined
        tables = [letter * 26 for letter in ascii_lowercase[: most + 1]]
        said = [await guest.ask("mute", table=table, seats=[0]) for table in tables]
        assert [answer["is"] for answer in said] == ["done"] * most + ["refused"]
        await desk.close()

    asyncio.run(test())


def test_a_clock_that_is_set_back_makes_nobody_wait() -> None:
    bucket = Bucket(30.0, 1000.0)
    bucket.take(1000.0)
    bucket.take(1000.0 - 3600)
    assert bucket.left == bucket.most - 2
