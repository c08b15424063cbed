"""Know which malformed requests aiohttp refuses, and which it lets through to be refused by the proxy."""

import re
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.support.guests import open_server
from tests.support.http import serving

HERE = "HERE"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(open_server()) as client:
        port = client.base_url.port
        assert port
        yield port


def statuses(port: int, request: str) -> list[int]:
    """Return the statuses of all answers to these bytes, until the server closes or waits for more."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=1.0) as connection, suppress(OSError):
        with suppress(OSError):  # it may have heard enough
            connection.sendall(request.replace(HERE, f"127.0.0.1:{port}").encode("latin-1"))
        while more := connection.recv(1 << 16):
            said += more
    return [int(status) for status in re.findall(rb"HTTP/\d\.\d (\d{3}) ", said)]


GET = "GET /api/health HTTP/1.1\r\nHost: HERE\r\n"
POST = "POST /api/tables HTTP/1.1\r\nHost: HERE\r\nContent-Type: application/json\r\n"
REFUSED = {
    "a space before the colon": GET + "X-Y : z\r\n\r\n",
    "a name that is none": GET + "X(Y: z\r\n\r\n",
    "a value with a null": GET + "X: a\0b\r\n\r\n",
    "a folded header": GET + "X: a\r\n  b\r\n\r\n",
    "two lengths": POST + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a negative length": POST + "Content-Length: -1\r\n\r\n",
    "a length with a plus": POST + "Content-Length: +2\r\n\r\n{}",
    "a length and chunks": POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks in an unknown coding": POST + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "a chunk whose size is none": POST + "Transfer-Encoding: chunked\r\n\r\nx\r\n",
    "lines that end in a bare LF": "GET /api/health HTTP/1.1\nHost: HERE\n\n",
    "two hosts": GET + "Host: other\r\n\r\n",
    "a header of 100 kB": GET + f"X: {'a' * 100_000}\r\n\r\n",
    "a thousand headers": GET + "X: a\r\n" * 1_000 + "\r\n",
    "an address of 100 kB": f"GET /{'a' * 100_000} HTTP/1.1\r\nHost: HERE\r\n\r\n",
}


def test_a_plain_request_is_answered(port: int) -> None:
    last = GET + "Connection: close\r\n\r\n"
    assert statuses(port, last) == [200]
    assert statuses(port, (GET + "\r\n") * 2 + last) == [200] * 3
    assert statuses(port, f"HEAD{last[3:]}") == [200]


@pytest.mark.parametrize("request_text", REFUSED.values(), ids=REFUSED.keys())
def test_a_malformed_request_is_refused(port: int, request_text: str) -> None:
    found = statuses(port, request_text)
    assert found and all(400 <= status < 500 for status in found)


def test_a_request_without_a_version_is_let_through(port: int) -> None:
    """aiohttp answers HTTP/0.9 as if it were 1.0. It smuggles nothing: a proxy writes the request anew."""
    assert statuses(port, "GET /api/health\r\nHost: HERE\r\nConnection: close\r\n\r\n") == [200]
