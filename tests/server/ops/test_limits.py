"""Asks that are taken as they come, and those that must wait for their turn."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from sortilege.server.ops.limits import Limits
from sortilege.server.ws.connection import Socket
from tests.support.clock import pass_seconds, run, settle
from tests.support.guests import PATIENT, open_house


class Open:
    """A line that takes everything and can be said to be full."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.full = False
        self.flowing: Callable[[], None] = lambda: None
        self.at_once: Callable[[str], bool] = lambda text: False

    def push(self, text: bytes) -> bool:
        self.frames.append(text)
        return not self.full

    def abort(self) -> None: ...

    def heard(self) -> list[dict[str, Any]]:
        return [json.loads(line) for frame in self.frames for line in frame.split(b"\n")]


def ping(id: str) -> str:
    return json.dumps({"do": "ping", "id": id})


async def connected(limits: Limits) -> tuple[Socket, Open, asyncio.Queue[dict[str, Any]]]:
    line, events = Open(), asyncio.Queue[dict[str, Any]]()
    socket = Socket(open_house(limits=limits, now=asyncio.get_running_loop().time), line=line)
    asyncio.ensure_future(socket.run(events.get)).add_done_callback(lambda done: done.result())
    await asyncio.sleep(0)
    return socket, line, events


async def part(events: "asyncio.Queue[dict[str, Any]]") -> None:
    events.put_nowait({"type": "websocket.disconnect"})
    await settle()


def test_an_ask_is_taken_as_it_comes_unless_one_is_being_answered() -> None:
    async def test() -> None:
        _, line, events = await connected(PATIENT)
        assert line.at_once(ping("a"))
        assert not line.at_once(ping("b"))  # it has to be received
        events.put_nowait({"type": "websocket.receive", "text": ping("b")})
        await settle()
        assert line.at_once(ping("c"))
        await settle()
        assert [said["re"] for said in line.heard()] == ["a", "b", "c"]
        await part(events)

    run(test())


def test_who_was_too_hasty_is_heard_again_when_the_pause_is_over() -> None:
    async def test() -> None:
        _, line, events = await connected(Limits(messages=100.0))
        while line.at_once(ping("x")):
            await asyncio.sleep(0)
        assert line.heard()[-1]["code"] == "message/too_many"
        said = len(line.frames)
        events.put_nowait({"type": "websocket.receive", "text": ping("later")})
        await settle()
        assert len(line.frames) == said
        await pass_seconds(1.0)
        assert line.heard()[-1]["re"] == "later"
        await part(events)

    run(test())


def test_what_is_said_while_the_line_is_full_leaves_when_it_flows() -> None:
    async def test() -> None:
        socket, line, events = await connected(PATIENT)
        line.full = True
        for id in "abc":
            await socket.heed(ping(id))
        assert [said["re"] for said in line.heard()] == ["a"]
        line.full = False
        line.flowing()
        assert [said["re"] for said in line.heard()] == ["a", "b", "c"] and socket.full_since is None
        await part(events)

    run(test())
