"""The house in a process: uvicorn around the application, from the first request to the last answer."""

import gc
import signal
import socket as sockets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, cast

import uvicorn

from sortilege.kernel.refusal import Refusal
from sortilege.server.cluster.bus import open_bus
from sortilege.server.http.app import build
from sortilege.server.http.protocol import Door, Doorway, open_wide
from sortilege.server.ops.limits import Limits
from sortilege.server.ops.logs import open_logs
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.workers.bots import BotPool
from sortilege.server.workers.dice import DicePool
from sortilege.server.ws.connections import Desk
from sortilege.server.ws.frames import Wire
from sortilege.server.ws.messages import MOST_BYTES
from sortilege.store.addresses import open_store

RECEIVE_BYTES: Final = 16 * 1024
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
    proxy: bool = False  # one on this machine says who is asking


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, desk: Desk, opened: Callable[[int], None]) -> None:
        super().__init__(config)
        self.desk, self.opened = desk, opened

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.opened(self.servers[0].sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: Any) -> None:
        """A signal to stop has done its work when the house has closed: it is not raised once more after that."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: Any = None) -> None:
        """First every command taken is answered and every client told; then the doors close."""
        await self.desk.close()
        await super().shutdown(sockets)


def serve(settings: Settings, opened: Callable[[int], None] = lambda port: None) -> None:
    """Until a signal says stop. `opened` is told the port, which may have been chosen by the machine."""
    listener = _listen(settings.host, settings.port)
    open_logs(settings.log)
    open_wide()
    gc.set_threshold(50_000, 20, 50)  # looks and messages come and go by the thousand and hold no cycles
    sys.setswitchinterval(0.01)  # a house that rests answers its writer at once; in a crowd each exchange costs both
    try:
        bus, store = open_bus(settings.bus), open_store(settings.store)
    except Refusal:
        listener.close()
        raise
    workers = BotPool(settings.workers), DicePool(settings.workers)
    house = TableRegistry(store, settings.limits, *workers, settings.pace, bus=bus)
    desk = Desk(house)
    port = listener.getsockname()[1]
    door = "" if port == HTTP_PORT else f":{port}"  # as browsers say it
    here = [f"http://{name}{door}" for name in ("127.0.0.1", "localhost", named(settings.host))]
    config = uvicorn.Config(
        build(desk, [*here, *settings.origins]),
        ws=Wire,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        http=cast(Any, partial(Door, Doorway(settings.limits.sockets if settings.proxy else settings.limits.standing))),
        loop="uvloop",
        access_log=False,
        proxy_headers=settings.proxy,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    Server(config, desk, opened).run(sockets=[listener])


def named(host: str) -> str:
    """As an address has it."""
    return f"[{host}]" if ":" in host else host


def _listen(host: str, port: int) -> sockets.socket:
    if not 0 <= port < 65_536:
        raise Refusal("house/no_door", host=host, port=port)
    try:
        family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
        listener = sockets.create_server((host, port), family=family, backlog=2048)
    except OSError:
        raise Refusal("house/no_door", host=host, port=port) from None
    # All that lies ready is parsed at once: a flood must not be long.
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, RECEIVE_BYTES)
    return listener
