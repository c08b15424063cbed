"""Take frames as RFC 6455 has them, and close with its codes on all others."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from sortilege.server.ws.endpoint import OTHER_PROTOCOL
from sortilege.server.ws.messages import MOST_BYTES, PROTOCOL
from tests.support.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    SOCKET,
    TEXT,
    RawClient,
    frame,
    ping_request,
)
from tests.support.guests import PATIENT, open_server
from tests.support.http import serving

OK, GOING, PROTOCOL_ERROR, BAD_DATA, TOO_BIG = 1000, 1001, 1002, 1007, 1009
ASKED = ping_request("one")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(open_server(limits=replace(PATIENT, sockets=100_000, sockets_each=100_000))) as client:
        port = client.base_url.port
        assert port
        yield port


@pytest.fixture
def client(port: int) -> Iterator[RawClient]:
    client = RawClient(port)
    yield client
    client.close()


def answered(client: RawClient, id: str = "one") -> bool:
    message = client.message()
    return (message["is"], message["re"]) == ("done", id)


# ----------------------------------------------------------------------------------------------- 5.2, whole frames
@pytest.mark.parametrize("size", [0, 125, 126, 127, 1000, MOST_BYTES])
@pytest.mark.parametrize("opcode", [TEXT, BINARY])
def test_a_message_of_any_size_is_answered(client: RawClient, opcode: int, size: int) -> None:
    client.send(frame(opcode, ping_request("one", size)))
    assert answered(client)


def test_messages_in_one_packet_are_answered_in_order(client: RawClient) -> None:
    client.send(*(frame(TEXT, ping_request(str(i))) for i in range(50)))
    heard = list[bytes]()
    while len(heard) < 50:
        heard += client.next()[1].split(b"\n")
    assert [f'"re":"{i}"'.encode() in line for i, line in enumerate(heard)] == [True] * 50


WHOLE = frame(TEXT, ping_request("one", 130))


@pytest.mark.parametrize("at", range(1, len(WHOLE)))
def test_a_frame_may_arrive_in_two_packets(client: RawClient, at: int) -> None:
    client.send(WHOLE[:at])
    time.sleep(0.001)
    client.send(WHOLE[at:])
    assert answered(client)


def test_a_frame_may_arrive_byte_by_byte(client: RawClient) -> None:
    for byte in WHOLE:
        client.send(bytes([byte]))
    assert answered(client)


@pytest.mark.parametrize("reserved", range(1, 8))
@pytest.mark.parametrize("opcode", [TEXT, PING, CLOSE])
def test_reserved_bits_are_refused(client: RawClient, reserved: int, opcode: int) -> None:
    client.send(frame(opcode, b"", reserved=reserved))
    assert client.close_code() == PROTOCOL_ERROR


@pytest.mark.parametrize("opcode", [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
def test_unknown_opcodes_are_refused(client: RawClient, opcode: int) -> None:
    client.send(frame(opcode, b"x"))
    assert client.close_code() == PROTOCOL_ERROR


@pytest.mark.parametrize("opcode", [TEXT, BINARY])
def test_a_message_over_the_limit_is_refused(client: RawClient, opcode: int) -> None:
    client.send(frame(opcode, b" " * (MOST_BYTES + 1)))
    assert client.close_code() == TOO_BIG


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
def test_a_size_over_the_limit_is_refused_before_its_bytes_come(client: RawClient, size: int) -> None:
    client.send(frame(TEXT, length=b"\x7f" + size.to_bytes(8, "big")))
    assert client.close_code() == TOO_BIG


# ------------------------------------------------------------------------------------------------- 5.4, fragments
@pytest.mark.parametrize("at", range(len(ASKED) + 1))
def test_a_message_may_come_in_two_fragments(client: RawClient, at: int) -> None:
    client.send(frame(TEXT, ASKED[:at], fin=False), frame(CONTINUATION, ASKED[at:]))
    assert answered(client)


def test_a_message_may_come_in_a_fragment_a_byte(client: RawClient) -> None:
    first, *rest, last = (bytes([byte]) for byte in ASKED)
    middle = (frame(CONTINUATION, byte, fin=False) for byte in rest)
    client.send(frame(TEXT, first, fin=False), *middle, frame(CONTINUATION, last))
    assert answered(client)


def test_control_frames_may_come_between_fragments(client: RawClient) -> None:
    client.send(frame(TEXT, ASKED[:5], fin=False), frame(PING, b"between"), frame(PONG), frame(CONTINUATION, ASKED[5:]))
    assert client.next() == (PONG, b"between")
    assert answered(client)


def test_a_close_between_fragments_is_answered(client: RawClient) -> None:
    client.send(frame(TEXT, ASKED[:5], fin=False), frame(CLOSE, GOING.to_bytes(2, "big")))
    assert client.close_code() == OK


@pytest.mark.parametrize("fin", [True, False])
def test_a_continuation_of_nothing_is_refused(client: RawClient, fin: bool) -> None:
    client.send(frame(CONTINUATION, ASKED, fin=fin))
    assert client.close_code() == PROTOCOL_ERROR


@pytest.mark.parametrize("fin", [True, False])
@pytest.mark.parametrize("opcode", [TEXT, BINARY])
def test_a_new_message_inside_a_fragmented_one_is_refused(client: RawClient, opcode: int, fin: bool) -> None:
    client.send(frame(TEXT, ASKED[:5], fin=False), frame(opcode, ASKED, fin=fin))
    assert client.close_code() == PROTOCOL_ERROR


def test_fragments_over_the_limit_in_sum_are_refused(client: RawClient) -> None:
    client.send(frame(TEXT, b" " * MOST_BYTES, fin=False), frame(CONTINUATION, b" "))
    assert client.close_code() == TOO_BIG


# -------------------------------------------------------------------------------------------- 5.5, control frames
@pytest.mark.parametrize("size", [0, 1, 125])
def test_a_ping_is_answered_with_what_it_brought(client: RawClient, size: int) -> None:
    client.send(frame(PING, b"p" * size))
    assert client.next() == (PONG, b"p" * size)


def test_a_pong_that_nobody_asked_for_is_ignored(client: RawClient) -> None:
    client.send(frame(PONG, b"news"), frame(TEXT, ASKED))
    assert answered(client)


@pytest.mark.parametrize("opcode", [PING, PONG, CLOSE])
def test_control_frames_are_short(client: RawClient, opcode: int) -> None:
    client.send(frame(opcode, b"p" * 126))
    assert client.close_code() == PROTOCOL_ERROR


@pytest.mark.parametrize("opcode", [PING, PONG, CLOSE])
def test_control_frames_are_not_fragmented(client: RawClient, opcode: int) -> None:
    client.send(frame(opcode, b"", fin=False))
    assert client.close_code() == PROTOCOL_ERROR


# ------------------------------------------------------------------------------------------------- 5.5.1, closing
@pytest.mark.parametrize("payload", [b"", OK.to_bytes(2, "big"), GOING.to_bytes(2, "big") + b"leaving"])
def test_a_close_is_answered_with_a_close(client: RawClient, payload: bytes) -> None:
    client.send(frame(CLOSE, payload), frame(TEXT, ASKED))  # what comes behind it is not read
    assert client.close_code() == OK


@pytest.mark.parametrize("code", [3000, 3999, 4000, 4999])
def test_codes_of_applications_may_be_sent(client: RawClient, code: int) -> None:
    client.send(frame(CLOSE, code.to_bytes(2, "big")))
    assert client.close_code() == OK


@pytest.mark.parametrize("code", [0, 999, 1004, 1005, 1015, 1016, 1100, 2000, 2999])
def test_codes_that_may_not_be_sent_are_refused(client: RawClient, code: int) -> None:
    client.send(frame(CLOSE, code.to_bytes(2, "big")))
    assert client.close_code() == PROTOCOL_ERROR


def test_half_a_code_is_refused(client: RawClient) -> None:
    client.send(frame(CLOSE, b"\x03"))
    assert client.close_code() == PROTOCOL_ERROR


def test_a_reason_that_is_no_text_is_refused(client: RawClient) -> None:
    client.send(frame(CLOSE, OK.to_bytes(2, "big") + b"\xff"))
    assert client.close_code() == BAD_DATA


# -------------------------------------------------------------------------------------------------- 8.1, UTF-8
@pytest.mark.parametrize(
    "text", [b"\xff", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"ok \x80"], ids=range(6)
)
def test_text_that_is_not_utf_8_is_refused(client: RawClient, text: bytes) -> None:
    client.send(frame(TEXT, text))
    assert client.close_code() == BAD_DATA


def test_a_character_may_be_cut_by_fragments(client: RawClient) -> None:
    text = b'{"do":"ping","id":"\xc3\xa9t\xc3\xa9"}'
    for at in range(len(text)):
        client.send(frame(TEXT, text[:at], fin=False), frame(CONTINUATION, text[at:]))
        assert client.message()["re"] == "été"


def test_bytes_that_are_not_utf_8_are_no_message(client: RawClient) -> None:
    client.send(frame(BINARY, b"\xff"))
    assert client.message()["code"] == "message/unreadable"


# --------------------------------------------------------------------------------------------- 4.2, the handshake
@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 6"),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: short"),
        ("Upgrade: websocket", "Upgrade: other"),
        ("Connection: Upgrade", "Connection: close"),
    ],
)
def test_a_request_that_is_no_handshake_is_refused(port: int, good: str, bad: str) -> None:
    client = RawClient(port, replaced=(good, bad))
    assert client.status == 400
    client.close()


@pytest.mark.parametrize("headers", [["Origin: https://evil.example"], ["Origin: null"]])
def test_a_foreign_page_is_refused_before_the_upgrade(port: int, headers: list[str]) -> None:
    client = RawClient(port, SOCKET, *headers)
    assert client.status == 403
    client.close()


def test_no_extension_is_agreed_to(port: int) -> None:
    client = RawClient(port, SOCKET, "Sec-WebSocket-Extensions: permessage-deflate")
    client.send(frame(TEXT, ASKED, reserved=4))
    assert client.close_code() == PROTOCOL_ERROR
    client.close()


# ------------------------------------------------------------------------- where aiohttp is laxer than RFC 6455
DEVIATIONS = {
    "5.1: frames of clients are masked": [frame(TEXT, ASKED, masked=False)],
    "5.2: a size is written as short as can be": [frame(TEXT, ASKED, length=b"\x7e\x00" + bytes([len(ASKED)]))],
    "5.4: an empty first fragment is one, too": [frame(TEXT, b"", fin=False), frame(TEXT, ASKED)],
}


@pytest.mark.parametrize("sent", DEVIATIONS.values(), ids=DEVIATIONS.keys())
def test_what_aiohttp_lets_through(client: RawClient, sent: list[bytes]) -> None:
    """RFC 6455 closes here with 1002. aiohttp has no public way to see these frames; they cost and harm no more than
    the message they bring. Should it refuse them one day, this test says so."""
    client.send(*sent)
    assert answered(client)


@pytest.mark.parametrize("code", [1006, 5000, 65_535])
def test_codes_that_aiohttp_lets_through(client: RawClient, code: int) -> None:
    """7.4: they may not be sent. The connection ends all the same."""
    client.send(frame(CLOSE, code.to_bytes(2, "big")))
    assert client.close_code() == OK


# ---------------------------------------------------------------------------------------- the protocol on top of it
def test_a_client_of_another_protocol_is_told_so_and_closed(port: int) -> None:
    client = RawClient(port, f"/api/socket?protocol={PROTOCOL + 1}")
    said = client.message()
    assert (said["is"], said["code"]) == ("refused", "protocol/other")
    assert said["facts"] == {"yours": str(PROTOCOL + 1), "ours": PROTOCOL}
    assert client.close_code() == OTHER_PROTOCOL
    client.close()


def test_a_client_of_this_protocol_is_served(port: int) -> None:
    client = RawClient(port, f"/api/socket?protocol={PROTOCOL}")
    client.send(frame(TEXT, ASKED))
    assert answered(client)
    client.close()
