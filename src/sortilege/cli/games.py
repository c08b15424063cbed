"""List the games: `sortilege games`."""

from typing import Any

from rich.table import Table

from sortilege.cli.console import Json, Lang, console, print_json, words
from sortilege.games import load, slugs
from sortilege.kernel.options import Option
from sortilege.words import Words


def games(lang: Lang = "", as_json: Json = False) -> None:
    """List the games. / Liste les jeux."""
    listed = [_describe(slug, lang) for slug in slugs()]
    if as_json:
        print_json(listed)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for game in listed:
        table.add_row(f"[bold]{game['game']}[/]", game["title"], f"{game['least']}-{game['most']}", game["tagline"])
    console.print(table)


def _describe(slug: str, lang: str) -> dict[str, Any]:
    book, said = load(slug), words(slug, lang)
    return {
        "game": slug,
        "title": said["title"],
        "tagline": said["tagline"],
        "least": book.seats[0],
        "most": book.seats[-1],
        "minutes": said["minutes"],
        "rules": book.version,
        "options": {option.name: _explain(option, said) for option in book.options},
    }


def _explain(option: Option, said: Words) -> str:
    choices = [f"{choice} ({said.name(option.name, choice)})" for choice in option.named]
    text: str = said["options"][option.name]
    return f"{text} — {', '.join(choices)}" if choices else text
