"""The house as an ASGI application: endpoints, the socket, the page."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import parse_qs

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sortilege.kernel.refusal import Refusal
from sortilege.server.http import openapi
from sortilege.server.http.cookies import all_tokens
from sortilege.server.http.endpoints import ENDPOINTS, Call, Endpoint, read_body, read_path
from sortilege.server.http.middleware import Guard, address, refuse, status_of
from sortilege.server.http.static import PAGE, PLACES, Built, front, wants_page
from sortilege.server.ops.logs import broken, note
from sortilege.server.ws.connection import Socket
from sortilege.server.ws.connections import Desk
from sortilege.server.ws.messages import check_protocol, refused

JSON: Final = "application/json"


def build(desk: Desk, origins: Iterable[str]) -> ASGIApp:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        desk.open()
        yield
        if not desk.house.closing:
            await desk.close()

    app = Starlette(
        routes=[
            *(Route(e.path, _handler(desk, e), methods=[e.method]) for e in ENDPOINTS),
            Route("/api/openapi.json", _document(), methods=["GET"]),
            *(Route(place, front, methods=["GET"]) for place in PLACES),
            Mount("/page", GZipMiddleware(Built(directory=PAGE, check_dir=False), minimum_size=1000)),
        ],
        exception_handlers={HTTPException: _no_such_place, Exception: _broken},
        lifespan=lifespan,
    )
    return Guard(app, Sockets(desk), desk, frozenset(origins))


def _handler(desk: Desk, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        try:
            path, body = read_path(request), await read_body(request, endpoint.takes)
            answer = await endpoint.answer(Call(desk, request, path, body))
        except Refusal as refusal:
            return _refusal(request, refusal)
        except ClientDisconnect:  # in the midst of its request: nobody is there to be answered
            return Response(status_code=400)
        if isinstance(answer, Response):
            return answer
        if isinstance(answer, str):
            return Response(answer, media_type=endpoint.gives)
        return Response(msgspec.json.encode(answer), media_type=JSON)

    return handle


def _refusal(request: Request, refusal: Refusal) -> Response:
    number = request.scope["request"]
    note("refused", request=number, code=refusal.code)
    body = msgspec.json.encode(refused(refusal, None, number))
    return Response(body, status_of(refusal.code), media_type=JSON)


def _document() -> Callable[[Request], Awaitable[Response]]:
    body = msgspec.json.encode(openapi.document())

    async def handle(request: Request) -> Response:
        return Response(body, media_type=JSON)

    return handle


async def _no_such_place(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        response = _refusal(request, Refusal("address/other_method", method=request.method))
        response.headers.update(error.headers or {})
        return response
    if wants_page(request):
        return await front(request, 404)
    return _refusal(request, Refusal("address/unknown"))


async def _broken(request: Request, error: Exception) -> Response:
    number = request.scope["request"]
    broken("broken", error, request=number)
    return _refusal(request, Refusal("house/broken", request=number))


class Sockets:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = Socket(self.desk, all_tokens(scope), scope["state"].get("line"))
        try:
            self.desk.welcome(socket, address(scope))
        except Refusal as refusal:
            await refuse(scope, send, refusal)
            return
        try:
            await receive()
            await send({"type": "websocket.accept"})
            try:
                check_protocol(parse_qs(scope["query_string"].decode("latin-1")).get("protocol", [None])[0])
            except Refusal as refusal:
                text = msgspec.json.encode(refused(refusal, None, self.desk.new_request())).decode()
                await send({"type": "websocket.send", "text": text})
                await send({"type": "websocket.close", "code": 1008})
                return
            await socket.run(receive)
        finally:
            self.desk.see_off(socket, address(scope))
