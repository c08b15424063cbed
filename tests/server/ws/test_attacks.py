"""Bound what one socket can make the server hold or do, whatever frames it sends."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from sortilege.server.http.connection_limits import (
    ADDRESS_BYTES,
    CHECK_SECONDS,
    UNSEEN_BYTES,
    LimitedProtocol,
    Listener,
)
from sortilege.server.ops.limits import Buckets, Limits
from sortilege.server.ws.connections import Connections
from tests.support.clock import pass_seconds, run, settle, until
from tests.support.frames import BINARY, CONTINUATION, PING, PONG, TEXT, frame, handshake, ping_request
from tests.support.guests import open_server
from tests.support.http import free_listener, opened

MANY = 400_000  # bytes; far more than the kernel keeps for a reader that rests
STUCK_SECONDS = 20.0


@dataclass
class Attacked:
    """A server with the default limits, and one socket to it."""

    connections: Connections
    listener: Listener
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @property
    def protocol(self) -> LimitedProtocol | None:
        return next(iter(self.listener.of.values()), None)

    async def send_as_much_as_goes(self, data: bytes) -> None:
        self.writer.write(data * (MANY // len(data)))
        for _ in range(20):
            await settle()


@asynccontextmanager
async def attacked() -> AsyncIterator[Attacked]:
    now = asyncio.get_running_loop().time
    connections = open_server(limits=Limits(), now=now)
    listener = Listener(most=60, pace=Buckets(1e6, 10), stuck_seconds=STUCK_SECONDS, cut_off=connections.count_stuck)
    async with opened(connections, listener, free_listener()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(handshake(port))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield Attacked(connections, listener, reader, writer)
        writer.transport.abort()


JUNK = {
    "empty fragments": frame(CONTINUATION, fin=False),
    "fragments of a byte": frame(CONTINUATION, b" ", fin=False),
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_fragments_that_become_no_message_are_read_no_further_and_then_cut_off(junk: bytes) -> None:
    async def test() -> None:
        async with attacked() as at:
            at.writer.write(frame(TEXT, b" ", fin=False))
            await at.send_as_much_as_goes(junk)
            protocol = at.protocol
            assert protocol and protocol.held
            unseen = protocol.unseen
            assert unseen < 10 * UNSEEN_BYTES
            await at.send_as_much_as_goes(junk)
            assert protocol.unseen == unseen
            for _ in range(int(STUCK_SECONDS / CHECK_SECONDS) + 1):
                await pass_seconds(CHECK_SECONDS)
            await until(lambda: not at.listener.of)

    run(test())


def test_the_heads_of_a_few_fragments_do_not_add_up() -> None:
    async def test() -> None:
        async with attacked() as at:
            for i in range(300):
                text = ping_request(str(i))
                pieces = [text[j : j + 6] for j in range(0, len(text), 6)]
                *first, last = pieces
                at.writer.write(frame(TEXT, b"", fin=False))
                at.writer.write(b"".join(frame(CONTINUATION, piece, fin=False) for piece in first))
                at.writer.write(frame(CONTINUATION, last))
                await settle()
                await pass_seconds(0.05)
            assert at.protocol and not at.protocol.held and at.protocol.unseen < 1_000

    run(test())


def test_a_ping_pays_for_a_few_fragments_only() -> None:
    async def test() -> None:
        async with attacked() as at:
            at.writer.write(frame(TEXT, b" ", fin=False))
            await at.send_as_much_as_goes(frame(PING) + frame(CONTINUATION, fin=False) * 200)
            budget = at.connections.messages.buckets["127.0.0.1"]
            assert at.protocol and at.protocol.held
            assert budget.most - budget.left < 60, "pings taken, each with what came before it"

    run(test())


@pytest.mark.parametrize("kind", [PING, PONG])
def test_control_frames_are_taken_at_the_rate_of_messages(kind: int) -> None:
    async def test() -> None:
        async with attacked() as at:
            await at.send_as_much_as_goes(frame(kind))
            assert at.protocol and at.protocol.unseen < 2 * UNSEEN_BYTES, "reading is paused"
            budget = at.connections.messages.buckets["127.0.0.1"]
            left, rate = budget.left, Limits().messages
            assert budget.most - left <= 4 * rate + 1
            refilled = 10 * rate  # in ten seconds
            for _ in range(40):
                await pass_seconds(0.25)
            assert at.protocol.unseen < 2 * UNSEEN_BYTES
            assert budget.left > left - refilled  # of all its sockets: one alone takes a tenth

    run(test())


def test_sockets_of_an_address_have_a_limit_together() -> None:
    """Tiny frames cost sixty times the memory of their bytes while they wait."""

    async def test() -> None:
        async with attacked() as at:
            port = at.writer.get_extra_info("peername")[1]
            writers = []
            for _ in range(40):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(handshake(port))
                assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
                writers.append(writer)
            for _ in range(5):
                for writer in writers:
                    writer.write(frame(PING) * 2_000)
                await settle()
                await pass_seconds(CHECK_SECONDS)
            assert at.listener.unseen["127.0.0.1"] < 4 * ADDRESS_BYTES
            for writer in writers:
                writer.transport.abort()
            while len(at.listener.of) > 1:
                await pass_seconds(CHECK_SECONDS)
            assert at.listener.unseen["127.0.0.1"] == 0

    run(test())


def test_pongs_to_a_client_that_reads_nothing_do_not_pile_up() -> None:
    async def test() -> None:
        async with attacked() as at:
            assert isinstance(at.writer.transport, asyncio.Transport)
            at.writer.transport.pause_reading()
            for _ in range(50):
                await at.send_as_much_as_goes(frame(PING, b"p" * 125))
                await pass_seconds(0.3)
            protocol = at.protocol
            assert protocol is None or protocol.transport.get_write_buffer_size() < 200_000

    run(test())


def test_a_hasty_client_is_answered_slowly_and_nothing_is_lost() -> None:
    async def test() -> None:
        async with attacked() as at:
            count = 400
            at.writer.write(b"".join(frame(TEXT, ping_request(f"r{i}")) for i in range(count)))
            reading = asyncio.ensure_future(at.reader.read(1 << 20))
            heard = b""
            while heard.count(b'"re"') < count:
                await pass_seconds(0.1)
                if reading.done():
                    heard += await reading
                    reading = asyncio.ensure_future(at.reader.read(1 << 20))
            reading.cancel()
            assert b"message/too_many" in heard
            assert all(f'"r{i}"'.encode() in heard for i in range(count))

    run(test())


def test_a_bad_message_leaves_no_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        caplog.set_level("INFO", "sortilege")
        async with attacked() as at:
            caplog.clear()
            for data in (b"{", b"[]", b'{"do":"play"}', b"\x00"):
                at.writer.write(frame(BINARY, data))
                await settle()
            at.writer.write(frame(3))
            await settle()
            assert {record.getMessage() for record in caplog.records} <= {"request"}  # one for the whole socket

    run(test())
