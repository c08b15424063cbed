"""Parts of the page that draw nothing, run in a browser and compared with the rules in Python."""

import subprocess
from typing import Any

import pytest
from playwright.sync_api import Browser

from conftest import AXE  # type: ignore[import-not-found]
from sortilege.games import SLUGS, load
from sortilege.words import LANGUAGES, Words

PAGE = AXE.parents[2]
MOST_MOVES = 4000  # of a family


def run(browser: Browser, script: str, call: str, given: Any) -> Any:
    """What `call` makes of `given` there; `page` holds what the script exports."""
    esbuild = [PAGE / "node_modules" / ".bin" / "esbuild", PAGE / "src" / script, "--bundle", "--format=iife"]
    built = subprocess.run([*esbuild, "--global-name=page"], check=True, capture_output=True, text=True).stdout
    page = browser.new_page()
    found = page.evaluate(f"(given) => {{ {built}; return ({call})(given) }}", given)
    page.close()
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_reads_each_move_as_python_does(browser: Browser, slug: str) -> None:
    moves = load(slug).moves
    codes = [range(f.base, f.base + f.size, -(-f.size // MOST_MOVES)) for f in moves.families]
    texts = [moves.write(code) for some in codes for code in some]
    for lang in LANGUAGES:
        words = Words(slug, lang)
        call = f"({{tables, texts}}) => texts.map((text) => new page.Words(tables, '{lang}').parse(text))"
        read = run(browser, "room/words.ts", call, {"tables": words.tables, "texts": texts})
        assert [(one["family"], tuple(one["choices"])) for one in read] == [moves.parse(text) for text in texts]
