"""Test how the terminal draws the table of Abbracadabra."""

import io

import pytest
from rich.console import Console

from sortilege import Game
from sortilege.cli.draw import draw_table, remark
from sortilege.games.abbracadabra.state import CARD_NAMES
from sortilege.words import LANGUAGES, Words
from tests.games.abbracadabra.tables import play_out_deck, show, table

HAND = "earth-silver-wizard earth-silver-mage earth-bronze-mage earth-silver-witch fire-silver-witch"
TOWERS = "water-bronze-mage water-silver-witch water-gold-wizard"


def drawn(game: Game, seat: int | None, words: Words) -> list[str]:
    console = Console(width=80, file=io.StringIO())
    with console.capture() as captured:
        console.print(draw_table(game.view(seat), words))
    return captured.get().splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_is_broken_between_two_lines(lang: str) -> None:
    game, words = table(HAND, "", towers=TOWERS, letter="C"), Words("abbracadabra", lang)
    lines = drawn(game, 0, words)
    for card in (*HAND.split(), *TOWERS.split()):
        assert any(words.name("card", card) in line for line in lines), card


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_what_the_view_names_is_drawn(lang: str) -> None:
    game, words = table(HAND, "idem", row="- - fire-gold-mage water-gold-witch"), Words("abbracadabra", lang)
    show(game, 0, "fire-silver-witch")
    text = "\n".join(drawn(game, None, words))
    named = {card for card in CARD_NAMES if words.name("card", card) in text}
    assert named == {"fire-silver-witch", "water-gold-witch"}
    assert f"2 ▒▲▒ {words.name('element', 'fire')}" in text and "▒▲▒" in text and "▒○▒" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_discards_lie_face_up(lang: str) -> None:
    game, words = table(HAND, ""), Words("abbracadabra", lang)
    play_out_deck(game, left=4)
    lines = drawn(game, None, words)
    discards = game.view()["discards"]
    assert len(discards) > 20
    for card in discards:
        assert any(words.name("card", card) in line for line in lines), card


@pytest.mark.parametrize(("lang", "steals"), [("fr", "sans rien rendre"), ("en", "give nothing")])
def test_a_meeting_is_offered_with_its_type_and_a_trick_with_what_it_does(lang: str, steals: str) -> None:
    words = Words("abbracadabra", lang)
    view = table(f"{HAND} vademecum", "idem").view(0)
    meeting = "meet earth-silver-wizard earth-silver-mage earth-silver-witch"
    assert remark(view, words, meeting) == "A Alea"
    assert steals in remark(view, words, "trick vademecum 1") and remark(view, words, "pass") == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_trick_that_is_played_has_a_remark(lang: str) -> None:
    words, view = Words("abbracadabra", lang), table(HAND, "").view(0)
    tricks = [family for family in words["moves"] if family.startswith("trick")]
    assert len(tricks) == 5 and all(remark(view, words, trick) in words["names"]["effect"].values() for trick in tricks)
