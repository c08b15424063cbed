"""Let a bot move though the process died in which it thought."""

import asyncio
import os
import signal

import sortilege
from sortilege.games import SLUGS, load
from sortilege.server.workers.bots import BotPool


def test_a_bot_whose_process_died_is_replaced() -> None:
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
