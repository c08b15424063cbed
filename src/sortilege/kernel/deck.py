"""Read deck files and check them; refusals name the wrong entry."""

import copy
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from sortilege.kernel.refusal import Refusal

Deck = dict[str, Any]


def read_standard(package: str, name: str = "data/deck.toml") -> Deck:
    """Return a copy of a deck file of the package; the caller may change it."""
    return copy.deepcopy(_standard(package, name))


@cache
def _standard(package: str, name: str) -> Deck:
    return parse(files(package).joinpath(name).read_text("utf-8"))


def parse(text: str) -> Deck:
    """Parse a deck file."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("deck/unreadable", problem=str(error)) from None


def check_keys(deck: Any, *keys: str, where: str = "deck") -> None:
    """Refuse missing and unknown keys."""
    if not isinstance(deck, dict):
        raise Refusal("deck/unreadable", problem=where)
    for key in keys:
        if key not in deck:
            raise Refusal("deck/missing", part=key, where=where)
    for key in deck:
        if key not in keys:
            raise Refusal("deck/unknown", part=key, where=where, allowed=list(keys))


def check_number(value: Any, part: str, allowed: range) -> None:
    """Refuse a value that is no whole number in the range."""
    if type(value) is not int or value not in allowed:
        raise Refusal("deck/out_of_range", part=part, value=value, least=allowed.start, most=allowed.stop - 1)


def check_list(deck: Deck, key: str, length: int, allowed: range, where: str = "") -> None:
    """Refuse a list of another length, or with a number out of range. `where` names the entry that has the key."""
    values, part = deck[key], f"{where}.{key}" if where else key
    if not isinstance(values, list):
        raise Refusal("deck/no_list", part=part, value=values, wanted=length)
    check_total(part, len(values), length)
    for i, value in enumerate(values):
        check_number(value, f"{part}[{i}]", allowed)


def check_total(part: str, found: int, wanted: int) -> None:
    """Refuse a total other than the one wanted."""
    if found != wanted:
        raise Refusal("deck/wrong_count", part=part, found=found, wanted=wanted)


def check_symbol(value: Any, part: str, allowed: tuple[str, ...]) -> None:
    """Refuse a symbol that is not allowed."""
    if value not in allowed:
        raise Refusal("deck/unknown_symbol", part=part, value=value, allowed=list(allowed))
