"""Every page beside the tables: no serious fault for those who do not see it, and nothing to scroll sideways."""

import re

import pytest
from playwright.sync_api import expect

from conftest import Guest, Sit  # type: ignore[import-not-found]

PAGES = {"/new/epee": "form", "/rules/magicoa": "h3", "/credits": "main"}


def is_sound(guest: Guest, width: int) -> None:
    assert guest.faults() == []
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("theme", "width"), [("dark", 1440), ("light", 360)])
def test_no_page_has_a_serious_fault(sit: Sit, theme: str, width: int) -> None:
    inès = sit(settings={"theme": theme}, width=width, height=760)
    for path, part in PAGES.items():
        inès.page.goto(path)
        inès.page.locator(part).first.wait_for()
        is_sound(inès, width)
    inès.page.goto(f"/t/{'a' * 26}")
    inès.page.get_by_role("link", name="Retour à la salle").wait_for()
    is_sound(inès, width)
    for path in ("/new/chess", "/rules/chess"):
        inès.page.goto(path)
        inès.page.get_by_text("Il n’y a pas de jeu de ce nom.").wait_for()
        is_sound(inès, width)
    for path in ("/😀", "/t/", "/t/nonsense"):
        inès.page.goto(path)
        inès.page.get_by_text("Il n’y a rien à cette adresse").wait_for()
        is_sound(inès, width)
    inès.page.goto("/")
    inès.page.locator(".book").first.wait_for()
    assert not inès.page.get_by_role("alert").count()
    is_sound(inès, width)
    inès.page.get_by_role("button", name="J’ai un lien").click()
    inès.page.get_by_role("dialog").get_by_role("button", name="Y aller").click()
    is_sound(inès, width)
    inès.page.keyboard.press("Escape")
    inès.page.get_by_role("button", name=re.compile("^Abracada")).click()
    inès.page.get_by_role("dialog").wait_for()
    is_sound(inès, width)
    inès.page.get_by_role("button", name="Inviter").click()
    inès.page.locator(".invite").wait_for()
    is_sound(inès, width)
    inès.page.get_by_role("button", name="Compléter avec des robots et commencer").click()
    inès.wait_for_table()
    for tool in ("Réglages", "Quitter la table"):
        inès.page.get_by_role("button", name=tool).click()
        inès.page.get_by_role("dialog").wait_for()
        is_sound(inès, width)
        inès.page.keyboard.press("Escape")
    inès.page.get_by_role("button", name="Règles").click()
    inès.page.locator(".rail h3").first.wait_for()
    is_sound(inès, width)
    inès.page.get_by_role("tab", name="Discussion").click()
    inès.page.get_by_label("Dire quelque chose à la table…").fill("Bonsoir")
    inès.page.keyboard.press("Enter")
    inès.page.locator(".talk b").wait_for()
    is_sound(inès, width)


def test_a_table_is_set_up_with_who_begins_and_a_decider(sit: Sit) -> None:
    inès = sit("/new/magicoa")
    begins = inès.page.get_by_label("premier joueur")
    expect(begins.locator("option:checked")).to_have_text("tirée au sort")
    begins.select_option("la place 4")
    inès.page.locator("form > label select").first.select_option("3")
    expect(begins.locator("option:checked")).to_have_text("tirée au sort")
    begins.select_option("la place 3")
    expect(inès.page.get_by_label("En cas d’égalité")).to_have_count(0)
    inès.page.get_by_label("Tournoi").check()
    inès.page.get_by_label("En cas d’égalité").check()
    inès.page.get_by_role("button", name="Ouvrir la table").click()
    inès.page.wait_for_url("**/t/*")
    info = inès.page.context.request.get(f"/api/tables/{inès.table}").json()["info"]
    assert (info["tournament"], info["decider"], info["options"]["first"]) == (True, True, 2)


