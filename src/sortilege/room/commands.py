"""Declare the commands of a table. `at` is the number of the last entry the client has seen."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sortilege.kernel.state import MOST_SEATS
from sortilege.room.facts import Clock

MOST_NAME, MOST_TEXT, MOST_MOVE = 24, 280, 200
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Strong = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,86}$", description="128 random bits or more, in base64url")]
TableId = Annotated[str, Meta(pattern="^[a-z2-7]{26}$")]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
Level = Annotated[str, Meta(max_length=24)]
MoveText = Annotated[str, Meta(max_length=MOST_MOVE)]


class Create(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table. `bots` has one item for each seat: the name of a bot, or "" for a person."""

    id: Strong
    game: Annotated[str, Meta(max_length=40)]
    bots: Annotated[list[Level], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    deck: dict[str, Any] | None = None
    listed: bool = False
    clock: Clock | None = None
    tournament: bool = False  # as many games as seats
    decider: bool = False  # and one more among those who tie for the first place


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat, the first free one if none is named. The client makes the token; the server keeps its hash."""

    id: Id
    name: Name
    token: Strong
    nonce: Strong
    seat: Seat | None = None


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Be the base of the commands that a seat holder sends. The tag is part of the protocol: do not rename it."""

    id: Id
    table: TableId
    seat: Seat


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    name: Name


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the seat. During a game a bot plays for it until its holder dismisses the bot."""


class CallBot(Command, frozen=True, kw_only=True, tag="call_bot"):
    """Let a bot play for a seat.

    The seat is one's own, or an empty one before the start, or, in a game without a clock, that of a person who has
    been gone for a while; for the latter the server chooses the bot.
    """

    bot: Level
    for_seat: Seat


class DismissBot(Command, frozen=True, kw_only=True, tag="dismiss_bot"):
    """Send away the bot of one's own seat, or before the start that of an empty seat."""

    for_seat: Seat


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Start the first game, or after a game the next one: the first seat moves on."""


class Play(Command, frozen=True, kw_only=True, tag="play"):
    move: MoveText
    at: Annotated[int, Meta(ge=0)]


class Say(Command, frozen=True, kw_only=True, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


AnyCommand = Rename | Leave | CallBot | DismissBot | Start | Play | Say


class Relieve(msgspec.Struct, frozen=True):
    """Ask that a bot plays for an absent person. The server makes it from a `CallBot`."""

    seat: int
    for_seat: int


class StandIn(msgspec.Struct, frozen=True):
    """Play the move of a bot, for its seat or for one whose time is up. Made by the server."""

    seat: int
    move: str
    bot: str
    at: int

    @property
    def id(self) -> str:
        """Return the same id for the same decision, so that it is taken once."""
        return f"{self.seat}.{self.at}"
