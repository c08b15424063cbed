"""`sortilege dataset` writes games that replay, and what each seat knew of them."""

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import sortilege
from sortilege.games import SLUGS, load
from sortilege.research.engine import Setting
from sortilege.research.plan import decode
from tests.conftest import Run


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_verifies_and_every_decision_is_what_its_seat_knew(run: Run, tmp_path: Path, slug: str) -> None:
    book, out = load(slug), tmp_path / "games"
    seats = book.seats[0]
    words = f"dataset {slug} --seats {seats} --players random,greedy --games 2 --out {out} --json".split()
    answer = run(*words)
    assert answer.returncode == 0, answer.stderr
    games, decisions = (pq.read_table(out / f"{name}.parquet").to_pylist() for name in ("games", "decisions"))
    assert json.loads(answer.stdout) == {"folder": str(out), "games": 2, "decisions": len(decisions)}
    setting = Setting(slug, seats, compiled=False)
    for row in games:
        end = sortilege.verify(json.loads(row["record"]))
        assert end.result and end.result.places == row["places"]
        assert row["players"] == [("random", "greedy")[(seat + row["game"]) % 2] for seat in range(seats)]
        own = {decision["number"]: decision for decision in decisions if decision["game"] == row["game"]}
        game = sortilege.new(slug, seats, json.loads(row["record"])["seed"])
        for number, line in enumerate(end.moves, 1):
            seat, _, text = line.partition(" ")
            if number in own:
                found = own[number]
                assert (found["seat"], found["move"]) == (int(seat), text) and found["action"] in found["legal"]
                assert [setting.actions.write(action) for action in found["legal"]] == game.legal(int(seat))
                known = decode(book, setting.plan, np.array(found["observation"]), int(seat))
                assert known.round == game.state.round and known.waiting == game.state.waiting
            game.play(int(seat), text)
        assert all((decision["reward"] > 0) == (row["places"][decision["seat"]] == 1) for decision in own.values()) or (
            row["places"].count(1) > 1
        )


def test_the_card_names_the_command_and_the_columns(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games"
    answer = run(*f"dataset abracada --seats 2 --games 1 --out {out} --lang fr".split())
    card = (out / "README.md").read_text("utf-8")
    assert "README.md, decisions.parquet, games.parquet" in answer.stdout.replace("\n", " ")
    assert "sortilege dataset abracada --seats 2 --players expert --games 1 --seed 1" in card
    assert "| lives | 21-22 |" in card


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--seats 9", "seats/bad_count"),
        ("--seats 2 --players nobody", "bot/unknown"),
        ("--seats 2 --games 0", "count/bad"),
        ("--seats 2 --option slips=7", "option/bad_value"),
    ],
)
def test_a_bad_wish_writes_nothing(run: Run, tmp_path: Path, words: str, code: str) -> None:
    out = tmp_path / "games"
    answer = run("dataset", "abracada", "--out", str(out), *words.split())
    assert answer.returncode == 2 and code in answer.stderr and not out.exists()


def test_a_folder_that_exists_is_left_alone(run: Run, tmp_path: Path) -> None:
    answer = run("dataset", "abracada", "--seats", "2", "--out", str(tmp_path))
    assert answer.returncode == 2 and "file/unwritable" in answer.stderr and not list(tmp_path.iterdir())
