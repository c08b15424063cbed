"""Work in other processes: it waits for a free one, and what takes too long is ended."""

import asyncio
import os
import time
from pathlib import Path

import pytest

import sortilege
from sortilege.games import SLUGS
from sortilege.kernel.views import View
from sortilege.server.thinkers import Thinkers
from sortilege.server.workers import Lost, Workers
from sortilege.testing.guests import Quick, all_join, open_house, open_table


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


def test_two_that_take_too_long_together_are_both_lost() -> None:
    async def test() -> None:
        workers = Workers(2)
        await asyncio.gather(workers.run(60.0, time.sleep, 0.5), workers.run(60.0, time.sleep, 0.5))
        both = [asyncio.ensure_future(workers.run(0.5, time.sleep, 60.0)) for _ in range(2)]
        await asyncio.sleep(0)
        time.sleep(1.0)  # the loop itself is late
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Lost, Lost]
        workers.close()

    asyncio.run(test())


def test_bots_for_whom_nobody_waits_think_one_after_another() -> None:
    class Counting(Quick):
        now = most = 0

        async def choose(self, name: str, view: View, legal: list[str]) -> str:
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.01)
            self.now -= 1
            return await super().choose(name, view, legal)

    async def test() -> None:
        desk = open_house()
        thinkers = desk.house.thinkers = Counting()
        for n in range(4):
            await open_table(desk, ["greedy"] * 3, SLUGS[0], id=f"{n}")
        await asyncio.sleep(0.2)
        assert thinkers.most == 1
        table = await open_table(desk, ["", "greedy", "greedy"], SLUGS[0], id="people", options={"first": 1})
        [guest, _] = await all_join(desk, table)
        await guest.ask("start", table=table, seat=0)
        await asyncio.sleep(0.2)
        assert thinkers.most == 2
        for task in desk.house._tasks:
            task.cancel()

    asyncio.run(test())