def test_the_choices_of_an_option_are_said_in_words(sit: Sit) -> None:
    inès = sit("/new/bataille")
    inès.page.get_by_label("comment tombent les dés").select_option("selon des chances mesurées")
    inès.page.get_by_role("button", name="Ouvrir la table").click()
    inès.page.wait_for_url("**/t/*")
    info = inès.page.context.request.get(f"/api/tables/{inès.table}").json()["info"]
    assert info["options"]["throws"] == "table"


def test_the_language_can_be_changed_on_a_phone(sit: Sit) -> None:
    inès = sit(width=360, height=740)
    inès.page.get_by_role("button", name="EN", exact=True).click()
    expect(inès.page.get_by_role("heading", level=1)).to_contain_text("Five games of magic")


def test_a_long_press_shows_a_piece_large_and_plays_nothing(sit: Sit) -> None:
    inès = sit(width=390, height=844, has_touch=True)
    inès.open_table("abracada", "random", options={"first": 0})
    assert inès.asked()
    row = inès.page.locator("main [data-move='cast 5']")
    row.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    closer = inès.page.get_by_role("dialog", name="Vue agrandie")
    expect(closer).to_contain_text("Tempête d'Éclairs")
    row.dispatch_event("click")
    assert inès.faults() == []
    inès.page.keyboard.press("Escape")
    expect(inès.page.locator(".strip .btn.seal")).to_have_count(0)


def test_large_text_scrolls_rather_than_covers(sit: Sit) -> None:
    inès = sit(width=390, height=740, settings={"text": 1.3})
    inès.open_table("magicoa", "random", "random")
    strip = inès.page.locator(".strip")
    strip.scroll_into_view_if_needed()
    expect(strip).to_be_in_viewport()
    assert inès.page.evaluate("document.documentElement.scrollWidth") <= 390


CLIPPED = "[...document.querySelectorAll('.book p')].filter((one) => one.scrollHeight > one.clientHeight).length"
PLACEHOLDER_FITS = """() => {
  const field = document.querySelector(".bar input"), style = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  return pen.measureText(field.placeholder).width <= field.clientWidth;
}"""


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_phone_shows_the_whole_of_a_long_title(sit: Sit, lang: str) -> None:
    inès = sit(width=360, height=740, settings={"lang": lang})
    inès.open_table("epee", "random")
    inès.page.evaluate("document.fonts.ready.then(() => 0)")
    fits = "(title) => title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight"
    assert inès.page.locator(".top h1").evaluate(fits)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_books_and_fields_show_all_their_words(sit: Sit, lang: str) -> None:
    inès = sit(settings={"lang": lang, "name": ""})
    for width in (1440, 1280, 1100):
        inès.page.set_viewport_size({"width": width, "height": 800})
        inès.page.locator(".book p").first.wait_for()
        inès.page.evaluate("document.fonts.ready.then(() => 0)")
        assert inès.page.evaluate(CLIPPED) == 0, width
    inès.page.set_viewport_size({"width": 360, "height": 740})
    assert inès.page.evaluate(PLACEHOLDER_FITS)
    assert inès.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [740, 900, 1080])
def test_no_book_stands_in_front_of_its_neighbour(sit: Sit, width: int) -> None:
    inès = sit(width=width, height=760)
    inès.page.goto("/")
    inès.page.locator(".book").first.wait_for()
    inès.page.evaluate("document.fonts.ready")
    slack = inès.page.evaluate(
        """[...document.querySelectorAll(".book")].flatMap(book =>
            [...book.querySelectorAll(".cover, .t, .l, .play")].map(part =>
                [book.getBoundingClientRect(), part.getBoundingClientRect()]))"""
    )
    assert all(book["left"] - 1 <= part["left"] and part["right"] <= book["right"] + 1 for book, part in slack)
    titles = inès.page.evaluate("[...document.querySelectorAll('.t')].map(t => t.scrollWidth - t.clientWidth)")
    assert max(titles) <= 0
