"""Keep one word for one meaning: names that the glossary of docs/architecture.md replaced do not come back."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src/sortilege"
PAGE: Final = ROOT / "page/src"
FOLDERS: Final = tuple(sorted(p.name for p in SOURCE.iterdir() if (p / "__init__.py").is_file()))
PAGE_FOLDERS: Final = ("client", "components", "dialogs", "games", "i18n", "pages")

# As a word of any name; as the whole name of a function; as the whole name of a module or a class.
NOUNS: Final = {"chair", "door", "doorway", "desk", "ear", "house", "houses", "neighbours", "paper", "shelf", "taste"}
VERBS: Final = {"act", "ask", "look", "picture", "told"}
TYPES: Final = VERBS | {"change", "line", "lines", "live", "looks", "past", "place", "post", "ways"}

ALLOWED: Final = {
    "arena/picture.py: picture": "draws a picture",
    "cli/play.py: ask": "asks the person at the terminal",
    "games/abbracadabra/rules/flow.py: act": "the action of a turn, in the words of the rulebook",
    "games/epee/rules/spells.py: act": "what a spell does",
    "kernel/records/fairness.py: check_house": "records keep this part under `house`",
    "kernel/game.py: Past": "the moves of a game so far",
    "kernel/state.py: ask": "the rules ask seats to decide",
}


def is_replaced(name: str, whole: set[str]) -> bool:
    """Return whether a public name holds a replaced noun or is, as a whole, a replaced word."""
    if name.startswith("_"):
        return False
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    return bool(words & NOUNS) or name.lower() in whole


def python_names(file: Path) -> Iterator[str]:
    """Yield the names of a module, its classes and functions that the glossary replaced."""
    types = TYPES | {"table"} if file.is_relative_to(SOURCE / "kernel") else TYPES
    if is_replaced(file.stem, types):
        yield file.stem
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.ClassDef(name=name) if is_replaced(name, types):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if is_replaced(name, VERBS):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name[:1].isupper() and is_replaced(name, set() if name.isupper() else types):
                    yield name


def page_names(file: Path) -> Iterator[str]:
    """Yield the names of a file and of what it exports that the glossary replaced."""
    stem = file.name.partition(".")[0]
    if is_replaced(stem, TYPES):
        yield stem
    exported = r"^\s*export (?:default )?(?:async )?(const|let|function|class|type|interface) (\w+)"
    for kind, name in re.findall(exported, file.read_text("utf-8"), re.MULTILINE):
        if is_replaced(name, TYPES if kind in ("class", "type", "interface") else VERBS):
            yield name


@pytest.mark.parametrize("folder", FOLDERS)
def test_python_uses_the_words_of_the_glossary(folder: str) -> None:
    files = sorted((SOURCE / folder).rglob("*.py"))
    found = {f"{file.relative_to(SOURCE)}: {name}" for file in files for name in python_names(file)}
    assert files and found - set(ALLOWED) == set()


@pytest.mark.parametrize("folder", PAGE_FOLDERS)
def test_the_page_uses_the_words_of_the_glossary(folder: str) -> None:
    files = sorted(file for file in (PAGE / folder).rglob("*") if file.suffix in (".ts", ".svelte"))
    found = {f"{file.relative_to(PAGE)}: {name}" for file in files for name in page_names(file)}
    assert files and found == set()


def test_what_is_allowed_is_there() -> None:
    for name in ALLOWED:
        file = SOURCE / name.partition(": ")[0]
        assert name.partition(": ")[2] in python_names(file), name
