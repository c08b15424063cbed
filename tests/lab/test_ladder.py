"""Test the ladder: shares from blocks, ratings from finishing orders, and no block played twice."""

import json
from pathlib import Path

import pytest

from sortilege.lab.blocks import Played, Rung, play_block, share_of
from sortilege.lab.ladder import PAIRS, ratings, rungs
from sortilege.lab.ratings_plot import draw_ratings
from tests.conftest import Run


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_PLAIN", "1")


def finished(names: str, *orders: str) -> Played:
    """Return rotations of a table of one-letter players, each with the order in which they finished."""
    seats = [list(names[-at:] + names[:-at]) for at in range(len(orders))]
    places = [[1 + order.index(name) for name in seated] for seated, order in zip(seats, orders, strict=True)]
    return Played(0, seats, places)


@pytest.mark.parametrize("bot", ["random", "novice", "greedy", "expert", "search@4:policy=0"])
def test_a_bot_among_copies_of_itself_has_exactly_its_parity(bot: str) -> None:
    rung = Rung("bataille", 3, 5, bot, bot)
    assert share_of([play_block(rung, 0)]).mean == pytest.approx(1 / 3, abs=1e-5)


def test_a_shared_win_is_shared() -> None:
    assert Played(0, [["a", "b"], ["b", "a"]], [[1, 1], [2, 1]]).share == 0.75


def test_ratings_follow_the_finishing_orders() -> None:
    """Of three games A wins two, and B is second as often as it can: about the strengths they were drawn from."""
    blocks = [finished("abc", "abc", "abc", "bac"), finished("abc", "abc", "acb", "cab")] * 10
    rated = ratings([blocks])
    assert [rating.bot for rating in rated] == ["c", "b", "a"]
    assert all(rating.low <= rating.points <= rating.high for rating in rated)
    assert rated[0].points == 0


def test_equal_players_have_equal_ratings() -> None:
    rated = ratings([[finished("ab", "ab", "ba")] * 8])
    assert rated[0].points == pytest.approx(rated[1].points, abs=1e-6)


def test_ten_times_the_wins_are_four_hundred_points() -> None:
    blocks = [finished("ab", "ab", "ab")] * 10 + [finished("ab", "ba", "ba")]
    assert ratings([blocks])[1].points == pytest.approx(400, abs=1)


def test_every_level_meets_the_one_below() -> None:
    named = [(rung.one, rung.others) for rung in rungs("abracada", 4, 1, {"search": "50", "tuned": "90ms"})]
    assert len(named) == len(PAIRS) and ("tuned@90ms", "search@50") in named and ("expert", "greedy") in named


def test_the_picture_names_every_player() -> None:
    picture = draw_ratings("A & B", ratings([[finished("ab", "ab", "ba")]]))
    assert "A &amp; B" in picture and ">a</text>" in picture and picture.startswith("<svg")


def test_a_ladder_goes_on_where_it_was_interrupted(run: Run, tmp_path: Path) -> None:
    asked = ("ladder", "bataille", "--seats", "2", "--search", "4", "--tuned", "4", "--workers", "1", "--json")
    whole = json.loads(run(*asked, "--blocks", "3").stdout)
    kept = tmp_path / "blocks.jsonl"
    run(*asked, "--blocks", "2", "--keep", str(kept))
    kept.write_text(kept.read_text() + '{"game": "bat\n')
    page = tmp_path / "bots.md"
    page.write_text("before\n<!-- ladder bataille -->\nold\n<!-- /ladder bataille -->\nafter\n")
    again = run(*asked, "--blocks", "3", "--keep", str(kept), "--docs", str(tmp_path))
    assert json.loads(again.stdout) == whole
    assert len(kept.read_text().splitlines()) == 3 * len(PAIRS) + 1
    assert "parameters" in whole["rungs"][0]["players"]["novice"]
    assert "| `expert` | `greedy` |" in (tmp_path / "ladder" / "bataille.md").read_text()
    assert "| `expert` | `greedy` |" in page.read_text() and "old" not in page.read_text()
    assert page.read_text().startswith("before\n") and page.read_text().endswith("-->\nafter\n")
