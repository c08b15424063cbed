"""A game in a package of its own, played in a browser on the table that draws any game."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect
from tests.support.packages import EXAMPLE, SOURCES, Command, install
from tests.support.served import Served

from conftest import PATIENCE, Guest, Sit  # type: ignore[import-not-found]

SAID = {
    "fr": ("Jouer maintenant", "carte en main", "points", "annoncer un 3", "aucune", "Victoire"),
    "en": ("Play now", "card in hand", "points", "claim a 3", "none", "Won by"),
}


@pytest.fixture(scope="module")
def with_example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where the example is installed."""
    folder = tmp_path_factory.mktemp("example")
    install(EXAMPLE, folder / "site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", Command((folder / "site", SOURCES)).environment["PYTHONPATH"])
        served = Served(folder / "room.db", *PATIENCE).start()
    yield served
    served.stop()


def act(guest: Guest) -> None:
    """Claim or answer as the last button says."""
    guest.page.locator(".moves button[data-move]").last.click()
    guest.seal()


def step(guest: Guest) -> str:
    moves: str = guest.page.locator(".moves button[data-move]").first.get_attribute("data-move") or ""
    return moves.partition(" ")[0]


def colour(shown: Locator, name: str) -> str:
    return str(shown.evaluate("(shown, name) => getComputedStyle(shown).getPropertyValue(name)", name))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_whole_game_on_the_generic_table(sit: Sit, with_example: Served, lang: str) -> None:
    play, card, points, claim, nothing, won = SAID[lang]
    guest = sit(house=with_example, settings={"lang": lang})
    book = guest.page.locator(".book", has_text="Menteur")
    assert colour(book, "--c2") == "#6e2f6a"
    book.get_by_role("button", name=play).click()
    guest.wait_for_table()
    assert colour(guest.page.locator("main.table"), "--cloth") in ("#261226", "#d9bfd8")
    own = guest.page.locator(".seat.own dl")
    expect(own).to_contain_text(card)
    expect(own).to_contain_text(points)
    cards = guest.page.locator(".seat:not(.own) dl dd:nth-of-type(1)").all_inner_texts()
    assert "?" in cards and set(cards) <= {"?", nothing}
    seen: set[str] = set()

    def act_and_read(guest: Guest) -> None:
        seen.update(guest.page.locator(".moves button .drawn").all_inner_texts())
        act(guest)

    assert guest.play_whole(act_and_read, step) == {"claim", "believe"}
    assert claim in seen
    expect(guest.page.locator(".strip")).to_contain_text(won)
    assert guest.page.locator(".rail .log li").count() > 20
