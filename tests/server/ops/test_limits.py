"""Limit rates and weigh requests by what they cost."""

import pytest

from sortilege.kernel.refusal import Refusal
from sortilege.server.ops.limits import Bucket, Buckets


def taken(bucket: Bucket, at: float, cost: float = 1.0) -> int:
    """How often it can be taken at that time."""
    for count in range(10_000):
        try:
            bucket.take(at, cost)
        except Refusal:
            return count
    raise AssertionError("no limit")


def test_a_bucket_holds_four_seconds_and_refills() -> None:
    bucket = Bucket(30.0, 0.0)
    assert taken(bucket, 0.0) == 120
    assert taken(bucket, 1.0) == 30
    assert taken(bucket, 1000.0) == 120


def test_a_dear_request_takes_as_much_as_many() -> None:
    bucket = Bucket(30.0, 0.0)
    assert taken(bucket, 0.0, cost=20.0) == 6
    with pytest.raises(Refusal) as refused:
        bucket.take(0.0, 20.0)
    assert refused.value.facts["seconds"] == pytest.approx(20 / 30, abs=0.01)


def test_a_request_dearer_than_a_full_bucket_takes_all_of_it() -> None:
    bucket = Bucket(1.0, 0.0)
    assert taken(bucket, 0.0, cost=1000.0) == 1
    assert taken(bucket, 10.0, cost=1000.0) == 1


def test_a_clock_that_is_set_back_gives_nothing() -> None:
    bucket = Bucket(30.0, 1000.0)
    taken(bucket, 1000.0)
    assert taken(bucket, 0.0) == 0


def test_the_least_recently_used_are_forgotten() -> None:
    buckets = Buckets(1.0, 2)
    for name in ("a", "b", "a", "c"):
        buckets.take(name, 0.0)
    assert list(buckets.buckets) == ["a", "c"]
