"""Draw random numbers from the state: xoshiro128++, 32-bit words held in int64. Plain subset, except `derive`."""

import struct
from hashlib import sha256
from typing import Final

from sortilege.kernel.plain.bits import count, lowest, nth
from sortilege.kernel.state import State

_words = struct.Struct(">4I16x").unpack
M32: Final = 0xFFFFFFFF
SEED_BYTES: Final = 16
BLOCK: Final = 64  # bytes, of SHA-256
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # every byte of a key, padded


def below(s: State, n: int) -> int:
    """Return a uniform integer in [0, n), n up to 2**31. Below 2**16 no chance is off by over 2**-16 of itself."""
    r = s.rng
    a = r[0]
    b = r[1]
    c = r[2]
    d = r[3]
    x = (a + d) & M32
    x = ((((x << 7) | (x >> 25)) & M32) + a) & M32
    t = (b << 9) & M32
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    r[0] = a
    r[1] = b
    r[2] = c
    r[3] = ((d << 11) | (d >> 21)) & M32
    return (x * n) >> 32


def shuffle(s: State, items: list[int], start: int, stop: int) -> None:
    """Shuffle items[start:stop]: `below` for each place, written out, takes half the time."""
    r = s.rng
    a = r[0]
    b = r[1]
    c = r[2]
    d = r[3]
    for i in range(stop - 1, start, -1):
        x = (a + d) & M32
        x = ((((x << 7) | (x >> 25)) & M32) + a) & M32
        t = (b << 9) & M32
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        d = ((d << 11) | (d >> 21)) & M32
        j = start + ((x * (i + 1 - start)) >> 32)
        item = items[i]
        items[i] = items[j]
        items[j] = item
    r[0] = a
    r[1] = b
    r[2] = c
    r[3] = d


def pick(s: State, members: int) -> int:
    """Return one member of a bit set, each as likely."""
    if members & (members - 1) == 0:
        return lowest(members)
    return nth(members, below(s, count(members)))


def sow(s: State, seed: int, game: int) -> None:
    """Seed game number `game` of a mass run: both numbers, up to 62 bits, go into every word. Not for live tables."""
    for i in range(4):
        word = mix(i + 1)
        word = mix(word ^ (seed & M32))
        word = mix(word ^ (seed >> 32))
        word = mix(word ^ (game & M32))
        s.rng[i] = mix(word ^ (game >> 32))
    s.rng[3] |= 1  # never all zero


def mix(x: int) -> int:
    """Map 32-bit words one to one, so that every bit of x moves every bit of the result."""
    x = (x + 0x9E3779B9) & M32
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & M32
    x = ((x ^ (x >> 15)) * 0x735A2D97) & M32
    return x ^ (x >> 15)


def derive(seed: bytes, move_number: int) -> list[int]:
    """Return the words before move number n: HMAC-SHA256(seed, n), so that the past tells nothing of the future."""
    a, b, c, d = _words(_hmac(seed, move_number.to_bytes(8, "big")))
    return [a, b, c, d | 1]  # never all zero


def _hmac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 as in RFC 2104, in a third of the library's time. No keyed state is kept: with many tables it
    would lie far off in memory, and cost more than to make it again.
    """
    block = (sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    return sha256(block.translate(OUTER) + sha256(block.translate(INNER) + message).digest()).digest()


def commitment(seed: bytes) -> str:
    """Return the hash that is published before the first card; the seed itself is published after the last move."""
    return sha256(b"sortilege seed " + seed).hexdigest()
