"""Tell which games there are, their words and their rules."""

from typing import Any

import msgspec

from sortilege.bots import BOTS, LEVELS
from sortilege.games import load, package_of, slugs
from sortilege.games.theme import read_theme, stylesheet
from sortilege.kernel.refusal import Refusal
from sortilege.server.http.requests import Call
from sortilege.words import LANGUAGES, Words


class Choice(msgspec.Struct):
    name: str
    default: Any
    choices: list[Any]  # none: a seat, or null to draw it


class LevelCard(msgspec.Struct):
    """Describe a level of bots: `names.bot` and `names.style` of the words say who it is."""

    level: int  # 1 gentle, 5 ruthless
    bot: str
    milliseconds: int  # it thinks at most, 0: no time worth telling


class Cover(msgspec.Struct):
    title: str
    tagline: str
    minutes: str


class GameCard(msgspec.Struct):
    game: str
    icon: str  # a name of game-icons.net
    cover: dict[str, Cover]  # by language
    rules: int  # their version
    least: int
    most: int
    options: list[Choice]
    bots: list[str]
    levels: list[LevelCard]


async def games(call: Call) -> list[GameCard]:
    return [_card(slug) for slug in slugs()]


def _card(slug: str) -> GameCard:
    book = load(slug)
    default = {option.name: option.default for option in book.options} | book.options_for_people()
    options = [Choice(option.name, default[option.name], list(option.choices)) for option in book.options]
    cover = {lang: _cover(Words(slug, lang)) for lang in LANGUAGES}
    icon = read_theme(package_of(slug)).icon
    return GameCard(slug, icon, cover, book.version, book.seats[0], book.seats[-1], options, list(BOTS), _levels())


def _cover(words: Words) -> Cover:
    return Cover(words["title"], words["tagline"], words["minutes"])


def _levels() -> list[LevelCard]:
    return [LevelCard(level, name, BOTS[name].table_budget.milliseconds) for level, name in enumerate(LEVELS, 1)]


async def themes(call: Call) -> str:
    """Return the colours of all games."""
    return stylesheet({slug: read_theme(package_of(slug)) for slug in slugs()})


async def words(call: Call) -> dict[str, Any]:
    return Words(_known(call.path["game"]), call.path["lang"]).tables


async def rules(call: Call) -> str:
    return Words(_known(call.path["game"]), call.path["lang"]).rules_text()


def _known(slug: str) -> str:
    if slug not in slugs():
        raise Refusal("address/unknown")
    return slug
