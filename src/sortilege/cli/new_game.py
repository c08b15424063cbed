"""Write the folder of a new game: `sortilege new-game`."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Final

import typer

import sortilege
from sortilege.cli.console import Lang, console, words, write_text
from sortilege.games import SLUG, slugs
from sortilege.kernel.refusal import Refusal

PLACEHOLDERS: Final = ("new_game", "New Game")
SKIPPED: Final = ("__pycache__",)


def new_game(
    slug: Annotated[
        str, typer.Argument(help="the name of the game in commands and addresses: small letters, digits, underscores")
    ],
    folder: Annotated[
        Path | None,
        typer.Option(help="write a package of its own in this folder, new or empty", show_default=False),
    ] = None,
    lang: Lang = "",
) -> None:
    """Write a small working game to start from. / Écrit un petit jeu complet pour commencer."""
    said = words("", lang)
    check_slug(slug)
    template = files("sortilege.cli.template")
    target = games_folder() / slug if folder is None else folder
    check_empty(target)
    if folder is not None:
        copy(template / "package", target, slug)
        copy(template / "game", target / slug, slug)
    else:
        copy(template / "game", target, slug)
    console.print(said["game_written"].format(folder=target), soft_wrap=True, markup=False)
    more = "" if folder is None else f"pip install -e {target}\n"
    console.print(f"{more}sortilege play {slug}", style="bold", soft_wrap=True, markup=False)


def check_slug(slug: str) -> None:
    """Refuse a name that is no identifier in small letters, or that something else has."""
    if not SLUG.fullmatch(slug) or iskeyword(slug):
        raise Refusal("game/bad_name", name=slug)
    if slug in slugs() or find_spec(slug):
        raise Refusal("game/name_taken", name=slug)


def games_folder() -> Path:
    """Return the folder of the games in a checkout; refuse where Sortilège is installed as a package."""
    package = Path(sortilege.__file__).parent
    if not (package.parents[1] / "pyproject.toml").is_file():
        raise Refusal("game/no_checkout")
    return package / "games"


def check_empty(folder: Path) -> None:
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise Refusal("file/not_empty", file=str(folder))


def copy(source: Traversable, target: Path, slug: str) -> None:
    """Copy a folder of the template with the game's own slug and title, in names and texts."""
    title = slug.replace("_", " ").capitalize()
    for name, text in texts_of(source):
        for placeholder, own in zip(PLACEHOLDERS, (slug, title), strict=True):
            name, text = name.replace(placeholder, own), text.replace(placeholder, own)
        make_folder((target / name).parent)
        write_text(target / name, text)


def texts_of(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """Return the files of a folder by their path in it."""
    for part in folder.iterdir():
        if part.is_dir() and part.name not in SKIPPED:
            yield from texts_of(part, f"{path}{part.name}/")
        elif part.is_file():
            yield path + part.name, part.read_text("utf-8")


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise Refusal("file/unwritable", file=str(folder)) from None
