"""The door for HTTP, and what browsers bring along."""

import asyncio
from functools import partial
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from sortilege.server.http import protocol as door
from sortilege.server.http.cookies import seat_tokens
from tests.support.clock import pass_seconds, run, settle, until

HALVES = {
    "nothing": b"",
    "half a head": b"GET /api/health HT",
    "half a body": b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{",
}


async def quiet(scope: Any, receive: Any, send: Any) -> None:
    """Answers when the whole request is there."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def opened(doorway: door.Doorway) -> tuple[asyncio.Server, int]:
    config = Config(quiet, log_config=None)
    config.load()
    make = partial(door.Door, doorway, config=config, server_state=ServerState(), app_state={})
    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("said", HALVES.values(), ids=HALVES.keys())
def test_nobody_stands_in_the_door_for_ever_with_half_a_request(said: bytes) -> None:
    async def test() -> None:
        server, port = await opened(door.Doorway(5))
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
        writer.write(said)
        await settle()
        await pass_seconds(door.REQUEST_SECONDS)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        writer.close()
        server.close()

    run(test())


def test_one_address_does_not_fill_the_door_alone() -> None:
    async def test() -> None:
        doorway = door.Doorway(3)
        server, port = await opened(doorway)
        standing = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        for _, other in (*standing, (reader, writer)):
            other.close()
        await until(lambda: not doorway.standing)
        server.close()

    run(test())


@pytest.mark.parametrize("other", ['x={"a":1}', "x=a b", "noequals", 'x="open', "q=[1]", "é=1"])
def test_a_cookie_of_somebody_else_hides_no_seat(other: str) -> None:
    """Every program on this machine may set some: browsers do not tell ports apart."""
    table = "a" * 26
    line = f"{other}; seat-{table}-0=TOKEN".encode("latin-1")
    assert seat_tokens({"headers": [(b"cookie", line)]}) == {table: {f"seat-{table}-0": "TOKEN"}}
