"""Magicoa in a browser: by clicks, by keys, by roles and names, on a narrow phone; and nothing told that is hidden."""

import re
from itertools import pairwise
from random import Random

from playwright.sync_api import expect
from told import spectator, told_no_secret, watched_no_secret  # type: ignore[import-not-found]

from conftest import Guest, Sit  # type: ignore[import-not-found]
from sortilege.games.magicoa.deck import standard_deck

GOLD_KEYS = [*"1234567890", "Shift+Digit1", "Shift+Digit2"]  # twelve cards in six rounds


def open_table(guest: Guest, seats: int = 3) -> None:
    guest.open_table("magicoa", *["random"] * (seats - 1), options={"first": 0})


def step(guest: Guest) -> str:
    """What is asked, by its question."""
    question = guest.page.locator(".strip strong").inner_text()
    signs = {"carte": "choose", "poser": "place", "Échanger": "exchange", "pouvoir": "power"}
    return next(step for sign, step in signs.items() if sign in question)


def click_some_move(guest: Guest, chance: Random) -> None:
    if step(guest) == "choose":
        golds = guest.page.locator("button.g.legal")
        for gold in chance.sample([one.get_attribute("data-gold") for one in golds.all()], 2):
            guest.page.locator(f"[data-gold='{gold}']").click()
    else:
        moves = [piece.get_attribute("data-move") for piece in guest.page.locator(".piece.legal").all()]
        guest.page.locator(f"[data-move='{chance.choice(moves)}']").click()
    guest.seal()


def test_a_whole_game_by_clicks_shows_no_fault_and_no_secret(sit: Sit) -> None:
    inès = sit()
    open_table(inès)
    noor = spectator(sit, inès)
    chance = Random(3)
    looked = inès.play_whole(lambda guest: click_some_move(guest, chance), step)
    assert {"choose", "place"} <= looked
    expect(inès.page.get_by_role("list", name="Le classement")).to_contain_text("Inès")
    told_no_secret(inès)
    watched_no_secret(noor)


def test_a_whole_game_by_keys_alone(sit: Sit) -> None:
    inès = sit(settings={"theme": "light"})
    open_table(inès)
    laid = iter(GOLD_KEYS)
    while inès.asked():
        if step(inès) == "choose":
            inès.page.keyboard.press(next(laid))
            inès.page.keyboard.press(next(laid))
            inès.page.keyboard.press("i")
            turned = re.compile(r"(2|4|6|8|10|12) dessus, le (1|3|5|7|9|11) dessous")
            expect(inès.page.locator(".strip strong")).to_contain_text(turned)
        else:
            inès.page.keyboard.press("9")  # there is no such place, and nothing to say about it
            expect(inès.page.locator(".strip .why")).to_have_count(0)
            legal = inès.page.locator(".piece[data-move][aria-disabled=false]").first
            inès.page.keyboard.press(str(legal.get_attribute("aria-keyshortcuts")))
        inès.seal_by_key()
    assert next(laid, None) is None


def test_a_whole_game_by_roles_and_names_on_a_narrow_phone(sit: Sit) -> None:
    inès = sit(width=360, height=740)
    open_table(inès)
    page = inès.page
    while inès.asked():
        asked = step(inès)
        if asked == "choose":
            for _ in range(2):
                page.get_by_role("button", name=re.compile(r"^carte Or \d+$"), disabled=False).first.click()
        elif asked == "place":
            open_to = re.compile("^emplacement .*(libre|passe|égale)")
            page.get_by_role("button", name=open_to, disabled=False).first.click()
        else:
            page.get_by_role("button", name=re.compile("^(Ne rien échanger|Prendre le pouvoir)")).first.click()
        with inès.answered():
            page.get_by_role("status").get_by_role("button").last.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_card_that_was_played_says_why_not(sit: Sit) -> None:
    inès = sit(settings={"lang": "en"})
    open_table(inès)
    assert inès.asked()
    inès.page.keyboard.press("5")
    inès.page.keyboard.press("4")
    inès.page.keyboard.press("Escape")
    expect(inès.page.locator(".strip strong")).to_contain_text("Which card goes on top?")
    inès.page.keyboard.press("d")
    expect(inès.page.locator(".strip .why")).to_contain_text("Something else is asked")
    inès.page.get_by_role("button", name="The rule").click()
    expect(inès.page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")


def test_a_narrow_phone_shows_all_ones_gold_while_two_cards_are_picked(sit: Sit) -> None:
    inès = sit(width=360, height=740)
    open_table(inès, 4)
    assert inès.asked()
    golds = inès.page.locator("button.g.legal")
    golds.first.click()
    golds.last.click()
    inès.page.locator(".strip .btn.seal").wait_for()
    inès.page.locator(".field").evaluate("(field) => field.scrollTo(0, 0)")
    strip, last = (inès.page.locator(part).last.bounding_box() for part in (".strip", "button.g"))
    assert strip and last and last["y"] + last["height"] <= strip["y"]


COVERED = """[...document.querySelectorAll(".bidder")].filter((seat) => {
  const cards = seat.querySelector(".twos").getBoundingClientRect();
  return [...seat.querySelectorAll(".won > *")].some((one) => {
    const box = one.getBoundingClientRect();
    return box.right > cards.left && box.bottom > cards.top && box.top < cards.bottom;
  });
}).length"""


def test_the_end_tells_why_equal_points_are_not_equal_places(sit: Sit) -> None:
    """Every potion is worth nothing, so that only triples make points; on a phone nothing covers what others won."""
    deck = standard_deck()
    worthless = {name: [0] * len(points) for name, points in deck["potions"].items()}
    inès = sit(width=360, height=740)
    inès.open_table("magicoa", *["random"] * 3, deck=deck | {"potions": worthless}, options={"first": 0})
    chance = Random(4)
    while inès.asked():
        click_some_move(inès, chance)
    expect(inès.page.get_by_role("list", name="Le classement")).to_be_visible()
    assert inès.page.locator(".pile .ph").inner_text() == "" and inès.page.evaluate(COVERED) == 0
    record = inès.page.context.request.get(f"/api/tables/{inès.table}/records/1").json()
    stand = sorted(zip(record["result"]["places"], record["result"]["scores"], strict=True))
    tied = any(one[1] == other[1] and one[0] != other[0] for one, other in pairwise(stand))
    expect(inès.page.get_by_text("À points égaux")).to_have_count(int(tied))
