"""Those who would spoil a house for the others: a flood of asks, and a client that never reads what it is sent."""

import asyncio
import json
import multiprocessing
import os
import re
import signal
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.support.served import Served


async def flood(address: str) -> None:
    """Asks as fast as the line takes them, and again when it is cut."""
    while True:
        try:
            async with connect(f"ws{address[4:]}/api/socket?protocol=2", compression=None) as socket:
                reading = asyncio.create_task(drain(socket))
                while not reading.done():
                    await socket.send('{"do":"ping","id":"flood"}')
        except (OSError, ConnectionClosed):
            await asyncio.sleep(0.1)


async def drain(socket: object) -> None:
    try:
        async for _ in socket:  # type: ignore[attr-defined]
            pass
    except ConnectionClosed:
        pass


async def never_read(address: str, table: str) -> None:
    """Joins a lively table many times over and takes nothing of what it is sent; again when it is cut off."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]), limit=1024)
        host = address.partition("//")[2]
        writer.write(
            f"GET /api/socket?protocol=2 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        body = json.dumps({"do": "subscribe", "id": "j", "table": table}).encode()
        try:
            while True:
                writer.write(bytes([0x81, 0x80 | 126]) + len(body).to_bytes(2, "big") + b"\0\0\0\0" + body)
                await writer.drain()
                await asyncio.sleep(0.04)
        except OSError:
            writer.close()


def attack(address: str, table: str) -> None:
    async def both() -> None:
        await asyncio.gather(flood(address), never_read(address, table))

    asyncio.run(both())


class Attack:
    """A flooding client and one that never reads, in a process that can be held still."""

    def __init__(self, served: Served, table: str) -> None:
        self.served = served
        self.process = multiprocessing.get_context("spawn").Process(target=attack, args=(served.address, table))
        self.process.start()

    async def go(self) -> None:
        """Until the house is seen to fend it off."""
        before = await self.fended_off()
        self._signal(signal.SIGCONT)
        while await self.fended_off() == before:
            await asyncio.sleep(0.02)

    async def hold(self) -> None:
        """Until the house has read the last of it."""
        self._signal(signal.SIGSTOP)
        before = -1
        while before != (before := await self.fended_off()):
            await asyncio.sleep(0.1)

    async def fended_off(self) -> int:
        """Asks that were too many, so far."""
        with await asyncio.to_thread(urlopen, f"{self.served.address}/api/metrics") as answer:
            found = re.search(r'sortilege_refusals_total\{kind="message/too_many"\} (\d+)', answer.read().decode())
        return int(found[1]) if found else 0

    def _signal(self, number: signal.Signals) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
