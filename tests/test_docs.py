"""Check that the documentation is true: examples run, links lead somewhere, lists equal the code."""

import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.cli.app import app
from sortilege.cli.console import as_parsed
from sortilege.games import SLUGS, load
from sortilege.server.ops.limits import Limits

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src/sortilege"
PAGES: Final = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
SECTIONS: Final = ("What it is", "Components", "Decisions", "What each seat sees", "Rulings", "Notation", "Numbers")
KINDS: Final = {"Added", "Changed", "Deprecated", "Fixed", "Old and new names", "Removed", "Security"}
COLUMNS: Final = 100
VERBS: Final[dict[str, Any]] = vars(typer.main.get_command(app))["commands"]
TARGETS: Final = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
FILE: Final = re.compile(r"\b(?:bench|docs|examples|page/src|src/sortilege|tests|tools)/[\w./-]*\w")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


@each_page
def test_examples_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def anchors(page: Path) -> set[str]:
    """Return the anchors of its headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^):]+)\)", page.read_text("utf-8")):
        file, _, anchor = link.partition("#")
        there = page.parent / file if file else page
        assert there.exists(), link
        assert not anchor or anchor in anchors(there), link


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.stem)
def test_files_that_are_named_exist(page: Path) -> None:
    """The changelog names files that are gone; names with a `<slug>` in them stand for several."""
    named = [name for code in inline_code(page) if "<" not in code for name in FILE.findall(code)]
    assert [name for name in named if not (ROOT / name).exists()] == []


@each_page
def test_lines_are_short(page: Path) -> None:
    """Rows of tables cannot be broken."""
    lines = page.read_text("utf-8").splitlines()
    assert [line for line in lines if len(line) > COLUMNS and not line.startswith("|")] == []


# -------------------------------------------------------------------------------------------------------- commands
def inline_code(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", text)]


def shell_lines(page: Path) -> Iterator[str]:
    """Yield the commands of its blocks, continued lines joined."""
    for block in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        yield from filter(None, (line.strip() for line in block.replace("\\\n", " ").splitlines()))


@each_page
def test_commands_in_blocks_can_be_read(page: Path) -> None:
    """`sortilege` lines are parsed as the command would, `make` targets and scripts exist. The rest is not ours."""
    for line in shell_lines(page):
        first, *rest = shlex.split(line, comments=True) or ["#"]
        if first == "sortilege":
            verb, *given = as_parsed(rest)
            VERBS[verb].make_context(verb, given)
        elif first == "make":
            assert rest[0] in TARGETS, line
        elif first == "python" and rest[0] != "-m":
            assert (ROOT / rest[0]).is_file(), line


@each_page
def test_commands_in_sentences_exist(page: Path) -> None:
    for code in inline_code(page):
        words = code.split()
        if words[0] == "sortilege" and len(words) > 1:
            for verb in words[1].split("|"):
                assert verb in VERBS, code
                known = {option for parameter in VERBS[verb].params for option in parameter.opts}
                assert {word for word in words if re.match(r"--?[a-z]", word)} <= known, code
        elif words[0] == "make" and len(words) > 1:
            assert words[1] in TARGETS, code


def test_the_readme_names_every_verb() -> None:
    named = {line.split()[1] for line in shell_lines(ROOT / "README.md") if line.startswith("sortilege ")}
    assert named == set(VERBS)


def test_the_readme_works_within_25_lines() -> None:
    first = "\n".join((ROOT / "README.md").read_text("utf-8").splitlines()[:25])
    assert "make play" in first and "make test" in first and ">>> game.result" in first


# ---------------------------------------------------------------------------------------------------- architecture
def section(page: str, heading: str) -> str:
    """Return the first block of a section of docs/architecture.md or another page."""
    text = (ROOT / "docs" / page).read_text("utf-8").partition(f"\n## {heading}\n")[2]
    return text.split("```")[1].partition("\n")[2]


def listed_folders() -> list[str]:
    """Read the tree: two spaces deeper is one folder deeper."""
    found: list[str] = []
    above: list[str] = []
    for line in section("architecture.md", "The tree").splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        above = [*above[:depth], line.split()[0].rstrip("/")]
        found.append("/".join(above))
    return found


def packages(folder: Path) -> set[str]:
    """Return the packages in it, named as the tree names them: all games alike."""
    slug = folder.name == "games"
    found = {file.parent for file in folder.glob("*/__init__.py")}
    return {"<slug>" if slug and package.name in SLUGS else package.name for package in found}


def test_every_folder_of_the_tree_exists() -> None:
    for folder in listed_folders():
        for slug in SLUGS if "<slug>" in folder else ("",):
            assert (ROOT / folder.replace("<slug>", slug)).is_dir(), folder


def test_every_package_is_in_the_tree() -> None:
    first = packages(SOURCE)
    second = {f"{name}/{below}" for name in first for below in packages(SOURCE / name)}
    assert {f"src/sortilege/{name}" for name in first | second} - set(listed_folders()) == set()


def test_the_layers_are_those_that_are_checked() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = next(contract["layers"] for contract in settings["contracts"] if contract["type"] == "layers")
    assert section("architecture.md", "The layers").splitlines() == layers


# ---------------------------------------------------------------------------------------------------------- tables
def numbers(page: str, heading: str) -> dict[str, float]:
    """Read the first table of a section whose rows begin with a name and a number."""
    text = (ROOT / "docs" / page).read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return {name: float(value) for name, value in re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", text, re.MULTILINE)}


def test_the_limits_are_those_of_the_server() -> None:
    assert numbers("room.md", "Limits") == asdict(Limits())


def test_the_search_parameters_are_those_of_the_search() -> None:
    assert numbers("bots.md", "Search") == SEARCH_PARAMETERS


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_page_from_the_template(slug: str) -> None:
    page = (ROOT / "docs" / "games" / f"{slug}.md").read_text("utf-8")
    assert tuple(re.findall(r"^## (.+)$", page, re.MULTILINE)) == SECTIONS
    assert all(option.name in page for option in load(slug).options)


def test_the_changelog_has_the_form_of_keepachangelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE)[-2:] == ["[0.2.0] - unreleased", "[0.1.0]"]
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= KINDS


def modules_now() -> Iterator[str]:
    """Yield the modules on the right side of the changelog's first table, one for each game where it says `<slug>`."""
    table = (ROOT / "CHANGELOG.md").read_text("utf-8").partition("| module now |\n")[2].partition("\n\n")[0]
    for row in table.splitlines()[1:]:
        before, now = row.strip("| ").split(" | ")
        first, *more = re.findall(r"`([a-z_.<>]+)`", now) or [""]
        if now.startswith("the same in"):
            package, names = first, re.findall(r"`([a-z_.<>]+)`", before)
        else:
            package, _, name = first.rpartition(".")
            names = [name, *more]
        for slug in SLUGS if "<slug>" in package else [""]:
            yield from (f"{package}.{name.rpartition('.')[2]}".replace("<slug>", slug) for name in names if package)


@pytest.mark.parametrize("module", sorted({*modules_now()}))
def test_new_names_of_the_changelog_exist(module: str) -> None:
    path = SOURCE / module.replace(".", "/")
    assert path.with_suffix(".py").is_file() or path.is_dir()


@pytest.mark.parametrize("name", ["constraints.txt", "pyproject.toml", "Makefile"])
def test_no_address_is_kept(name: str) -> None:
    """Packages come by name, from wherever the machine's clients look."""
    assert "://" not in (ROOT / name).read_text("utf-8")
