"""Run a server's HTTP side on a thread of this process, and ask it as a browser would."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import httpx2

from sortilege.server.http.app import make_runner
from sortilege.server.http.protocol import Listener
from sortilege.server.ws.connections import Connections


async def start(connections: Connections, listening: socket.socket, protocols: Listener) -> None:
    """Serve until the task is cancelled; then close as a server does."""
    port = listening.getsockname()[1]
    runner = make_runner(connections, [f"http://127.0.0.1:{port}"], protocols)
    await runner.setup()
    assert runner.server is not None
    protocols.inner = runner.server
    server = await asyncio.get_running_loop().create_server(protocols, sock=listening)
    try:
        await asyncio.Event().wait()
    finally:
        server.close()
        await runner.cleanup()


def free_listener() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def patient() -> Listener:
    return Listener(most=10_000, pace=None, stuck_seconds=60.0)


@contextmanager
def serving(connections: Connections) -> Iterator[httpx2.Client]:
    """Give a client of the server, whose `base_url` is the server's address."""
    listening = free_listener()
    loop = asyncio.new_event_loop()
    task = loop.create_task(start(connections, listening, patient()))
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
