"""Limit how much a client may ask: buckets that refill, and counts of what is open."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from sortilege.kernel.refusal import Refusal

RATES: Final = ("messages", "moves", "changes", "requests", "new_tables")


@dataclass(frozen=True)
class Limits:
    tables: int = 5_000  # in memory
    sockets: int = 5_000
    sockets_each: int = 60  # of one address
    standing: int = 100  # HTTP connections of one address; behind a proxy, which has one address, as many as sockets
    joined: int = 20  # tables on one socket
    messages: float = 30.0  # a second on one socket
    moves: float = 20.0  # a second for one seat, whatever its sockets
    changes: float = 1.0  # a second for one seat: all that it asks for and that is no move
    requests: float = 40.0  # a second from one address
    new_tables: float = 0.5  # a second from one address
    outbox: int = 256 * 1024  # bytes waiting for one socket
    stuck_seconds: float = 20.0  # a socket that takes nothing for so long is closed
    commit_seconds: float = 5.0  # a store that does not answer for so long is late
    idle_seconds: float = 900.0  # a table nobody listens to leaves the memory
    look_seconds: float = 1.0  # between looks for what other servers wrote
    away_seconds: float = 20.0  # after which the others may let a bot play for a person who is gone
    rescue_seconds: float = 5.0  # after which it takes over the bots of another server that does not move
    addresses: int = 20_000  # whose buckets are remembered

    def but(self, given: Iterable[str]) -> "Limits":
        """Return these limits with some changed: `sockets_each=900`."""
        known = {f.name: type(getattr(self, f.name)) for f in fields(self)}
        changed: dict[str, Any] = {}
        for pair in given:
            name, _, value = pair.partition("=")
            fits = value.replace(".", "", 1).isdecimal() and (name not in RATES or float(value) > 0)
            if name not in known or not fits:
                raise Refusal("option/bad_value", option="--limit", value=pair, allowed=[f"{n}=…" for n in known])
            changed[name] = known[name](float(value))
        return replace(self, **changed)


class Bucket:
    """Limit a rate. Allow a burst of four seconds, or at least ten requests."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, at: float) -> None:
        self.rate, self.at = rate, at
        self.most = self.left = max(10.0, 4 * rate)

    def take(self, at: float, cost: float = 1.0) -> None:
        left = self.left + (at - self.at) * self.rate if at > self.at else self.left  # a clock may be set back
        if left > self.most:
            left = self.most
        self.at, self.left = at, left
        if cost > self.most:
            cost = self.most  # or it would never be done
        if left < cost:
            raise Refusal("message/too_many", seconds=round((cost - left) / self.rate, 2))
        self.left = left - cost


class Buckets:
    """Hold one bucket for each name; drop the least recently used."""

    def __init__(self, rate: float, most: int) -> None:
        self.rate, self.most = rate, most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, at: float, cost: float = 1.0) -> None:
        bucket = self.buckets.get(name)
        if bucket is None:
            bucket = self.buckets[name] = Bucket(self.rate, at)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(name)
        bucket.take(at, cost)


def check_room(count: int, most: int, what: str) -> None:
    """Refuse if `count` has reached `most`."""
    if count >= most:
        raise Refusal("house/full", most=most, what=what)
