"""People at a table, in a browser: from the front page to the last move, by link, after a reload, after a crash."""

import re
from typing import Any

from playwright.sync_api import expect
from tests.support.served import Served

from conftest import SECONDS, Guest, Sit  # type: ignore[import-not-found]


def play_now(guest: Guest, title: str = "Abracada") -> None:
    guest.page.get_by_role("button", name=re.compile(f"(Jouer maintenant|Play now).*{title}")).click()
    guest.wait_for_table()


def invite(guest: Guest, title: str, seats: int) -> str:
    """A table for friends; the other seats go to bots."""
    guest.page.get_by_role("button", name=re.compile(f"^{title}")).click()
    guest.page.get_by_role("button", name="Inviter").click()
    guest.page.locator(".invite").wait_for()
    for seat in range(seats, 4):
        guest.page.locator("select").nth(seat - 1).select_option("novice")
    return str(guest.table)


def two_friends(sit: Sit) -> tuple[Guest, Guest]:
    """At a table of Abracada that has not begun."""
    inès = sit()
    table = invite(inès, "Abracada", 2)
    malo = sit(f"/t/{table}", settings={"name": "Malo"})
    malo.page.get_by_role("button", name="S’asseoir ici").click()
    expect(malo.page.get_by_label("Nom à la place 2")).to_have_value("Malo")
    return inès, malo


def test_one_click_from_the_front_page_to_a_game(sit: Sit) -> None:
    inès = sit()
    play_now(inès)
    assert inès.move() and inès.move()
    assert inès.faults() == []


def test_two_people_and_a_spectator_meet_by_a_link(sit: Sit) -> None:
    inès, malo = two_friends(sit)
    noor = sit(f"/t/{inès.table}", settings={"name": "Noor"})
    expect(noor.page.locator(".seat").nth(0)).to_contain_text("Inès")
    inès.page.get_by_role("button", name="Commencer", exact=True).click()
    for guest in (inès, malo, noor):
        guest.wait_for_table()
    expect(noor.page.locator(".strip")).to_contain_text("Vous regardez")
    assert noor.faults() == []
    for guest in (inès, malo, inès, malo):
        if guest.page.locator("[data-asked=true]").count():
            assert guest.move()
    for guest, seat in ((inès, 0), (malo, 1), (noor, None)):
        told = [frame for frame in guest.frames if frame["is"] in ("snapshot", "update")]
        assert {frame["seat"] for frame in told} <= {seat, None}
        assert own_stones_hidden(guest, seat)


def test_the_candle_of_a_friend_who_is_gone_is_snuffed_until_he_is_back(sit: Sit) -> None:
    inès, malo = two_friends(sit)
    inès.page.get_by_role("button", name="Commencer", exact=True).click()
    inès.wait_for_table()
    gone = inès.page.get_by_role("region", name=re.compile("Malo.*hors ligne"))
    expect(gone).to_have_count(0)
    context = malo.page.context
    malo.page.close()
    expect(gone).to_be_visible(timeout=20 * SECONDS)
    expect(gone.get_by_role("img", name="hors ligne").first).to_be_visible()
    assert inès.faults() == []
    context.new_page().goto(f"{inès.page.url}")
    expect(gone).to_have_count(0, timeout=20 * SECONDS)


def test_a_bot_plays_for_a_friend_who_is_gone_for_good(sit: Sit) -> None:
    """Nobody is stuck: the strip offers it while the table waits for him, and he can take his seat back."""
    inès, malo = two_friends(sit)
    inès.page.get_by_role("button", name="Commencer", exact=True).click()
    for guest in (inès, malo):
        guest.wait_for_table()
    context = malo.page.context
    malo.page.close()
    relieve = inès.page.get_by_role("button", name="Laisser jouer un robot")
    for _ in range(600):
        if relieve.count():
            break
        if inès.page.locator("[data-asked=true]").count():
            inès.move()
        inès.page.wait_for_timeout(100)
    expect(inès.page.locator(".strip")).to_contain_text("Malo n’est plus là")
    relieve.click()
    expect(inès.page.locator(".strip")).to_contain_text("vient de s'absenter")
    assert inès.faults() == []
    for _ in range(100):
        if not relieve.count():
            break
        relieve.evaluate_all("buttons => buttons.forEach((button) => button.click())")  # it may be gone by now
        inès.page.wait_for_timeout(200)
    inès.asked()
    back = context.new_page()
    back.goto(inès.page.url)
    back.get_by_role("button", name="Reprendre ma place").click()
    expect(back.get_by_role("button", name="Reprendre ma place")).to_have_count(0)


def test_a_move_prepared_while_others_decide_is_picked_when_one_is_asked(sit: Sit) -> None:
    inès, malo = two_friends(sit)
    inès.page.get_by_role("button", name="Commencer", exact=True).click()
    for guest in (inès, malo):
        guest.wait_for_table()
    expect(inès.page.locator("[data-asked=true]").or_(inès.page.get_by_text("À Malo de décider"))).to_be_visible()
    waits, decides = (malo, inès) if inès.page.locator("[data-asked=true]").count() else (inès, malo)
    spell, strip = waits.page.locator("[data-move='cast 8']"), waits.page.locator(".strip")
    spell.click()
    expect(strip).to_contain_text("Préparé")
    expect(spell).to_have_attribute("aria-pressed", "true")
    assert waits.faults() == []
    strip.get_by_role("button", name="Annuler").click()
    expect(strip).not_to_contain_text("Préparé")
    spell.click()
    for _ in range(300):
        if waits.page.locator("[data-asked=true]").count():
            break
        if decides.page.locator("[data-asked=true]").count():
            decides.move()
        waits.page.wait_for_timeout(100)
    expect(waits.page.locator("[data-move='cast 8'].chosen")).to_be_visible()
    waits.seal()


