"""Nonsense in, refusals out: over HTTP by its own document, over the socket by mutated messages."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sortilege.games import SLUGS, load
from sortilege.server.http import openapi
from sortilege.server.ws.messages import MOST_BYTES
from tests.support.guests import PATIENT, Guest, all_join, open_server, open_table
from tests.support.http import serving
from tests.support.tables import nonce, token

schema = schemathesis.openapi.from_dict(openapi.document())
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def roomy() -> Iterator[httpx2.Client]:
    with serving(open_server(limits=replace(PATIENT, tables=200))) as client:
        yield client


@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_endpoint_keeps_to_its_document(case: schemathesis.Case[Any], roomy: httpx2.Client) -> None:
    case.call_and_validate(base_url=str(roomy.base_url), checks=CHECKS)


@pytest.fixture
def client() -> Iterator[httpx2.Client]:
    with serving(open_server()) as client:
        yield client


def create(client: httpx2.Client, **plan: object) -> str:
    body = {"id": "c" * 22, "game": SLUGS[0], "bots": ["", "greedy"], **plan}
    return str(client.post("/api/tables", json=body).json()["table"])


def test_dice_are_thrown_as_bodies_unless_the_table_is_asked_for(client: httpx2.Client) -> None:
    """What a game suggests to people is what its card says, and what a table has that says nothing of it."""
    card = next(card for card in client.get("/api/games").json() if card["game"] == "bataille")
    assert {option["name"]: option["default"] for option in card["options"]}["throws"] == "arena"
    for options, throws in (({}, "arena"), ({"throws": "table"}, "table")):
        body = {"id": token(len(options)), "game": "bataille", "bots": ["", ""], "options": options}
        table = client.post("/api/tables", json=body).json()["table"]
        assert client.get(f"/api/tables/{table}").json()["info"]["options"] == {"throws": throws}


def test_a_seat_is_a_cookie_that_no_script_reads(client: httpx2.Client) -> None:
    table = create(client)
    sit = {"id": "s", "name": "Ada", "token": token(0), "nonce": nonce(0)}
    answer = client.post(f"/api/tables/{table}/seats", json=sit)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/api" in cookie
    assert token(0) not in answer.text
    again = client.post(f"/api/tables/{table}/seats", json=sit)
    assert again.json() == answer.json()


def test_every_answer_binds_the_browser_and_has_a_number(client: httpx2.Client) -> None:
    for path in ("/api/health", "/api/tables/" + "a" * 26, "/nowhere", "/"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-request-id"]
    refusal = client.get("/nowhere").json()
    assert refusal["code"] == "address/unknown" and refusal["request"]
    assert client.delete("/api/health").json()["code"] == "address/other_method"


def test_who_reads_finds_the_hall_where_there_is_nothing(client: httpx2.Client) -> None:
    people = {"accept": "text/html,application/xhtml+xml"}
    hall = client.get("/", headers=people)
    answer = client.get("/nowhere", headers=people)
    assert answer.text == hall.text and answer.status_code in (404, 503)  # 503: the page is not built
    assert client.get("/api/nowhere", headers=people).json()["code"] == "address/unknown"


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"host": "evil.example"}, {"origin": "null"}])
def test_foreign_pages_and_hosts_are_refused(client: httpx2.Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/tables", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin/foreign")


def test_a_body_over_the_cap_or_of_another_kind_is_refused(client: httpx2.Client) -> None:
    big = client.post("/api/tables", content=b"x" * (MOST_BYTES + 1), headers={"content-type": "application/json"})
    assert big.json()["code"] == "message/too_big"
    plain = client.post("/api/tables", content=b"{}", headers={"content-type": "text/plain"})
    assert plain.json()["code"] == "message/unreadable"


def test_a_record_is_shown_and_proved_after_the_game_only(client: httpx2.Client) -> None:
    table = create(client, bots=["greedy", "greedy"])
    early = client.get(f"/api/tables/{table}/records/1")
    assert early.status_code in (200, 409)
    while client.get(f"/api/tables/{table}").json()["info"]["status"] != "over":
        pass
    record = client.get(f"/api/tables/{table}/records/1").json()
    verified = client.get(f"/api/tables/{table}/records/1/verify").json()
    assert verified["verified"] and verified["promise"] == record["house"]["promise"]
    assert client.get(f"/api/tables/{table}/records/2").json()["code"] == "record/not_yet"


def test_too_many_requests_wait() -> None:
    with serving(open_server(limits=replace(PATIENT, requests=2.0))) as client:
        codes = [client.get("/api/health").status_code for _ in range(12)]
    assert codes[:10] == [200] * 10 and codes[10:] == [429] * 2


MESSAGES = st.sampled_from(
    [
        {"do": "play", "table": "T", "seat": 0, "move": "x", "at": 5},
        {"do": "subscribe", "table": "T", "tokens": [token(0)], "since": 1},
        {"do": "say", "table": "T", "seat": 0, "text": "hello"},
        {"do": "call_bot", "table": "T", "seat": 0, "bot": "greedy", "for_seat": 0},
        {"do": "dismiss_bot", "table": "T", "seat": 0, "for_seat": 0},
        {"do": "rename", "table": "T", "seat": 0, "name": "x"},
        {"do": "mute", "table": "T", "seats": [1]},
        {"do": "start", "table": "T", "seat": 0},
        {"do": "leave", "table": "T", "seat": 0},
        {"do": "unsubscribe", "table": "T"},
        {"do": "lobby", "on": True},
        {"do": "ping"},
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=6), parts, max_size=4),
    max_leaves=8,
)


@given(message=MESSAGES, data=st.data())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_mutated_message_is_answered_once_and_harms_no_table(
    message: dict[str, object], data: st.DataObject
) -> None:
    async def test() -> None:
        connections = open_server()
        table = await open_table(connections, [""] * load(SLUGS[0]).seats[0], SLUGS[0])
        guest = (await all_join(connections, table))[0]
        await guest.ask("start", table=table, seat=0)
        sent = {"id": "m", **{key: table if value == "T" else value for key, value in message.items()}}
        for key in data.draw(st.lists(st.sampled_from([*sent, "other"]), max_size=2)):
            sent[key] = data.draw(JSON)
        raw = bytearray(json.dumps(sent).encode())
        for at in data.draw(st.lists(st.integers(0, len(raw) - 1), max_size=2)):
            raw[at : at + 1] = data.draw(st.binary(max_size=3))
        await guest.socket.take(bytes(raw))
        said = guest.socket.frame().split(b"\n")
        answers = [line for line in said if json.loads(line)["is"] in ("done", "refused")]
        assert len(answers) == 1 and b"house/broken" not in answers[0], raw
        fresh = Guest(connections, [token(0)])
        assert (await fresh.ask("subscribe", table=table))["is"] == "done"

    asyncio.run(test())
