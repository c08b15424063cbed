"""Limit connections before a request is read."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from sortilege.server.http import connection_limits
from sortilege.server.http.connection_limits import Listener
from sortilege.server.ops.limits import Buckets
from tests.support import http
from tests.support.clock import pass_seconds, run, settle, until
from tests.support.guests import open_server

HALVES = {
    "nothing": b"",
    "half a head": b"GET /api/health HT",
    "half a body": b"POST /api/tables HTTP/1.1\r\nhost: HERE\r\ncontent-length: 9\r\n\r\n{",
}
LOST = (ConnectionError, asyncio.IncompleteReadError)


@asynccontextmanager
async def opened(listener: Listener) -> AsyncIterator[int]:
    connections = open_server(now=asyncio.get_running_loop().time)
    async with http.opened(connections, listener, http.free_listener()) as port:
        yield port


def patient(most: int = 5) -> Listener:
    return Listener(most=most, pace=None, stuck_seconds=20.0)


async def ask(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode())
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    await reader.readuntil(b"}")
    return reader, writer


@pytest.mark.parametrize("said", HALVES.values(), ids=HALVES.keys())
def test_half_a_request_ends_after_a_while(said: bytes) -> None:
    async def test() -> None:
        async with opened(patient()) as port:
            reader, writer = await ask(port)
            writer.write(said.replace(b"HERE", f"127.0.0.1:{port}".encode()))
            await settle()
            reading = asyncio.ensure_future(reader.read())
            for _ in range(4):  # its time, then the time for what is left of it
                await pass_seconds(connection_limits.REQUEST_SECONDS)
            assert b"200 OK" not in await reading
            writer.close()

    run(test())


def test_connections_of_one_address_are_limited() -> None:
    async def test() -> None:
        listener = patient(most=3)
        async with opened(listener) as port:
            open_ones = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with pytest.raises(LOST):
                await reader.readexactly(1)
            for _, other in (*open_ones, (reader, writer)):
                other.close()
            await until(lambda: not listener.open and not listener.of)

    run(test())


def test_new_connections_of_one_address_are_paced() -> None:
    async def test() -> None:
        async with opened(Listener(most=1000, pace=Buckets(2.0, 10), stuck_seconds=20.0)) as port:
            for _ in range(10):
                (await ask(port))[1].close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with pytest.raises(LOST):
                await reader.readexactly(1)
            writer.close()

    run(test())


def test_a_client_that_takes_nothing_is_cut_off() -> None:
    """Of HTTP, too: here it asks for much and reads none of it."""

    async def test() -> None:
        cut = list[str]()
        listener = Listener(most=5, pace=None, stuck_seconds=20.0, cut_off=lambda: cut.append("cut"))
        async with opened(listener) as port:
            _, writer = await ask(port)
            assert isinstance(writer.transport, asyncio.Transport)
            writer.transport.pause_reading()
            request = f"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode()
            while not any(one.stuck for one in listener.of.values()):
                writer.write(request)
                await settle()
            await pass_seconds(19.0)
            assert not cut and listener.of
            await pass_seconds(1.0)
            assert cut == ["cut"]
            await until(lambda: not listener.of)
            writer.close()

    run(test())
