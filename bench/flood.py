"""What a flood and a client that never reads cost the other tables: python bench/flood.py [pairs of windows]

Windows with and without the attack take turns; p99 of a move's answer over all windows of a kind, and their ratio.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.support.attack import Attack
from tests.support.served import Device, Served, open_table

TABLES, WINDOW, PAUSE = 5, 2.0, 0.06


async def measure(served: Served, pairs: int) -> tuple[list[float], list[float]]:
    devices = [Device(served, *open_table(served.address, "abracada", [""] * 2), seed=i) for i in range(TABLES + 1)]
    for device in devices:
        device.pause = PAUSE
    *others, lively = devices
    playing = [asyncio.create_task(device.run()) for device in devices]
    attack = Attack(served, lively.table)
    normal, troubled = list[float](), list[float]()
    try:
        await attack.go()
        for _ in range(pairs):
            await attack.hold()
            normal += await window(others)
            await attack.go()
            troubled += await window(others)
    finally:
        attack.end()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return normal, troubled


async def window(devices: list[Device]) -> list[float]:
    for device in devices:
        device.times.clear()
    await asyncio.sleep(WINDOW)
    return [seconds for device in devices for seconds in device.times]


def p99(times: list[float]) -> float:
    return sorted(times)[int(0.99 * len(times))]


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "house.db").start()
        try:
            normal, troubled = asyncio.run(measure(served, pairs))
        finally:
            served.stop()
    print(f"p99 of {len(normal)} moves in peace: {1000 * p99(normal):.1f} ms")
    times = p99(troubled) / p99(normal)
    print(f"p99 of {len(troubled)} moves under attack: {1000 * p99(troubled):.1f} ms, {times:.2f} times")


if __name__ == "__main__":
    main()
