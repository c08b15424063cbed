"""Speak WebSocket byte by byte, also as no client should."""

import json
import socket
import struct
from contextlib import suppress
from typing import Any

from sortilege.server.ws.messages import PROTOCOL

MASK = b"\x11\x22\x33\x44"
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
PATIENCE = 30.0  # seconds
SOCKET = f"/api/socket?protocol={PROTOCOL}"


def frame(
    opcode: int,
    payload: bytes = b"",
    fin: bool = True,
    reserved: int = 0,
    masked: bool = True,
    length: bytes | None = None,
) -> bytes:
    """Return a frame as RFC 6455, section 5.2 lays it out. `length`: written in its place, whatever it says."""
    if length is None:
        length = _length(len(payload))
    head = bytes([fin << 7 | reserved << 4 | opcode, masked << 7 | length[0]]) + length[1:]
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[i % 4] for i, byte in enumerate(payload))


def _length(size: int) -> bytes:
    if size < 126:
        return bytes([size])
    return struct.pack(">BH", 126, size) if size < 1 << 16 else struct.pack(">BQ", 127, size)


def ping_request(id: str, size: int = 0) -> bytes:
    """Return a message that is answered `done`, made longer by spaces."""
    text = json.dumps({"do": "ping", "id": id})
    return (text[:-1] + " " * (size - len(text)) + "}").encode()


def handshake(port: int, path: str = SOCKET, *headers: str) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class RawClient:
    def __init__(self, port: int, path: str = SOCKET, *headers: str, replaced: tuple[str, str] = ("", "")) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.data = b""
        good, bad = (text.encode() for text in replaced)
        self.send(handshake(port, path, *headers).replace(good, bad))
        while b"\r\n\r\n" not in self.data:
            self._more()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def send(self, *frames: bytes) -> None:
        self.socket.sendall(b"".join(frames))

    def next(self) -> tuple[int, bytes]:
        """Return the opcode and the payload of the next frame."""
        self._fill(2)
        first, size = self.data[0], self.data[1]
        assert first & 0x70 == 0 and not size & 0x80, "reserved bits, or a mask"
        head = 2
        if size >= 126:
            head = 4 if size == 126 else 10
            self._fill(head)
            size = int.from_bytes(self.data[2:head], "big")
        self._fill(head + size)
        payload, self.data = self.data[head : head + size], self.data[head + size :]
        return first & 15, payload

    def message(self) -> dict[str, Any]:
        opcode, payload = self.next()
        assert opcode == TEXT, (opcode, payload)
        return dict(json.loads(payload))

    def close_code(self) -> int:
        """Return the code of the close frame; behind it nothing comes."""
        while (found := self.next())[0] != CLOSE:
            pass
        with suppress(ConnectionError):  # the server need not wait for it
            self.send(frame(CLOSE, found[1][:2]))
        assert self.data == b"" and self._read() == b""
        return int.from_bytes(found[1][:2], "big")

    def close(self) -> None:
        self.socket.close()

    def _fill(self, size: int) -> None:
        while len(self.data) < size:
            self._more()

    def _more(self) -> None:
        data = self._read()
        if not data:
            raise ConnectionError("closed")
        self.data += data

    def _read(self) -> bytes:
        try:
            return self.socket.recv(1 << 16)
        except ConnectionError:
            return b""
