"""What the room costs: moves per CPU-second of the server, how long a move takes, memory of a socket, kills survived.

    python bench/room.py [tables] [--kills N]
    python bench/room.py [tables] --bare 3           # three times in turn with a room that does nothing: bench/bare.py
    python bench/room.py [tables] --processes 2      # servers on one PostgreSQL and one Redis, seats spread over them
    python bench/room.py [tables] --idle 10000 --minutes 10   # so many idle sockets, with moves going on

The server runs in a process of its own with a store on disk; the clients here are not counted.
"""

import argparse
import asyncio
import os
import socket as sockets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from platform import python_version
from random import Random
from typing import Any

import msgspec
import uvloop
from tests.support.engines import Postgres, Redis
from tests.support.frames import PONG, TEXT, frame, handshake
from tests.support.served import Device, Served, commands_in, open_table

from sortilege.lab.simulate import simulate
from sortilege.server.http.connection_limits import raise_file_limit
from sortilege.store.sqlite import SqliteStore

GAME = "abracada"
SEATS = 4
EMPTY_PING = b"\x89\x00"
LOOSE = ("sockets_each", "messages", "moves", "requests", "new_tables", "sockets", "standing", "tables")
TICKS = os.sysconf("SC_CLK_TCK")
decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode


class Player(asyncio.Protocol):
    """One seat on one socket, as light as can be. Plays at random when it is asked, or when it is let."""

    def __init__(self, table: str, seat: int, token: str, let: asyncio.Queue["Player"] | None) -> None:
        self.table, self.seat, self.token, self.let = table, seat, token, let
        self.random, self.ids = Random(f"{table}{seat}"), count(1)
        self.legal: list[str] = []
        self.n = 0
        self.sent: dict[str, float] = {}  # by id: when a move was asked for
        self.times: list[float] = []
        self.data, self.open, self.joined = b"", False, False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        host, port = transport.get_extra_info("peername")
        transport.write(
            f"GET /api/socket?protocol=2 HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.open and b"\r\n\r\n" in self.data:
            self.open, self.data = True, self.data.partition(b"\r\n\r\n")[2]
            self.say({"do": "subscribe", "tokens": [self.token]})
            if self.seat == 0:
                self.say({"do": "start", "seat": 0})
        while self.open and (frame := self._frame()):
            for line in frame.split(b"\n"):
                self.hear(line)

    def _frame(self) -> bytes:
        """The next whole frame; servers do not mask theirs."""
        head, size = 2, self.data[1] & 127 if len(self.data) > 1 else 1 << 20
        if size == 126:
            head, size = 4, int.from_bytes(self.data[2:4], "big")
        if len(self.data) < head + size:
            return b""
        frame, self.data = self.data[head : head + size], self.data[head + size :]
        return frame

    def say(self, ask: dict[str, Any]) -> None:
        id = f"{self.seat}-{next(self.ids)}"
        if ask["do"] == "play":
            self.sent[id] = time.perf_counter()
        body = encode({"id": id, "table": self.table, **ask})
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + body)

    def hear(self, line: bytes) -> None:
        self.joined = True
        if line.startswith(b'{"is":"done"'):
            sent = self.sent.pop(decode(line)["re"], None)
            if sent:
                self.times.append(time.perf_counter() - sent)
        elif self.seat == 0 and b'"status":"over"' in line:
            self.say({"do": "start", "seat": 0})
        elif b'"legal":["' in line:
            message = decode(line)
            self.legal, self.n = message["legal"], message["n"]
            if self.let:
                self.let.put_nowait(self)
            else:
                self.play()

    def play(self) -> None:
        self.say({"do": "play", "seat": self.seat, "move": self.random.choice(self.legal), "at": self.n})


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def stolen() -> float:
    """Seconds of our cores that other guests of the machine have had: what is measured beside them is dear."""
    return int(Path("/proc/stat").read_text().split(maxsplit=10)[8]) / TICKS


def cpu_of(pids: Iterable[int]) -> float:
    return sum(cpu_seconds(pid) for pid in pids if Path(f"/proc/{pid}").exists())


def family(pids: Iterable[int]) -> list[int]:
    """With their children: PostgreSQL has a process for each connection."""
    found = list(pids)
    for pid in found:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    return found


def memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def percentile(times: Iterable[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[int(share * (len(ordered) - 1))]


async def sit_everywhere(servers: list[Served], tables: int, let: asyncio.Queue[Player] | None) -> list[Player]:
    players = []
    for i in range(tables):
        server = servers[i % len(servers)]
        table, tokens = await asyncio.to_thread(open_table, server.address, GAME, [""] * SEATS)
        players += [Player(table, seat, token, let) for seat, token in enumerate(tokens)]
    return players


async def measure(
    servers: list[Served], tables: int, rate: float | None, seconds: float, engines: Sequence[int] = ()
) -> dict[str, float]:
    """As fast as it goes, or at so many moves a second. Seats are spread over the servers."""
    let: asyncio.Queue[Player] | None = asyncio.Queue() if rate else None
    players = await sit_everywhere(servers, tables, let)
    await connect_all(players, [server.port for server in servers])
    pacing = asyncio.create_task(pace(let, rate)) if let and rate else None
    await asyncio.sleep(2)
    for player in players:
        player.times = []
    pids = [server.pid for server in servers]
    cpu, below, begun, lost = cpu_of(pids), cpu_of(family(engines)), time.perf_counter(), stolen()
    await asyncio.sleep(seconds)
    cpu, below, wall = cpu_of(pids) - cpu, cpu_of(family(engines)) - below, time.perf_counter() - begun
    times = [seconds for player in players for seconds in player.times]
    moves = len(times)
    if pacing:
        pacing.cancel()
    for player in players:
        player.transport.close()
    return {
        "tables": tables,
        "moves": moves,
        "moves per second": round(moves / wall),
        "moves per CPU-second of the servers": round(moves / cpu),
        **({"of servers, PostgreSQL and Redis": round(moves / (cpu + below))} if engines else {}),
        "stolen of a core": round((stolen() - lost) / wall, 2),
        "p50 ms": round(1000 * percentile(times, 0.5), 2),
        "p99 ms": round(1000 * percentile(times, 0.99), 2),
    }


async def connect_all(players: list[Player], ports: list[int]) -> None:
    for player in reversed(players):  # seat 0, which starts the game, sits down last
        port = ports[player.seat % len(ports)]
        await asyncio.get_running_loop().create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
    while not all(player.joined for player in players):
        await asyncio.sleep(0.1)


async def measure_bare(tables: int, seconds: float) -> int:
    """Moves per CPU-second of a room that does nothing but tell."""
    with sockets.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bare = subprocess.Popen([sys.executable, str(Path(__file__).with_name("bare.py")), str(port)])
    try:
        await port_opens(port)
        players = [Player(str(i), seat, f"{i} {seat}", None) for i in range(tables) for seat in range(SEATS)]
        await connect_all(players, [port])
        await asyncio.sleep(1)
        for player in players:
            player.times = []
        cpu = cpu_seconds(bare.pid)
        await asyncio.sleep(seconds)
        return round(sum(len(player.times) for player in players) / (cpu_seconds(bare.pid) - cpu))
    finally:
        bare.kill()
        bare.wait()


async def port_opens(port: int) -> None:
    for _ in range(200):
        with suppress(OSError):
            sockets.create_connection(("127.0.0.1", port)).close()
            return
        await asyncio.sleep(0.05)


def beside_bare(served: Served, wanted: argparse.Namespace) -> None:
    """Taking turns: whatever else the machine does meanwhile, both feel it."""
    shares = []
    for _ in range(wanted.bare):
        bare = uvloop.run(measure_bare(wanted.tables, wanted.seconds))
        server = uvloop.run(measure([served], wanted.tables, None, wanted.seconds))
        shares.append(server["moves per CPU-second of the servers"] / bare)
        moves, lost = server["moves per CPU-second of the servers"], server["stolen of a core"]
        print({"bare": bare, "server": moves, "share": round(shares[-1], 3), "stolen of a core": lost})
    print({"mean share": round(sum(shares) / len(shares), 3)})


async def pace(let: asyncio.Queue[Player], rate: float) -> None:
    due = time.perf_counter()
    while True:
        player = await let.get()
        due = max(due + 1 / rate, time.perf_counter() - 0.05)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        player.play()


class Idle(asyncio.Protocol):
    """A socket that joins a table, listens, and answers pings."""

    def __init__(self, table: str, port: int) -> None:
        self.table, self.port, self.joined, self.lost = table, port, False, False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        body = encode({"do": "subscribe", "id": "j", "table": self.table})
        transport.write(handshake(self.port) + frame(TEXT, body))

    def data_received(self, data: bytes) -> None:
        self.joined = self.joined or b'"re":"j"' in data
        if data.endswith(EMPTY_PING):
            self.transport.write(frame(PONG))

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True


async def open_idle(served: Served, sockets: int) -> list[Idle]:
    table, _ = await asyncio.to_thread(open_table, served.address, GAME, [""] * SEATS)
    loop, opened = asyncio.get_running_loop(), list[Idle]()
    for _ in range(sockets):
        _, one = await loop.create_connection(lambda: Idle(table, served.port), "127.0.0.1", served.port)
        opened.append(one)
    while not all(one.joined for one in opened):
        await asyncio.sleep(0.1)
    return opened


async def idle(served: Served, sockets: int, tables: int, seconds: float) -> dict[str, float]:
    """What a socket costs that only listens, and what so many do to moves; `seconds`: of moves, 0 for none."""
    await open_idle(served, 20)
    before = memory(served.pid)
    opened = await open_idle(served, sockets)
    each = round((memory(served.pid) - before) / sockets / 1000, 1)
    moves = await measure([served], tables, 500.0, seconds) if seconds else {}
    found = {"sockets": sockets, "kB per idle socket": each, "lost": sum(one.lost for one in opened), **moves}
    for one in opened:
        one.transport.abort()
    return found


async def kills(served: Served, times: int) -> dict[str, float]:
    """Killed again and again under load; everything acknowledged must be there."""
    random = Random(1)
    devices = [Device(served, *open_table(served.address, GAME, [""] * SEATS), seed=i) for i in range(12)]
    playing = [asyncio.create_task(device.run()) for device in devices]
    for _ in range(times):
        await asyncio.sleep(random.uniform(0.1, 1.0))
        served.kill()
        await asyncio.to_thread(served.start)
    for device in devices:
        device.games = 1
    await asyncio.gather(*playing)
    served.stop()
    store = SqliteStore(served.store)
    kept = {device.table: commands_in(store.read(device.table)) for device in devices}
    store.close()
    lost = sum(kept[d.table].get(command) != n for d in devices for command, n in d.acknowledged.items())
    return {"kills": times, "acknowledged": sum(len(d.acknowledged) for d in devices), "lost": lost}


def yardstick() -> int:
    """Rules alone, on this machine at this moment: 170,000 where nobody else is at work."""
    return round(simulate(GAME, SEATS, 150, compiled=False).decisions_per_cpu_second)


def several(folder: Path, limits: list[str], wanted: argparse.Namespace) -> None:
    """Measure a move on SQLite, on PostgreSQL, and with as many servers as wanted on the same."""
    for name in ("postgres", "redis"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    alone = Served(folder / "house.db", *limits).start()
    print("SQLite, 1 server", uvloop.run(measure([alone], wanted.tables, None, wanted.seconds)))
    alone.stop()
    postgres, redis = Postgres(folder / "postgres", hasty=False), Redis(folder / "redis")
    for engine in (postgres, redis):
        engine.start()
    try:
        where = ["--store", postgres.new_database(), "--bus", redis.address, *limits]
        servers: list[Served] = []
        for i in range(wanted.processes):
            (folder / str(i)).mkdir()
            servers.append(Served(folder / str(i) / "unused.db", *where).start())
            pids = [engine.process.pid for engine in (postgres, redis) if engine.process]
            found = uvloop.run(measure(servers, wanted.tables, None, wanted.seconds, pids))
            print(f"PostgreSQL and Redis, {i + 1} server(s)", found)
        for server in servers:
            server.stop()
        print({"yardstick: plain decisions per CPU-second here and now": yardstick()})
    finally:
        for engine in (postgres, redis):
            engine.kill()


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("tables", type=int, nargs="?", default=200)
    given.add_argument("--seconds", type=float, default=15)
    given.add_argument("--sockets", type=int, default=2000)
    given.add_argument("--idle", type=int, default=0)
    given.add_argument("--minutes", type=float, default=1.0)
    given.add_argument("--kills", type=int, default=0)
    given.add_argument("--bare", type=int, default=0)
    given.add_argument("--processes", type=int, default=1)
    wanted = given.parse_args()
    raise_file_limit()
    with tempfile.TemporaryDirectory() as folder:
        limits = [f"--limit={name}=1000000" for name in LOOSE]
        if wanted.processes > 1:
            several(Path(folder), limits, wanted)
            return
        served = Served(Path(folder) / "house.db", *limits).start()
        if wanted.idle:
            print(uvloop.run(idle(served, wanted.idle, wanted.tables, 60 * wanted.minutes)))
            served.stop()
            return
        if wanted.bare:
            beside_bare(served, wanted)
            served.stop()
            return
        print(uvloop.run(measure([served], wanted.tables, None, wanted.seconds)))
        print(uvloop.run(measure([served], wanted.tables, 500.0, wanted.seconds)))
        print(uvloop.run(idle(served, wanted.sockets, 0, 0.0)))
        print({"yardstick: plain decisions per CPU-second here and now": yardstick(), "python": python_version()})
        if wanted.kills:
            print(asyncio.run(kills(served, wanted.kills)))
        if served.process:
            served.stop()


if __name__ == "__main__":
    main()
