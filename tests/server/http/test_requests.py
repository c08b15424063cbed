"""Weigh requests, bound what they bring, and tell the operator alone."""

import secrets
from dataclasses import replace

import httpx2
import pytest

from sortilege.games import SLUGS
from sortilege.server.http.cookies import MOST_TABLES
from sortilege.server.ws.connections import Connections
from tests.support.guests import PATIENT, open_server
from tests.support.http import serving
from tests.support.tables import nonce, token


def answered(client: httpx2.Client, path: str) -> int:
    """How often a request is answered before one is too many."""
    for count in range(1_000):
        if client.get(path).status_code == 429:
            return count
    raise AssertionError("no limit")


def paced() -> Connections:
    return open_server(limits=replace(PATIENT, requests=25.0))


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/health", 100),
        ("/api/games", 50),
        ("/api/tables/" + "a" * 26, 33),
        (f"/api/tables/{'a' * 26}/records/1/story/public", 5),
        (f"/api/tables/{'a' * 26}/records/1/verify", 5),
    ],
)
def test_requests_are_weighed_by_what_they_cost(path: str, most: int) -> None:
    with serving(paced()) as client:
        assert answered(client, path) == most


def test_limits_count_the_address_that_the_proxy_tells() -> None:
    connections = open_server(limits=replace(PATIENT, requests=2.0))
    connections.proxies = 1
    with serving(connections) as client:
        for address in ("198.51.100.1", "198.51.100.2"):
            codes = [
                client.get("/api/health", headers={"x-forwarded-for": f"6.6.6.{i}, {address}"}).status_code
                for i in range(11)
            ]
            assert codes == [200] * 10 + [429]


def test_of_hundreds_of_seats_the_latest_are_read() -> None:
    connections = open_server()
    with serving(connections) as client:
        body = {"id": "c" * 22, "game": SLUGS[0], "bots": ["", "greedy"]}
        table = client.post("/api/tables", json=body).json()["table"]
        sit = {"id": "s", "name": "Ada", "token": token(0), "nonce": nonce(0)}
        client.post(f"/api/tables/{table}/seats", json=sit)
        client.cookies.clear()
        reads: list[str] = []
        read = connections.registry.store.read
        connections.registry.store.read = lambda *given: reads.append(given[0]) or read(*given)  # type: ignore[method-assign, func-returns-value]
        others = ["".join(secrets.choice("abcdefgh") for _ in range(26)) for _ in range(300)]
        cookie = "; ".join(f"seat-{name}-0={token(0)}" for name in [*others, table])
        answer = client.get("/api/mine", headers={"cookie": cookie})
        assert [found["table"] for found in answer.json()] == [table]
        assert len(reads) < MOST_TABLES
        assert len(answer.headers.get_list("set-cookie")) == 300  # the others are deleted


def test_metrics_are_for_the_operator() -> None:
    with serving(open_server()) as client:
        assert "sortilege_sockets" in client.get("/api/metrics").text
        for header in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
            refused = client.get("/api/metrics", headers={header: "198.51.100.1"})
            assert refused.status_code == 403 and "sortilege_sockets" not in refused.text


def test_another_method_is_refused_with_those_that_there_are() -> None:
    with serving(open_server()) as client:
        answer = client.delete("/api/tables")
        assert answer.status_code == 405 and set(answer.headers["allow"].split(",")) >= {"GET", "POST"}
        assert answer.json()["code"] == "address/other_method"


def test_a_seat_behind_https_is_sent_over_https_only() -> None:
    connections = open_server()
    connections.proxies = 1
    with serving(connections) as client:
        body = {"id": "c" * 22, "game": SLUGS[0], "bots": ["", "greedy"]}
        table = client.post("/api/tables", json=body).json()["table"]
        sit = {"id": "s", "name": "Ada", "token": token(0), "nonce": nonce(0)}
        plain = client.post(f"/api/tables/{table}/seats", json=sit)
        assert "Secure" not in plain.headers["set-cookie"]
        forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.1"}
        assert "Secure" in client.post(f"/api/tables/{table}/seats", json=sit, headers=forwarded).headers["set-cookie"]
