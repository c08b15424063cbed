"""Declare the messages between server and clients, one struct each. docs/protocol.md describes them."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import AnyCommand, Id, MoveText, Seat, Strong, TableId
from sortilege.room.info import SeatInfo
from sortilege.room.snapshots import Snapshot, Update

PROTOCOL: Final = 2  # of /api/socket?protocol=2; raised when a message changes so that older clients misread it
MOST_BYTES = 16 * 1024
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


def check_protocol(asked: str | None) -> None:
    """Refuse a client that speaks another protocol, or does not say which."""
    if asked != str(PROTOCOL):
        raise Refusal("protocol/other", yours=asked[:8] if asked else None, ours=PROTOCOL)


# ----------------------------------------------------------------------------------------------------- from clients
class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Be the base of requests to a connection. The tag is part of the protocol: do not rename it."""

    id: Id


class Subscribe(Request, frozen=True, kw_only=True, tag="subscribe"):
    """Subscribe to a table: for each seat whose token is given, else as a spectator."""

    table: TableId
    tokens: Annotated[list[Strong], Meta(max_length=6)] = []
    since: Annotated[int, Meta(ge=0)] | None = None  # number of the last entry seen


class Unsubscribe(Request, frozen=True, kw_only=True, tag="unsubscribe"):
    table: TableId


class Mute(Request, frozen=True, kw_only=True, tag="mute"):
    """Stop sending the chat text of these seats on this connection."""

    table: TableId
    seats: Annotated[list[Seat], Meta(max_length=6)]


class Check(Request, frozen=True, kw_only=True, tag="check"):
    """Check whether a move is legal; change nothing. Answer `done` or `refused`."""

    table: TableId
    seat: Seat
    move: MoveText


class Lobby(Request, frozen=True, kw_only=True, tag="lobby"):
    on: bool = True


class Ping(Request, frozen=True, kw_only=True, tag="ping"):
    pass


AnyRequest = AnyCommand | Subscribe | Unsubscribe | Mute | Check | Lobby | Ping


# ------------------------------------------------------------------------------------------------------- to clients
class Message(msgspec.Struct, frozen=True, tag_field="is", kw_only=True):
    """Be the base of what the server sends. The tag is part of the protocol: do not rename it."""


class Done(Message, frozen=True, kw_only=True, omit_defaults=True, tag="done"):
    re: str
    table: str = ""
    n: int = 0  # the entry that the command became
    seat: int | None = None
    seats: list[int] | None = None  # those subscribed for


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    re: str | None  # None: no id could be read
    code: str
    rule: str  # an anchor in the rules of the game
    facts: dict[str, Any]
    request: str  # names this refusal in the logs of the server


class Listing(msgspec.Struct, frozen=True):
    """Describe a table as the lobby shows it."""

    table: str
    game: str
    status: str
    seats: list[SeatInfo]
    tournament: bool
    clock: float | None
    at: float


class LobbyList(Message, frozen=True, kw_only=True, tag="lobby"):
    tables: list[Listing]


class LobbyChange(Message, frozen=True, kw_only=True, tag="lobby_change"):
    """List the tables that are new, changed or gone since the last message."""

    changed: list[Listing]
    gone: list[str]


class PresenceChange(Message, frozen=True, kw_only=True, tag="presence"):
    """List the connected seats of a table. Not stored, so without a number."""

    table: str
    seats: list[int]


class Closing(Message, frozen=True, kw_only=True, tag="closing"):
    """Announce that the server closes. Reconnect after `seconds`, subscribe with the last number."""

    seconds: float


AnyMessage = Done | Refused | Snapshot | Update | PresenceChange | LobbyList | LobbyChange | Closing

_reader: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
encode = msgspec.json.Encoder().encode


def read_request(data: str | bytes) -> AnyRequest:
    try:
        return _reader.decode(data)
    except UNREADABLE as error:
        raise Refusal("message/unreadable", problem=str(error)) from None


def tag_of(request: AnyRequest) -> str:
    return str(request.__struct_config__.tag)


def id_in(data: str | bytes) -> str | None:
    """Return the id in an unreadable message, if any, so that its sender knows which one was refused."""
    try:
        found = msgspec.json.decode(data)
    except UNREADABLE:
        return None
    id = found.get("id") if isinstance(found, dict) else None
    return id if isinstance(id, str) and len(id) <= 64 else None


def refused(refusal: Refusal, re: str | None, request: str) -> Refused:
    return Refused(re=re, code=refusal.code, rule=refusal.rule, facts=refusal.facts, request=request)
