"""The messages between a house and its clients, one struct each. docs/protocol.md says them in words."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import AnyCommand, Id, MoveText, Seat, Strong, TableId
from sortilege.room.snapshots import ChairInfo, Change, Look

MOST_BYTES = 16 * 1024
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
PROTOCOL = 1  # of /api/socket?protocol=1; raised when a message changes so that older clients misread it


def check_protocol(asked: str | None) -> None:
    """Refuse a client that speaks another protocol; from the second on, also one that does not say which."""
    if asked != str(PROTOCOL) and (asked is not None or PROTOCOL > 1):
        raise Refusal("protocol/other", yours=asked[:8] if asked else None, ours=PROTOCOL)


# ----------------------------------------------------------------------------------------------------- from clients
class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Base of what a client asks of the house. The tag is sent: it stays the same when the class is renamed."""

    id: Id


class Join(Ask, frozen=True, kw_only=True, tag="join"):
    """Listen to a table: as each seat whose token is given here or in a cookie, else as a spectator."""

    table: TableId
    tokens: Annotated[list[Strong], Meta(max_length=6)] = []
    since: Annotated[int, Meta(ge=0)] | None = None  # the last number seen


class Part(Ask, frozen=True, kw_only=True, tag="part"):
    table: TableId


class Mute(Ask, frozen=True, kw_only=True, tag="mute"):
    """Talk of these seats comes without its text, on this socket."""

    table: TableId
    seats: Annotated[list[Seat], Meta(max_length=6)]


class Why(Ask, frozen=True, kw_only=True, tag="why"):
    """Would this move be played? `done`, or `refused` with the reason that playing it would give. Nothing happens."""

    table: TableId
    seat: Seat
    move: MoveText


class Lobby(Ask, frozen=True, kw_only=True, tag="lobby"):
    on: bool = True


class Ping(Ask, frozen=True, kw_only=True, tag="ping"):
    pass


AnyAsk = AnyCommand | Join | Part | Mute | Why | Lobby | Ping


# ------------------------------------------------------------------------------------------------------- to clients
class Message(msgspec.Struct, frozen=True, tag_field="is", kw_only=True):
    """Base of what the house says. The tag is sent: it stays the same when the class is renamed."""


class Done(Message, frozen=True, kw_only=True, omit_defaults=True, tag="done"):
    re: str
    table: str = ""
    n: int = 0  # the entry that the command became
    seat: int | None = None
    seats: list[int] | None = None  # those a socket joined as


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    re: str | None  # None: the message could not be read so far
    code: str
    rule: str  # an anchor in the rules of the game
    facts: dict[str, Any]
    request: str  # names this refusal in the logs of the house


class Fresh(Message, frozen=True, kw_only=True, tag="fresh"):
    """The whole table as this audience sees it after entry n. It replaces everything heard before."""

    table: str
    n: int
    seat: int | None
    look: Look


class Update(Message, frozen=True, kw_only=True, tag="update"):
    """What entry n changed for this audience."""

    table: str
    n: int
    seat: int | None
    change: Change


class Listing(msgspec.Struct, frozen=True):
    """A table as the lobby shows it."""

    table: str
    game: str
    status: str
    seats: list[ChairInfo]
    tournament: bool
    clock: float | None
    at: float


class Tables(Message, frozen=True, kw_only=True, tag="tables"):
    tables: list[Listing]


class LobbyChange(Message, frozen=True, kw_only=True, tag="lobby_change"):
    """What changed in the lobby since the last list or change: tables that are new or other, and those that left it."""

    changed: list[Listing]
    gone: list[str]


class Here(Message, frozen=True, kw_only=True, tag="here"):
    """The seats of a table whose people listen. It has no number: it is no entry."""

    table: str
    seats: list[int]


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """The house closes; try again after so many seconds, and join with the last number seen."""

    seconds: float


AnyMessage = Done | Refused | Fresh | Update | Here | Tables | LobbyChange | Bye

_reader: msgspec.json.Decoder[AnyAsk] = msgspec.json.Decoder(AnyAsk)
encode = msgspec.json.Encoder().encode


def read_ask(data: str | bytes) -> AnyAsk:
    try:
        return _reader.decode(data)
    except UNREADABLE as error:
        raise Refusal("message/unreadable", problem=str(error)) from None


def tag_of(ask: AnyAsk) -> str:
    """Return the word by which clients ask it."""
    return str(ask.__struct_config__.tag)


def id_in(data: str | bytes) -> str | None:
    """The id of a message that is no command, so that its sender knows which one was refused."""
    try:
        found = msgspec.json.decode(data)
    except UNREADABLE:
        return None
    id = found.get("id") if isinstance(found, dict) else None
    return id if isinstance(id, str) and len(id) <= 64 else None


def refused(refusal: Refusal, re: str | None, request: str) -> Refused:
    return Refused(re=re, code=refusal.code, rule=refusal.rule, facts=refusal.facts, request=request)
