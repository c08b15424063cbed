"""Tuning: trials are fair, what is written is read again, and nothing worse than before is kept."""

import tomllib
from pathlib import Path

import pytest

from sortilege.games import load
from sortilege.lab.duel import Share
from sortilege.lab.trial import Side, Trial
from sortilege.lab.tune import Tuned, tune_taste, tuned_file
from tests.conftest import Run


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_PLAIN", "1")


def test_a_taste_among_copies_of_itself_has_exactly_its_parity() -> None:
    share, error = Trial("abracada", 2).share(Side("expert", {}), Side("expert", {}), 1, range(2))
    assert share == 0.5 and error == 0


def test_an_expert_among_random_players_wins() -> None:
    share, error = Trial("abracada", 3).share(Side("expert", {}), Side("random", {}), 1, range(4))
    assert share - 2 * error > 1 / 3


def test_what_does_not_hold_on_fresh_seeds_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([(0.9, 0.01), (0.5, 0.01)])  # wins its trial, then comes to nothing
    monkeypatch.setattr(Trial, "share", lambda *asked: next(shares))
    assert tune_taste("abracada", 2, 1, 1, 1, lambda number, share: None) == {}


def test_a_tuned_file_is_read_again() -> None:
    text = tuned_file("sortilege tune abracada", Tuned({"beta": 55, "trust": 30}, 3, Share(0.3, 0.02)))
    found = tomllib.loads(text)
    assert found["parameters"] == {"beta": 55, "trust": 30} and found["playoff"] == [0.3, 0.02]


def test_the_command_writes_what_it_found(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tuned.toml"
    asked = ("tune", "bataille", "--seats", "2", "--trials", "0", "--candidates", "1", "--search-blocks", "1")
    assert run(*asked, "--budget", "4", "--workers", "1", "--out", str(file)).returncode == 0
    found = tomllib.loads(file.read_text())
    assert "sortilege tune bataille --seats 2" in found["command"]
    assert set(found["parameters"]) <= {"policy", "wander", "horizon", "trust", *load("bataille").taste}
