"""Enter plays the move that the strip announces; where none is announced it presses what has the focus."""

import re

from playwright.sync_api import Locator, expect
from test_abracada import POTIONS  # type: ignore[import-not-found]
from test_bataille import open_table as open_bataille  # type: ignore[import-not-found]
from test_bataille import press
from test_epee import quick_deck  # type: ignore[import-not-found]

from conftest import Guest, Sit  # type: ignore[import-not-found]
from sortilege.server.http.static import PAGE

GENERIC = "choose_move"  # a word that only the generic table uses


def open_abracada(sit: Sit) -> Guest:
    inès = sit()
    inès.open_table("abracada", "random", deck=POTIONS, options={"first": 0})
    assert inès.asked()
    return inès


def piece(guest: Guest, move: str) -> Locator:
    found: Locator = guest.page.locator(f".piece[data-move='{move}']")
    return found


def legal(guest: Guest) -> list[str]:
    """The moves of the pieces on the table that may be played."""
    pieces = guest.page.locator(".table .piece.legal")
    return list(dict.fromkeys(str(one.get_attribute("data-move")) for one in pieces.all()))


def announced(guest: Guest, said: str | re.Pattern[str]) -> None:
    expect(guest.page.locator(".strip .btn.seal")).to_contain_text(said)


def test_enter_casts_the_spell_announced_and_not_the_one_in_focus(sit: Sit) -> None:
    inès = open_abracada(sit)
    piece(inès, "cast 7").click()
    inès.page.keyboard.press("8")
    announced(inès, "Lancer le 8")
    expect(piece(inès, "cast 7")).to_be_focused()
    inès.seal_by_key()
    assert inès.played == ["cast 8"]


def test_enter_stops_after_s_whatever_spell_has_the_focus(sit: Sit) -> None:
    inès = open_abracada(sit)
    while "stop" not in legal(inès):  # a spell must have worked first
        inès.page.keyboard.press("8")
        inès.seal_by_key()
        assert inès.asked()
    piece(inès, "cast 8").click()
    inès.page.keyboard.press("s")
    announced(inès, "S’arrêter")
    inès.seal_by_key()
    assert inès.played[-1] == "stop"


def test_enter_after_escape_picks_the_piece_in_focus_and_plays_nothing(sit: Sit) -> None:
    inès = open_abracada(sit)
    piece(inès, "cast 7").click()
    inès.page.keyboard.press("Escape")
    expect(inès.page.locator(".strip .btn.seal")).to_have_count(0)
    inès.page.keyboard.press("Enter")
    announced(inès, "Lancer le 7")
    inès.page.keyboard.press("Escape")
    inès.page.keyboard.press("8")
    announced(inès, "Lancer le 8")
    assert inès.played == []
    inès.seal_by_key()
    assert inès.played == ["cast 8"]


def test_enter_held_down_on_a_piece_picks_it_and_does_not_play_it(sit: Sit) -> None:
    inès = open_abracada(sit)
    piece(inès, "cast 7").focus()
    inès.page.keyboard.down("Enter")
    announced(inès, "Lancer le 7")
    inès.page.keyboard.down("Enter")  # what a keyboard repeats
    inès.page.keyboard.up("Enter")
    announced(inès, "Lancer le 7")
    assert inès.played == []
    inès.seal_by_key()
    assert inès.played == ["cast 7"]


def test_enter_lays_the_two_cards_of_gold_announced(sit: Sit) -> None:
    inès = sit()
    inès.open_table("magicoa", "random", "random", options={"first": 0})
    assert inès.asked()
    for gold in (3, 5):
        inès.page.locator(f"[data-gold='{gold}']").click()
    expect(inès.page.locator("[data-gold='5']")).to_be_focused()
    inès.seal_by_key()
    assert inès.played == ["choose 3 5"]