def own_stones_hidden(guest: Guest, seat: int | None) -> bool:
    """No frame of a game that goes on shows a stone that this person may not see."""
    rows: list[Any] = []
    for frame in guest.frames:
        row = frame.get("view", {}).get("row") or frame.get("own", {}).get("row")
        if row and frame["seat"] == seat:
            rows += row if seat is None else [row[seat]]
    assert rows
    return all(stone in (0, None) for row in rows for stone in row)


def test_a_reload_in_the_middle_changes_nothing(sit: Sit) -> None:
    inès = sit()
    play_now(inès, "Magicoa")
    inès.move()
    inès.asked()
    chronicle = inès.page.get_by_role("list", name="Chronique")
    lines = chronicle.inner_text().splitlines()
    inès.page.reload()
    inès.wait_for_table()
    assert lines and chronicle.inner_text().splitlines()[: len(lines)] == lines
    assert inès.move()


def test_a_reload_in_the_midst_of_a_move_loses_no_line(sit: Sit) -> None:
    inès = sit(settings={"speed": 1})
    inès.open_table("abracada", "random", options={"first": 0})
    assert inès.asked()
    inès.page.keyboard.press("1")
    inès.seal_by_key()
    inès.page.reload()
    inès.wait_for_table()
    inès.asked()
    told = [event for frame in inès.frames for event in frame.get("events", [])]
    expect(inès.page.get_by_role("list", name="Chronique").get_by_role("listitem")).to_have_count(len(told))


WRAPPED_AND_AT_ITS_END = """(list) => list.scrollWidth <= list.clientWidth && list.scrollHeight > list.clientHeight
  && list.scrollTop + list.clientHeight > list.scrollHeight - 2"""


def test_what_was_said_is_wrapped_and_outlives_a_reload(sit: Sit) -> None:
    inès = sit(height=700)
    play_now(inès)
    said = inès.page.get_by_role("list", name="Discussion")
    inès.page.get_by_role("tab", name="Discussion").click()
    for times in range(1, 6):
        inès.page.get_by_label("Dire quelque chose à la table…").fill("a" * 280)
        inès.page.keyboard.press("Enter")
        expect(said.get_by_text("aaa")).to_have_count(times)
    assert said.evaluate(WRAPPED_AND_AT_ITS_END)
    inès.page.reload()
    inès.page.get_by_role("tab", name="Discussion").click()
    expect(said.get_by_text("aaa")).to_have_count(5)
    assert said.evaluate(WRAPPED_AND_AT_ITS_END)


def test_a_network_that_was_away_is_found_again(sit: Sit) -> None:
    inès = sit()
    play_now(inès)
    assert inès.asked()
    inès.page.context.set_offline(True)
    expect(inès.page.locator(".strip")).to_contain_text("Connexion perdue")
    inès.page.context.set_offline(False)
    expect(inès.page.locator(".strip")).not_to_contain_text("Connexion perdue")
    assert inès.move()


def test_a_house_that_is_killed_comes_back_where_it_was(sit: Sit, own_house: Served) -> None:
    inès = sit(house=own_house)
    play_now(inès)
    assert inès.move()
    inès.asked()
    own_house.kill()
    expect(inès.page.locator(".strip")).to_contain_text("Connexion perdue")
    assert inès.faults() == []
    own_house.start()
    expect(inès.page.locator(".strip")).not_to_contain_text("Connexion perdue", timeout=20 * SECONDS)
    assert inès.move()


def test_french_and_english(sit: Sit) -> None:
    inès = sit()
    expect(inès.page.get_by_role("heading", level=1)).to_contain_text("Cinq jeux de magie")
    inès.page.get_by_role("button", name="EN", exact=True).click()
    expect(inès.page.get_by_role("heading", level=1)).to_contain_text("Five games of magic")
    assert inès.page.locator("html").get_attribute("lang") == "en"
    play_now(inès, "Magicoa")
    expect(inès.page.get_by_role("tab", name="Chronicle")).to_be_visible()


def test_two_people_on_one_device_have_a_curtain_between_them(sit: Sit) -> None:
    inès = sit()
    invite(inès, "Magicoa", 3)
    inès.page.get_by_role("button", name="Sur cet appareil").first.click()
    inès.page.get_by_role("button", name="Compléter avec des robots et commencer").click()
    inès.wait_for_table()
    assert inès.move()  # all choose at once: the other person on this device is asked too
    inès.page.locator(".curtain").wait_for(timeout=60 * SECONDS)
    expect(inès.page.locator(".curtain .btn")).to_be_focused()
    chronicle = inès.page.get_by_role("list", name="Chronique")
    assert chronicle.count() == 0
    assert inès.page.locator("[data-move], [data-gold]").count() == 0
    go_on = inès.page.get_by_role("button", name=re.compile("^Je suis"))
    assert go_on.inner_text() != "Je suis Inès"
    for width, height in ((390, 844), (900, 700)):
        inès.page.set_viewport_size({"width": width, "height": height})
        box = inès.page.locator(".curtain").bounding_box()
        assert box and (box["width"], box["y"] + box["height"]) == (width, height), "a curtain hides all"
    inès.page.set_viewport_size({"width": 1440, "height": 900})
    assert inès.faults() == []
    go_on.click()
    inès.wait_for_table()
    expect(chronicle).to_be_visible()
    assert chronicle.get_by_label("pour vous seulement").count() == 0, "what the one before was told"
    assert inès.move()
