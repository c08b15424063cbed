"""Bots of one guest do not keep those of another waiting."""

import asyncio

import pytest

from sortilege.games import SLUGS
from sortilege.kernel.views import View
from sortilege.server.tables.scheduler import LEAST_SHARE
from sortilege.server.workers.bots import searches
from sortilege.server.ws.connections import Connections
from tests.support.clock import settle
from tests.support.guests import Quick, all_join, open_server, open_table

GAME = SLUGS[0]


class Slow(Quick):
    """Bots that search think until they are let; the others answer at once."""

    def __init__(self) -> None:
        super().__init__(workers=1)
        self.let = asyncio.Semaphore(0)
        self.shares: list[float] = []

    async def choose(self, name: str, view: View, legal: list[str], share: float = 1.0) -> str:
        if searches(name):
            self.shares.append(share)
            await self.let.acquire()
        return legal[0]


async def bot_due(connections: Connections, bot: str, owner: str) -> str:
    """A table of a person and a bot that is to make the first move."""
    table = await open_table(connections, ["", bot], GAME, owner=owner, options={"first": 1})
    guest, _ = await all_join(connections, table)
    assert (await guest.ask("start", table=table, seat=0))["is"] == "done"
    await settle()
    return table


def moved(connections: Connections, table: str) -> bool:
    game = connections.registry.sessions[table].table.game
    return game is not None and game.played > 0


async def crowded() -> tuple[Connections, Slow, list[str]]:
    """A server with one process for bots that search, and a guest with ten tables of them."""
    connections, bots = open_server(), Slow()
    scheduler = connections.registry.scheduler
    scheduler.bots = bots
    assert scheduler.searching.slots == scheduler.searching.free
    scheduler.searching.slots = scheduler.searching.free = 1
    return connections, bots, [await bot_due(connections, "tuned", "crowd") for _ in range(10)]


def test_of_two_guests_one_with_ten_tables_the_other_is_next() -> None:
    async def test() -> None:
        connections, bots, crowd = await crowded()
        mine = await bot_due(connections, "tuned", "guest")
        for _ in range(3):  # the thought under way, the first of the crowd that waits, and ours
            assert not moved(connections, mine)
            bots.let.release()
            await settle()
        assert moved(connections, mine) and sum(moved(connections, table) for table in crowd) == 2
        await connections.close()

    asyncio.run(test())


@pytest.mark.parametrize("bot", ["novice", "greedy", "expert", "1", "2", "3"])
def test_bots_that_do_not_search_never_wait_for_those_that_do(bot: str) -> None:
    async def test() -> None:
        connections, _, crowd = await crowded()
        mine = await bot_due(connections, bot, "guest")
        await settle()
        assert moved(connections, mine) and not any(moved(connections, table) for table in crowd)
        await connections.close()

    asyncio.run(test())


def test_the_more_bots_wait_the_less_time_each_is_given() -> None:
    async def test() -> None:
        connections, bots, crowd = await crowded()
        while connections.registry.scheduler.searching.waiting:  # a bot may be asked again after its move
            bots.let.release()
            await settle()
        assert bots.shares[0] == 1.0 and bots.shares[1] == pytest.approx(max(LEAST_SHARE, 1 / len(crowd[1:])))
        assert min(bots.shares) >= LEAST_SHARE and bots.shares[-1] == 1.0
        await connections.close()

    asyncio.run(test())
