"""Abbracadabra in a browser: by clicks, keys, roles and names, on a narrow phone; and nothing told that is hidden."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect
from told import spectator, told_no_secret, watched_no_secret  # type: ignore[import-not-found]

from conftest import Guest, Sit  # type: ignore[import-not-found]
from sortilege.games.abbracadabra.deck import standard_deck

SUITING = ".mine .piece.legal[data-card]:not(.chosen), .towers .legal[data-card]:not(.chosen)"
KEYS = {"take": "1234", "act": "p", "discard": "1", "drop": "1234567", "give": "12", "again": "2", "pack": "abcdefg"}
ANSWERS = {
    "Quelle carte": "^Prendre",
    "Et la deuxième": "^Prendre",
    "Une rencontre": "^Passer",
    "Que défausser": "^défausser",
    "Quel enchanteur": "^abandonner",
    "Que donner": "^donner",
    "Alea": "^Finir",
    "Ce paquet": "objets?$",
}


STONES: dict[str, Any] = {"packs": {letter: ["P"] * 7 for letter in "ABCDEFG"}}
SHORT = {"packs": {letter: [7] * 7 for letter in "ABCDEFG"}}  # three objects of 7 points win


def open_table(guest: Guest, seats: int, packs: dict[str, Any] = SHORT) -> None:
    deck = standard_deck() | packs
    guest.open_table("abbracadabra", *["random"] * (seats - 1), deck=deck, options={"first": 0})


def build_a_meeting(guest: Guest) -> bool:
    """Presses what suits, card after card; a trick is as good."""
    for _ in range(3):
        if guest.page.locator(".strip .btn.seal").count() or not guest.page.locator(SUITING).count():
            break
        guest.page.locator(SUITING).first.click()
        if guest.page.locator(".hand.target.legal").count():
            guest.page.locator(".hand.target.legal").first.click()
    if guest.page.locator(".list .pk.legal").count():
        guest.page.locator(".list .pk.legal").first.click()
    return bool(guest.page.locator(".strip .btn.seal").count())


def click_some_move(guest: Guest) -> None:
    if guest.step() != "act" or not build_a_meeting(guest):
        guest.page.locator(".piece.legal[data-move]").first.click()
    guest.page.locator(".strip .btn.seal").click()
    guest.page.locator(".strip .btn.seal").wait_for(state="detached")


def hidden_stays_hidden(guest: Guest) -> None:
    """Face-down cards of the row, what others take from it, and the values of their objects."""
    rows = 0
    for frame in guest.frames:
        events = frame.get("events", [])
        view = {**frame.get("view", {}), **frame.get("own", {})}
        for lying in view.get("row", [])[:3]:
            rows += 1
            assert lying is None or lying["card"] is None
        if not view.get("ending") and not any(event["event"] == "game_ended" for event in events):
            for things in view.get("objects", [])[1:]:
                assert all(thing["value"] is None for thing in things)
        for event in events:
            if event["event"] == "took" and event["seat"] != 0 and event["place"] != 3:
                assert event["card"] in (None, "periculum")
    assert rows


def test_a_whole_game_by_clicks_shows_no_fault_and_no_secret(sit: Sit) -> None:
    inès = sit()
    open_table(inès, 2)
    noor = spectator(sit, inès)
    assert {"take", "act"} <= inès.play_whole(click_some_move)
    expect(inès.page.get_by_role("region", name="La fin")).to_contain_text("Inès")
    expect(inès.page.locator(".strip")).to_contain_text("Les 15 points sont atteints.")
    hidden_stays_hidden(inès)
    told_no_secret(inès)
    watched_no_secret(noor)


def test_a_whole_game_by_keys_alone(sit: Sit) -> None:
    inès = sit(settings={"theme": "light"})
    open_table(inès, 2, STONES)
    asked = set()
    while inès.asked():
        asked.add(inès.step())
        for key in KEYS[inès.step()]:  # what is taken or may not be given says why, and the next key is tried
            inès.page.keyboard.press(key)
            inès.page.locator(".strip .btn.seal, .strip .why").first.wait_for()
            if inès.page.locator(".strip .btn.seal").count():
                break
        inès.page.keyboard.press("Enter")
        inès.page.locator(".strip .btn.seal").wait_for(state="detached")
    assert {"take", "act"} <= asked
    for place in (inès.page.get_by_role("status").first, inès.page.get_by_role("region", name="La fin")):
        expect(place).to_contain_text("Deux Pierres Philosophales ont changé un objet en artefact")


def test_a_whole_game_by_roles_and_names_on_a_narrow_phone(sit: Sit) -> None:
    inès = sit(width=360, height=740)
    open_table(inès, 3)
    while inès.asked():
        question = inès.page.get_by_role("status").filter(has_text="?").first.inner_text()
        answer = next(answer for start, answer in ANSWERS.items() if question.startswith(start))
        inès.page.get_by_role("button", name=re.compile(answer), disabled=False).first.click()
        inès.page.get_by_role("status").get_by_role("button").last.click()
        inès.page.locator(".strip .btn.seal").wait_for(state="detached")
        assert inès.page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(inès.page.get_by_role("region", name="La fin").get_by_role("listitem").last).to_be_in_viewport(ratio=1)


def odd_trio(cards: list[str]) -> list[str]:
    """Two of one element and one of another; none if the hand has no such three."""
    enchanters = [card for card in cards if card.count("-") == 2]
    for first in enchanters:
        alike = [card for card in enchanters if card.split("-")[0] == first.split("-")[0]]
        if 1 < len(alike) < len(enchanters):
            return [*alike[:2], *[card for card in enchanters if card not in alike][:1]]
    return []


def test_three_that_cannot_meet_are_told_why(sit: Sit) -> None:
    inès = sit(settings={"lang": "en"})
    open_table(inès, 2, packs={})
    trio: list[str] = []
    while not trio:
        assert inès.asked()
        hand = "[...document.querySelectorAll('.mine [data-card]')].map(card => card.dataset.card)"
        trio = odd_trio(inès.page.evaluate(hand)) if inès.step() == "act" else []
        if not trio:
            inès.page.locator("[data-move='pass'], .piece.legal[data-move]").last.click()
            inès.page.locator(".strip .btn.seal").click()
            inès.page.locator(".strip .btn.seal").wait_for(state="detached")
    for card in trio:
        inès.page.locator(f".mine [data-card='{card}']").click()
    expect(inès.page.locator(".strip .why")).to_contain_text("These three cannot meet")
    expect(inès.page.locator(".strip .why")).to_contain_text("element")


def meet_once(guest: Guest, seats: int) -> Locator:
    """Opens tables until this guest holds an object; a bot may win before that."""
    mine: Locator = guest.page.locator(".mine .obj:not(.near)")
    for _ in range(8):
        open_table(guest, seats, packs=STONES)
        expect(guest.page.get_by_role("img", name=re.compile(r"^Sur le dessus\s: dos"))).to_be_visible()
        while guest.asked() and not mine.count():
            if guest.step() == "act" and build_a_meeting(guest):
                expect(guest.page.locator(".strip")).not_to_contain_text("Infinity")
                guest.seal()
            else:
                click_some_move(guest)
        if mine.count() and guest.asked():
            break
    return mine.first


def test_a_phone_shows_ones_own_objects_and_promises_no_points_for_stones(sit: Sit) -> None:
    inès = sit(width=390, height=844)
    mine = meet_once(inès, 2)
    expect(mine).to_be_in_viewport(ratio=1)
    expect(mine).to_have_text("P")
    expect(inès.page.locator(".strip")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_short_phone_shows_ones_own_hand_and_objects_above_the_strip_without_scrolling(sit: Sit, seats: int) -> None:
    inès = sit(width=360, height=740)
    mine = meet_once(inès, seats)
    inès.page.evaluate("scrollTo(0, 0)")
    strip = inès.page.locator(".strip").bounding_box()
    for part in (mine, inès.page.locator(".mine .cards")):
        expect(part).to_be_in_viewport(ratio=1)
        box = part.bounding_box()
        assert box and strip and box["y"] + box["height"] <= strip["y"]


SEVEN = ["vademecum", "periculum", "exodus", "chaos", "idem", "proximal", "fire-gold-witch"]
NAMES_OUTSIDE = """[...document.querySelectorAll(".mine .card")].filter((card) => {
  const words = document.createRange();
  words.selectNodeContents(card.querySelector(".nm"));
  const [name, frame] = [words.getBoundingClientRect(), card.getBoundingClientRect()];
  return name.left < frame.left || name.right > frame.right || name.height > 12;
}).length"""


def deal_seven(line: WebSocketRoute) -> None:
    """Whatever is dealt, the page is told of these seven."""
    house = line.connect_to_server()

    def tell(frame: str | bytes) -> None:
        messages = [json.loads(one) for one in frame.splitlines()]
        for message in messages:
            for hands in (message.get(name, {}).get("hands") for name in ("view", "own")):
                if hands:
                    hands[0]["cards"] = SEVEN
        line.send("\n".join(map(json.dumps, messages)))

    house.on_message(tell)


def test_names_fit_the_cards_of_a_full_hand_on_a_phone(sit: Sit) -> None:
    inès = sit("/credits", width=360, height=740)
    inès.page.route_web_socket("**/api/socket?*", deal_seven)
    open_table(inès, 2)
    expect(inès.page.locator(".mine .card")).to_have_count(7)
    inès.page.evaluate("document.fonts.ready.then(() => 0)")
    assert inès.page.evaluate(NAMES_OUTSIDE) == 0
