"""Read `theme.toml`: the icon and the colours of a game."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

COLOUR: Final = re.compile("#[0-9a-f]{6}")
ICON: Final = re.compile("[a-z0-9-]+")


@dataclass(frozen=True)
class Colours:
    edge: str
    middle: str


@dataclass(frozen=True)
class Theme:
    order: int  # among the games, the smallest first
    icon: str  # a name of game-icons.net
    cover: Colours  # of the book on the front page
    dark: Colours  # of the table, in the dark theme
    light: Colours


@cache
def read_theme(package: str) -> Theme:
    """Return the theme of the game in this package; raise ValueError or KeyError where it is not well formed."""
    facts = tomllib.loads(files(package).joinpath("theme.toml").read_text("utf-8"))
    if not ICON.fullmatch(facts["icon"]):
        raise ValueError(f"theme.toml: {facts['icon']!r} is no name of an icon")
    colours = {name: _colours(facts[name]) for name in ("cover", "dark", "light")}
    return Theme(int(facts.get("order", 100)), facts["icon"], **colours)


def _colours(pair: Any) -> Colours:
    edge, middle = pair
    if not (COLOUR.fullmatch(edge) and COLOUR.fullmatch(middle)):
        raise ValueError(f"theme.toml: {pair} are not two colours like #1f1a33")
    return Colours(edge, middle)


def stylesheet(themes: dict[str, Theme]) -> str:
    """Return the colours of games by slug, as the page uses them: `b-` for a book, `g-` for a table."""
    rules = []
    for slug, theme in themes.items():
        rules.append(f".b-{slug}{{--c1:{theme.cover.edge};--c2:{theme.cover.middle}}}")
        for name, cloth in (("dark", theme.dark), ("light", theme.light)):
            rules.append(f"[data-theme={name}] .g-{slug}{{--cloth:{cloth.edge};--cloth-lit:{cloth.middle}}}")
    return "\n".join(rules)
