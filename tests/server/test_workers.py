"""Work in other processes: it waits for a free one, and what takes too long is ended."""

import asyncio
import os
import time
from pathlib import Path

import pytest

import sortilege
from sortilege.games import SLUGS
from sortilege.server.thinkers import Thinkers
from sortilege.server.workers import Lost, Workers


def note_and_sleep(file: str, seconds: float) -> int:
    Path(file).write_text(str(os.getpid()))
    time.sleep(seconds)
    return os.getpid()


def sleep_and_say(seconds: float) -> str:
    time.sleep(seconds)
    return "done"


def test_time_begins_when_a_process_is_free() -> None:
    async def test() -> None:
        workers = Workers(1)
        await workers.run(60.0, os.getpid)  # it has begun
        assert await asyncio.gather(*(workers.run(1.5, sleep_and_say, 0.5) for _ in range(5))) == ["done"] * 5
        workers.close()

    asyncio.run(test())


def test_what_takes_too_long_is_ended_with_its_process(tmp_path: Path) -> None:
    async def test() -> None:
        workers, file = Workers(1), tmp_path / "pid"
        await workers.run(60.0, os.getpid)
        with pytest.raises(Lost):
            await workers.run(1.0, note_and_sleep, str(file), 60.0)
        pid = int(file.read_text())
        async with asyncio.timeout(10):
            while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]:
                await asyncio.sleep(0.05)
        assert await workers.run(60.0, os.getpid) != pid
        workers.close()

    asyncio.run(test())


def test_work_whose_process_was_ended_for_another_is_done_again() -> None:
    async def test() -> None:
        workers = Workers(2)
        await asyncio.gather(workers.run(60.0, time.sleep, 0.5), workers.run(60.0, time.sleep, 0.5))
        slow = asyncio.ensure_future(workers.run(1.0, time.sleep, 60.0))
        innocent = asyncio.ensure_future(workers.run(60.0, sleep_and_say, 2.0))
        with pytest.raises(Lost):
            await slow
        assert await innocent == "done"
        workers.close()

    asyncio.run(test())


def test_a_bot_that_fails_is_stood_in_for() -> None:
    async def test() -> None:
        thinkers = Thinkers(workers=1)
        game = sortilege.new(SLUGS[0], seats=2, seed=1)
        seat = game.pending[0]
        assert await thinkers.choose("nobody", game.view(seat), game.legal(seat)) in game.legal(seat)
        thinkers.close()

    asyncio.run(test())
