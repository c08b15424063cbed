"""Sentences that once read wrongly, as people read them now."""

from typing import Any

import pytest

from sortilege.games import SLUGS, load
from sortilege.kernel.refusal import Refusal
from sortilege.words import Words


def said(lang: str, game: str, event: str, **facts: Any) -> str:
    return Words(game, lang, ["Ada", "Blaise"]).event({"event": event, **facts})


def refused(lang: str, game: str, code: str, **facts: Any) -> str:
    return Words(game, lang, ["Ada", "Blaise"]).refusal(Refusal(code, **facts))


def played(lang: str, game: str, move: str) -> str:
    return Words(game, lang, ["Ada", "Blaise"]).move(load(game).moves, move)


@pytest.mark.parametrize(
    ("lang", "event", "facts", "sentence"),
    [
        ("en", "healed", {"points": 0, "lives": 6}, "Ada is already at 6 lives."),
        ("fr", "healed", {"points": 0, "lives": 6}, "Ada a déjà 6 vies."),
        ("en", "healed", {"points": 2, "lives": 5}, "Ada gains 2 lives and now has 5 lives."),
        ("fr", "hurt", {"points": 1, "lives": 0}, "Ada perd 1 vie et n'a plus de vie."),
        ("en", "hurt", {"points": 1, "lives": 0}, "Ada loses 1 life and has none left."),
        ("fr", "hurt", {"points": 1, "lives": 1}, "Ada perd 1 vie et n'en a plus qu'une."),
        ("en", "scored", {"points": 0, "score": 0}, "Ada scores no points and stays at the foot of the tower."),
        ("fr", "scored", {"points": 3, "score": 4}, "Ada marque 3 points et se tient à l'étage 4."),
        ("fr", "failed", {"spell": 4}, "Ada n'a pas de Chanteur Nocturne (4)."),
        ("en", "failed", {"spell": 4}, "Ada holds no Night Singer (4)."),
        ("fr", "round_began", {"round": 2}, "Manche 2 : Ada commence."),
    ],
)
def test_abracada_says_what_happened(lang: str, event: str, facts: dict[str, Any], sentence: str) -> None:
    assert said(lang, "abracada", event, seat=0, **facts) == sentence


def test_after_an_eight_only_another_eight_may_follow() -> None:
    english = refused("en", "abracada", "move/too_low", spell=3, last=8, most=8)
    assert english == "Sweet Dreams (3) is too low: only another 8 may follow."
    assert refused("fr", "abracada", "move/too_low", spell=3, last=8, most=8).endswith("seul un autre 8 peut suivre.")
    english = refused("en", "abracada", "move/too_low", spell=3, last=5, most=8)
    assert english.endswith("only spells from 5 to 8 may follow.")


def test_a_spell_that_trades_says_what_is_paid_and_gained() -> None:
    assert played("en", "epee", "retransform") == "Retransformus: pay 1 stone, gain 2 magic"
    assert played("en", "epee", "transform") == "Transformus: pay 1 magic, gain 1 stone"
    assert played("fr", "epee", "retransform") == "Retransformus : payer 1 pierre, gagner 2 points de magie"


def test_free_seats_are_counted_from_one_or_named() -> None:
    assert refused("en", "", "seat/taken", free=[0, 1]) == "This seat is not free. Free: Ada, Blaise."
    words = Words("", "en")
    assert words.refusal(Refusal("seat/taken", free=[0, 2])) == "This seat is not free. Free: seat 0, seat 2."


@pytest.mark.parametrize("game", ["", *SLUGS])
def test_french_says_manche_and_not_ronde(game: str) -> None:
    assert "ronde" not in str(Words(game, "fr").tables).lower()


def test_the_row_of_abbracadabra_is_a_river_in_french() -> None:
    words = Words("abbracadabra", "fr")
    assert words["names"]["part"]["row"] == "Rivière"
    assert " rang" not in str(words.tables).lower().replace("rangée", "")
