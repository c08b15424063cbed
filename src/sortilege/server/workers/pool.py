"""Run what takes long in processes, so that no table waits for another.

Each process has an executor of its own: one that is killed takes no other along, and holds no lock of theirs.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Final, TypeVar

Answer = TypeVar("Answer")
START_SECONDS: Final = 60.0  # a process that is not up by then is given up


class Lost(Exception):
    """Report that a worker process died or timed out."""


class Workers:
    def __init__(self, most: int | None = None) -> None:
        self.all = [Worker() for _ in range(most or max(1, (os.cpu_count() or 2) - 1))]
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()  # the last one first: it has a process already
        for worker in self.all:
            self._free.put_nowait(worker)

    async def run(self, seconds: float, work: Callable[..., Answer], *given: Any) -> Answer:
        """Run the work in a free process. The timeout starts with the work: queue and process start do not count."""
        worker = await self._free.get()
        try:
            return await worker.run(seconds, work, *given)
        finally:
            self._free.put_nowait(worker)

    def close(self) -> None:
        for worker in self.all:
            worker.close()


class Worker:
    """Run one process, started when there is work for it, and again after it was lost."""

    def __init__(self) -> None:
        self.pid = 0  # of the process, while it is up
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, seconds: float, work: Callable[..., Answer], *given: Any) -> Answer:
        try:
            pool = self._pool or await self._start(work)
            answer = asyncio.get_running_loop().run_in_executor(pool, work, *given)
            return await asyncio.wait_for(answer, seconds)
        except BrokenProcessPool:
            self.pid = 0  # by now it may be the number of another process
            self.close()
            raise Lost from None
        except TimeoutError:
            self._end()
            raise Lost from None
        except asyncio.CancelledError:
            self._end()
            raise

    async def _start(self, work: Callable[..., Any]) -> ProcessPoolExecutor:
        """Start the process, and wait until it is up and has imported the work."""
        self.pid = 0
        self._pool = pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin)
        up = asyncio.get_running_loop().run_in_executor(pool, _imported, work)
        self.pid = await asyncio.wait_for(up, START_SECONDS)
        return pool

    def _end(self) -> None:
        """Kill the process: it would go on working beside the next one."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        self.pid = 0
        self.close()

    def close(self) -> None:
        """Let the process end when it has done its work."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _imported(work: Callable[..., Any]) -> int:
    """Return the number of this process. To unpickle the call, it has imported the work."""
    return os.getpid()


def _begin() -> None:
    """Leave Ctrl-C to the server, which closes its workers itself; end when the server was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
