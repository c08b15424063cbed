"""Abracada in a browser: by clicks, by keys, by roles and names, on a narrow phone; and nothing told that is hidden."""

import re

import pytest
from playwright.sync_api import expect
from told import spectator, told_no_secret, watched_no_secret  # type: ignore[import-not-found]

from conftest import Guest, Sit  # type: ignore[import-not-found]

DRAGONS = {"die": [1, 1, 2, 2, 3, 3], "stones": [29, 1, 1, 1, 1, 1, 1, 1]}  # one is nearly always there: short games
POTIONS = {"die": [1, 1, 2, 2, 3, 3], "stones": [1, 1, 1, 1, 1, 1, 1, 29]}


def open_table(guest: Guest, seats: int, deck: dict[str, list[int]] = DRAGONS) -> None:
    guest.open_table("abracada", *["random"] * (seats - 1), deck=deck, options={"first": 0})


def test_a_whole_game_by_clicks_shows_no_fault_and_no_secret(sit: Sit) -> None:
    inès = sit()
    open_table(inès, 3)
    noor = spectator(sit, inès)
    assert inès.asked()
    inès.page.locator("[data-move='cast 1']").click()
    expect(inès.page.locator(".strip")).to_contain_text("Sort absent")
    assert inès.faults(".table") == []
    inès.seal()
    while inès.asked():
        inès.page.locator("[data-move='cast 1']").click()
        inès.seal()
    expect(inès.page.locator(".strip")).to_contain_text(re.compile("Victoire.*Le sommet de la tour est atteint"))
    record = inès.page.context.request.get(f"/api/tables/{inès.table}/records/1").json()
    several = record["result"]["scores"].count(8) > 1
    expect(inès.page.get_by_text("À plusieurs au sommet")).to_have_count(int(several))
    assert inès.faults(".table") == []
    told_no_secret(inès)
    watched_no_secret(noor)


def test_a_whole_game_by_keys_alone(sit: Sit) -> None:
    inès = sit(settings={"lang": "en", "theme": "light"})
    open_table(inès, 2)
    assert inès.asked() and inès.faults(".table") == []
    while inès.asked():
        inès.page.keyboard.press("1")
        inès.seal_by_key()


def test_a_whole_game_by_roles_and_names_on_a_narrow_phone(sit: Sit) -> None:
    inès = sit(width=360, height=740)
    open_table(inès, 2)
    while inès.asked():
        inès.page.get_by_role("button", name=re.compile("^1, Dragon Ancestral, .*ouvert$")).click()
        with inès.answered():
            inès.page.get_by_role("button", name=re.compile("^Lancer le 1")).click()
        assert inès.page.evaluate("document.documentElement.scrollWidth") <= 360


STICKING_OUT = """() => [...document.querySelectorAll(".wizard")].flatMap((seat) => {
  const plate = seat.getBoundingClientRect();
  return [...seat.querySelectorAll(".stone")].map((stone) => stone.getBoundingClientRect())
    .filter((box) => box.left < plate.left || box.right > plate.right || box.width < 12);
}).length"""


@pytest.mark.parametrize(("width", "text"), [(360, 1), (360, 1.4), (390, 1.4), (412, 1.4), (450, 1.4)])
def test_on_a_phone_every_stone_stands_on_its_plate_whatever_the_size_of_the_text(
    sit: Sit, width: int, text: float
) -> None:
    inès = sit(width=width, height=844, settings={"text": text})
    for choice in ("EN", "FR", "Ouvrir une table"):
        expect(inès.page.get_by_text(choice, exact=True).last).to_be_in_viewport(ratio=1)
    open_table(inès, 4)
    assert inès.asked()
    expect(inès.page.locator(".wizard .stone")).to_have_count(20)
    assert inès.page.evaluate(STICKING_OUT) == 0
    assert inès.page.evaluate("document.documentElement.scrollWidth") <= width
    expect(inès.page.locator(".strip")).to_be_in_viewport(ratio=1)


def test_a_closed_spell_says_why_and_opens_its_rule(sit: Sit) -> None:
    inès = sit()
    open_table(inès, 5, POTIONS)
    assert inès.asked()
    inès.page.keyboard.press("s")
    expect(inès.page.locator(".strip .why")).to_contain_text("au moins un sort")
    inès.page.get_by_role("button", name=re.compile("^8, ")).click()
    inès.page.keyboard.press("Escape")
    expect(inès.page.locator(".strip .btn.seal")).to_have_count(0)
    inès.page.keyboard.press("8")
    inès.seal()
    assert inès.asked()
    closed = inès.page.get_by_role("button", name=re.compile("^3, "))
    expect(closed).to_have_attribute("aria-disabled", "true")
    closed.click(force=True)
    expect(inès.page.locator(".strip .why")).to_contain_text("trop bas")
    inès.page.get_by_role("button", name="La règle").click()
    expect(inès.page.get_by_role("tab", name="Règles")).to_have_attribute("aria-selected", "true")
