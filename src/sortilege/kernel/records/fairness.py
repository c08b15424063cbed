"""Deal so that the server cannot choose the cards.

The server draws a root and hashes it down a chain. The end of the chain, the promise, is published before players sit.
Game number k is dealt from link k, which the promise fixes and hides, mixed with a nonce from each seat. After the game
the link is shown: hashed k times it gives the promise, and it tells nothing of the links to come.
"""

import hashlib
import hmac
import json
from typing import Any, Final

from sortilege.kernel.refusal import Refusal

LINKS: Final = 100  # games that one promise covers


def link(root: bytes, number: int) -> bytes:
    """Return the server secret that seeds game `number`, counted from 1."""
    return _hashed(root, LINKS - number)


def promise(root: bytes) -> str:
    """Return the end of the chain, which is published."""
    return link(root, 0).hex()


def deal(link: bytes, nonces: list[str]) -> bytes:
    """Return the seed of a game: the link mixed with the nonces of the seats, so that nobody could foresee it."""
    return hmac.digest(link, json.dumps(nonces, ensure_ascii=True).encode(), "sha256")


def check_house(record: dict[str, Any]) -> None:
    """Refuse a record whose link is not the promised one, or whose seed is not the link mixed with the nonces."""
    house = record["house"]
    try:
        shown, number, nonces = bytes.fromhex(house["link"]), house["number"], house["nonces"]
        kept = 1 <= number <= LINKS and _same(_hashed(shown, number).hex(), house["promise"])
        mixed = _same(deal(shown, nonces).hex(), record["seed"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Refusal("record/broken", part="house") from None
    if not (kept and mixed):
        raise Refusal("record/other_house", number=number, part="nonces" if kept else "promise")


def _hashed(seed: bytes, times: int) -> bytes:
    for _ in range(times):
        seed = hashlib.sha256(b"sortilege house " + seed).digest()
    return seed


def _same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())
