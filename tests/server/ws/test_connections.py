"""The front desk and the thinkers: quotas, readers that take nothing, bots that die."""

import asyncio
import os
import signal
from dataclasses import replace

import pytest

import sortilege
from sortilege.games import SLUGS, load
from sortilege.kernel.refusal import Refusal
from sortilege.server.workers.bots import BotPool
from sortilege.server.ws.connection import Socket
from sortilege.server.ws.messages import Closing
from tests.support.guests import PATIENT, all_join, open_house, open_table


class Stuck:
    """A line that is full after one frame and never empties."""

    def __init__(self, cut: list[str]) -> None:
        self.cut, self.flowing, self.at_once = cut, lambda: None, lambda text: False

    def push(self, text: bytes) -> bool:
        return False

    def abort(self) -> None:
        self.cut.append("cut")


def test_a_socket_that_takes_nothing_is_cut_off() -> None:
    async def test() -> None:
        time, cut = [1000.0], list[str]()
        desk = open_house(now=lambda: time[0])
        stuck, lively = Socket(desk, line=Stuck(cut)), Socket(desk)
        for socket in (stuck, lively):
            desk.welcome(socket, "here")
        stuck.answer(Closing(seconds=1.0))
        await asyncio.sleep(0)
        time[0] += PATIENT.stuck_seconds
        desk._sweep()
        assert cut == []
        time[0] += 1
        desk._sweep()
        assert cut == ["cut"]
        await desk.close()

    asyncio.run(test())


class Broken(Stuck):
    def push(self, text: bytes) -> bool:
        raise RuntimeError("this line is broken")


def test_a_line_that_breaks_does_not_keep_the_others_from_hearing() -> None:
    async def test() -> None:
        desk, cut = open_house(), list[str]()
        broken, stuck = Socket(desk, line=Broken(cut)), Socket(desk, line=Stuck(cut))
        for socket in (broken, stuck):
            socket.answer(Closing(seconds=1.0))
        await asyncio.sleep(0)
        assert stuck.full_since is not None and not stuck.outbox
        await desk.close()

    asyncio.run(test())


def test_sockets_have_quotas_by_address_and_in_all() -> None:
    desk = open_house(limits=replace(PATIENT, sockets=3, sockets_each=2))
    guests = [Socket(desk) for _ in range(4)]
    desk.welcome(guests[0], "a")
    desk.welcome(guests[1], "a")
    with pytest.raises(Refusal, match="house/full"):
        desk.welcome(guests[2], "a")
    desk.welcome(guests[2], "b")
    with pytest.raises(Refusal, match="house/full"):
        desk.welcome(guests[3], "c")
    desk.see_off(guests[0], "a")
    desk.welcome(guests[3], "a")


def test_tables_have_a_quota() -> None:
    async def test() -> None:
        desk = open_house(limits=replace(PATIENT, tables=1))
        table = await open_table(desk, ["", ""], SLUGS[0], id="first")
        guests = await all_join(desk, table)
        with pytest.raises(Refusal, match="house/full"):
            await open_table(desk, ["", ""], SLUGS[0])
        for guest in guests:
            guest.cut()
        await open_table(desk, ["", ""], SLUGS[0])  # nobody listens to the first: it makes room, and lies in the log
        assert table not in desk.house.sessions and desk.house.store.read(table)

    asyncio.run(test())


def test_a_bot_whose_process_died_is_stood_in_for() -> None:
    """The game goes on, and the next thought finds a new process."""

    async def test() -> None:
        bots = BotPool(workers=1)
        game = sortilege.new(SLUGS[0], load(SLUGS[0]).seats[0], seed=1)
        seat = game.pending[0]
        for _ in range(3):
            assert await bots.choose("greedy", game.view(seat), game.legal(seat)) in game.legal(seat)
            [worker] = bots.quick.all
            if worker.pid:
                os.kill(worker.pid, signal.SIGKILL)
        bots.close()

    asyncio.run(test())
