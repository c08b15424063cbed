"""Bataille in a browser: by drag and click, by keys, by roles and names, on a phone, without WebGL."""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import expect
from told import spectator, told_no_secret, watched_no_secret  # type: ignore[import-not-found]

from conftest import Guest, Sit  # type: ignore[import-not-found]
from sortilege.games.bataille.deck import standard_deck

FEW = standard_deck() | {"dealt": [3, 2, 2, 2]}
ALL = 10_000  # chances are parts of it
SWEPT = FEW | {"chances": FEW["chances"] | {"out_one": ALL, "knock": [ALL] * 27, "knocked_out": ALL}}
NO_WEBGL = """
const real = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith("webgl") ? null : real.call(this, kind, ...more);
};
"""


def open_table(guest: Guest, seats: int = 2, **options: Any) -> None:
    bots = ["random"] * (seats - 1)
    guest.open_table("bataille", *bots, deck=FEW, options={"throws": "arena", "first": 0} | options)


def drag(guest: Guest) -> None:
    """From a place on the foam towards oneself: it aims, and pulls."""
    box = guest.page.locator(".stage[data-drawn=true]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    guest.page.mouse.move(x + 20, y)
    guest.page.mouse.down()
    guest.page.mouse.move(x + 30, y + box["height"] / 4, steps=4)
    guest.page.mouse.up()


def ready(guest: Guest) -> None:
    """What can be done is drawn: dice to be taken lie where the arena has put them, which may be a moment later."""
    guest.page.locator(".over.legal, .strip .btn.seal").first.wait_for(state="attached")


def press(guest: Guest) -> None:
    """A die where one is asked for, the last, which no other is drawn over; else the throw."""
    ready(guest)
    over = guest.page.locator(".over.legal")
    if over.count():
        over.last.click()
    guest.seal()


def films(guest: Guest) -> int:
    return sum(bool(frame.get("film")) for frame in guest.frames)


def test_a_whole_game_by_drag_and_click_shows_no_fault_and_no_secret(sit: Sit) -> None:
    inès = sit()
    open_table(inès)
    noor = spectator(sit, inès)
    strength = inès.page.get_by_role("slider", name="Force")
    assert inès.asked() and strength.input_value() == "50"
    inès.page.locator("canvas").wait_for()
    drag(inès)
    assert strength.input_value() != "50"
    assert inès.page.get_by_role("slider", name="Largeur").input_value() != "0"
    assert inès.faults() == []
    while inès.asked():
        press(inès)
    expect(inès.page.locator(".strip")).to_contain_text(
        re.compile("Victoire.*(Une seule personne reste|Trop de tours)")
    )
    assert films(inès) > 1
    assert inès.faults() == []
    told_no_secret(inès)
    watched_no_secret(noor)


def test_a_whole_game_by_keys_alone(sit: Sit) -> None:
    inès = sit(settings={"lang": "en", "theme": "light"})
    open_table(inès)
    assert inès.asked()
    assert inès.faults(".table") == []
    inès.page.keyboard.press("ArrowLeft")
    expect(inès.page.get_by_role("slider", name="Across")).to_have_attribute("aria-valuetext", "8 mm left")
    inès.page.keyboard.press("Shift+ArrowUp")
    expect(inès.page.get_by_role("slider", name="Depth")).to_have_attribute("aria-valuetext", "1 mm further")
    inès.page.keyboard.press("f")
    inès.page.keyboard.press("End")
    expect(inès.page.get_by_role("slider", name="Strength")).to_have_attribute("aria-valuetext", "100 %")
    while inès.asked():
        with inès.answered():
            by_keys(inès)


def by_keys(guest: Guest) -> None:
    """Stops where one may; a die is reached with Tab, taken with Enter and sealed with Enter; Space throws."""
    ready(guest)
    if guest.page.locator(".over.legal").count():
        guest.page.locator(".over[tabindex='0']").press("Enter")
        guest.page.locator(".strip .btn.seal").wait_for()
        guest.page.keyboard.press("Escape")
        guest.page.locator(".over[tabindex='0']").press("Enter")
        guest.page.keyboard.press("Enter")
    elif guest.page.locator(".piece.legal[data-move=stop]").count():
        guest.page.keyboard.press("s")
        guest.page.keyboard.press("Enter")
    else:
        guest.page.keyboard.press("Space")


def test_a_whole_game_by_roles_and_names_on_a_narrow_phone(sit: Sit) -> None:
    inès = sit(width=360, height=740)
    open_table(inès, 3)
    while inès.asked():
        assert inès.page.evaluate("document.documentElement.scrollWidth") <= 360
        ready(inès)
        here = inès.page.get_by_role("group", name="Les dés de l’arène").get_by_role("button", disabled=False)
        if here.count():
            here.last.click()
        with inès.answered():
            inès.page.get_by_role("status").get_by_role("button").last.click()


@pytest.mark.parametrize("hand", ["button", "Space", "die"])
def test_an_empty_arena_asks_for_all_dice_at_one_press(sit: Sit, hand: str) -> None:
    """The bot that begins throws everything out of the bowl."""
    inès = sit(width=360, height=740)
    inès.open_table("bataille", "random", "random", deck=SWEPT, options={"throws": "table", "first": 2})
    assert inès.asked()
    expect(inès.page.get_by_role("status")).to_contain_text("L’arène est vide")
    expect(inès.page.locator(".list em")).to_have_count(0)
    if hand == "die":
        inès.page.get_by_role("button", name="lancer tous les dés qui restent").click()
    with inès.answered():
        if hand == "Space":
            inès.page.keyboard.press("Space")
        else:
            inès.page.get_by_role("status").get_by_role("button", name=re.compile("^Tout lancer")).click()


def three_people(sit: Sit) -> list[Guest]:
    """Whoever throws loses the dice: they leave the bowl, and all that lie in it."""
    guests = [sit(settings={"name": name}) for name in ("Inès", "Malo", "Noor")]
    plan = {"game": "bataille", "bots": ["", "", ""], "deck": SWEPT, "options": {"throws": "table", "first": 0}}
    origin = guests[0].page.evaluate("location.origin")
    asked = {"data": plan | {"id": secrets.token_urlsafe()}, "headers": {"origin": origin}}
    table = guests[0].page.context.request.post("/api/tables", **asked).json()["table"]
    for guest in guests:
        guest.page.goto(f"/t/{table}")
        guest.page.get_by_role("button", name="S’asseoir ici").first.click()
        expect(guest.page.locator(".seat", has_text="vous")).to_have_count(1)
    guests[0].page.get_by_role("button", name="Commencer", exact=True).click()
    return guests


def prepares_nothing(guest: Guest, because: str) -> None:
    strip = guest.page.locator(".strip")
    expect(strip).to_contain_text(because)
    guest.page.keyboard.press("s")
    expect(strip.locator(".ask span")).to_contain_text("décider")
    expect(strip).not_to_contain_text("Préparé")
    expect(strip).not_to_contain_text("La table vous dira")


def test_who_is_out_or_has_a_bot_in_the_seat_is_not_told_to_wait_for_a_turn(sit: Sit) -> None:
    inès, malo, _ = three_people(sit)
    table = malo.page.url
    expect(malo.page.locator(".strip")).to_contain_text("La table vous dira")
    malo.page.get_by_role("button", name="Quitter la table").click()
    malo.page.get_by_role("button", name="Quitter", exact=True).click()
    malo.page.goto(table)
    prepares_nothing(malo, "Un robot joue pour vous")
    malo.page.get_by_role("button", name="Reprendre ma place").click()
    expect(malo.page.locator(".strip")).to_contain_text("La table vous dira")
    while inès.page.locator(".mine.gone").count() == 0:
        assert inès.asked()
        inès.seal()
    prepares_nothing(inès, "Vous n’êtes plus en jeu")
    assert inès.faults() == []


def test_a_throw_flies_as_long_as_it_flew(sit: Sit) -> None:
    inès = sit(settings={"speed": 1})
    open_table(inès)
    inès.page.locator("canvas").wait_for()
    inès.page.get_by_role("button", name=re.compile("^Lancer 1 dé")).click()
    inès.page.locator(".stage[data-flying=true]").wait_for()
    inès.page.locator(".stage[data-flying=false]").wait_for()
    assert films(inès) >= 1


def test_without_webgl_the_arena_is_drawn_flat(sit: Sit) -> None:
    inès = sit("/credits")
    inès.page.add_init_script(NO_WEBGL)
    open_table(inès)
    assert inès.asked()
    inès.page.locator(".stage svg[role=img]").wait_for()
    assert inès.page.locator("canvas").count() == 0
    drag(inès)
    assert inès.page.get_by_role("slider", name="Force").input_value() != "50"
    assert inès.faults(".table") == []
    while inès.asked():
        press(inès)
    told_no_secret(inès)


def test_the_seat_that_is_next_clockwise_sits_on_the_left(sit: Sit) -> None:
    """With three seats a third of the way round; the dice lie in the same bowl."""
    inès = sit("/credits")
    inès.page.add_init_script(NO_WEBGL)
    open_table(inès, 3)
    assert inès.asked()
    side = inès.page.get_by_role("slider", name="Côté")
    side.fill("-120")
    expect(side).to_have_attribute("aria-valuetext", "120° à gauche")
    bowl, arc, die = (middle(inès, f".flat {part}") for part in (".foam", ".arc", "rect"))
    assert arc[0] < bowl[0]
    views = [frame.get("view", {}) for frame in inès.frames]
    toward_me, toward_left, *_ = next(view["loose_pose"][0] for view in views if view.get("loose_pose"))
    assert [bowl[0] - die[0], die[1] - bowl[1]] == pytest.approx([toward_left / 1000, toward_me / 1000], abs=0.2)
    inès.seal()
    told = [event for frame in inès.frames for event in frame.get("events", [])]
    assert next(event["angle"] for event in told if event["event"] == "aimed") == 120


def middle(guest: Guest, where: str) -> tuple[float, float]:
    """Of something in the flat arena, in centimetres of the bowl, which is 16 across."""
    box, foam = (guest.page.locator(here).bounding_box() for here in (where, ".flat .foam"))
    assert box and foam
    scale = 16 / foam["width"]
    return scale * (box["x"] + box["width"] / 2), scale * (box["y"] + box["height"] / 2)


def test_hidden_reserves_are_shown_to_their_owners_alone_until_the_end(sit: Sit) -> None:
    inès = sit()
    open_table(inès, 3, throws="table", hidden_reserves=True)
    noor = spectator(sit, inès)
    assert inès.asked()
    for guest, others in ((inès, 2), (noor, 3)):
        expect(guest.page.locator(".seats .seat-sub", has_text="dés cachés")).to_have_count(others)
        expect(guest.page.locator(".seats .cnt, .seats .res .die")).to_have_count(0)
    expect(inès.page.locator(".mine .seat-sub")).to_have_text("2 dés")
    expect(inès.page.locator(".list .alone em").first).to_have_text("seul")
    expect(noor.page.locator(".list .alone em")).to_have_count(0)  # who does not throw is told what lies there
    while inès.asked():
        press(inès)
    expect(inès.page.locator(".seats .cnt")).to_have_count(2)
    expect(inès.page.get_by_text("dés cachés")).to_have_count(0)


def test_where_dice_are_drawn_nothing_flies(sit: Sit) -> None:
    inès = sit()
    open_table(inès, throws="table")
    while inès.asked():
        press(inès)
    assert films(inès) == 0
