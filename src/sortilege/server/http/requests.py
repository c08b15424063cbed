"""Read and check what a request brings: the parameters of its path, and its body."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web
from msgspec import Meta

from sortilege.kernel.refusal import Refusal
from sortilege.room.commands import TableId
from sortilege.server.http.connection_limits import REQUEST_SECONDS
from sortilege.server.ws.connections import Connections
from sortilege.server.ws.messages import MOST_BYTES, UNREADABLE

JSON: Final = "application/json"
PARAMETERS: Final[dict[str, Any]] = {
    "table": TableId,
    "game": Annotated[str, Meta(max_length=40)],
    "lang": Annotated[str, Meta(pattern="^(fr|en)$")],
    "number": Annotated[int, Meta(ge=1, le=100)],
    "move": Annotated[int, Meta(ge=1, le=100_000)],
    "audience": Annotated[str, Meta(pattern="^([0-5]|public)$")],
}


@dataclass(frozen=True)
class Call:
    """Hold a request with its parameters read and checked."""

    connections: Connections
    request: web.Request
    address: str  # who asks, as limits count it
    path: dict[str, Any]
    body: Any


@dataclass(frozen=True)
class Endpoint:
    id: str  # of the operation in the OpenAPI document
    method: str
    path: str
    says: str
    answer: Callable[[Call], Awaitable[Any]]
    gives: Any  # a type; a string for a media type of text
    takes: Any = None
    refuses: tuple[int, ...] = ()
    cost: float = 1.0  # in requests, for the rate of an address


def read_path(request: web.Request) -> dict[str, Any]:
    found = {}
    for name, text in request.match_info.items():
        try:
            found[name] = msgspec.convert(text, PARAMETERS[name], strict=False)
        except msgspec.ValidationError:
            raise Refusal("table/unknown" if name == "table" else "address/unknown") from None
    return found


async def read_body(request: web.Request, kind: Any) -> Any:
    if kind is None:
        return None
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            data = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise Refusal("message/too_big", most=MOST_BYTES) from None
    if request.content_type != JSON:
        raise Refusal("message/unreadable", problem="the body must be application/json")
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE as error:
        raise Refusal("message/unreadable", problem=str(error)) from None
