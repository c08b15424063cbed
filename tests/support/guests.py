"""Talk to a server without a network: send requests, read frames, fold them as every client does."""

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from sortilege.kernel.physics import Outcome, Question
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.views import View
from sortilege.room.commands import Create, Sit
from sortilege.room.table import hash_token
from sortilege.server.cluster.bus import Bus
from sortilege.server.ops.limits import Limits
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.workers.bots import BotPool, choose
from sortilege.server.workers.dice import DicePool, answer
from sortilege.server.ws.connection import Connection
from sortilege.server.ws.connections import Connections
from sortilege.server.ws.messages import Done
from sortilege.store import Entry, OnStored, Store
from sortilege.store.memory import MemoryStore
from tests.support.tables import nonce, token

Seen = dict[str, Any]
PATIENT = Limits(messages=1e6, moves=1e6, changes=1e6, requests=1e6, new_tables=1e6, sockets_each=10_000)


class Quick(BotPool):
    """Thinks at once, in this process, always the same."""

    async def choose(self, name: str, view: View, legal: list[str], share: float = 1.0) -> str:
        return choose(name, view.to_bytes(), legal, 1)


class QuickDice(DicePool):
    """Throws at once, in this process."""

    async def answer(self, question: Question) -> Outcome:
        return answer(question)


def open_server(
    store: Store | None = None,
    limits: Limits = PATIENT,
    now: Callable[[], float] = lambda: 1e9,
    dice: DicePool | None = None,
    bus: Bus | None = None,
) -> Connections:
    """A house in which nothing is left to chance but the seeds."""
    numbers = count(1)
    house = TableRegistry(store or MemoryStore(), limits, Quick(), dice or QuickDice(), now=now, bus=bus)
    connections = Connections(house, lambda: f"request-{next(numbers)}")
    connections.registry.open()
    return connections


class Moody(MemoryStore):
    """A store that fails, or hangs until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.mood = "fine"
        self.hanging: list[tuple[Entry, OnStored]] = []

    def append(self, entry: Entry, on_stored: OnStored) -> None:
        if self.mood == "failing":
            on_stored(Refusal("store/failed", problem="no space left on device"))
        elif self.mood == "hanging":
            self.hanging.append((entry, on_stored))
        else:
            super().append(entry, on_stored)

    def let_go(self, error: Refusal | None = None) -> None:
        self.mood = "fine"
        for entry, on_stored in self.hanging:
            on_stored(error) if error else super().append(entry, on_stored)
        self.hanging.clear()


class Guest:
    def __init__(self, connections: Connections, tokens: Sequence[str] = (), name: str = "") -> None:
        self.name = name  # makes its ids its own, where several guests hold one token
        self.socket = Connection(connections, tokens)
        self.frames: list[bytes] = []
        self.heard: list[Seen] = []  # the same, message by message
        self.snapshots: dict[tuple[str, int | None], Seen] = {}  # what was sent, folded
        self.last: dict[tuple[str, int | None], int] = {}
        self.answers: dict[str | None, Seen] = {}
        self._ids = count(1)

    async def ask(self, do: str, **facts: Any) -> Seen:
        id = facts.setdefault("id", f"{self.name}{do}-{next(self._ids)}")
        await self.say(json.dumps({"do": do, **facts}))
        return self.answers[id]

    async def say(self, data: str | bytes) -> None:
        await self.socket.take(data)
        self.listen()

    def listen(self) -> None:
        while frame := self.socket.frame():
            self.frames.append(frame)
            for line in frame.split(b"\n"):
                self.hear(json.loads(line))

    def hear(self, message: Seen) -> None:
        self.heard.append(message)
        if message["is"] in ("done", "refused"):
            self.answers[message["re"]] = message
        elif message["is"] in ("snapshot", "update"):
            key = (message["table"], message["seat"])
            self.snapshots[key] = fold(self.snapshots.get(key), self.last.get(key), message)
            self.last[key] = message["n"]

    def cut(self) -> None:
        """The socket breaks; whatever was on its way is lost."""
        self.socket.leave()
        self.socket = Connection(self.socket.connections, self.socket.tokens)


def fold(seen: Seen | None, last: int | None, message: Seen) -> Seen:
    if message["is"] == "snapshot":
        return {part: message[part] for part in ("info", "view", "legal")}
    assert seen is not None and last is not None and message["n"] == last + 1, "a gap"
    return {
        "info": {**seen["info"], **message.get("info", {})},
        "view": {**seen["view"], **message.get("view", {}), **message.get("own", {})},
        "legal": message.get("legal", seen["legal"]),
    }


async def settled(connections: Connections) -> None:
    """Until no bot has anything left to do."""
    while connections.registry.scheduler._tasks:
        await asyncio.sleep(0)


async def open_table(connections: Connections, bots: list[str], game: str, **plan: Any) -> str:
    """A new table with a person on every seat that has no bot."""
    id, owner = plan.pop("id", f"create-{len(connections.registry.sessions)}").ljust(22, "-"), plan.pop("owner", "")
    table = (await connections.registry.create(Create(id=id, game=game, bots=bots, **plan), owner)).table
    for seat, bot in enumerate(bots):
        if not bot:
            sit = Sit(id=f"s{seat}", name=f"Person {seat}", token=token(seat), nonce=nonce(seat), seat=seat)
            await take_seat(connections, table, sit)
    return table


async def take_seat(connections: Connections, table: str, sit: Sit) -> Done:
    return await (await connections.registry.fetch(table)).submit(sit, hash_token(sit.token))


async def all_join(connections: Connections, table: str) -> list[Guest]:
    """A guest on each seat that a person holds, and last a spectator."""
    holders = connections.registry.sessions[table].table.holders
    guests = [Guest(connections, [token(seat)]) for seat, holder in enumerate(holders) if holder.token]
    guests.append(Guest(connections))
    for guest in guests:
        assert (await guest.ask("subscribe", table=table))["is"] == "done"
    return guests