def test_enter_lays_two_cards_of_gold_that_were_turned_over(sit: Sit) -> None:
    inès = sit()
    inès.open_table("magicoa", "random", "random", options={"first": 0})
    assert inès.asked()
    inès.page.keyboard.press("3")
    inès.page.keyboard.press("5")
    inès.page.get_by_role("button", name="Inverser").click()
    inès.seal_by_key()
    assert inès.played == ["choose 5 3"]


def test_enter_takes_the_card_announced_in_abbracadabra(sit: Sit) -> None:
    inès = sit()
    inès.open_table("abbracadabra", "random", options={"first": 0})
    assert inès.asked()
    piece(inès, "take 0").click()
    inès.page.keyboard.press("2")
    expect(piece(inès, "take 1")).to_have_attribute("aria-pressed", "true")
    inès.seal_by_key()
    assert inès.played == ["take 1"]


def test_enter_rests_when_rest_is_announced_in_epee(sit: Sit) -> None:
    inès = sit()
    inès.open_table("epee", "random", deck=quick_deck())
    assert inès.asked() and inès.step() == "choose"
    piece(inès, "go 1").click()
    inès.page.keyboard.press("r")
    announced(inès, "Se reposer")
    inès.seal_by_key()
    assert inès.played == ["rest"]


def play_until_a_stop_is_offered(guest: Guest) -> None:
    """Plays Bataille, at another table if a game ends before."""
    while True:
        open_bataille(guest, throws="table")
        while guest.asked():
            if {"throw", "stop"} <= set(legal(guest)):
                return
            press(guest)


def test_enter_stops_when_the_stop_is_announced_in_bataille(sit: Sit) -> None:
    inès = sit()
    play_until_a_stop_is_offered(inès)
    piece(inès, "throw").click()
    inès.page.keyboard.press("s")
    announced(inès, "S’arrêter")
    inès.seal_by_key()
    assert inès.played[-1] == "stop"


def table_of(sign: str) -> str:
    """The built script of a table, found by a word in it."""
    built = (one for one in (PAGE / "assets").glob("Table-*.js") if sign in one.read_text("utf-8"))
    return next(built).name


def open_generic(sit: Sit) -> Guest:
    """Abracada on the table of games that have none of their own."""
    inès = sit()
    generic = PAGE / "assets" / table_of(GENERIC)
    inès.page.route(f"**/{table_of('g-abracada')}", lambda route: route.fulfill(path=generic))
    inès.open_table("abracada", "random", deck=POTIONS, options={"first": 0})
    assert inès.asked()
    inès.page.locator(".table.any").wait_for()
    return inès


def test_enter_plays_the_move_announced_on_the_generic_table(sit: Sit) -> None:
    inès = open_generic(sit)
    first, second = legal(inès)[:2]
    piece(inès, first).click()
    inès.page.locator(".strip .btn.seal").wait_for()
    inès.page.keyboard.press("ArrowDown")
    expect(piece(inès, second)).to_be_focused()
    inès.seal_by_key()
    assert inès.played == [first]


def test_enter_keeps_its_meaning_beside_the_table_while_a_move_is_announced(sit: Sit) -> None:
    inès = open_abracada(sit)
    page = inès.page
    piece(inès, "cast 7").click()
    announced(inès, "Lancer le 7")
    page.get_by_role("tab", name="Discussion").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Dire quelque chose à la table…").fill("Bonsoir")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Discussion")).to_contain_text("Bonsoir")
    page.get_by_role("button", name="Règles").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Règles")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Réglages").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Fermer").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    announced(inès, "Lancer le 7")
    page.get_by_role("link", name="Sortilège").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cinq jeux de magie")
    assert inès.played == []


def test_enter_opens_the_discards_while_a_move_is_announced(sit: Sit) -> None:
    inès = sit()
    inès.open_table("abbracadabra", "random", options={"first": 0})
    assert inès.asked()
    inès.page.keyboard.press("1")
    inès.page.locator(".strip .btn.seal").wait_for()
    inès.page.locator("[data-spot=discards]").focus()
    inès.page.keyboard.press("Enter")
    expect(inès.page.get_by_role("dialog")).to_be_visible()
    assert inès.played == []
