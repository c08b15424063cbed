"""Guests take turns, and so do the tables of one guest."""

import asyncio

from sortilege.server.tables.fair_queue import FairQueue
from tests.support.clock import settle


async def take(queue: FairQueue, guest: str, table: str, order: list[str]) -> None:
    async with queue.slot(guest, table):
        order.append(table)
        await asyncio.sleep(0)


def test_guests_take_turns_and_then_their_tables() -> None:
    async def test() -> None:
        queue, order = FairQueue(1), list[str]()
        wanted = [("ann", "a1")] * 3 + [("ann", "a2"), ("ben", "b1"), ("ben", "b1"), ("cid", "c1")]
        async with queue.slot("zoe", "z1"):
            waiting = [asyncio.ensure_future(take(queue, guest, table, order)) for guest, table in wanted]
            await settle()
            assert order == [] and queue.waiting == len(wanted)
        await asyncio.gather(*waiting)
        assert order == ["a1", "b1", "c1", "a2", "b1", "a1", "a1"]
        assert (queue.free, queue.waiting) == (1, 0)

    asyncio.run(test())


def test_a_task_that_is_gone_keeps_no_slot() -> None:
    """Whether it still waited or had just been given its turn."""

    async def test(has_turn: bool) -> None:
        queue, order = FairQueue(1), list[str]()
        async with queue.slot("zoe", "z1"):
            gone = asyncio.ensure_future(take(queue, "ann", "a1", order))
            later = asyncio.ensure_future(take(queue, "ben", "b1", order))
            await settle()
            if not has_turn:
                gone.cancel()
        gone.cancel()
        await asyncio.wait_for(asyncio.gather(gone, later, return_exceptions=True), 10)
        assert order == ["b1"] and queue.free == 1

    for has_turn in (False, True):
        asyncio.run(test(has_turn))
