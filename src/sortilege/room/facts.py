"""Declare what can happen at a table. The log of a table is a list of facts; the table follows from them."""

from typing import Any

import msgspec


class Fact(msgspec.Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Be the base of all facts. The tag is stored: do not rename it."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Limit the time of each decision, in seconds or in days. When it is up, a bot takes that one decision."""

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
    listed: bool  # shown in the lobby; else found by its link alone
    clock: Clock | None
    tournament: bool
    root: str  # secret of the server: never sent
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
    """Record that a bot was put on a seat."""

    seat: int
    bot: str


class Returned(Fact, frozen=True, tag="returned"):
    """Record that a bot was dismissed."""

    seat: int


class Started(Fact, frozen=True, tag="started"):
    pass


class Played(Fact, frozen=True, tag="played"):
    seat: int
    move: str
    bot: str = ""  # that decided, for its seat or because time was up
    outcome: dict[str, Any] | None = None  # of dice thrown as bodies: simulated once
    film: bytes = b""  # their flight, for everyone who watches


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
