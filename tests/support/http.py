"""Run a server's HTTP side on a thread of this process, and ask it as a browser would."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import Thread

import httpx2

from sortilege.server.http.app import make_runner
from sortilege.server.http.connection_limits import Listener
from sortilege.server.ops.limits import Buckets
from sortilege.server.ops.run import listen
from sortilege.server.ws.connections import Connections
from tests.support.clock import StillLoop, finish


@asynccontextmanager
async def opened(connections: Connections, protocols: Listener, listening: socket.socket) -> AsyncIterator[int]:
    """Serve on this loop; then close as a server does."""
    port = listening.getsockname()[1]
    runner = make_runner(connections, [f"http://127.0.0.1:{port}"], protocols)
    await runner.setup()
    assert runner.server is not None
    protocols.inner = runner.server
    server = await asyncio.get_running_loop().create_server(protocols, sock=listening)
    try:
        yield port
    finally:
        server.close()
        still = isinstance(asyncio.get_running_loop(), StillLoop)
        await (finish(runner.cleanup()) if still else runner.cleanup())


async def _serve(connections: Connections, listening: socket.socket) -> None:
    async with opened(connections, patient(), listening):
        await asyncio.Event().wait()


def free_listener() -> socket.socket:
    return listen("127.0.0.1", 0)


def patient() -> Listener:
    return Listener(most=10_000, pace=Buckets(1e6, 10), stuck_seconds=60.0)


@contextmanager
def serving(connections: Connections) -> Iterator[httpx2.Client]:
    """Give a client of the server, whose `base_url` is the server's address."""
    listening = free_listener()
    loop = asyncio.new_event_loop()
    task = loop.create_task(_serve(connections, listening))
    thread = Thread(target=_run, args=(loop, task))
    thread.start()
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=60.0) as client:
            yield client
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


def _run(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
    try:
        loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
    finally:
        loop.close()
