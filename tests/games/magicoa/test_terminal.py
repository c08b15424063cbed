"""Test how the terminal draws the table of Magicoa in a frame 80 columns wide."""

import io

import pytest
from rich.console import Console

from sortilege import Game
from sortilege.cli.draw import draw_table
from sortilege.words import LANGUAGES, Words
from tests.games.magicoa.tables import ANY_ROW, bid_apart, choose, finish, leave, state, table

INSIDE = 80 - 4
NAMES = ("Alix", "Mélusine", "Merlin", "Viviane", "Morgane", "Maugis")


def drawn(game: Game, seat: int | None, lang: str = "en") -> str:
    console = Console(width=INSIDE, file=io.StringIO())
    with console.capture() as captured:
        console.print(draw_table(game.view(seat), Words("magicoa", lang, NAMES[: game.seats])))
    return captured.get()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_six_places_with_the_longest_names_stand_side_by_side(lang: str) -> None:
    row = ("triple_green 2", "triple_green 2", "indiscretion 1", "indiscretion 1", "triple_blue 2")
    words = Words("magicoa", lang)
    lines = drawn(table(*row), 0, lang).splitlines()
    assert words["face_down"] in lines[0]
    assert lines[1].split() == ["?", *" ".join(words.name("symbol", name.split()[0]) for name in row).split()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_powers_in_the_row_do_is_said(lang: str) -> None:
    effects = Words("magicoa", lang)["names"]["effect"]
    text = drawn(table("equality 1", "red 2"), None, lang)
    assert effects["equality"] in text and effects["indiscretion"] not in text


def test_the_face_down_potion_is_drawn_for_those_who_know_it() -> None:
    game = table("red 3", "green 1", down="blue 1")
    state(game).knows_down[0] = 1 << 1
    assert "blue" in drawn(game, 1) and "blue" not in drawn(game, 0) + drawn(game, None)


def test_own_chosen_cards_lie_beside_the_hand_and_those_of_others_face_down() -> None:
    game = choose(table(*ANY_ROW[:2]), "5 9", "12 2")
    assert "1 2 3 4 · 6 7 8 · 10 11 12   5/9" in drawn(game, 0)
    assert "5/9" not in drawn(game, 1) and drawn(game, 2).count("▒/▒") == 2


def test_the_potion_to_be_decided_about_is_marked() -> None:
    assert "▶ 2" in drawn(bid_apart(table("equality 1", "exchange 2")), 1).splitlines()[0]


def test_a_face_down_potion_that_nobody_won_is_gone_from_the_row() -> None:
    game = leave(table("red 3", "equality 1", down="blue 1"), 1)
    assert state(game).row[2] and "face down" not in drawn(game, 0) and "Discarded" not in drawn(game, 0)


def test_at_the_end_the_box_is_shown() -> None:
    game = table(*ANY_ROW[:2])
    assert "In the box" not in drawn(game, 0)
    finish(game)
    assert "In the box" in drawn(game, 0)
