"""Processes for what takes long, so that no table waits for another."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Lost(Exception):
    """The process died, or took too long."""


class Workers:
    def __init__(self, most: int | None = None) -> None:
        self.most = most or max(1, (os.cpu_count() or 2) - 1)
        self.pool: ProcessPoolExecutor | None = None
        self._free = asyncio.Semaphore(self.most)

    async def run(self, seconds: float, work: Callable[..., Answer], *given: Any) -> Answer:
        """Its time begins when a process is free for it: many may wait, and none is lost for that."""
        async with self._free:
            while True:
                pool = self.open()
                try:
                    answer = asyncio.get_running_loop().run_in_executor(pool, work, *given)
                    return await asyncio.wait_for(answer, seconds)
                except TimeoutError:
                    self._end(pool)
                    raise Lost from None
                except BrokenProcessPool:
                    if pool is self.pool:  # else the work of another took this one's process along
                        self._end(pool)
                        raise Lost from None

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """With its processes, whatever they are at: they would go on thinking beside the next ones."""
        for process in list((pool._processes or {}).values()):  # none, if another ended it
            process.kill()
        pool.shutdown(wait=False)
        if pool is self.pool:
            self.pool = None

    def open(self) -> ProcessPoolExecutor:
        """Processes begin when there is work for them."""
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.most, context, initializer=_begin)
        return self.pool

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


def _begin() -> None:
    """Ctrl-C is for the house, which closes its workers itself; if it was killed, they go too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_house, daemon=True).start()


def _end_with_house() -> None:
    house = multiprocessing.parent_process()
    if house is not None:
        house.join()
        os._exit(0)
