"""Attack a server from one address: floods of every kind of frame and request, and clients that never read."""

import asyncio
import json
import multiprocessing
import os
import re
import secrets
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from typing import Any

from tests.support.frames import CONTINUATION, PING, PONG, TEXT, frame, handshake
from tests.support.served import PATIENCE, Served

SOCKETS = 60  # of one address, by default
REST_SECONDS = 0.2  # before a connection that was refused or cut is tried again
BATCH = 200  # frames sent at a time


@dataclass
class Target:
    """What an attacker knows."""

    port: int
    table: str = ""  # one where much happens
    records: list[str] = field(default_factory=list)  # tables with a finished game
    many: list[str] = field(default_factory=list)  # tables that nobody is at


Attacker = Callable[[Target], Awaitable[None]]


# ----------------------------------------------------------------------------------------------------- on sockets
def flooding(make: Callable[[Target], Callable[[], bytes]], sockets: int = SOCKETS, reads: bool = True) -> Attacker:
    """Send what `make` makes as fast as it is taken, on so many sockets, again and again."""

    async def attack(target: Target) -> None:
        await asyncio.gather(*(_again(target, make(target), reads) for _ in range(sockets)))

    return attack


async def _again(target: Target, data: Callable[[], bytes], reads: bool) -> None:
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", target.port, limit=4096)
            try:
                writer.write(handshake(target.port))
                await reader.readuntil(b"\r\n\r\n")
                await _flood(reader, writer, data, reads)
            finally:
                writer.transport.abort()
        await asyncio.sleep(REST_SECONDS)


async def _flood(reader: Any, writer: Any, data: Callable[[], bytes], reads: bool) -> None:
    reading = asyncio.create_task(_drain(reader)) if reads else None
    if not reads:
        writer.transport.pause_reading()
    try:
        while not (reading and reading.done()) and not writer.transport.is_closing():
            writer.write(data())
            await writer.drain()
            await asyncio.sleep(0)
    finally:
        if reading:
            reading.cancel()


async def _drain(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass


def frames(*made: bytes) -> Callable[[Target], Callable[[], bytes]]:
    return lambda target: lambda: b"".join(made) * BATCH


def messages(*bodies: dict[str, Any]) -> Callable[[Target], Callable[[], bytes]]:
    """Text messages; "T" stands for the table."""

    def make(target: Target) -> Callable[[], bytes]:
        said = ({key: target.table if part == "T" else part for key, part in body.items()} for body in bodies)
        data = b"".join(frame(TEXT, json.dumps({"id": "x", **body}).encode()) for body in said)
        return lambda: data * (BATCH // len(bodies))

    return make


def empty_fragments(target: Target) -> Callable[[], bytes]:
    parts = iter([frame(TEXT, b" ", fin=False)])
    return lambda: next(parts, b"") + frame(CONTINUATION, fin=False) * BATCH


# ------------------------------------------------------------------------------------------------------- over HTTP
def asking(
    make: Callable[[Target], Callable[[], bytes]], connections: int, reads: bool = True, rest: float = 0.0
) -> Attacker:
    """Send requests one behind the other on so many connections."""

    async def one(target: Target, data: Callable[[], bytes]) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", target.port, limit=4096)
                try:
                    reading = asyncio.create_task(_drain(reader)) if reads else None
                    if not reads:
                        assert isinstance(writer.transport, asyncio.Transport)
                        writer.transport.pause_reading()
                    while not (reading and reading.done()) and not writer.transport.is_closing():
                        writer.write(data())
                        await writer.drain()
                        await asyncio.sleep(rest)
                finally:
                    writer.transport.abort()
            await asyncio.sleep(REST_SECONDS)

    async def attack(target: Target) -> None:
        await asyncio.gather(*(one(target, make(target)) for _ in range(connections)))

    return attack


def request(port: int, path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]).encode()


def gets(*paths: str) -> Callable[[Target], Callable[[], bytes]]:
    return lambda target: lambda: b"".join(request(target.port, path) for path in paths)


def stories(target: Target) -> Callable[[], bytes]:
    table = secrets.choice(target.records) if target.records else ""
    paths = [f"/api/tables/{table}/records/1/{what}" for what in ("story/public", "story/0", "verify")]
    return lambda: b"".join(request(target.port, path) for path in paths)


def old_tables(target: Target) -> Callable[[], bytes]:
    numbers = count(secrets.randbelow(1000))
    many = [*target.many, *target.records]
    return lambda: request(target.port, f"/api/tables/{many[next(numbers) % len(many)]}")


def cookies(target: Target) -> Callable[[], bytes]:
    """A seat at every table there is, and at many that are not."""
    known = [*target.many, *target.records]
    made = ["".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(26)) for _ in range(340)]
    seats = [f"seat-{table}-0={'t' * 43}" for table in [*made, *known]]
    return lambda: request(target.port, "/api/mine", f"Cookie: {'; '.join(seats)}")


