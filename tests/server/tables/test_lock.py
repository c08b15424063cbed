"""One thing after another at a table."""

import asyncio

from sortilege.server.tables.lock import Turns


def test_whoever_comes_while_it_is_taken_waits_in_a_row() -> None:
    async def test() -> None:
        turns, went = Turns(), list[str]()

        async def come(name: str) -> None:
            async with turns:
                went.append(name)

        def go() -> None:
            went.append("third")
            turns.leave()

        turns.take(lambda: went.append("first"))
        second = asyncio.ensure_future(come("second"))
        await asyncio.sleep(0)
        turns.take(go)
        fourth = asyncio.ensure_future(come("fourth"))
        await asyncio.sleep(0)
        assert went == ["first"] and turns.taken
        turns.leave()
        await asyncio.gather(second, fourth)
        assert went == ["first", "second", "third", "fourth"] and not turns.taken

    asyncio.run(test())


def test_who_has_gone_is_passed_over_also_at_the_moment_its_turn_comes() -> None:
    async def test(moment: int) -> None:
        turns, went = Turns(), list[str]()

        async def come() -> None:
            async with turns:
                went.append("gone")

        turns.take(lambda: None)
        gone = asyncio.ensure_future(come())
        await asyncio.sleep(0)
        turns.take(lambda: went.append("next"))
        if moment:
            turns.leave()
        for _ in range(moment - 1):
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        if not moment:
            turns.leave()
        for _ in range(3):
            await asyncio.sleep(0)
        assert went in (["next"], ["gone", "next"])

    for moment in range(4):
        asyncio.run(test(moment))
