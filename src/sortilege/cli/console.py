"""How the command speaks: the language, the console, and refusals without a traceback."""

import errno
import io
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from sortilege.games import load
from sortilege.kernel.deck import Deck, parse
from sortilege.kernel.refusal import Refusal
from sortilege.words import LANGUAGES, Words, language

LEFT_AIM = re.compile(r"-[0-9]+(,-?[0-9]+)+")
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)
spoken = {"lang": "", "game": ""}  # what a refusal at the very end is said in


def _speak(wanted: str) -> str:
    if wanted and wanted not in LANGUAGES:
        spoken["lang"] = language()
        raise Refusal("option/bad_value", option="--lang", value=wanted, allowed=list(LANGUAGES))
    spoken["lang"] = language(wanted)
    return spoken["lang"]


Lang = Annotated[str, typer.Option("--lang", help="fr | en", callback=_speak, show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="for programs")]
Slug = Annotated[str, typer.Argument(help="abracada …")]
Seats = Annotated[int | None, typer.Option(help="how many seats")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="name=value, as often as needed")]
Workers = Annotated[int | None, typer.Option("--workers", help="processes; unless said, one for each core", min=1)]
OnRay = Annotated[
    str | None,
    typer.Option("--ray", help="on a Ray cluster: its address, or nothing to start one here", show_default=False),
]
DeckFile = Annotated[Path | None, typer.Option("--deck", help="a deck file")]


def words(slug: str, lang: str, names: tuple[str, ...] = ()) -> Words:
    spoken["game"] = load(slug).slug if slug else ""
    return Words(slug, lang, names)


def read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, ValueError):
        raise Refusal("file/unreadable", file=str(file)) from None


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except (OSError, ValueError):
        raise Refusal("file/unwritable", file=str(file)) from None


def check_place(file: Path | None) -> None:
    """What takes long is not begun if nobody could keep it."""
    if file and not (file.parent.is_dir() and os.access(file if file.exists() else file.parent, os.W_OK)):
        raise Refusal("file/unwritable", file=str(file))


def read_json(file: Path) -> Any:
    try:
        return json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise Refusal("record/unreadable", problem=str(error)) from None


def read_deck(file: Path | None) -> Deck | None:
    return None if file is None else parse(read_text(file))


def read_options(given: list[str] | None) -> dict[str, Any]:
    """`slips=true`, `first=2`, `auction=bid+cost`: a value is a number, a truth or a word."""
    options: dict[str, Any] = {}
    for pair in given or []:
        name, _, value = pair.partition("=")
        known: dict[str, Any] = {"true": True, "false": False, "": True, "none": None}
        number = re.fullmatch("[0-9]{1,9}", value)
        options[name.strip()] = int(value) if number else known.get(value.lower(), value)
    return options


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


def refuse(refusal: Refusal) -> NoReturn:
    """The sentence, then exit code 2."""
    errors.print(words(spoken["game"], spoken["lang"] or language()).refusal(refusal), style="red", markup=False)
    errors.print(f"[{refusal.code}]", style="dim", markup=False)
    raise SystemExit(2)


def as_parsed(given: list[str]) -> list[str]:
    """`--ray` may stand alone: what follows is its address only if there is a port in it. And an aim to the left of the
    middle is no option."""
    following = [*given[1:], ""]
    rayed = ["--ray=" if a == "--ray" and ":" not in b else a for a, b in zip(given, following, strict=False)]
    aims = [word for word in rayed if LEFT_AIM.fullmatch(word)]
    return [*(word for word in rayed if word not in aims), "--", *aims] if aims else rayed


def politely(command: Callable[[], Any]) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show ◆ shows ?
    try:
        _heard(command)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        _leave_quietly()
        if error.errno == errno.EPIPE:  # whoever listened has gone
            raise SystemExit(1) from None
        refuse(_refusal_of(error))


def _heard(command: Callable[[], Any]) -> None:
    """Until all that was said is written."""
    try:
        command()
    finally:
        if sys.stdout:
            sys.stdout.flush()


def _leave_quietly() -> None:
    """What could not be written is not tried again at the very end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refusal_of(error: OSError) -> Refusal:
    return Refusal("machine/full") if error.errno == errno.ENOSPC else Refusal("machine/failed", problem=str(error))
