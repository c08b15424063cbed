"""What people ask of a table. `at` is the number of the entry they had seen."""

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
    """A new table. `bots` has one place for each seat: the name of a bot, or "" for a person."""

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
    """Take a seat, the first free one if none is named. The token is made by the sitter; the house keeps its hash."""

    id: Id
    name: Name
    token: Strong
    nonce: Strong
    seat: Seat | None = None


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Base of what the holder of a seat asks. Clients send the tag: it stays the same when the class is renamed."""

    id: Id
    table: TableId
    seat: Seat


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    name: Name


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Before and after a game the seat becomes free; during a game a bot stands in until its holder returns."""


class Hand(Command, frozen=True, kw_only=True, tag="hand"):
    """A bot to play for `chair`: for the own seat, for one that nobody sits on before the start, or in a game without a
    clock for one whose person has been gone for a while; then it is the bot that plays for who leaves."""

    bot: Level
    chair: Seat


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """The bot of `chair` gets up: from the own seat, or before the start from one that nobody sits on."""

    chair: Seat


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """The first game, or after a game the next one: the first seat moves on."""


class Play(Command, frozen=True, kw_only=True, tag="play"):
    move: MoveText
    at: Annotated[int, Meta(ge=0)]


class Say(Command, frozen=True, kw_only=True, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


AnyCommand = Rename | Leave | Hand | Return | Start | Play | Say


class Relieve(msgspec.Struct, frozen=True):
    """From the house itself: the person of `chair` is gone, and `seat` lets a bot play on for it."""

    seat: int
    chair: int


class StandIn(msgspec.Struct, frozen=True):
    """From the house itself: the move of a bot, for its seat or for one whose time is up."""

    seat: int
    move: str
    bot: str
    at: int
