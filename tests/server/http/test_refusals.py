"""A move may be asked about without being played."""

import asyncio

from tests.support.guests import all_join, open_house, open_table


def test_a_move_is_asked_about_and_not_played() -> None:
    async def test() -> None:
        desk = open_house()
        table = await open_table(desk, ["", ""], "abracada", options={"first": 0})
        guests = await all_join(desk, table)
        first, second, spectator = guests
        assert (await first.ask("check", table=table, seat=0, move="cast 1"))["code"] == "table/not_playing"
        await first.ask("start", table=table, seat=0)
        n = desk.house.sessions[table].table.n
        assert (await first.ask("check", table=table, seat=0, move="cast 1"))["is"] == "done"
        refused = await first.ask("check", table=table, seat=0, move="stop")
        assert (refused["code"], refused["rule"]) == ("move/cast_owed", "turn")
        assert (await second.ask("check", table=table, seat=1, move="cast 1"))["code"] == "seat/not_asked"
        assert (await spectator.ask("check", table=table, seat=0, move="cast 1"))["code"] == "seat/not_held"
        assert desk.house.sessions[table].table.n == n
        await desk.close()

    asyncio.run(test())
