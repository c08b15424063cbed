"""Check host, origin and rate of every request. Add security headers."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from sortilege.kernel.refusal import Refusal
from sortilege.server.http.address import client_address
from sortilege.server.http.requests import JSON
from sortilege.server.http.static import front, wants_page
from sortilege.server.ops.logs import log_error, log_event
from sortilege.server.ws.connections import Connections
from sortilege.server.ws.messages import refused

SOCKET: Final = "/api/socket"
MOST_PATH: Final = 500
SAFE: Final = ("GET", "HEAD", "OPTIONS")
LONGEST_WAIT: Final = 1.0  # seconds before a request too many is refused
NUMBER: Final = web.RequestKey("number", str)  # names a request in the logs
ADDRESS: Final = web.RequestKey("address", str)
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
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
    if about in ("store", "bus", "house"):
        return 503
    return 409 if about in BUSY else 422


@dataclass(frozen=True)
class Guard:
    """Check host, origin and rate of every request; add security headers."""

    connections: Connections
    origins: frozenset[str]

    def middleware(self) -> Middleware:
        hosts = frozenset(urlsplit(origin).netloc for origin in self.origins)

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            begun = time.perf_counter()
            request[NUMBER] = self.connections.new_request()
            request[ADDRESS] = client_address(request, self.connections.proxies)
            try:
                self._check(request, hosts)
                response = await _answered(request, handler)
            except Refusal as refusal:
                response = await _refusal(request, refusal)
            self._count(request, response.status, time.perf_counter() - begun)
            return response

        return guard

    def _check(self, request: web.Request, hosts: frozenset[str]) -> None:
        if len(request.path) > MOST_PATH:
            raise Refusal("address/unknown")
        if request.headers.get("Host", "") not in hosts:
            raise Refusal("origin/foreign")
        origin = request.headers.get("Origin")
        unsafe = request.path == SOCKET or request.method not in SAFE
        if unsafe and origin is not None and origin not in self.origins:
            raise Refusal("origin/foreign")
        self.connections.requests.take(request[ADDRESS], self.connections.registry.now())

    def _count(self, request: web.Request, status: int, seconds: float) -> None:
        resource = request.match_info.route.resource
        route, ms = resource.canonical if resource else "", round(1000 * seconds, 1)
        self.connections.registry.metrics.count("requests", str(status))
        log_event("request", request=request[NUMBER], method=request.method, route=route, status=status, ms=ms)


async def _answered(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except (Refusal, ConnectionError):
        raise
    except web.HTTPMethodNotAllowed as error:
        response = await _refusal(request, Refusal("address/other_method", method=request.method))
        response.headers["Allow"] = error.headers["Allow"]
        return response
    except web.HTTPNotFound:
        if wants_page(request):
            return await front(request, 404)
        raise Refusal("address/unknown") from None
    except web.HTTPException as error:
        raise Refusal("message/unreadable", problem=error.reason) from None
    except TimeoutError:
        raise Refusal("message/unreadable", problem="the body did not come") from None
    except Exception as error:
        log_error("broken", error, request=request[NUMBER])
        raise Refusal("house/broken", request=request[NUMBER]) from None


async def _refusal(request: web.Request, refusal: Refusal) -> web.Response:
    """Answer with the reason. What was too many waits first: haste fills the sender's own connection."""
    if refusal.code == "message/too_many":
        await asyncio.sleep(min(refusal.facts["seconds"], LONGEST_WAIT))
    body = msgspec.json.encode(refused(refusal, None, request[NUMBER]))
    return web.Response(status=status_of(refusal.code), body=body, content_type=JSON)


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers["X-Request-Id"] = request[NUMBER]
    response.headers.pop("Server", None)
