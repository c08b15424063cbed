"""Tell a finished game again as one audience saw it, in the messages of a table in play."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from sortilege.games import load
from sortilege.kernel.records.record import steps
from sortilege.kernel.refusal import Refusal
from sortilege.room.snapshots import Audience, Snapshot, Update, snapshot, updates_between
from sortilege.room.table import Holder, Table


class Step(msgspec.Struct, frozen=True):
    """Hold one move of a story."""

    seat: int
    move: str
    update: Snapshot | Update


class Story(msgspec.Struct, frozen=True):
    """Hold a finished game as one audience saw it. `n` counts moves; seats are those of the game."""

    snapshot: Snapshot
    steps: list[Step]


def story(table: Table, number: int, audience: Audience) -> Story:
    """Return a finished game as one audience saw it happen. It is built by playing the record again."""
    record = table.records[number - 1]
    if audience is not None and audience >= record["seats"]:
        raise Refusal("seat/unknown", seat=audience, seats=record["seats"])
    tables = list(_tables_of(table, record, number))
    told: list[Step] = []
    for line, update in zip(record["moves"], updates_between(tables, audience), strict=True):
        seat, _, move = line.partition(" ")
        told.append(Step(int(seat), move, update))
    return Story(snapshot(tables[0], audience), told)


def _tables_of(table: Table, record: dict[str, Any], number: int) -> Iterator[Table]:
    """Yield the table after each move of a record, its seats in the order of the game."""
    seated = zip(record["names"], record["house"]["players"], strict=True)
    holders = tuple(Holder(name=name, bot=table.holders[seat].bot) for name, seat in seated)
    seats = tuple(range(len(holders)))
    for n, game in enumerate(steps(load(record["game"]), record)):
        yield replace(
            table,
            n=n,
            holders=holders,
            status="over" if game.over else "playing",
            game=game.fork(),
            number=number,
            players=seats,
            asked_n=(0,) * len(seats),
            said=None,
        )
