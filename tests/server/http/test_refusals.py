"""A move may be asked about without being played."""

import asyncio

from tests.support.guests import all_join, open_server, open_table


def test_a_move_is_asked_about_and_not_played() -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, ["", ""], "abracada", options={"first": 0})
        guests = await all_join(connections, table)
        first, second, spectator = guests
        assert (await first.ask("check", table=table, seat=0, move="cast 1"))["code"] == "table/not_playing"
        await first.ask("start", table=table, seat=0)
        n = connections.registry.sessions[table].table.n
        assert (await first.ask("check", table=table, seat=0, move="cast 1"))["is"] == "done"
        refused = await first.ask("check", table=table, seat=0, move="stop")
        assert (refused["code"], refused["rule"]) == ("move/cast_owed", "turn")
        assert (await second.ask("check", table=table, seat=1, move="cast 1"))["code"] == "seat/not_asked"
        assert (await spectator.ask("check", table=table, seat=0, move="cast 1"))["code"] == "seat/not_held"
        assert connections.registry.sessions[table].table.n == n
        await connections.close()

    asyncio.run(test())
