"""The keys to seats that a browser brings along: one cookie each, `seat-<table>-<seat>`, which no script can read."""

import re
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from starlette.types import Scope

NAME: Final = re.compile(r"seat-([a-z2-7]{26})-\d")


def seat_tokens(scope: Scope) -> dict[str, dict[str, str]]:
    """By table and by name of the cookie."""
    cookies: Any = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookies.load(value.decode("latin-1"))
            except CookieError:
                return {}
    found: dict[str, dict[str, str]] = {}
    for name, cookie in cookies.items():
        if of := NAME.fullmatch(name):
            found.setdefault(of[1], {})[name] = cookie.value
    return found


def all_tokens(scope: Scope) -> list[str]:
    """Of every seat that this browser holds, at whatever table."""
    return [token for kept in seat_tokens(scope).values() for token in kept.values()]
