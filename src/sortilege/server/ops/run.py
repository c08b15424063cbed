"""Run the server in this process, from the first request to the last answer."""

import asyncio
import gc
import signal
import socket as sockets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import uvloop

from sortilege.kernel.refusal import Refusal
from sortilege.server.cluster.bus import open_bus
from sortilege.server.http.app import make_runner
from sortilege.server.http.connection_limits import Listener, raise_file_limit
from sortilege.server.ops.limits import Buckets, Limits
from sortilege.server.ops.logs import open_logs
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.workers.bots import BotPool
from sortilege.server.workers.dice import DicePool
from sortilege.server.ws.connections import Connections
from sortilege.store.addresses import open_store

RECEIVE_BYTES: Final = 4 * 1024  # all that lies ready is parsed at once: a flood must not be long
BACKLOG: Final = 2048
HTTP_PORT: Final = 80


@dataclass(frozen=True)
class Settings:
    store: str
    bus: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()  # besides those of this machine
    workers: int | None = None
    pace: float = 0.7
    log: str = "info"
    limits: Limits = field(default_factory=Limits)
    proxies: int = 0  # in front, each appending to X-Forwarded-For


def serve(settings: Settings, opened: Callable[[int], None] = lambda port: None) -> None:
    """Serve until a signal says stop. `opened` is told the port, which may have been chosen by the machine."""
    listener = listen(settings.host, settings.port)
    open_logs(settings.log)
    raise_file_limit()
    gc.set_threshold(50_000, 20, 50)  # snapshots and messages come and go by the thousand and hold no cycles
    sys.setswitchinterval(0.01)  # an idle server answers its writer at once; in a crowd each exchange costs both
    try:
        bus, store = open_bus(settings.bus), open_store(settings.store)
    except Refusal:
        listener.close()
        raise
    workers = BotPool(settings.workers), DicePool(settings.workers)
    registry = TableRegistry(store, settings.limits, *workers, settings.pace, bus=bus)
    connections = Connections(registry, proxies=settings.proxies)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_run(settings, connections, listener, opened))


async def _run(
    settings: Settings, connections: Connections, listener: sockets.socket, opened: Callable[[int], None]
) -> None:
    loop, stop = asyncio.get_running_loop(), _stop_signals()
    port, limits = listener.getsockname()[1], settings.limits
    protocols = Listener(
        limits.sockets if settings.proxies else limits.standing,
        None if settings.proxies else Buckets(limits.requests, limits.addresses),
        limits.stuck_seconds,
        connections.count_stuck,
    )
    runner = make_runner(connections, [*_own_origins(settings.host, port), *settings.origins], protocols)
    await runner.setup()
    assert runner.server is not None
    protocols.inner = runner.server
    server = await loop.create_server(protocols, sock=listener, backlog=BACKLOG)
    opened(port)
    try:
        await stop.wait()
    finally:
        server.close()
        await runner.cleanup()


def _stop_signals() -> asyncio.Event:
    """Return what is set by a signal to stop. A second one from the keyboard does not wait for what is under way."""
    loop, stop, task = asyncio.get_running_loop(), asyncio.Event(), asyncio.current_task()
    assert task is not None

    def interrupt() -> None:
        task.cancel() if stop.is_set() else stop.set()

    loop.add_signal_handler(signal.SIGTERM, stop.set)
    loop.add_signal_handler(signal.SIGINT, interrupt)
    return stop


def _own_origins(host: str, port: int) -> list[str]:
    """Return the origins of this server's page, as browsers write them."""
    suffix = "" if port == HTTP_PORT else f":{port}"
    return [f"http://{name}{suffix}" for name in ("127.0.0.1", "localhost", named(host))]


def named(host: str) -> str:
    """Return the host as a URL writes it."""
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int) -> sockets.socket:
    if not 0 <= port < 65_536:
        raise Refusal("house/no_door", host=host, port=port)
    try:
        family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
        listener = sockets.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError:
        raise Refusal("house/no_door", host=host, port=port) from None
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, RECEIVE_BYTES)
    return listener
