"""Let bots move when they are due, and when somebody's time is up."""

import asyncio
import logging
from collections import defaultdict
from contextlib import nullcontext
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import StandIn
from sortilege.room.decide import needs_bot
from sortilege.room.table import Table
from sortilege.server.ops.logs import log_error, log_event
from sortilege.server.tables.command_ids import SERVER
from sortilege.server.tables.fair_queue import FairQueue
from sortilege.server.tables.services import Services
from sortilege.server.tables.session import TableSession
from sortilege.server.workers.bots import BotPool, searches

RETRY_SECONDS: Final = 1.0  # before a bot tries again what was refused, or failed
LEAST_SHARE: Final = 0.1  # of its thinking time, however many bots wait


class Scheduler:
    """Schedule the bots of all tables: searching bots in a fair queue, the others in a queue of their own."""

    def __init__(self, services: Services, bots: BotPool, pace: float) -> None:
        self.services, self.bots = services, bots
        self.pace = pace  # seconds that a bot waits before it moves, for people to follow
        self.quick, self.searching = FairQueue(1), FairQueue(bots.searchers)
        self._idle = asyncio.Lock()  # bots for whom no person waits think one after another
        self.thinking: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)  # by table: seat, entry that asked it
        self._alarms: dict[str, asyncio.TimerHandle] = {}  # by table
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """Return how many bots wait for a slot to think."""
        return self.quick.waiting + self.searching.waiting

    def is_busy(self, table: str) -> bool:
        return table in self.thinking or table in self._alarms

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()

    def wake(self, session: TableSession, mine: bool = True) -> None:
        """Start the bots of a table that are due, and set the alarm for the next seat whose time will be up.

        Bots are run by the server that wrote the last entry. Others take over when they are overdue.
        """
        table, now = session.table, self.services.now()
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        if self.services.closing or table.status != "playing":
            return
        if self.services.store.shared and not mine and _moves_alone(table):
            overdue = table.at + self.services.limits.rescue_seconds
            if overdue > now:
                self._set_alarm(session, overdue - now)
                return
        for seat, asked in enumerate(table.asked_n):
            if asked and (seat, asked) not in self.thinking.get(table.id, ()) and needs_bot(table, seat, now):
                self._start(session, seat, asked)
        if table.plan.clock:
            deadlines = [d for seat in range(table.seats) if (d := table.deadline(seat)) is not None and d > now]
            if deadlines:
                self._set_alarm(session, min(deadlines) - now + 0.001)

    def _set_alarm(self, session: TableSession, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._alarms[session.table.id] = loop.call_later(seconds, self._ring, session)

    def _ring(self, session: TableSession) -> None:
        del self._alarms[session.table.id]
        self.wake(session)

    def _start(self, session: TableSession, seat: int, asked: int) -> None:
        self.thinking[session.table.id].add((seat, asked))
        task = asyncio.get_running_loop().create_task(self._move(session, seat, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, session: TableSession, seat: int, asked: int) -> None:
        """Choose and play one move of a bot, then look again who is due."""
        id, mine = session.table.id, not self.services.store.shared
        try:
            await asyncio.sleep(self.pace)
            command = await self._choose(session, seat, asked)
            done = await session.submit(command, SERVER)
            mine = mine or done.n == session.table.n
        except Refusal as refusal:
            if refusal.code != "table/stale":
                log_event("bot refused", logging.WARNING, table=id, code=refusal.code)
                await asyncio.sleep(RETRY_SECONDS)
        except Exception as error:
            log_error("bot broken", error, table=id)
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            self.thinking[id].discard((seat, asked))
            if not self.thinking[id]:
                del self.thinking[id]
        self.wake(session, mine)

    async def _choose(self, session: TableSession, seat: int, asked: int) -> StandIn:
        table = session.table
        name, game, player = needs_bot(table, seat, self.services.now()), table.game, table.player_of(seat)
        if not name or table.asked_n[seat] != asked:
            raise Refusal("table/stale", at=asked, n=table.n)  # it was played for, or its person came back
        assert game is not None and player is not None
        queue, people_wait = self.searching if searches(name) else self.quick, _people_wait(session)
        async with nullcontext() if people_wait else self._idle, queue.slot(session.owner or table.id, table.id):
            share = max(LEAST_SHARE, queue.slots / (queue.slots + queue.waiting))
            move = await self.bots.choose(name, game.view(player), game.legal(player), share)
        return StandIn(seat, move, name, asked)


def _moves_alone(table: Table) -> bool:
    """Return whether a bot plays or a clock runs."""
    return table.plan.clock is not None or any(holder.bot for holder in table.holders)


def _people_wait(session: TableSession) -> bool:
    return bool(session.subscribers.by_audience) and any(holder.token for holder in session.table.holders)
