"""Read arguments and files, print in the user's language, and end with a sentence instead of a traceback."""

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
spoken = {"lang": "", "game": ""}  # the words in which a refusal is printed


def speak(wanted: str) -> str:
    """Check the language that `--lang` asks for before the verb, and keep it for refusals."""
    if wanted and wanted not in LANGUAGES:
        spoken["lang"] = language()
        raise Refusal("option/bad_value", option="--lang", value=wanted, allowed=list(LANGUAGES))
    spoken["lang"] = language(wanted)
    return spoken["lang"]


def _speak_of_verb(wanted: str) -> str:
    """Take the language that `--lang` asks for after the verb, else that of before it."""
    return speak(wanted or spoken["lang"])


Lang = Annotated[str, typer.Option("--lang", help="fr | en", callback=_speak_of_verb, show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="print JSON, for programs")]
Slug = Annotated[str, typer.Argument(help="a game, as `sortilege games` lists them")]
Seats = Annotated[int | None, typer.Option(help="how many seats")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="name=value; may be repeated")]
Workers = Annotated[
    int | None, typer.Option("--workers", help="number of processes; by default one for each core", min=1)
]
OnRay = Annotated[
    str | None,
    typer.Option("--ray", help="run on a Ray cluster: its address, or no value to start one here", show_default=False),
]
DeckFile = Annotated[Path | None, typer.Option("--deck", help="a deck file (TOML)")]


def words(slug: str, lang: str, names: tuple[str, ...] = ()) -> Words:
    """Return the words of a game, or those all games share; refusals are printed in the same."""
    spoken["game"] = load(slug).slug if slug else ""
    return Words(slug, lang, names)


def read_text(file: Path) -> str:
    """Return the text of a file; refuse where it cannot be read."""
    try:
        return file.read_text("utf-8")
    except (OSError, ValueError):
        raise Refusal("file/unreadable", file=str(file)) from None


def write_text(file: Path, text: str) -> None:
    """Write a file; refuse where it cannot be written."""
    try:
        file.write_text(text, "utf-8")
    except (OSError, ValueError):
        raise Refusal("file/unwritable", file=str(file)) from None


def check_writable(file: Path | None) -> None:
    """Refuse before a long run whose result could not be written."""
    if file and not (file.parent.is_dir() and os.access(file if file.exists() else file.parent, os.W_OK)):
        raise Refusal("file/unwritable", file=str(file))


def read_json(file: Path) -> Any:
    """Return the value in a JSON file; refuse where there is none."""
    try:
        return json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise Refusal("record/unreadable", problem=str(error)) from None


def read_deck(file: Path | None) -> Deck | None:
    """Return the deck in a file, not yet checked; None without a file."""
    return None if file is None else parse(read_text(file))


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Parse options such as `slips=true`, `first=2`, `auction=bid+cost`: a number, a boolean or a word."""
    options: dict[str, Any] = {}
    for pair in given or []:
        name, _, value = pair.partition("=")
        known: dict[str, Any] = {"true": True, "false": False, "": True, "none": None}
        number = re.fullmatch("[0-9]{1,9}", value)
        options[name.strip()] = int(value) if number else known.get(value.lower(), value)
    return options


def print_json(value: Any) -> None:
    """Print a value on one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


def refuse(refusal: Refusal) -> NoReturn:
    """Print the sentence of a refusal and its code, and exit with 2."""
    errors.print(words(spoken["game"], spoken["lang"] or language()).refusal(refusal), style="red", markup=False)
    errors.print(f"[{refusal.code}]", style="dim", markup=False)
    raise SystemExit(2)


def as_parsed(given: list[str]) -> list[str]:
    """Return the command line as the parser needs it.

    After `--ray` a word is the cluster's address only if it has a port; an aim that begins with `-` is no option.
    """
    following = [*given[1:], ""]
    rayed = ["--ray=" if a == "--ray" and ":" not in b else a for a, b in zip(given, following, strict=False)]
    aims = [word for word in rayed if LEFT_AIM.fullmatch(word)]
    return [*(word for word in rayed if word not in aims), "--", *aims] if aims else rayed


def politely(command: Callable[[], Any]) -> None:
    """Run a command; print a sentence instead of a traceback on failure."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show ◆ shows ?
    try:
        _run_and_flush(command)
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        _leave_quietly()
        if error.errno == errno.EPIPE:  # the reader of a pipe has gone
            raise SystemExit(1) from None
        refuse(_refusal_of(error))


def _run_and_flush(command: Callable[[], Any]) -> None:
    """Run a command and write all output."""
    try:
        command()
    finally:
        if sys.stdout:
            sys.stdout.flush()


def _leave_quietly() -> None:
    """Discard output that could not be written, so that Python does not try again at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refusal_of(error: OSError) -> Refusal:
    return Refusal("machine/full") if error.errno == errno.ENOSPC else Refusal("machine/failed", problem=str(error))
