"""Attack a server from one address, beside a guest at another, attack by attack.

    python bench/flood.py [--seconds 2] [--pairs 2] [--only TEXT] [--json]

The server has one core, attackers and guest the other. Windows of peace and of attack take turns. An attack is fended
off if the guest's p99 is within twice that of peace or 20 ms, whichever is more, and the server grows by 50 MB at most.
`busy` is the share of its core that the server used in peace and under attack. Last, a bot of level 2 must answer
within 2 seconds beside ten tables of another guest with bots of level 5.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, sleep

from tests.support.attack import ATTACKS, Attack, Target
from tests.support.served import Device, Served, get, open_table

from sortilege.bots import LEVELS

GAME = "abracada"
GUEST, OTHER_GUEST = "127.0.0.2", "127.0.0.3"
TABLES, SEATS, PAUSE = 4, 2, 0.03
OLD_TABLES = 20
MOST_TIMES, MOST_MS, MOST_MB, BOT_SECONDS = 2.0, 20.0, 50.0, 2.0
LEVEL_2, LEVEL_5 = LEVELS[1], LEVELS[4]


@dataclass
class Outcome:
    attack: str
    peace_ms: float  # p99 of the guest's moves
    attack_ms: float
    peace_busy: float
    attack_busy: float
    grown_mb: float
    moves: int
    good: bool


def split_cores(server: int) -> frozenset[int]:
    """Give the server the first core and this process the others; return those."""
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(server, {first})
    mine = frozenset(others or [first])
    os.sched_setaffinity(0, mine)
    return mine


def threads_too(pid: int) -> None:
    """Threads that started before keep their cores: move them as well."""
    cores = os.sched_getaffinity(pid)
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores)


def memory_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0]) / 1024


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def p99(times: list[float]) -> float:
    return 1000 * sorted(times)[int(0.99 * len(times))] if times else float("inf")


def prepared(served: Served) -> tuple[list[Device], Target]:
    """The guest's tables, one of them known to the attackers, and tables with a finished game."""
    devices = []
    for i in range(TABLES):
        device = Device(served, *open_table(served.address, GAME, [""] * SEATS, GUEST), seed=i)
        device.host, device.pause = GUEST, PAUSE
        devices.append(device)
    records = [open_table(served.address, GAME, ["greedy"] * SEATS, OTHER_GUEST)[0] for _ in range(2)]
    many = [open_table(served.address, GAME, [""] * SEATS, f"127.0.1.{i // 8}")[0] for i in range(OLD_TABLES)]
    while any(status(served, table) != "over" for table in records):
        sleep(0.1)
    return devices, Target(served.port, devices[0].table, records, many)


def status(served: Served, table: str) -> str:
    return str(get(f"{served.address}/api/tables/{table}", OTHER_GUEST)["look"]["info"]["status"])


async def measure(served: Served, asked: argparse.Namespace, cores: frozenset[int]) -> list[Outcome]:
    devices, target = await asyncio.to_thread(prepared, served)
    playing = [asyncio.create_task(device.run()) for device in devices]
    outcomes = []
    try:
        for name in ATTACKS:
            if asked.only in name:
                outcomes.append(await one(served, devices, target, name, asked, cores))
                told(outcomes[-1], asked.json)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return outcomes


async def one(
    served: Served, devices: list[Device], target: Target, name: str, asked: argparse.Namespace, cores: frozenset[int]
) -> Outcome:
    before, most = memory_mb(served.pid), 0.0
    attack = Attack(served, target, name, cores=cores)
    await asyncio.sleep(1.5)  # until it has begun
    calm, troubled = list[float](), list[float]()
    busy = {False: 0.0, True: 0.0}
    try:
        for _ in range(asked.pairs):
            attack.hold()
            await asyncio.sleep(0.5)  # until the server has read the last of it
            calm += await window(served, devices, asked.seconds, busy, False)
            attack.resume()
            await asyncio.sleep(0.2)
            troubled += await window(served, devices, asked.seconds, busy, True)
            most = max(most, memory_mb(served.pid))
    finally:
        attack.end()
    await asyncio.sleep(0.5)
    peace, during, grown = p99(calm), p99(troubled), most - before
    good = during <= max(MOST_TIMES * peace, MOST_MS) and grown <= MOST_MB
    shares = [round(busy[attacked] / (asked.pairs * asked.seconds), 2) for attacked in (False, True)]
    return Outcome(name, round(peace, 1), round(during, 1), *shares, round(grown, 1), len(troubled), good)


async def window(
    served: Served, devices: list[Device], seconds: float, busy: dict[bool, float], attacked: bool
) -> list[float]:
    for device in devices:
        device.times.clear()
    cpu = cpu_seconds(served.pid)
    await asyncio.sleep(seconds)
    busy[attacked] += cpu_seconds(served.pid) - cpu
    now = perf_counter()
    waiting = [now - device.sent for device in devices if device.unanswered]  # an answer that never came counts, too
    return [taken for device in devices for taken in device.times] + [taken for taken in waiting if taken > 0.1]


async def bot_answers(served: Served) -> float:
    """The longest that a bot of level 2 takes beside another guest's ten tables of bots of level 5."""
    for _ in range(10):
        await asyncio.to_thread(open_table, served.address, GAME, [LEVEL_5] * 4, OTHER_GUEST)
    device = Device(served, *await asyncio.to_thread(open_table, served.address, GAME, ["", LEVEL_2], GUEST), seed=1)
    device.host = GUEST
    playing, longest, last, since = asyncio.create_task(device.run()), 0.0, 0, perf_counter()
    until = perf_counter() + 15
    while perf_counter() < until:
        await asyncio.sleep(0.01)
        if device.last != last:
            last, since = device.last, perf_counter()
        longest = max(longest, perf_counter() - since)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return longest


def told(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(outcome)), flush=True)
        return
    said = "good" if outcome.good else "BAD"
    ms = f"p99 {outcome.peace_ms:6.1f} ms in peace, {outcome.attack_ms:8.1f} under attack"
    busy = f"busy {outcome.peace_busy:.2f} and {outcome.attack_busy:.2f}"
    print(f"{outcome.attack:41} {ms}, {busy}, {outcome.grown_mb:+5.1f} MB, {outcome.moves:4} moves  {said}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of a window")
    parser.add_argument("--pairs", type=int, default=2, help="of windows for each attack")
    parser.add_argument("--only", default="", help="attacks whose name contains this")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "house.db", "--limit=idle_seconds=2").start()
        try:
            cores = split_cores(served.pid)
            threads_too(served.pid)
            outcomes = asyncio.run(measure(served, asked, cores))
            seconds = asyncio.run(bot_answers(served))
        finally:
            served.stop()
    good = seconds <= BOT_SECONDS
    bots = {"a bot of level 2 answered after": round(seconds, 2), "good": good}
    print(json.dumps(bots) if asked.json else bots)
    sys.exit(not (good and all(outcome.good for outcome in outcomes)))


if __name__ == "__main__":
    main()
