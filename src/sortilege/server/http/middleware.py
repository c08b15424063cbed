"""What stands before every request: known hosts and origins, a pace, headers that bind the browser, a log line."""

import time
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sortilege.kernel.refusal import Refusal
from sortilege.server.ops.logs import note
from sortilege.server.ws.connections import Desk
from sortilege.server.ws.messages import refused

SOCKET: Final = "/api/socket"
MOST_PATH: Final = 500
SAFE: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
STATUS: Final = {
    "message/unreadable": 400,
    "message/too_big": 413,
    "message/too_many": 429,
    "origin/foreign": 403,
    "address/other_method": 405,
    "record/not_yet": 409,
    "house/broken": 500,
}
BUSY: Final = ("table", "seat", "tournament", "name", "command")  # it does not fit the table as it is now


def status_of(code: str) -> int:
    about, what = code.split("/")
    if code in STATUS:
        return STATUS[code]
    if what == "unknown" and about in ("table", "address", "film"):
        return 404
    if about in ("store", "house"):
        return 503
    return 409 if about in BUSY else 422


@dataclass
class Guard:
    app: ASGIApp
    sockets: ASGIApp  # beside the application: no layer of it between a socket and the house
    desk: Desk
    origins: frozenset[str]
    hosts: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.hosts = frozenset(urlsplit(origin).netloc for origin in self.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope["request"] = self.desk.new_request()
        try:
            self._check(scope)
        except Refusal as refusal:
            await refuse(scope, send, refusal)
            return
        if scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if len(scope["path"]) > MOST_PATH:
            raise Refusal("address/unknown")
        if headers.get("host", "") not in self.hosts:
            raise Refusal("origin/foreign")
        if scope["type"] == "websocket" and scope["path"] != SOCKET:
            raise Refusal("address/unknown")
        origin = headers.get("origin")
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and origin is not None and origin not in self.origins:
            raise Refusal("origin/foreign")
        self.desk.requests.take(address(scope), self.desk.house.now())

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                add_headers(message, scope)
            await send(message)

        await self.app(scope, receive, send_on)
        ms = round(1000 * (time.perf_counter() - begun), 1)
        route = getattr(scope.get("route"), "path", "")
        self.desk.house.metrics.count("requests", str(status))
        note("request", request=scope["request"], method=scope["method"], route=route, status=status, ms=ms)


def address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else "nowhere"


def add_headers(message: Message, scope: Scope) -> None:
    headers = MutableHeaders(scope=message)
    headers.update(HEADERS)
    headers.setdefault("cache-control", "no-store")
    headers["x-request-id"] = scope["request"]


async def refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Before anything else has been said, on a socket too."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    body = msgspec.json.encode(refused(refusal, None, scope["request"]))
    headers = [(b"content-type", b"application/json")]
    start: Message = {"type": f"{kind}.start", "status": status_of(refusal.code), "headers": headers}
    add_headers(start, scope)
    note("refused", request=scope["request"], code=refusal.code)
    await send(start)
    await send({"type": f"{kind}.body", "body": body})
