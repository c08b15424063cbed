"""Let bots think in processes of their own, on what their seat sees."""

import secrets
from typing import Final

from sortilege.bots import bot
from sortilege.games import load
from sortilege.kernel.views import View
from sortilege.server.ops.logs import broken
from sortilege.server.workers.pool import Lost, Workers

LONGEST_SECONDS: Final = 20.0
FALLBACK: Final = "random"  # for a bot that died, failed or thinks too long: the game goes on


class Thinkers:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = Workers(workers)

    async def choose(self, name: str, view: View, legal: list[str]) -> str:
        seed = secrets.randbits(32)  # not the game's seed: a bot's choice must not tell of the cards to come
        asked = (view.to_bytes(), legal, seed)
        try:
            return await self.workers.run(LONGEST_SECONDS, choose, name, *asked)
        except Lost as lost:
            broken("bot lost", lost, bot=name)
        except Exception as error:
            broken("bot failed", error, bot=name)
        return choose(FALLBACK, *asked)

    def close(self) -> None:
        self.workers.close()


def choose(name: str, view: bytes, legal: list[str], seed: int) -> str:
    seen = View.from_bytes(view)
    return bot(name).at_table(load(seen["game"])).choose(seen, legal, seed)
