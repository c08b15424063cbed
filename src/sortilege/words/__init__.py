"""Write sentences for people, in French and English: names, events and refusals.

A template names a fact and the table its value is looked up in: `{spell:spell}` is `names.spell["5"]`. A table's
`other` serves every value it does not list, `hidden` a value the listener does not know. Seats are called by name.
"""

import os
import string
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from sortilege.games import package_of, read_text
from sortilege.kernel.moves import Moves
from sortilege.kernel.refusal import Refusal

LANGUAGES = ("fr", "en")


def language(wanted: str | None = None) -> str:
    """Return the language asked for, or that of the environment, or English."""
    for place in (wanted, *(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))):
        if place:
            return "fr" if place[:2].lower() == "fr" else "en"
    return "en"


@cache
def _tables(slug: str, lang: str) -> dict[str, Any]:
    tables = tomllib.loads(read_text("sortilege.words", f"{lang}.toml"))
    if slug:
        for part, own in tomllib.loads(read_text(package_of(slug), f"text/words.{lang}.toml")).items():
            common = tables.get(part)
            tables[part] = {**common, **own} if isinstance(common, dict) else own
    return tables


class Words(string.Formatter):
    """Hold the words of one game in one language."""

    def __init__(self, slug: str, lang: str, seat_names: Sequence[str] = ()) -> None:
        self.slug, self.lang = slug, lang
        self.tables = _tables(slug, lang)
        self.seat_names = seat_names

    def __getitem__(self, part: str) -> Any:
        return self.tables[part]

    def name(self, table: str, value: Any) -> str:
        if isinstance(value, list):
            return (
                ", ".join(self.name(table, part) for part in value if part != 0 or table == "seat") or self["nothing"]
            )
        if table == "seat":
            named = value is not None and int(value) < len(self.seat_names)  # a move names its seat by text
            return str(self.seat_names[int(value)] if named else self["seat"].format(value))
        names = self["names"][table]
        key = "hidden" if value is None else str(value)
        return str(names.get(key, names.get("other", key))).replace("{}", str(value))

    def fields(self, part: str) -> dict[str, str]:
        """Return the fields of a view that tables for any game show at the `seats` or on the `table`, with labels."""
        return dict(self.tables.get("fields", {}).get(part, {}))

    def label(self, field: str) -> str:
        """Return what a field of a view is called: in the game's words, or by its name."""
        return (self.fields("seats") | self.fields("table")).get(field, field.replace("_", " "))

    def value(self, field: str, value: Any) -> str:
        """Return a value of a view as people read it: by the names of its field, if the game gives any."""
        if isinstance(value, (list, tuple)):
            return ", ".join(self.value(field, part) for part in value) or str(self["nothing"])
        if isinstance(value, dict):
            return ", ".join(f"{self.label(name)}: {self.value(name, part)}" for name, part in value.items())
        names = self["names"].get(field, {})
        if names and (value is not None or "hidden" in names):
            return self.name(field, value)
        if isinstance(value, bool):
            return str(self["yes" if value else "no"])
        return "?" if value is None else str(value)

    def format_field(self, value: Any, format_spec: str) -> str:
        return self.name(format_spec, value) if format_spec else self._plain(value)

    def _plain(self, value: Any) -> str:
        """Write a value as it is typed: lists with commas, true and false, nothing."""
        if isinstance(value, (list, tuple)):
            return ", ".join(self._plain(part) for part in value)
        known = {True: "true", False: "false", None: "none"}
        return known[value] if value is None or isinstance(value, bool) else str(value)

    def event(self, event: dict[str, Any]) -> str:
        """Write the sentence for an event as one audience saw it; `events.hidden` if a fact was hidden from it."""
        sentences = self["events"]
        if None in event.values() and event["event"] in sentences["hidden"]:
            sentences = sentences["hidden"]
        return self._sentence(sentences[event["event"]], event)

    def refusal(self, refusal: Refusal) -> str:
        return self._sentence(self["refusals"][refusal.code], refusal.facts)

    def _sentence(self, template: str, facts: dict[str, Any]) -> str:
        """Fill a template, and begin it with a capital."""
        said = self.vformat(template, (), facts)
        return said[:1].upper() + said[1:]

    def move(self, moves: Moves, text: str) -> str:
        """Write a move for people: the family's template with its choices."""
        family, choices = moves.parse(text)
        return self.vformat(self["moves"][family], choices, {})

    def rules_text(self) -> str:
        return read_text(package_of(self.slug), f"text/rules.{self.lang}.md")
