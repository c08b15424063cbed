"""Find the games: folders here, and packages with the entry point `sortilege.games`."""

import logging
import re
import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Final

from sortilege.games.theme import read_theme
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook

SLUG: Final = re.compile("[a-z][a-z0-9_]{1,39}")  # part of commands, addresses and class names of the page
GROUP: Final = "sortilege.games"  # of entry points: slug = package
COVER: Final = {"title", "original", "tagline", "minutes"}  # words that the front page shows
log = logging.getLogger("sortilege")


def _own_slugs() -> tuple[str, ...]:
    folder = Path(__file__).parent
    own = [file.parent.name for file in folder.glob("*/__init__.py")]
    return tuple(sorted(own, key=lambda slug: (read_theme(f"{__name__}.{slug}").order, slug)))


SLUGS: Final = _own_slugs()  # of the games in this folder


def slugs() -> tuple[str, ...]:
    """Return every game that can be played: those of this folder, then those of other packages."""
    return (*SLUGS, *(slug for slug in sorted(_entry_points()) if slug not in SLUGS and _works(slug)))


def package_of(slug: str) -> str:
    """Return the name of the package that holds a game."""
    if slug in SLUGS:
        return f"{__name__}.{slug}"
    if slug not in _entry_points():
        raise Refusal("game/unknown", game=slug, games=list(slugs()))
    return _entry_points()[slug]


@cache
def load(slug: str) -> Rulebook:
    """Return the rulebook of a game."""
    package = package_of(slug)
    if slug in SLUGS:
        book = import_module(package).RULEBOOK
        assert isinstance(book, Rulebook)
        return book
    try:
        return _load_checked(slug, package)
    except (Exception, SystemExit) as error:  # another package may fail in any way
        raise Refusal("game/broken", game=slug, problem=f"{type(error).__name__}: {error}") from error


def _load_checked(slug: str, package: str) -> Rulebook:
    book = import_module(package).RULEBOOK
    if not isinstance(book, Rulebook) or book.slug != slug or not SLUG.fullmatch(slug):
        raise TypeError(f"{package}.RULEBOOK is not the rulebook of {slug}")
    read_theme(package)
    for lang in ("fr", "en"):
        read_text(package, f"text/rules.{lang}.md")
        words = tomllib.loads(read_text(package, f"text/words.{lang}.toml"))
        if missing := COVER - words.keys():
            raise KeyError(f"words.{lang}.toml: {', '.join(missing)}")
    return book


def read_text(package: str, name: str) -> str:
    """Return the text of a file in a game's folder."""
    return files(package).joinpath(name).read_text("utf-8")


@cache
def _works(slug: str) -> bool:
    try:
        load(slug)
    except Refusal as refusal:
        log.warning("game left out: %s", refusal, extra={"facts": refusal.facts})
        return False
    return True


@cache
def _entry_points() -> dict[str, str]:
    from importlib.metadata import entry_points  # only where a game of this folder does not do: it takes a while

    return {point.name: point.module for point in entry_points(group=GROUP)}
