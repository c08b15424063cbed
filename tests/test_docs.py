"""The examples in README and docs run, and the pages say what is true."""

import doctest
import re
from pathlib import Path

import pytest

from sortilege.games import SLUGS, load

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SECTIONS = ("What it is", "Components", "Decisions", "What each seat sees", "Rulings", "Notation", "Numbers")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def anchors(page: Path) -> set[str]:
    """Of its headings, as pages are shown with them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^):]+)\)", page.read_text("utf-8")):
        file, _, anchor = link.partition("#")
        there = page.parent / file if file else page
        assert there.exists(), link
        assert not anchor or anchor in anchors(there), link


def test_the_readme_works_within_25_lines() -> None:
    first = "\n".join((ROOT / "README.md").read_text("utf-8").splitlines()[:25])
    assert "make play" in first and "make test" in first and ">>> game.result" in first


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_page_from_the_template(slug: str) -> None:
    page = (ROOT / "docs" / "games" / f"{slug}.md").read_text("utf-8")
    assert tuple(re.findall(r"^## (.+)$", page, re.MULTILINE)) == SECTIONS
    assert all(option.name in page for option in load(slug).options)


@pytest.mark.parametrize("name", ["constraints.txt", "pyproject.toml", "Makefile"])
def test_no_address_is_kept(name: str) -> None:
    """Packages come by name, from wherever the machine's clients look."""
    assert "://" not in (ROOT / name).read_text("utf-8")
