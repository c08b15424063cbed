"""Test that work waits for a free process, and is ended when it takes too long."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

import sortilege
from sortilege.games import SLUGS
from sortilege.kernel.views import View
from sortilege.server.tables.fair_queue import FairQueue
from sortilege.server.workers import pool as own
from sortilege.server.workers.bots import BotPool
from sortilege.server.workers.pool import START_SECONDS, Lost, Workers
from tests.support.clock import pass_seconds, run, settle, until
from tests.support.guests import Quick, all_join, open_server, open_table

HELD = "SORTILEGE_TEST_HELD"
begin = own._begin


class Held:
    """Stand for work: note in a file that it has begun, and go on when another file is there."""

    def __init__(self, folder: Path) -> None:
        self.file, self.go = folder / "begun", folder / "go"
        folder.mkdir(exist_ok=True)

    def __call__(self) -> int:
        part = self.file.with_suffix(".part")
        part.write_text(str(os.getpid()))
        part.replace(self.file)
        give_up = time.monotonic() + 120
        while not self.go.exists() and time.monotonic() < give_up:
            time.sleep(0.01)
        return os.getpid()

    async def begun(self) -> int:
        await until(self.file.exists)
        return int(self.file.read_text())


def begin_held() -> None:
    begin()
    Held(Path(os.environ[HELD]))()


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Held:
    """Hold processes while they start."""
    monkeypatch.setattr(own, "_begin", begin_held)
    monkeypatch.setenv(HELD, str(tmp_path / "start"))
    return Held(tmp_path / "start")


def test_time_in_the_queue_does_not_count(tmp_path: Path) -> None:
    async def test() -> None:
        workers, held = Workers(1), Held(tmp_path / "held")
        first = asyncio.ensure_future(workers.run(3600.0, held))
        pid = await held.begun()
        second = asyncio.ensure_future(workers.run(60.0, os.getpid))
        await pass_seconds(100.0)
        held.go.touch()
        assert (await first, await second) == (pid, pid)
        workers.close()

    run(test())


def test_time_to_start_a_process_does_not_count(start: Held) -> None:
    async def test() -> None:
        workers = Workers(1)
        asked = asyncio.ensure_future(workers.run(10.0, os.getpid))
        pid = await start.begun()
        await pass_seconds(START_SECONDS - 1)
        start.go.touch()
        assert await asked == pid
        workers.close()

    run(test())


def test_a_process_that_does_not_start_is_given_up(start: Held) -> None:
    async def test() -> None:
        workers = Workers(1)
        asked = asyncio.ensure_future(workers.run(10.0, os.getpid))
        pid = await start.begun()
        await pass_seconds(START_SECONDS)
        with pytest.raises(Lost):
            await asked
        start.go.touch()
        assert await workers.run(10.0, os.getpid) != pid
        workers.close()

    run(test())


def test_what_takes_too_long_is_ended_with_its_process(tmp_path: Path) -> None:
    async def test() -> None:
        workers, held = Workers(1), Held(tmp_path / "held")
        asked = asyncio.ensure_future(workers.run(60.0, held))
        pid = await held.begun()
        await pass_seconds(60.0)
        with pytest.raises(Lost):
            await asked
        await until(lambda: is_gone(pid))
        assert await workers.run(60.0, os.getpid) != pid
        workers.close()

    run(test())


def test_what_nobody_waits_for_any_more_is_ended_with_its_process(tmp_path: Path) -> None:
    async def test() -> None:
        workers, held = Workers(1), Held(tmp_path / "held")
        asked = asyncio.ensure_future(workers.run(60.0, held))
        pid = await held.begun()
        asked.cancel()
        await until(lambda: is_gone(pid))
        assert await workers.run(60.0, os.getpid) != pid
        workers.close()

    run(test())


def test_work_beside_one_that_is_ended_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        workers, slow, other = Workers(2), Held(tmp_path / "slow"), Held(tmp_path / "other")
        lost = asyncio.ensure_future(workers.run(60.0, slow))
        beside = asyncio.ensure_future(workers.run(3600.0, other))
        await slow.begun()
        pid = await other.begun()
        await pass_seconds(60.0)
        with pytest.raises(Lost):
            await lost
        other.go.touch()
        assert await beside == pid
        workers.close()

    run(test())


def test_two_that_take_too_long_together_are_both_lost(tmp_path: Path) -> None:
    async def test() -> None:
        workers, both = Workers(2), [Held(tmp_path / name) for name in ("one", "other")]
        asked = [asyncio.ensure_future(workers.run(60.0, held)) for held in both]
        for held in both:
            await held.begun()
        await pass_seconds(60.0)
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Lost, Lost]
        workers.close()

    run(test())


def test_work_whose_process_is_killed_is_lost(tmp_path: Path) -> None:
    async def test() -> None:
        workers, held = Workers(1), Held(tmp_path / "held")
        asked = asyncio.ensure_future(workers.run(60.0, held))
        os.kill(await held.begun(), signal.SIGKILL)
        with pytest.raises(Lost):
            await asked
        assert await workers.run(60.0, os.getpid)
        workers.close()

    run(test())


def test_a_bot_that_fails_is_stood_in_for() -> None:
    async def test() -> None:
        bots = BotPool(workers=1)
        game = sortilege.new(SLUGS[0], seats=2, seed=1)
        seat = game.pending[0]
        assert await bots.choose("nobody", game.view(seat), game.legal(seat)) in game.legal(seat)
        bots.close()

    asyncio.run(test())


def test_bots_for_whom_nobody_waits_think_one_after_another() -> None:
    class Counting(Quick):
        now = most = thoughts = 0

        async def choose(self, name: str, view: View, legal: list[str], share: float = 1.0) -> str:
            self.now += 1
            self.most = max(self.most, self.now)
            await settle()  # long enough for all that would think beside it
            self.now -= 1
            self.thoughts += 1
            return legal[0]

        async def think(self, more: int) -> None:
            wanted = self.thoughts + more
            await until(lambda: self.thoughts >= wanted)

    async def test() -> None:
        connections = open_server()
        bots = connections.registry.scheduler.bots = Counting()
        connections.registry.scheduler.searching = FairQueue(2)
        for n in range(4):
            await open_table(connections, ["search"] * 3, SLUGS[0], id=f"{n}")
        await bots.think(8)
        assert bots.most == 1
        table = await open_table(connections, ["", "search", "search"], SLUGS[0], id="people", options={"first": 1})
        [guest, _] = await all_join(connections, table)
        await guest.ask("start", table=table, seat=0)
        await bots.think(8)
        assert bots.most == 2
        for task in connections.registry.scheduler._tasks:
            task.cancel()

    asyncio.run(test())
