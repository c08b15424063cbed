"""Survive any sequence of frames without growing."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from socket import SHUT_WR

import pytest

from tests.conftest import Scale
from tests.support.frames import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawClient, frame, ping_request
from tests.support.served import Served

MOST_GROWTH = 8_000_000  # bytes
OPCODES = (CONTINUATION, TEXT, TEXT, BINARY, CLOSE, PING, PONG, 3, 11)
LIMITS = [f"--limit={name}=100000" for name in ("messages", "requests", "sockets_each", "standing")]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "house.db", *LIMITS).start()
    yield served
    if served.process:
        served.stop()


def memory(served: Served) -> int:
    status = Path(f"/proc/{served.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def some_frame(random: Random) -> bytes:
    payload = random.choice([ping_request("x"), b"", random.randbytes(random.choice([1, 5, 125, 130, 3000]))])
    made = frame(random.choice(OPCODES), payload, fin=random.random() < 0.7, masked=random.random() < 0.95)
    if random.random() < 0.2:
        at = random.randrange(len(made))
        made = made[:at] + random.randbytes(random.randrange(3)) + made[at + random.randrange(2) :]
    return made


def play(served: Served, random: Random) -> None:
    """Send a sequence on a connection of its own, and read until the server has closed it."""
    client = RawClient(served.port)
    try:
        client.send(*(some_frame(random) for _ in range(random.randint(1, 8))))
        client.socket.shutdown(SHUT_WR)  # the last frame may be cut
        while True:
            client.next()
    except TimeoutError:
        raise
    except OSError:
        pass  # closed, as it should be
    finally:
        client.close()


def test_fuzzed_sequences_leave_no_trace(served: Served, scale: Scale) -> None:
    random, count = Random(1), scale(400, 20_000)
    for _ in range(count // 2):
        play(served, random)
    before = memory(served)
    for _ in range(count // 2):
        play(served, random)
    assert memory(served) - before < MOST_GROWTH
    client = RawClient(served.port)
    client.send(frame(TEXT, ping_request("after")))
    assert client.message()["re"] == "after"
    client.close()
    assert not served.store.with_name("errors.log").read_text(), "a line for a bad message"
