"""Find the IP address of a client, as limits count it."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from aiohttp import web

FORWARDED: Final = "X-Forwarded-For"
PROXY_HEADERS: Final = (FORWARDED, "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto", "X-Forwarded-Host")
NETWORK_BITS: Final = 64  # of an IPv6 address: one household has them all to itself
UNKNOWN: Final = "unknown"


def client_address(request: web.BaseRequest, proxies: int) -> str:
    """Return the IP address of the client. Each trusted proxy appended the address it saw."""
    peer = request.remote or UNKNOWN
    if not proxies or not is_near(peer):
        return network(peer)
    told = [part.strip() for line in request.headers.getall(FORWARDED, []) for part in line.split(",")]
    return network(told[-proxies] if len(told) >= proxies else peer)


def scheme(request: web.BaseRequest, proxies: int) -> str:
    """Return the scheme that the browser used."""
    if proxies and is_near(request.remote or UNKNOWN):
        return request.headers.get("X-Forwarded-Proto", request.scheme).rpartition(",")[2].strip()
    return request.scheme


def is_operator(request: web.BaseRequest) -> bool:
    """Return whether somebody on this machine asks, and no proxy for somebody else."""
    address = _parse(request.remote or UNKNOWN)
    return address is not None and address.is_loopback and not any(name in request.headers for name in PROXY_HEADERS)


def is_near(peer: str) -> bool:
    """Return whether the address is of this machine or of a private network."""
    address = _parse(peer)
    return address is not None and address.is_private


def network(text: str) -> str:
    """Return the address limits count by: of IPv6 its /64 network."""
    address = _parse(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address.packed, NETWORK_BITS), strict=False))
    return UNKNOWN if address is None else str(address)


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
