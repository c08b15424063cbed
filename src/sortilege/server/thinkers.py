"""Bots think in processes of their own, so that no table waits for another's thoughts."""

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from sortilege.bots import bot
from sortilege.kernel.views import View

LONGEST_SECONDS: Final = 20.0
FALLBACK: Final = "random"  # for a bot that died or thinks too long: the game goes on


class Thinkers:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, name: str, view: View, legal: list[str]) -> str:
        seed = secrets.randbits(32)  # not the game's seed: a bot's choice must not tell of the cards to come
        asked = (name, view.to_bytes(), legal, seed)
        try:
            thought = asyncio.get_running_loop().run_in_executor(self._open(), choose, *asked)
            return await asyncio.wait_for(thought, LONGEST_SECONDS)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            return choose(FALLBACK, *asked[1:])

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, context, initializer=_begin)
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """Ctrl-C is for the house, which closes its thinkers itself; if it was killed, they go too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_house, daemon=True).start()


def _end_with_house() -> None:
    house = multiprocessing.parent_process()
    if house is not None:
        house.join()
        os._exit(0)


def choose(name: str, view: bytes, legal: list[str], seed: int) -> str:
    return bot(name).choose(View.from_bytes(view), legal, seed)
