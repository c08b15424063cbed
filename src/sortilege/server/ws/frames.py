"""The line of a socket: uvicorn's own, with a short way for what nearly all traffic is, whole frames of text."""

import struct
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from sortilege.server.ws.messages import MOST_BYTES

WHOLE_TEXT: Final = 0x81  # the first byte of a frame that is a message of its own: RFC 6455, section 5.2
MASKED: Final = 0x80
MASK_BYTES: Final = 4
SHORT, TWO_BYTES, EIGHT_BYTES = 126, 126, 127  # sizes below are said in the second byte; these there: in so many more
LONG: Final = 1 << 16  # sizes from here on take eight bytes
END_OF_REQUEST: Final = b"\r\n\r\n"
OPEN: Final = State.OPEN  # to read a member of an enum takes longer than to compare it
_middling, _long = struct.Struct(">BBH").pack, struct.Struct(">BBQ").pack


class Wire(WebSocketsSansIOProtocol):
    """See `sockets.Line`. Frames go out without a task, a lock or a copy of their text."""

    flowing: Callable[[], None] = staticmethod(lambda: None)
    at_once: Callable[[str], bool] = staticmethod(lambda text: False)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.between: bool | None = None  # two frames, as far as was read; None: nothing was
        self.full = False  # what was pushed waits

    async def run_asgi(self) -> None:
        self.scope["state"]["line"] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """The library parses in thirty calls what is most often a whole frame of text; all else is left to it.

        Once a frame arrived in pieces it parses on to the end: only it knows where it is."""
        text = whole_text(data) if self.between and self.handshake_complete and not self.close_sent else None
        if text is None:
            self.between = data.endswith(END_OF_REQUEST) if self.between is None else self.between and whole(data)
            super().data_received(data)
            return
        if self.queue.empty() and self.at_once(text):
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:  # the one before is still being answered
            self.read_paused = True
            self.transport.pause_reading()

    def push(self, text: bytes) -> bool:
        if self.conn.state is OPEN and not self.transport.is_closing():
            size = len(text)  # most often neither short nor long
            head = _middling(WHOLE_TEXT, TWO_BYTES, size) if SHORT <= size < LONG else text_head(size)
            self.transport.write(head + text)
        return not self.full

    def pause_writing(self) -> None:
        self.full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.full = False
        super().resume_writing()
        self.flowing()

    def abort(self) -> None:
        """A client that takes nothing is cut off: closing alone would wait for it."""
        self.transport.abort()


def text_head(size: int) -> bytes:
    """Of a whole text frame without a mask."""
    if SHORT <= size < LONG:
        return _middling(WHOLE_TEXT, TWO_BYTES, size)
    return bytes((WHOLE_TEXT, size)) if size < SHORT else _long(WHOLE_TEXT, EIGHT_BYTES, size)


def whole_text(data: bytes) -> str | None:
    """What the frame says, if these bytes are one whole masked frame of text and nothing else."""
    if len(data) < 2 or data[0] != WHOLE_TEXT:
        return None
    head, size = head_and_size(data)
    if size < 0 or len(data) != head + MASK_BYTES + size:
        return None
    start = head + MASK_BYTES
    try:
        return apply_mask(data[start:], data[head:start]).decode()
    except UnicodeDecodeError:
        return None


def whole(data: bytes) -> bool:
    """Whether these bytes end where a frame does."""
    at = 0
    while at + 2 <= len(data):
        head, size = head_and_size(data[at : at + 4])
        if size < 0:
            return False
        at += head + MASK_BYTES + size
    return at == len(data)


def head_and_size(data: bytes) -> tuple[int, int]:
    """Of a masked frame that begins here: bytes before the mask, and of its text; -1: not a size for us."""
    size = data[1] ^ MASKED
    if size < SHORT:
        return 2, size
    if size == TWO_BYTES and len(data) >= 4:
        size = int.from_bytes(data[2:4], "big")
        return 4, size if size <= MOST_BYTES else -1
    return 2, -1
