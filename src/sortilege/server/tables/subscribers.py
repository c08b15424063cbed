"""Send what happens at one table to those who subscribed to it."""

from collections.abc import Sequence
from itertools import chain
from typing import Protocol

from sortilege.room.facts import Fact, Said
from sortilege.room.info import public_info
from sortilege.room.snapshots import (
    Audience,
    snapshot,
    speaker,
    updates,
    updates_between,
    views_of,
    without_text,
)
from sortilege.room.table import Table
from sortilege.server.cluster.bus import Seats
from sortilege.server.ws.messages import Listing, Message, encode


class Subscriber(Protocol):
    """Receive what happens at tables."""

    def deliver(self, table: str, audience: Audience, message: bytes) -> None:
        """Send an update or, if the client is too slow for it, a snapshot later."""

    def offer(self, message: Message) -> None:
        """Send a message unless the client is too slow."""

    def mutes(self, table: str) -> frozenset[int]: ...


class Subscribers:
    def __init__(self, table: Table) -> None:
        self.by_audience: dict[Audience, set[Subscriber]] = {}
        self.views = views_of(table, [])

    @property
    def seats(self) -> Seats:
        """Return the seats that somebody here has subscribed for."""
        return frozenset(audience for audience in self.by_audience if audience is not None)

    def add(self, subscriber: Subscriber, audiences: Sequence[Audience]) -> None:
        for audience in audiences:
            self.by_audience.setdefault(audience, set()).add(subscriber)
        self.views = views_of(self.views.table, self.by_audience.keys())

    def remove(self, subscriber: Subscriber) -> None:
        left = {audience: some - {subscriber} for audience, some in self.by_audience.items()}
        self.by_audience = {audience: some for audience, some in left.items() if some}

    def drop_former_holders(self, before: Table, after: Table) -> None:
        """Remove those who no longer hold the seat they subscribed for."""
        for seat, (was, now) in enumerate(zip(before.holders, after.holders, strict=True)):
            if was.token != now.token:
                self.by_audience.pop(seat, None)

    def publish(self, after: Table, fact: Fact) -> None:
        """Send every audience what a fact changed; what was said not to those who mute the speaker."""
        id, was = after.id, self.views
        self.views = views_of(after, self.by_audience.keys(), was)
        for audience, message in updates(was, self.views).items():
            data = encode(message)
            silent = encode(without_text(message)) if isinstance(fact, Said) else data
            for subscriber in self.by_audience[audience]:
                muted = isinstance(fact, Said) and fact.seat in subscriber.mutes(id)
                subscriber.deliver(id, audience, silent if muted else data)

    def offer(self, message: Message) -> None:
        for subscriber in set(chain.from_iterable(self.by_audience.values())):
            subscriber.offer(message)


def messages_since(tables: list[Table], audience: Audience, muted: frozenset[int]) -> list[bytes]:
    """Return what an audience missed: the updates between these tables, encoded."""
    messages = updates_between(tables, audience)
    return [encode(without_text(message) if speaker(message) in muted else message) for message in messages]


def encoded_snapshot(table: Table, audience: Audience) -> bytes:
    return encode(snapshot(table, audience))


def listing(table: Table) -> Listing:
    """Return the table as the lobby shows it."""
    info = public_info(table)
    return Listing(
        table=table.id,
        game=info["game"],
        status=info["status"],
        seats=info["seats"],
        tournament=info["tournament"],
        clock=info["clock"],
        at=table.at,
    )
