"""Read the seats a browser holds: one cookie each, `seat-<table>-<seat>`, which no script can read."""

import re
from collections.abc import Iterable
from typing import Final

SEAT: Final = re.compile(r"(?:^|;)\s*(seat-([a-z2-7]{26})-\d)=([\w-]{1,100})(?=\s*(?:;|$))")
MOST_TABLES: Final = 60  # read for one request; a browser keeps 40, and what it got since


def seat_tokens(lines: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return tokens by table and name of the cookie. Cookies of other programs on this machine may be broken."""
    found: dict[str, dict[str, str]] = {}
    for name, table, token in SEAT.findall("; ".join(lines)):
        found.setdefault(table, {})[name] = token
    return found


def latest(tokens: dict[str, dict[str, str]]) -> tuple[dict[str, dict[str, str]], set[str]]:
    """Split off tables beyond those that are read: browsers send the oldest cookies first."""
    tables = list(tokens)
    return {table: tokens[table] for table in tables[-MOST_TABLES:]}, set(tables[:-MOST_TABLES])


def all_tokens(lines: Iterable[str]) -> list[str]:
    """Return the tokens of the seats that this browser holds, at the latest tables."""
    read, _ = latest(seat_tokens(lines))
    return [token for kept in read.values() for token in kept.values()]
