"""A table that is open: the value of now, who listens, and what was answered."""

import asyncio
from itertools import pairwise
from typing import Protocol

import msgspec

from sortilege.room.facts import Created, Fact, Played, Said, Sat, Started, read_fact
from sortilege.room.snapshots import Audience, Change, changes, look, picture
from sortilege.room.table import Table, create
from sortilege.server.cluster.bus import Seats
from sortilege.server.ops.limits import Bucket
from sortilege.server.tables.history import Past
from sortilege.server.tables.lock import Turns
from sortilege.server.tables.presence import Presence
from sortilege.server.ws.messages import Fresh, Here, Listing, Message, Update, encode
from sortilege.store import Entry


class Ear(Protocol):
    """Somebody who listens."""

    def hear(self, table: str, audience: Audience, message: bytes) -> None: ...

    def offer(self, message: Message) -> None: ...

    def mutes(self, table: str) -> frozenset[int]: ...


class Live:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.past = Past(table)
        self.answers: dict[str, tuple[int, int | None]] = {}  # by command: its entry, and the seat it gave
        self.ears: dict[Audience, set[Ear]] = {}
        self.paces: dict[tuple[str, int], Bucket] = {}  # by what is asked and seat: how fast, whatever its sockets
        self.presence = Presence(self._tell_here)
        self.turns = Turns()
        self.late: Table | None = None  # what will be, if the store has kept an entry it never answered for
        self.thinking: set[tuple[int, int]] = set()  # seat, and the entry that asked it
        self.alarm: asyncio.TimerHandle | None = None
        self._picture = picture(table, [])
        self.people_alone = _people_alone(table)

    @classmethod
    def read(cls, entries: list[Entry]) -> "Live":
        """The table that its log adds up to."""
        first, *rest = entries
        plan = read_fact(first.body)
        assert isinstance(plan, Created)
        live = cls(create(first.table, plan, first.at))
        live.answers[first.command] = (1, None)
        for entry in rest:
            fact = read_fact(entry.body)
            live.table = live.table.after(fact, entry.at)
            live.past.add(fact, live.table)
            live.answers[entry.command] = (entry.n, seat_given(fact))
        live._picture = picture(live.table, [])
        live.people_alone = _people_alone(live.table)
        return live

    def pace(self, what: str, seat: int, rate: float, at: float) -> None:
        """A refusal for a seat in haste."""
        bucket = self.paces.get((what, seat))
        if bucket is None:
            bucket = self.paces[what, seat] = Bucket(rate, at)
        bucket.take(at)

    # ---------------------------------------------------------------------------------------------- who listens
    def join(self, ear: Ear, audiences: list[Audience]) -> None:
        for audience in audiences:
            self.ears.setdefault(audience, set()).add(ear)
        self._picture = picture(self.table, self.ears.keys())

    def part(self, ear: Ear) -> None:
        self.ears = {audience: ears - {ear} for audience, ears in self.ears.items() if ears - {ear}}

    def seats_heard(self) -> Seats:
        """Those that somebody listens for in this house."""
        return frozenset(audience for audience in self.ears if audience is not None)

    def here(self) -> Here:
        return Here(table=self.table.id, seats=sorted(self.presence.told))

    def _tell_here(self) -> None:
        message = self.here()
        for ear in set().union(*self.ears.values()):
            ear.offer(message)

    # ------------------------------------------------------------------------------------------------ what is told
    def advance(self, fact: Fact, table: Table) -> None:
        """Something happened, and made the table another: everyone who listens hears what changed."""
        if table.chairs is not self.table.chairs:
            self._turn_away(table)
            self.people_alone = _people_alone(table)
        self.past.add(fact, table)
        self.table = table
        was, self._picture = self._picture, picture(table, self.ears.keys(), self._picture)
        changed = changes(was, self._picture)
        if isinstance(fact, Said):
            self._tell_talk(fact.seat, changed)
            return
        id, n, ears = table.id, table.n, self.ears
        for audience, change in changed.items():
            if change is None:
                data = self.fresh(audience)
            else:
                data = encode(Update(table=id, n=n, seat=audience, change=change))
            for ear in ears[audience]:
                ear.hear(id, audience, data)

    def _tell_talk(self, speaker: int, changed: dict[Audience, Change | None]) -> None:
        id = self.table.id
        for audience, change in changed.items():
            message = _message(self.table, audience, change)
            for ear in self.ears[audience]:
                ear.hear(id, audience, encode(_silent(message) if speaker in ear.mutes(id) else message))

    def _turn_away(self, table: Table) -> None:
        """Who no longer holds a seat no longer hears for it."""
        for seat, (was, now) in enumerate(zip(self.table.chairs, table.chairs, strict=True)):
            if was.token != now.token:
                self.ears.pop(seat, None)

    def since(self, ear: Ear, audience: Audience, n: int | None) -> list[bytes]:
        """The entries after number n one by one, or a fresh look if that is too long ago."""
        tables = [] if n is None else self.past.since(n)
        if not tables:
            return [self.fresh(audience)]
        pictures = [picture(table, [audience]) for table in tables]
        messages = [_message(b.table, audience, changes(a, b)[audience]) for a, b in pairwise(pictures)]
        muted = ear.mutes(self.table.id)
        return [encode(_silent(message) if _speaker(message) in muted else message) for message in messages]

    def fresh(self, audience: Audience) -> bytes:
        return encode(self.look(audience))

    def look(self, audience: Audience) -> Fresh:
        return _fresh(self.table, audience)

    def listing(self) -> Listing:
        info = self._picture.info
        return Listing(
            table=self.table.id,
            game=info["game"],
            status=info["status"],
            seats=info["seats"],
            tournament=info["tournament"],
            clock=info["clock"],
            at=self.table.at,
        )


def _message(table: Table, audience: Audience, change: Change | None) -> Message:
    if change is None:
        return _fresh(table, audience)
    return Update(table=table.id, n=table.n, seat=audience, change=change)


def _fresh(table: Table, audience: Audience) -> Fresh:
    return Fresh(table=table.id, n=table.n, seat=audience, look=look(table, audience))


def film(entries: list[Entry], number: int, move: int) -> bytes:
    """Of that move of that game; none if it left nothing to nature."""
    games = moves = 0
    for entry in entries:
        fact = read_fact(entry.body)
        if isinstance(fact, Started):
            games, moves = games + 1, 0
        elif isinstance(fact, Played):
            moves += 1
            if (games, moves) == (number, move):
                return fact.film
    return b""


def seat_given(fact: Fact) -> int | None:
    return fact.seat if isinstance(fact, Sat) else None


def _people_alone(table: Table) -> bool:
    """No bot plays for anybody."""
    return not any(chair.bot for chair in table.chairs)


def _speaker(message: Message) -> int | None:
    said = message.change.said if isinstance(message, Update) else None
    return said["seat"] if said else None


def _silent(message: Message) -> Message:
    """The same entry without its words: the numbers a client hears have no gap."""
    assert isinstance(message, Update) and message.change.said
    quiet = msgspec.structs.replace(message.change, said={**message.change.said, "text": None})
    return msgspec.structs.replace(message, change=quiet)
