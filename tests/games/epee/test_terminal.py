"""Test how the terminal draws the table of Épée."""

import io

import pytest
from rich.console import Console

from sortilege import Game
from sortilege.cli.draw import draw_table
from sortilege.games.epee.state import CARDS
from sortilege.words import LANGUAGES, Words
from tests.games.epee.tables import hold, lay, next_round, own, state, table

LAID = ("sword-5-left", "egg-4-left", "egg-4-right", "sword-3", "wand-5-right", "crown-4-left")


def drawn(game: Game, seat: int | None, words: Words) -> list[str]:
    console = Console(width=76, file=io.StringIO())  # 80 less the frame of `sortilege play`
    with console.capture() as captured:
        console.print(draw_table(game.view(seat), words))
    return captured.get().splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_adventures_lie_side_by_side_and_no_name_is_broken(lang: str) -> None:
    game, words = table("dragon", "spider-queen"), Words("epee", lang, ("Alix", "Mélusine", "Merlin"))
    own(game, 1, "retransformus", "transformus")
    lay(game, 1, *LAID)
    lines = drawn(game, 0, words)
    assert words.name("adventure", "dragon") in lines[0] and words.name("adventure", "spider-queen") in lines[0]
    for artefact in ("sword-5-left", "egg-4", "sword-3", "wand-5-right", "crown-4-left"):
        assert any(words.name("artefact", artefact) in line for line in lines), artefact


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_ones_artefacts_would_add_is_drawn(lang: str) -> None:
    """The sword's two halves and a single card fit the dragon; half an armour does not help."""
    game, words = table("dragon", "spider-queen"), Words("epee", lang)
    lay(game, 0, "sword-4-left", "sword-4-right", "sword-3", "sword-5-left")
    assert f"{words['table']['bonus']} +3 ●  +2 ✦" in "\n".join(drawn(game, 0, words))
    for other in (1, None):
        assert words["table"]["bonus"] not in "\n".join(drawn(game, other, words))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hands_are_drawn_for_their_owner_and_at_the_end_for_all(lang: str) -> None:
    game, words = table("energy-c", "holy-c"), Words("epee", lang)
    hold(game, 0, "egg-1")
    hold(game, 1, "wand-3")
    s = state(game)
    s.adventures, s.adventures_n, s.discarded = [0] * 25, 0, (1 << 25) - 1 & ~(1 << s.display[0] | 1 << s.display[1])
    assert named(drawn(game, 0, words), words) == {"egg-1"} and not named(drawn(game, None, words), words)
    next_round(game)
    assert game.over and named(drawn(game, None, words), words) == {"egg-1", "wand-3"}


def named(lines: list[str], words: Words) -> set[str]:
    return {card for card in CARDS if any(words.name("artefact", card) in line for line in lines)}
