"""What a phone shows as well: a bot that stands in, the names of those who share it, and a sheet that is a dialog."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Sit
from tests.browser.test_room import invite

PHONE = {"width": 390, "height": 844, "has_touch": True}


def test_everyone_sees_on_a_phone_that_a_bot_plays_for_somebody(sit: Sit) -> None:
    inès, malo = sit(), sit(settings={"name": "Malo"}, **PHONE)
    invite(inès, "Magicoa", 3)
    malo.page.goto(f"/t/{inès.table}")
    malo.page.get_by_role("button", name="S’asseoir ici").first.click()
    expect(malo.page.get_by_label("Nom à la place 2")).to_have_value("Malo")
    inès.page.get_by_role("button", name="Compléter avec des robots et commencer").click()
    malo.wait_for_table()
    inès.wait_for_table()
    inès.page.get_by_role("button", name="Quitter la table").click()
    inès.page.get_by_role("button", name="Quitter", exact=True).click()
    seat = malo.page.get_by_role("region", name=re.compile("Inès.*un robot joue à sa place"))
    expect(seat.get_by_role("img", name="un robot joue à sa place")).to_be_visible()


def test_the_second_person_on_a_device_can_be_named(sit: Sit) -> None:
    inès = sit(**PHONE)
    invite(inès, "Magicoa", 3)
    inès.page.get_by_role("button", name="Sur cet appareil").first.click()
    field = inès.page.get_by_label("Nom à la place 2")
    expect(field).to_have_value("Inès 2")
    field.fill("Zoé")
    field.blur()
    expect(inès.page.get_by_label("Nom à la place 2")).to_have_value("Zoé")
    inès.page.get_by_role("button", name="Compléter avec des robots et commencer").click()
    inès.wait_for_table()
    expect(inès.page.get_by_text("Zoé").first).to_be_visible()
    assert scrolls_sideways(inès.page) is False


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))
