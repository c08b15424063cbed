"""Prompts hold what the seat may know, answers are read strictly or leniently, and any function can be scored."""

import re
from random import Random

import pytest

import sortilege
from sortilege.games import SLUGS, load
from sortilege.research import text

LEGAL = ["stop", "cast 1", "cast 2", "cast 12", "meet a b +c", "meet a b"]


@pytest.mark.parametrize(
    ("answer", "strictly", "leniently"),
    [
        ("cast 2", "cast 2", "cast 2"),
        ("I think of it.\n\n  CAST   2 \n", "cast 2", "cast 2"),
        ("My move: cast 2.", None, "cast 2"),
        ("Not cast 1 but **cast 12**!", None, "cast 12"),
        ("`meet a b +c` it is", None, "meet a b +c"),
        ("forecast 2", None, None),
        ("cast 3", None, None),
        ("", None, None),
    ],
)
def test_an_answer_is_read(answer: str, strictly: str | None, leniently: str | None) -> None:
    assert text.read(answer, LEGAL) == strictly and text.read(answer, LEGAL, lenient=True) == leniently


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_prompt_holds_rules_view_and_moves(slug: str, lang: str) -> None:
    game = sortilege.new(slug, load(slug).seats[0], seed=2)
    seat = game.pending[0]
    asked = text.prompt(game, seat, lang, told=text.sentences(game, seat, lang))
    assert all(f"- {move}: " in asked for move in game.legal(seat))
    assert text.RULES_HEAD[lang] in asked and text.QUESTION[lang] in asked and f'"audience": {seat}' in asked
    assert text.RULES_HEAD[lang] not in text.prompt(game, seat, lang, rules=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_twin_worlds_give_the_same_prompt(slug: str) -> None:
    game = sortilege.new(slug, load(slug).seats[-1], seed=4)
    random = Random(1)
    for _ in range(15):
        seat = game.pending[0]
        assert text.prompt(game, seat, rules=False) == text.prompt(game.imagine(seat, 7), seat, rules=False)
        game.play(seat, random.choice(game.legal(seat)))


def first_move(asked: str) -> str:
    found = re.search(r"^- (.*?): ", asked.partition(text.MOVES_HEAD["en"])[2], re.MULTILINE)
    assert found
    return found[1]


def test_a_player_is_scored_in_every_seat() -> None:
    prompts: list[str] = []

    def ask(asked: str) -> str:
        prompts.append(asked)
        return first_move(asked)

    score = text.play(ask, "abracada", 2, games=6, opponents="random", seed=3)
    assert score.games == 6 and 0 <= score.share <= 1 and score.prompts == len(prompts) > 6
    assert score.unread == score.forfeits == 0 and score.decisions >= score.prompts
    assert score == text.play(first_move, "abracada", 2, games=6, opponents="random", seed=3)


def test_answers_that_name_no_move_are_asked_again_and_then_lose() -> None:
    answers = Random(2)
    stubborn = text.play(lambda asked: "I pass my turn", "magicoa", 3, games=3, attempts=2)
    assert stubborn.forfeits == 3 and stubborn.share == 0 and stubborn.unread == stubborn.prompts == 6
    hesitant = text.play(
        lambda asked: first_move(asked) if "not a legal" in asked or answers.random() < 0.5 else "?", "magicoa", 3, 3
    )
    assert hesitant.forfeits == 0 and 0 < hesitant.unread < hesitant.prompts
