"""Copy all tables from one store to another, and check that both replay the same."""

import threading
from collections.abc import Callable

from sortilege.kernel.refusal import Refusal
from sortilege.room.snapshots import Audience, snapshot
from sortilege.server.tables.replay import replay_log
from sortilege.server.ws.messages import encode
from sortilege.store import Entry, Store


def move(source: Store, target: Store, step: Callable[[], None] = lambda: None) -> int:
    """Copy all tables to an empty store; return how many."""
    if target.tables():
        raise Refusal("store/not_empty")
    tables = source.tables()
    for table in tables:
        copy(source.read(table), target)
        compare(source.read(table), target.read(table))
        step()
    if sorted(target.tables()) != sorted(tables):
        raise Refusal("store/not_the_same", table="")
    return len(tables)


def copy(entries: list[Entry], target: Store) -> None:
    outcomes: list[Refusal | None] = []
    all_told = threading.Semaphore(0)

    def settle(error: Refusal | None) -> None:
        outcomes.append(error)
        all_told.release()

    for entry in entries:
        target.append(entry, settle)
    for _ in entries:
        all_told.acquire()
    for error in outcomes:
        if error:
            raise error


def compare(here: list[Entry], there: list[Entry]) -> None:
    if here != there or state(here) != state(there):
        raise Refusal("store/not_the_same", table=here[0].table)


def state(entries: list[Entry]) -> tuple[object, ...]:
    """Return the table as everyone sees it, its game, what was answered, and the records of its games."""
    table, _, answers = replay_log(entries)
    audiences: list[Audience] = [None, *range(table.seats)]
    seen = tuple(encode(snapshot(table, audience)) for audience in audiences)
    return seen, table.game and table.game.position(), answers, table.records, table.holders
