"""Count clients by their own address, whatever stands between."""

from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request

from sortilege.server.http.address import client_address, is_operator, network, scheme


def request(peer: str, *forwarded: str, **headers: str) -> Any:
    found = make_mocked_request(
        "GET", "/", headers=[("X-Forwarded-For", line) for line in forwarded] + [*headers.items()]
    )
    return found.clone(remote=peer)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nonsense", "unknown"),
    ],
)
def test_an_address_is_counted_by_its_household(address: str, counted: str) -> None:
    assert network(address) == counted


@pytest.mark.parametrize(
    ("proxies", "forwarded", "who"),
    [
        (0, ("198.51.100.1",), "10.0.0.1"),  # nobody in front: it is the client that says so
        (1, ("198.51.100.1",), "198.51.100.1"),
        (1, ("6.6.6.6, 198.51.100.1",), "198.51.100.1"),  # the client made up the first
        (1, ("6.6.6.6", "198.51.100.1"), "198.51.100.1"),  # in lines of their own
        (2, ("6.6.6.6, 198.51.100.1, 10.0.0.9",), "198.51.100.1"),
        (2, ("198.51.100.1",), "10.0.0.1"),  # it did not come through both
        (1, (), "10.0.0.1"),
        (1, ("garbage",), "unknown"),
    ],
)
def test_of_several_proxies_each_appends_one_address(proxies: int, forwarded: tuple[str, ...], who: str) -> None:
    assert client_address(request("10.0.0.1", *forwarded), proxies) == who


def test_a_stranger_is_no_proxy() -> None:
    assert client_address(request("93.184.216.34", "198.51.100.1"), 1) == "93.184.216.34"
    assert scheme(request("93.184.216.34", **{"X-Forwarded-Proto": "https"}), 1) == "http"
    assert scheme(request("10.0.0.1", **{"X-Forwarded-Proto": "https"}), 1) == "https"
    assert scheme(request("10.0.0.1", **{"X-Forwarded-Proto": "https"}), 0) == "http"


def test_the_operator_is_on_this_machine_and_behind_no_proxy() -> None:
    assert is_operator(request("127.0.0.1")) and is_operator(request("::1"))
    assert not is_operator(request("10.0.0.1"))
    assert not is_operator(request("127.0.0.1", "198.51.100.1"))
    assert not is_operator(request("127.0.0.1", **{"Via": "1.1 proxy"}))
