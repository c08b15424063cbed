"""The keys to seats that a browser brings along: one cookie each, `seat-<table>-<seat>`, which no script can read."""

import re
from typing import Final

from starlette.requests import cookie_parser
from starlette.types import Scope

NAME: Final = re.compile(r"seat-([a-z2-7]{26})-\d")


def seat_tokens(scope: Scope) -> dict[str, dict[str, str]]:
    """By table and by name of the cookie."""
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    found: dict[str, dict[str, str]] = {}
    for name, token in cookie_parser("; ".join(lines)).items():
        if of := NAME.fullmatch(name):
            found.setdefault(of[1], {})[name] = token
    return found


def all_tokens(scope: Scope) -> list[str]:
    """Of every seat that this browser holds, at whatever table."""
    return [token for kept in seat_tokens(scope).values() for token in kept.values()]
