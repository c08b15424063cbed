"""Two people on one device: a seat is shown only after its person has raised the curtain."""

import re

from playwright.sync_api import Page, expect
from test_room import invite  # type: ignore[import-not-found]

from conftest import SECONDS, Guest, Sit  # type: ignore[import-not-found]

PIECES = "[data-gold], [data-move]"
NOTES_PIECES = f"""
window.shown = false;
new MutationObserver(() => {{ window.shown ||= document.querySelector("{PIECES}") !== null; }})
  .observe(document, {{ childList: true, subtree: true }});
"""


def share_device(sit: Sit) -> Guest:
    """Inès and a second person on her device, at a table of Magicoa that has not begun."""
    inès = sit()
    invite(inès, "Magicoa", 3)
    inès.page.get_by_role("button", name="Sur cet appareil").first.click()
    expect(inès.page.locator(".seat").nth(1)).to_contain_text("vous")
    return inès


def start(guest: Guest) -> None:
    guest.page.get_by_role("button", name="Compléter avec des robots et commencer").click()


def hand_over(sit: Sit) -> Guest:
    """Both are asked for two cards at once; Inès has laid hers, and the curtain waits for the second person."""
    inès = share_device(sit)
    start(inès)
    inès.wait_for_table()
    assert inès.move()
    inès.page.locator(".curtain").wait_for()
    return inès


def is_down(page: Page) -> None:
    """Nothing of a seat is shown, nor was it before the curtain came."""
    page.locator(".curtain").wait_for(timeout=60 * SECONDS)
    expect(page.locator(PIECES)).to_have_count(0)
    expect(page.get_by_role("list", name="Chronique")).to_have_count(0)
    assert page.evaluate("window.shown") is not True


def raise_curtain(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Je suis")).click()
    expect(page.locator(PIECES).first).to_be_visible()


def test_a_reload_leaves_the_curtain_down(sit: Sit) -> None:
    inès = hand_over(sit)
    asks = inès.page.locator(".curtain .btn").inner_text()
    inès.page.context.add_init_script(NOTES_PIECES)
    for _ in range(2):
        inès.page.reload()
        is_down(inès.page)
        expect(inès.page.locator(".curtain .btn")).to_have_text(asks)
    raise_curtain(inès.page)
    assert inès.move()


def test_a_reload_while_one_looks_lowers_the_curtain(sit: Sit) -> None:
    inès = hand_over(sit)
    raise_curtain(inès.page)
    inès.page.context.add_init_script(NOTES_PIECES)
    inès.page.reload()
    is_down(inès.page)
    raise_curtain(inès.page)
    assert inès.move()


def test_back_forward_and_a_second_tab_find_the_curtain_down(sit: Sit) -> None:
    inès = hand_over(sit)
    inès.page.context.add_init_script(NOTES_PIECES)
    table = inès.page.url
    inès.page.get_by_role("link", name="Sortilège").click()
    inès.page.get_by_role("heading", level=1, name=re.compile("Cinq jeux")).wait_for()
    inès.page.go_back()
    is_down(inès.page)
    inès.page.goto("/credits")
    inès.page.go_back()
    is_down(inès.page)
    inès.page.go_back()
    inès.page.go_forward()
    is_down(inès.page)
    second = inès.page.context.new_page()
    second.goto(table)
    is_down(second)


def test_a_page_that_the_browser_keeps_for_later_is_kept_with_its_curtain_down(sit: Sit) -> None:
    inès = hand_over(sit)
    raise_curtain(inès.page)
    inès.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    is_down(inès.page)
    raise_curtain(inès.page)
    assert inès.move()


def test_no_key_shows_or_tells_a_seat_behind_the_curtain(sit: Sit) -> None:
    inès = hand_over(sit)
    inès.page.context.add_init_script(NOTES_PIECES)
    for reloaded in (False, True):
        if reloaded:
            inès.page.reload()
            is_down(inès.page)
        for key in ("l", "v", "Escape", "1", "2", "i", "s", "ArrowRight", "End", "Tab", "l", "v"):
            inès.page.keyboard.press(key)
            inès.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert inès.page.locator("[aria-live=assertive]").inner_text() == ""
        is_down(inès.page)


def test_what_was_read_aloud_to_one_person_is_gone_behind_the_curtain(sit: Sit) -> None:
    inès = share_device(sit)
    start(inès)
    inès.wait_for_table()
    assert inès.asked()
    inès.page.keyboard.press("v")
    expect(inès.page.locator("[aria-live=assertive]")).not_to_be_empty()
    assert inès.move()
    inès.page.locator(".curtain").wait_for()
    expect(inès.page.locator("[aria-live=assertive]")).to_be_empty()


def test_enter_held_down_plays_and_does_not_raise_the_curtain(sit: Sit) -> None:
    inès = share_device(sit)
    start(inès)
    inès.wait_for_table()
    assert inès.asked()
    for key in ("1", "2"):
        inès.page.keyboard.press(key)
    inès.page.locator(".strip .btn.seal").wait_for()
    inès.page.keyboard.down("Enter")
    expect(inès.page.locator(".curtain .btn")).to_be_focused()
    inès.page.keyboard.down("Enter")  # what a keyboard repeats
    inès.page.keyboard.up("Enter")
    is_down(inès.page)
    inès.page.keyboard.press("Enter")
    expect(inès.page.locator(PIECES).first).to_be_visible()


def test_a_game_that_begins_after_a_reload_begins_behind_the_curtain(sit: Sit) -> None:
    inès = share_device(sit)
    inès.page.context.add_init_script(NOTES_PIECES)
    inès.page.reload()
    expect(inès.page.locator(".seat").nth(1)).to_contain_text("vous")
    start(inès)
    is_down(inès.page)
    raise_curtain(inès.page)
    assert inès.move()


def test_who_is_left_alone_on_a_device_has_no_curtain(sit: Sit) -> None:
    inès = share_device(sit)
    inès.page.reload()
    stand_up = inès.page.get_by_role("button", name="Se lever")
    stand_up.nth(1).click()
    expect(stand_up).to_have_count(1)
    start(inès)
    inès.wait_for_table()
    inès.page.reload()
    inès.wait_for_table()
    assert inès.move()
