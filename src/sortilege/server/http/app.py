"""Put the application together: endpoints, the socket, the page."""

from collections.abc import Iterable
from typing import Final

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from sortilege.server.http import openapi
from sortilege.server.http.connection_limits import REQUEST_SECONDS, Listener
from sortilege.server.http.endpoints import ENDPOINTS
from sortilege.server.http.middleware import ADDRESS, SOCKET, Guard, add_headers
from sortilege.server.http.requests import JSON, Call, Endpoint, read_body, read_path
from sortilege.server.http.static import PLACES, front, page_file
from sortilege.server.ws.connections import Connections
from sortilege.server.ws.endpoint import SocketEndpoint
from sortilege.server.ws.messages import MOST_BYTES

CLOSE_SECONDS: Final = 5.0  # for requests under way when the server closes
BUFFER_BYTES: Final = 16 * 1024  # of a body that nobody reads
LINGER_SECONDS: Final = 2.0  # for the rest of a body that was refused
HEADER_BYTES: Final = 32 * 1024  # forty seats are some 3,500 bytes of cookies; other programs here set more


def build(connections: Connections, origins: Iterable[str], listener: Listener) -> web.Application:
    app = web.Application(middlewares=[Guard(connections, frozenset(origins)).middleware()], client_max_size=MOST_BYTES)
    for endpoint in ENDPOINTS:
        _route(app, endpoint.method, endpoint.path, _handler(connections, endpoint))
    _route(app, "GET", "/api/openapi.json", _document())
    _route(app, "GET", SOCKET, SocketEndpoint(connections, listener, ADDRESS).handle)
    for place in PLACES:
        _route(app, "GET", place.replace(":int", r":\d+"), front)
    _route(app, "GET", "/page/{name:.+}", page_file)
    app.on_response_prepare.append(add_headers)
    app.on_startup.append(connections.open)
    app.on_shutdown.append(connections.close)
    return app


def make_runner(connections: Connections, origins: Iterable[str], listener: Listener) -> web.AppRunner:
    """Return what opens and closes the application. After its `setup` it makes the protocols for the listener."""
    return web.AppRunner(
        build(connections, origins, listener),
        access_log=None,
        keepalive_timeout=REQUEST_SECONDS,
        lingering_time=LINGER_SECONDS,
        read_bufsize=BUFFER_BYTES,
        max_field_size=HEADER_BYTES,
        auto_decompress=False,
        shutdown_timeout=CLOSE_SECONDS,
    )


def _route(app: web.Application, method: str, path: str, handler: Handler) -> None:
    if method == "GET":
        app.router.add_get(path, handler)
    else:
        app.router.add_route(method, path, handler)


def _handler(connections: Connections, endpoint: Endpoint) -> Handler:
    async def handle(request: web.Request) -> web.Response:
        if endpoint.cost > 1:
            connections.requests.take(request[ADDRESS], connections.registry.now(), endpoint.cost - 1)
        path, body = read_path(request), await read_body(request, endpoint.takes)
        answer = await endpoint.answer(Call(connections, request, request[ADDRESS], path, body))
        if isinstance(answer, web.Response):
            return answer
        if isinstance(answer, str):
            return web.Response(text=answer, headers={"Content-Type": endpoint.gives})
        return web.Response(body=msgspec.json.encode(answer), content_type=JSON)

    return handle


def _document() -> Handler:
    body = msgspec.json.encode(openapi.document())

    async def handle(request: web.Request) -> web.Response:
        return web.Response(body=body, content_type=JSON)

    return handle
