"""What can happen at a table. The log of a table is a list of facts; a table is what they add up to."""

from typing import Any

import msgspec


class Fact(msgspec.Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Base of all facts. The tag of each is stored: it stays the same when the class is renamed."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Time for each decision, in seconds or in days. Whoever exceeds it has a bot decide that once."""

    seconds: int = 0
    days: int = 0

    @property
    def limit(self) -> float:
        return self.seconds + 86_400.0 * self.days


class Created(Fact, frozen=True, tag="created"):
    game: str
    bots: list[str]  # by seat: the bot on it, "" for a person
    options: dict[str, Any]
    deck: dict[str, Any] | None
    listed: bool  # in the lobby; else found by its link alone
    clock: Clock | None
    tournament: bool
    root: str  # the house's own: never leaves the room
    decider: bool = False  # those who tie for the first place of the tournament play once more
    rules: int = 0  # their version; 0 in logs that did not say


class Sat(Fact, frozen=True, tag="sat"):
    seat: int
    name: str
    token: str  # its hash
    nonce: str


class Renamed(Fact, frozen=True, tag="renamed"):
    seat: int
    name: str


class Left(Fact, frozen=True, tag="left"):
    seat: int


class Handed(Fact, frozen=True, tag="handed"):
    """A bot plays for the seat: an empty one before the start, or for its holder until that one returns."""

    seat: int
    bot: str


class Returned(Fact, frozen=True, tag="returned"):
    """The bot gets up again."""

    seat: int


class Started(Fact, frozen=True, tag="started"):
    pass


class Played(Fact, frozen=True, tag="played"):
    seat: int
    move: str
    bot: str = ""  # the one that decided, for its seat or because time was up
    outcome: dict[str, Any] | None = None  # what was left to nature: it happens once
    film: bytes = b""  # how that came about, for whoever watches


class Said(Fact, frozen=True, tag="said"):
    seat: int
    text: str


AnyFact = Created | Sat | Renamed | Left | Handed | Returned | Started | Played | Said
_reader: msgspec.json.Decoder[AnyFact] = msgspec.json.Decoder(AnyFact)
_writer = msgspec.json.Encoder()


def read_fact(body: bytes) -> AnyFact:
    return _reader.decode(body)


def write_fact(fact: Fact) -> bytes:
    return _writer.encode(fact)
