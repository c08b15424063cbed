"""Redis between houses: only those who follow a table hear of it, and nothing breaks when it is away."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from sortilege.kernel.refusal import Refusal
from sortilege.server.cluster import redis as own
from sortilege.server.cluster.bus import NoBus, Seats, open_bus
from sortilege.server.cluster.redis import RedisBus
from tests.support.engines import Redis

PRESENT_SECONDS = 1.0  # Redis tells whole seconds: with less, a house that is a little late is taken for gone


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


async def until(true: Callable[[], bool], act: Callable[[], None] = lambda: None) -> None:
    while not true():
        act()
        await asyncio.sleep(0.02)


def unheard(table: str, house: str, seats: Seats) -> None:
    """Of no matter."""


def test_who_follows_a_table_hears_of_it_and_who_left_does_not(redis: Redis) -> None:
    async def test() -> None:
        one, other = RedisBus(redis.address), RedisBus(redis.address)
        heard: list[tuple[str, int]] = []
        one.open(lambda table, n: None, unheard)
        other.open(lambda table, n: heard.append((table, n)), unheard)
        other.follow("a")
        await until(lambda: ("a", 1) in heard, lambda: one.publish_entry("a", 1))
        other.follow("c")
        other.leave("a")
        await until(lambda: ("c", 1) in heard, lambda: one.publish_entry("c", 1))
        heard.clear()
        for table in ("a", "b", "c"):
            one.publish_entry(table, 2)
        await until(lambda: ("c", 2) in heard)
        assert {table for table, _ in heard} == {"c"}
        await one.close()
        await other.close()

    run(test())


def test_a_bus_that_was_away_carries_again(redis: Redis) -> None:
    async def test() -> None:
        one, other = RedisBus(redis.address), RedisBus(redis.address)
        heard: list[int] = []
        one.open(lambda table, n: None, unheard)
        other.open(lambda table, n: heard.append(n), unheard)
        other.follow("a")
        await until(lambda: 1 in heard, lambda: one.publish_entry("a", 1))
        redis.kill()
        one.publish_entry("a", 2)
        await asyncio.to_thread(redis.start)
        await until(lambda: 3 in heard, lambda: one.publish_entry("a", 3))
        await one.close()
        await other.close()

    run(test())


def test_who_listens_elsewhere_is_heard_also_after_redis_was_away_and_until_that_house_is_gone(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own, "PRESENT_SECONDS", PRESENT_SECONDS)

    async def test() -> None:
        one, other = RedisBus(redis.address), RedisBus(redis.address)
        there: dict[tuple[str, str], Seats] = {}
        one.open(lambda table, n: None, unheard)
        other.open(lambda table, n: None, lambda table, house, seats: there.update({(table, house): seats}))
        at_a = ("a", one.name)
        await until(lambda: other.server_count() == 2)
        one.follow("a")
        one.publish_presence("a", frozenset({2, 0}))
        other.follow("a")
        await until(lambda: there.get(at_a) == frozenset({0, 2}))
        one.publish_presence("a", frozenset({2}))
        await until(lambda: there[at_a] == frozenset({2}))
        redis.kill()
        one.publish_presence("a", frozenset())  # nobody hears it
        await asyncio.to_thread(redis.start)
        await until(lambda: there[at_a] == frozenset())

        def come_again() -> None:
            """Until it is heard: a house that does not know the other one yet forgets what it said."""
            one.publish_presence("a", frozenset())
            one.publish_presence("a", frozenset({1}))

        await until(lambda: there[at_a] == frozenset({1}), come_again)
        await one.close()
        await until(lambda: there[at_a] == frozenset())
        assert not any(other._elsewhere.values())
        await other.close()

    run(test())


def test_houses_know_how_many_they_are(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "PRESENT_SECONDS", PRESENT_SECONDS)

    async def test() -> None:
        one, other = RedisBus(redis.address), RedisBus(redis.address)
        for bus in (one, other):
            bus.open(lambda table, n: None, unheard)
        await until(lambda: one.server_count() == other.server_count() == 2)
        await other.close()
        await until(lambda: one.server_count() == 1)
        await one.close()

    run(test())


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("redis://:xyzzy@127.0.0.1:1", "bus/unreachable"),  # nobody listens there
        ("redis://:xyzzy/xyzzy@127.0.0.1:1", "bus/unreachable"),
        ("redis://127.0.0.1:nonsense", "bus/unreachable"),
        ("carrier://pigeon", "bus/unknown_kind"),
    ],
)
def test_a_bus_that_cannot_be_reached_is_refused_without_its_secret(address: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        open_bus(address)
    assert refused.value.code == code and "xyzzy" not in str(refused.value)


def test_a_house_that_is_alone_needs_none() -> None:
    assert isinstance(open_bus(""), NoBus) and open_bus("").server_count() == 1
