"""A real house in a process of its own, and clients on real sockets, to be killed, flooded and cut."""

import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sortilege.server.ws.messages import PROTOCOL
from sortilege.store import Entry

Seen = dict[str, Any]
PATIENCE = 60.0  # seconds
GREETING = "http://"


class Served:
    """`sortilege serve` on a store, started and stopped as often as one likes, always at the same port."""

    def __init__(self, store: Path, *more: str) -> None:
        self.store, self.more, self.port = store, more, 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> "Served":
        command = [sys.executable, "-m", "sortilege", "serve", "--lang", "en", "--store", str(self.store)]
        command += ["--port", str(self.port), "--pace", "0", "--workers", "1", *self.more]
        wide = {**os.environ, "COLUMNS": "500"}
        with self.store.with_name("errors.log").open("a") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=wide)
        assert self.process.stdout is not None
        greeting = self.process.stdout.readline()
        if GREETING not in greeting:
            self.kill()
            raise AssertionError(self.store.with_name("errors.log").read_text())
        self.port = int(greeting.split(GREETING)[1].split()[0].rpartition(":")[2])
        return self

    def kill(self) -> None:
        """At once, in the midst of whatever it does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process = None
        return code


def post(address: str, body: Seen, host: str = "127.0.0.1") -> Seen:
    return _answer(address, "POST", json.dumps(body), host)


def get(address: str, host: str = "127.0.0.1") -> Seen:
    return _answer(address, "GET", None, host)


def _answer(address: str, method: str, body: str | None, host: str) -> Seen:
    """Ask from one of this machine's own addresses: limits count by it."""
    where = urlsplit(address)
    asked = HTTPConnection(where.netloc, timeout=PATIENCE, source_address=(host, 0))
    asked.request(method, where.path, body, {"Content-Type": "application/json"})
    answer = asked.getresponse()
    said = json.load(answer)
    asked.close()
    assert answer.status == 200, said
    return dict(said)


def open_table(address: str, game: str, bots: list[str], host: str = "127.0.0.1") -> tuple[str, list[str]]:
    """A new table with somebody on each seat that has no bot; their tokens."""
    body = {"id": secrets.token_urlsafe(16), "game": game, "bots": bots}
    table = post(f"{address}/api/tables", body, host)["table"]
    tokens = [secrets.token_urlsafe(32) for bot in bots if not bot]
    for i, token in enumerate(tokens):
        sit = {"id": f"s{i}", "name": f"P{i}", "token": token, "nonce": secrets.token_urlsafe(32)}
        post(f"{address}/api/tables/{table}/seats", sit, host)
    return table, tokens


def commands_in(entries: list[Entry]) -> dict[str, int]:
    """Return the entry that each command became, by seat and id, as `Device.acknowledged` names them."""
    return {re.sub(r"^(\d)-[0-9a-f]+/", r"\1/", entry.command): entry.n for entry in entries}


WAITS = ("store/late", "store/unreachable", "store/failed", "house/closing")  # the same is asked again
STALE = ("table/stale", "seat/not_asked", "table/playing")


class Device:
    """People of one table on one device: plays at random for each of them, whatever happens to the houses."""

    def __init__(self, served: Served | list[Served], table: str, tokens: list[str], seed: int) -> None:
        self.houses = served if isinstance(served, list) else [served]
        self.table, self.tokens, self.random = table, tokens, Random(seed)
        self.starts = True  # the games: whoever holds the first seat
        self.acknowledged: dict[str, int] = {}  # by seat and id: the entry it became
        self.unanswered: Seen | None = None
        self.again = False  # the house could not say whether it was done
        self.asked: dict[int, tuple[int, list[str]]] = {}  # by seat: since which entry, and its legal moves
        self.status = ""
        self.last = 0
        self.times: list[float] = []  # seconds from each move to its answer
        self.pause = 0.0
        self.games = 10**9  # to be played at most
        self.host = "127.0.0.1"  # its own address: limits count by it
        self._ids = count(1)

    async def run(self) -> None:
        """Until as many games are over as were wanted; through every loss of the house."""
        while True:
            try:
                async with self.socket() as socket:
                    await self._play(socket)
                    return
            except (OSError, WebSocketException, TimeoutError):
                self.houses = [*self.houses[1:], self.houses[0]]
                await asyncio.sleep(0.05)

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        address = f"ws{self.houses[0].address[4:]}/api/socket?protocol={PROTOCOL}"
        here = (self.host, 0)
        async with connect(address, compression=None, open_timeout=PATIENCE, max_size=None, local_addr=here) as socket:
            join = {"do": "subscribe", "id": "join", "table": self.table, "tokens": self.tokens}
            await socket.send(json.dumps(join))
            self.asked.clear()
            yield socket

    async def _play(self, socket: ClientConnection) -> None:
        if self.unanswered:
            await socket.send(json.dumps(self.unanswered))
        async for frame in socket:
            for line in str(frame).split("\n"):
                self.hear(json.loads(line))
            if self.again:
                self.again = False
                await asyncio.sleep(0.1)
                await socket.send(json.dumps(self.unanswered))
            if self.unanswered is None:
                if self.status == "over" and self.games <= 0:
                    return
                await self._move(socket)

    def hear(self, message: Seen) -> None:
        if message["is"] in ("snapshot", "update"):
            self._see(message["n"], message["seat"], message)
        elif self.unanswered and message.get("re") == self.unanswered["id"]:
            if message.get("code") == "store/late":
                raise TimeoutError  # it may have been done: the same is asked again
            if message["is"] == "done":
                key = f"{self.unanswered['seat']}/{message['re']}"
                assert self.acknowledged.setdefault(key, message["n"]) == message["n"], "another answer"
                self.times.append(time.perf_counter() - self.sent)
            elif message["code"] in WAITS:
                self.again = True
                return
            else:
                assert message["code"] in STALE, message
            self.unanswered = None
        elif message.get("re") == "subscribe" and message["is"] == "refused":
            raise OSError(message["code"])

    def _see(self, n: int, seat: int, part: Seen) -> None:
        self.last = max(self.last, n)
        status = part.get("info", {}).get("status", self.status)
        self.games -= status == "over" and self.status != "over"
        self.status = status
        if "legal" in part:
            self.asked[seat] = (n, part["legal"])

    async def _move(self, socket: ClientConnection) -> None:
        ready = [seat for seat, (_, legal) in self.asked.items() if legal]
        command: Seen = {"table": self.table, "id": f"c{next(self._ids)}-{self.random.getrandbits(40)}"}
        if self.status in ("gathering", "over") and self.starts:
            command |= {"do": "start", "seat": 0}
        elif ready:
            seat = self.random.choice(ready)
            n, legal = self.asked.pop(seat)
            command |= {"do": "play", "seat": seat, "move": self.random.choice(legal), "at": n}
        else:
            return
        if self.pause:
            await asyncio.sleep(self.pause)
        self.unanswered, self.sent = command, time.perf_counter()
        await socket.send(json.dumps(command))
