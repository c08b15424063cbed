"""Keys are listed and can be switched off; the focus stays at the table; the sheet of a phone is a dialog."""

from playwright.sync_api import expect
from tests.browser.conftest import Sit


def test_the_question_mark_lists_the_keys(sit: Sit) -> None:
    inès = sit(settings={"lang": "en"})
    inès.open_table("abracada", "random", options={"first": 0})
    assert inès.asked()
    inès.page.keyboard.press("?")
    keys = inès.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("play the move shown in the strip")
    expect(keys.get_by_role("term").filter(has_text="8")).to_have_count(1)
    expect(keys).to_contain_text("Magic Potion")
    assert inès.faults("dialog") == []
    inès.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    assert inès.played == []


def test_single_keys_can_be_switched_off(sit: Sit) -> None:
    inès = sit(settings={"lang": "en"})
    inès.open_table("abracada", "random", options={"first": 0})
    assert inès.asked()
    inès.page.keyboard.press("8")
    picked = inès.page.locator("main [aria-pressed=true][data-move='cast 8']")
    expect(picked).to_have_count(1)
    inès.page.keyboard.press("Escape")
    expect(picked).to_have_count(0)
    inès.page.get_by_role("button", name="Settings").click()
    inès.page.get_by_label("Play with single keys").uncheck()
    inès.page.keyboard.press("Escape")
    inès.page.keyboard.press("8")
    inès.page.keyboard.press("?")
    expect(inès.page.get_by_role("dialog")).to_have_count(0)
    expect(picked).to_have_count(0)


def test_the_focus_stays_at_the_table_after_a_move(sit: Sit) -> None:
    inès = sit()
    inès.open_table("abracada", "random", options={"first": 0})
    assert inès.asked()
    inès.page.locator("main [data-move='cast 8']").click()
    inès.seal()
    expect(inès.page.locator(".strip .btn.seal")).to_have_count(0)
    expect(inès.page.locator("main [data-move='cast 8']")).to_be_focused()


def test_the_sheet_of_a_phone_is_a_dialog(sit: Sit) -> None:
    inès = sit(width=390, height=844, has_touch=True)
    inès.open_table("abracada", "random", options={"first": 0})
    assert inès.asked()
    ticker = inès.page.locator(".ticker")
    ticker.press("Enter")
    sheet = inès.page.get_by_role("dialog", name="Chronique")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("tab", name="Chronique")).to_be_focused()
    for _ in range(12):
        inès.page.keyboard.press("Tab")
        assert inès.page.evaluate("document.activeElement.closest('.top, main') === null")
    assert inès.faults(".sheet") == []
    sheet.get_by_role("tab", name="Discussion").click()
    inès.page.get_by_label("Dire quelque chose à la table…").press("Escape")
    expect(sheet).to_have_count(0)
    expect(ticker).to_be_focused()
