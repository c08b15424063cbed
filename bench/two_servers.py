"""Run two servers on one PostgreSQL and one Redis, and trouble them without end: what was answered must be there.

    python bench/two_servers.py [minutes]

Every few seconds a server is killed, Redis is killed, or PostgreSQL is stopped or killed, in turn; people play on.
"""

import asyncio
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from random import Random

from tests.support.engines import Postgres, Redis
from tests.support.served import Device, Served, commands_in, open_table

from sortilege.games import SLUGS
from sortilege.server.ops.check_log import broken_logs
from sortilege.store.postgres import PostgresStore

LIMITS = [f"--limit={name}=2000" for name in ("messages", "moves", "new_tables", "requests", "sockets_each")]


def tables(servers: list[Served]) -> list[Device]:
    """Open two tables of each game, their seats in both servers; one seat of every second table is a bot's."""
    devices = []
    for i, game in enumerate([*SLUGS, *SLUGS]):
        table, tokens = open_table(servers[0].address, game, ["", "", "", "greedy" if i % 2 else ""])
        here, there = Device(servers[:], table, tokens[::2], i), Device(servers[::-1], table, tokens[1::2], i + 100)
        there.starts = False
        devices += [here, there]
    return devices


async def play(servers: list[Served], postgres: Postgres, redis: Redis, seconds: float) -> tuple[list[Device], int]:
    devices, random, troubles = tables(servers), Random(1), 0
    playing = [asyncio.create_task(device.run()) for device in devices]
    until = time.monotonic() + seconds
    for kind in cycle(("one server", "Redis", "PostgreSQL stopped", "the other server", "PostgreSQL killed")):
        await asyncio.sleep(random.uniform(1, 4))
        if time.monotonic() > until:
            break
        ended = {"one server": servers[0], "the other server": servers[1], "Redis": redis}.get(kind, postgres)
        (postgres.stop if kind == "PostgreSQL stopped" else ended.kill)()
        await asyncio.to_thread(ended.start)
        troubles += 1
    for device in devices:
        device.games = min(device.games, 1)
    await asyncio.gather(*playing)
    return devices, troubles


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for part in ("postgres", "redis", "one", "other"):
            (folder / part).mkdir()
        postgres, redis = Postgres(folder / "postgres", hasty=False), Redis(folder / "redis")
        postgres.start()
        redis.start()
        store = postgres.new_database()
        where = ["--store", store, "--bus", redis.address, *LIMITS]
        servers = [Served(folder / each / "unused.db", *where).start() for each in ("one", "other")]
        try:
            devices, troubles = asyncio.run(play(servers, postgres, redis, 60 * minutes))
            for server in servers:
                server.stop()
            log = PostgresStore(store)
            kept = {d.table: commands_in(log.read(d.table)) for d in devices}
            lost = sum(kept[d.table].get(command) != n for d in devices for command, n in d.acknowledged.items())
            wrong = log.check() or broken_logs(log.tables(), log.read)
            log.close()
        finally:
            postgres.kill()
            redis.kill()
    answered = sum(len(d.acknowledged) for d in devices)
    print({"minutes": minutes, "troubles": troubles, "answered": answered, "lost": lost, "wrong": wrong})
    sys.exit(bool(lost or wrong))


if __name__ == "__main__":
    main()
