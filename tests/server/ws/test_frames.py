"""The short way of whole text frames, beside the library that knows all frames."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from sortilege.server.ws.frames import Wire, text_head, whole, whole_text
from sortilege.server.ws.messages import MOST_BYTES

LOOP: Any = object()  # never asked for anything
SIZES = st.sampled_from([0, 1, 125, 126, 127, 300, MOST_BYTES])


def frame(text: str, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


@given(SIZES)
def test_a_whole_text_frame_is_read_as_it_was_sent(size: int) -> None:
    assert whole_text(frame("é" * (size // 2))) == "é" * (size // 2)


@given(SIZES, st.integers(1, 8))
def test_a_frame_cut_short_or_followed_by_another_is_left_to_the_library(size: int, more: int) -> None:
    data = frame("x" * size)
    assert whole_text(data[:-more]) is None
    assert whole_text(data + data[:more]) is None
    assert whole_text(data + data) is None


@pytest.mark.parametrize(
    "data",
    [
        frame("x", Opcode.BINARY),
        frame("x", fin=False),
        frame("", Opcode.PING),
        frame("x" * (MOST_BYTES + 1)),
        Frame(Opcode.TEXT, b"\xff").serialize(mask=True),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        b"",
        b"\x81",
    ],
    ids=range(8),
)
def test_whatever_else_comes_is_left_to_the_library(data: bytes) -> None:
    assert whole_text(data) is None


@given(st.lists(SIZES, max_size=4), st.integers(1, 5))
def test_it_is_known_whether_bytes_end_where_a_frame_does(sizes: list[int], cut: int) -> None:
    data = b"".join(frame("x" * size) for size in sizes)
    assert whole(data)
    assert not data or not whole(data[:-cut])


@given(st.sampled_from([0, 125, 126, 70_000]))
def test_a_head_is_the_one_the_library_writes(size: int) -> None:
    text = b"x" * size
    assert text_head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


class Fed(Wire):
    """A line after its handshake, without a network: what it takes in lies in its queue."""

    def __init__(self) -> None:
        config = Config(app=lambda: None, interface="asgi3", ws_max_size=MOST_BYTES)
        config.loaded, config.loaded_app = True, None
        super().__init__(config, ServerState(), {}, LOOP)
        self.conn = ServerProtocol(state=State.OPEN, max_size=MOST_BYTES)
        self.handshake_complete, self.between = True, True
        self.transport = Still()  # type: ignore[assignment]

    def texts(self) -> list[str]:
        events: list[Any] = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        return [event["text"] for event in events]


class Still:
    def pause_reading(self) -> None: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...
    def is_closing(self) -> bool:
        return False


@given(st.lists(st.integers(0, 200), min_size=1, max_size=6), st.data())
def test_however_the_bytes_are_cut_the_same_messages_arrive_in_order(sizes: list[int], data: Any) -> None:
    texts = [f"{i}" * size for i, size in enumerate(sizes)]
    sent = b"".join(
        frame(text) + (frame("", Opcode.PONG) if size % 3 == 0 else b"")
        for text, size in zip(texts, sizes, strict=True)
    )
    line, at = Fed(), 0
    while at < len(sent):
        piece = data.draw(st.integers(1, len(sent) - at))
        line.data_received(sent[at : at + piece])
        at += piece
    assert line.texts() == texts
