"""Run tests on an event loop whose clock stands still: on a busy machine no timer is early or late."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from threading import Timer
from typing import Any, Final

PATIENCE: Final = 60.0  # seconds of the machine's clock, for a whole test
TURNS: Final = 50  # of the loop; the longest chain of callbacks in a test is far shorter


class StillLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 1000.0
        super().__init__()

    def time(self) -> float:
        return self.now


def run(test: Coroutine[Any, Any, None], patience: float = PATIENCE) -> None:
    """Run a test on a loop whose clock only the test puts forward; one that hangs is cancelled."""

    async def whole() -> None:
        task = asyncio.current_task()
        assert task is not None
        hung = Timer(patience, asyncio.get_running_loop().call_soon_threadsafe, [task.cancel])
        hung.start()
        try:
            await test
        finally:
            hung.cancel()

    with asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(whole())


async def pass_seconds(seconds: float) -> None:
    """Put the clock forward, and let everything happen that is due then."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StillLoop)
    loop.now += seconds
    await settle()


async def finish(work: Coroutine[Any, Any, None]) -> None:
    """Put the clock forward until the work is done."""
    task = asyncio.ensure_future(work)
    while not task.done():
        await pass_seconds(1.0)
    await task


async def settle() -> None:
    """Let everything happen that waits for no timer, thread or process. Any loop will do."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


async def until(true: Callable[[], bool]) -> None:
    """Wait for what a thread, a process or many turns of the loop bring about. Any loop will do."""
    while not true():
        await asyncio.to_thread(time.sleep, 0.005)
