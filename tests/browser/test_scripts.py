"""Parts of the page that draw nothing, run in a browser and compared with the rules in Python."""

import json
import subprocess
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

import sortilege
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
        read = run(browser, "client/words.ts", call, {"tables": words.tables, "texts": texts})
        assert [(one["family"], tuple(one["choices"])) for one in read] == [moves.parse(text) for text in texts]


def test_the_row_of_magicoa_shows_what_its_events_laid(browser: Browser) -> None:
    moves = [move for seed in range(8) for move in swaps(seed)]
    call = "(moves) => moves.map(([view, next, played]) => page.laid(view, next, played))"
    for (_, after, heard), now in zip(moves, run(browser, "games/magicoa/view.ts", call, moves), strict=True):
        last = heard[-1]
        if last["event"] == "laid_up":
            assert now["row"][last["place"] - 1] == f"{last['symbol']} {last['points']}"
        else:
            assert (now["down"], now["top"]) == (after["down"], after["top"])
    assert len({move[2][-1]["event"] for move in moves}) > 1


def swaps(seed: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Views before and after each swap of a game, and what it told: to its potion, and whole if others swap too."""
    game, chance = sortilege.new("magicoa", seats=4, seed=seed), Random(seed)
    while not game.over:
        seat, before = game.pending[0], json.loads(game.view(0).to_bytes())
        legal = game.legal(seat)
        game.play(seat, "power" if "power" in legal else chance.choice(legal))
        heard, after = game.heard(0), json.loads(game.view(0).to_bytes())
        names = [one["event"] for one in heard]
        if "swapped" in names and "laid_up" in names[: names.index("swapped") + 2]:
            yield before, after, heard[: names.index("laid_up") + 1]
        if "swapped" in names and after["step"] == "exchange":
            yield before, after, heard