def halves(target: Target) -> Callable[[], bytes]:
    parts = iter([b"GET /api/health HTTP/1.1\r\nHo"])
    return lambda: next(parts, b"")


async def reconnecting(target: Target) -> None:
    """Open connections and say nothing on them."""

    async def one() -> None:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", target.port)
                writer.transport.abort()
            await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(20)))


SUBSCRIBE = {"do": "subscribe", "table": "T"}
ATTACKS: dict[str, Attacker] = {
    "empty pings on one socket": flooding(frames(frame(PING)), 1),
    "empty pings": flooding(frames(frame(PING))),
    "pongs": flooding(frames(frame(PONG, b"x" * 125))),
    "empty fragments": flooding(empty_fragments),
    "pings by clients that never read": flooding(frames(frame(PING, b"x" * 125)), reads=False),
    "messages": flooding(messages({"do": "ping"})),
    "nonsense": flooding(messages({"do": "nonsense"}, {"do": [[[[]]]]}, {"do": "play", "at": "x" * 100})),
    "subscriptions": flooding(messages(SUBSCRIBE)),
    "subscriptions since long ago": flooding(messages({**SUBSCRIBE, "since": 1})),
    "subscriptions by clients that never read": flooding(messages(SUBSCRIBE), reads=False),
    "the lobby on and off": flooding(messages({"do": "lobby", "on": True}, {"do": "lobby", "on": False})),
    "commands for seats of others": flooding(messages({"do": "say", "table": "T", "seat": 0, "text": "hello"})),
    "requests": asking(gets("/api/health"), 60),
    "lists": asking(gets("/api/games", "/api/tables", "/api/records"), 60),
    "pages by clients that never read": asking(gets("/", "/api/games", "/api/openapi.json"), 90, reads=False),
    "stories and proofs": asking(stories, 20),
    "tables that left the memory": asking(old_tables, 40),
    "cookies of hundreds of seats": asking(cookies, 20),
    "half requests": asking(halves, 100, rest=0.5),
    "connections": reconnecting,
}
COMMON = ("messages", "subscriptions by clients that never read")  # for a test of the whole


def _run(names: tuple[str, ...], target: Target, cores: set[int]) -> None:
    os.nice(10)  # the guest who is measured may share its core
    if cores:
        os.sched_setaffinity(0, cores)

    async def all_of_them() -> None:
        await asyncio.gather(*(ATTACKS[name](target) for name in names))

    asyncio.run(all_of_them())


def operator_metrics(port: int) -> str:
    """Read the server's counts from an address of this machine that attacks nobody."""
    asked = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=("127.0.0.9", 0))
    asked.request("GET", "/api/metrics")
    text = asked.getresponse().read().decode()
    asked.close()
    return text


class Attack:
    """Attackers in a process that can be held still."""

    def __init__(self, served: Served, target: Target, *names: str, cores: frozenset[int] = frozenset()) -> None:
        self.served = served
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=_run, args=(names or COMMON, target, set(cores)))
        self.process.start()

    async def go(self) -> None:
        """Until the server is seen to refuse messages."""
        before = await self.fended_off()
        self.resume()
        while await self.fended_off() == before:
            await asyncio.sleep(0.02)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def hold(self) -> None:
        self._signal(signal.SIGSTOP)

    async def fended_off(self) -> int:
        """Count the messages that were too many so far."""
        text = await asyncio.to_thread(operator_metrics, self.served.port)
        found = re.search(r'sortilege_refusals_total\{kind="message/too_many"\} (\d+)', text)
        return int(found[1]) if found else 0

    def _signal(self, number: signal.Signals) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
