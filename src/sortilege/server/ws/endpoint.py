"""Speak WebSocket with a client: read its frames one after another, count each, and send what waits for it."""

import asyncio
from dataclasses import dataclass
from typing import Final

from aiohttp import WSMessage, WSMsgType, web

from sortilege.kernel.refusal import Refusal
from sortilege.server.http.connection_limits import LimitedProtocol, Listener
from sortilege.server.http.cookies import all_tokens
from sortilege.server.ops.logs import log_error
from sortilege.server.ws.connection import Connection
from sortilege.server.ws.connections import Connections
from sortilege.server.ws.messages import MOST_BYTES, check_protocol

PING_SECONDS: Final = 20.0  # a client that has been silent for so long is asked whether it is there
CLOSE_SECONDS: Final = 5.0  # for its answer when the server closes
OTHER_PROTOCOL: Final = 4406  # a close code of ours
CONTROL: Final = (WSMsgType.PING, WSMsgType.PONG)
DATA: Final = (WSMsgType.TEXT, WSMsgType.BINARY)


@dataclass(frozen=True)
class SocketEndpoint:
    connections: Connections
    listener: Listener
    address: web.RequestKey[str]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Refuse before the upgrade what is beyond the limits, else stay until the client has gone."""
        tokens, address = all_tokens(request.headers.getall("Cookie", [])), request[self.address]
        connection = Connection(self.connections, tokens, address)
        self.connections.welcome(connection, address)
        try:
            return await self._converse(request, connection)
        finally:
            connection.leave()
            self.connections.see_off(connection, address)

    async def _converse(self, request: web.Request, connection: Connection) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            autoping=False,  # pings are counted like messages
            heartbeat=PING_SECONDS,
            timeout=CLOSE_SECONDS,
            compress=False,
            max_msg_size=MOST_BYTES + 1,  # the first size that is refused
            writer_limit=0,  # wait for a client that takes nothing after every frame
        )
        assert request.transport is not None
        protocol = self.listener.of[request.transport]
        await socket.prepare(request)
        protocol.becomes_socket()
        connection.end = socket.close
        try:
            check_protocol(request.query.get("protocol"))
        except Refusal as refusal:
            connection.refuse(refusal, None)
            await socket.send_frame(connection.frame(), WSMsgType.TEXT)
            await socket.close(code=OTHER_PROTOCOL)
            return socket
        sending = asyncio.create_task(_send(socket, connection, protocol))
        try:
            await _read(socket, connection, protocol)
        except ConnectionError:
            pass  # it went while it was answered
        finally:
            sending.cancel()
        return socket


async def _read(socket: web.WebSocketResponse, connection: Connection, protocol: LimitedProtocol) -> None:
    while True:
        message: WSMessage = await socket.receive()
        if message.type in DATA:
            protocol.took(len(message.data))
            await connection.take(message.data)
        elif message.type in CONTROL:
            protocol.took(len(message.data))
            await connection.count()
            if message.type is WSMsgType.PING:
                await socket.pong(message.data)
        else:
            return
        await connection.rest()


async def _send(socket: web.WebSocketResponse, connection: Connection, protocol: LimitedProtocol) -> None:
    try:
        while True:
            await connection.outbox.filled()
            while frame := connection.frame():
                await socket.send_frame(frame, WSMsgType.TEXT)
    except ConnectionError:
        pass  # it has gone: reading ends as well
    except Exception as error:
        log_error("broken while sending", error)
        protocol.transport.abort()
