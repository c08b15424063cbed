"""Tell the operator the truth: the server lives, but is ready only while it can store moves."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sortilege.games import SLUGS
from sortilege.server.ops import commits
from sortilege.store.sqlite import SqliteStore
from tests.support.engines import Postgres, Redis
from tests.support.faults import Faults, break_files
from tests.support.guests import PATIENT, Moody, open_server
from tests.support.http import serving
from tests.support.served import Served

PATIENCE = 60.0  # seconds
HASTY = replace(PATIENT, commit_seconds=0.2)


def ready(client: httpx2.Client) -> str:
    """Return the code of the reason why the server is not ready, "" if it is. It always lives."""
    assert client.get("/api/health").json()["ok"]
    answer = client.get("/api/ready")
    assert answer.status_code == (200 if answer.json() == {"ready": True} else 503)
    return str(answer.json().get("code", ""))


def open_table(client: httpx2.Client, number: int) -> Any:
    body = {"id": str(number) * 22, "game": SLUGS[0], "bots": ["", "greedy"]}
    return client.post("/api/tables", json=body).json().get("code", "")


def wait_until(client: httpx2.Client, code: str) -> None:
    until = time.monotonic() + PATIENCE
    while (found := ready(client)) != code:
        assert time.monotonic() < until, f"{found!r} instead of {code!r}"
        time.sleep(0.05)


def test_a_server_is_not_ready_while_a_commit_is_late() -> None:
    store = Moody()
    with serving(open_server(store, HASTY)) as client:
        assert ready(client) == ""
        store.mood = "hanging"
        assert open_table(client, 1) == "store/late"
        assert ready(client) == "store/late"
        assert "sortilege_commits_waiting 1\n" in client.get("/api/metrics").text
        store.let_go()
        wait_until(client, "")
        assert "sortilege_commits_waiting 0\n" in client.get("/api/metrics").text


def test_a_server_is_not_ready_after_a_commit_that_failed_until_one_succeeds() -> None:
    store = Moody()
    with serving(open_server(store, HASTY)) as client:
        store.mood = "failing"
        assert open_table(client, 1) == "store/failed" == ready(client)
        assert 'sortilege_commits_failed_total{kind="store/failed"} 1\n' in client.get("/api/metrics").text
        store.mood = "fine"
        assert open_table(client, 2) == "" == ready(client)


def test_a_failure_of_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A balancer that sends nothing here while it is not ready would never see a commit succeed."""
    monkeypatch.setattr(commits, "FAILED_SECONDS", 0.3)
    store = Moody()
    with serving(open_server(store, HASTY)) as client:
        store.mood = "failing"
        open_table(client, 1)
        assert ready(client) == "store/failed"
        wait_until(client, "")


def test_a_disk_that_fails_is_told_and_that_it_works_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = Faults()
    break_files(monkeypatch, lambda: faults)
    with serving(open_server(SqliteStore(tmp_path / "house.db"), HASTY)) as client:
        assert open_table(client, 1) == "" == ready(client)
        last = timestamp(client)
        faults.broken = True
        assert open_table(client, 2) == "store/late" == ready(client)
        faults.heal()
        assert open_table(client, 3) == "" == ready(client)
        assert last < timestamp(client) <= time.time()


def timestamp(client: httpx2.Client) -> float:
    """Return when the last commit succeeded, as metrics tell it."""
    return float(client.get("/api/metrics").text.partition("\nsortilege_commit_last_timestamp_seconds ")[2].split()[0])


def stop_and_start(client: httpx2.Client, stop: Callable[[], None], start: Callable[[], None], code: str) -> None:
    wait_until(client, "")
    stop()
    wait_until(client, code)
    start()
    wait_until(client, "")


def test_an_engine_that_is_away_is_told_and_that_it_is_back(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    where = ["--store", postgres.new_database(), "--bus", redis.address]
    served = Served(tmp_path / "unused.db", *where, "--limit=requests=2000", "--limit=commit_seconds=0.5").start()
    try:
        with httpx2.Client(base_url=served.address, timeout=PATIENCE) as client:
            stop_and_start(client, postgres.stop, postgres.start, "store/away")
            stop_and_start(client, redis.kill, redis.start, "bus/away")
    finally:
        served.stop()


def test_bots_that_wait_to_think_are_counted() -> None:
    connections = open_server()
    queue = connections.registry.scheduler.quick

    async def think() -> None:
        async with queue.slot("guest", "table"):
            pass

    async def test() -> None:
        async with queue.slot("guest", "table"):
            waiting = asyncio.create_task(think())
            await asyncio.sleep(0)
            assert "\nsortilege_bots_waiting 1\n" in connections.metrics()
        await waiting
        assert "\nsortilege_bots_waiting 0\n" in connections.metrics()

    asyncio.run(test())
