"""Let bots think in processes of their own, on what their seat sees."""

import secrets
from dataclasses import replace
from typing import Final

from sortilege.bots import BOTS, LEVELS, bot
from sortilege.games import load
from sortilege.kernel.views import View
from sortilege.server.ops.logs import log_error
from sortilege.server.workers.pool import Lost, Workers

LONGEST_SECONDS: Final = 20.0
SEARCHING: Final = {name for name, bot in BOTS.items() if bot.table_budget.milliseconds}
SEARCHING_LEVELS: Final = {str(level) for level, name in enumerate(LEVELS, 1) if name in SEARCHING}
FALLBACK: Final = "random"  # for a bot whose process died, failed or took too long: the game goes on


def searches(name: str) -> bool:
    """Return whether a bot needs a slot because it searches."""
    return name in SEARCHING or name in SEARCHING_LEVELS


class BotPool:
    """Run bots in processes: fast bots in one of their own, searching bots in the others."""

    def __init__(self, workers: int | None = None) -> None:
        self.quick, self.searching = Workers(1), Workers(workers)
        self.searchers = len(self.searching.all)  # bots that can search at the same time

    async def choose(self, name: str, view: View, legal: list[str], share: float = 1.0) -> str:
        """Return the move of a bot that is given a share of its time."""
        seed = secrets.randbits(32)  # not the game's seed: a bot's choice must not tell of the cards to come
        asked = (view.to_bytes(), legal, seed)
        workers = self.searching if searches(name) else self.quick
        try:
            return await workers.run(LONGEST_SECONDS, choose, name, *asked, share)
        except Lost as lost:
            log_error("bot lost", lost, bot=name)
        except Exception as error:
            log_error("bot failed", error, bot=name)
        return choose(FALLBACK, *asked)

    def close(self) -> None:
        self.quick.close()
        self.searching.close()


def choose(name: str, view: bytes, legal: list[str], seed: int, share: float = 1.0) -> str:
    seen = View.from_bytes(view)
    found = bot(name).at_table(load(seen["game"]))
    milliseconds = round(found.budget.milliseconds * share)
    return replace(found, budget=replace(found.budget, milliseconds=milliseconds)).choose(seen, legal, seed)
