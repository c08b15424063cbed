"""A tournament shows its standings after each game, and no further game after the last."""

from playwright.sync_api import expect
from tests.browser.conftest import Guest, Sit


def play(guest: Guest) -> None:
    while guest.move():
        pass


def test_a_tournament_shows_its_standings_and_ends(sit: Sit) -> None:
    inès = sit(settings={"lang": "en"})
    inès.open_table("magicoa", "random", "random", tournament=True)
    play(inès)
    standings = inès.page.get_by_role("dialog", name="Standings")
    expect(standings).to_contain_text("Game 1 of 3 is over")
    expect(standings.get_by_role("row")).to_have_count(4)
    assert inès.faults("dialog") == []

    for _ in range(2):
        standings.get_by_role("button", name="Close").click()
        inès.page.get_by_role("button", name="Next game").click()
        inès.page.locator("[data-over=false]").wait_for()
        expect(standings).to_have_count(0)
        play(inès)
    expect(standings).to_contain_text("Tournament won by")
    standings.get_by_role("button", name="Close").click()
    expect(inès.page.get_by_role("button", name="Next game")).to_have_count(0)
    expect(inès.page.get_by_role("button", name="Another game")).to_have_count(0)
    inès.page.get_by_role("button", name="Standings").click()
    expect(standings).to_be_visible()
