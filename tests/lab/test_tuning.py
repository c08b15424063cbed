"""Test tuning: trials are fair, what is written is read again, and nothing worse than before is kept."""

import tomllib
from pathlib import Path

import pytest

from sortilege.games import load
from sortilege.lab.blocks import Played, Rung, Share
from sortilege.lab.parameter_trials import Side, Trial
from sortilege.lab.tune_expert import FRESH, NOT_TUNED, PROPOSALS, Given, tune_expert
from sortilege.lab.tune_search import CHOICES, Tuned, drawn_changes, tune_search, tuned_file
from tests.conftest import Run


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_PLAIN", "1")


def test_an_expert_among_copies_of_itself_has_exactly_its_parity() -> None:
    share, error = Trial("abracada", 2).share(Side("expert", {}), Side("expert", {}), 1, range(2))
    assert share == 0.5 and error == 0


def test_an_expert_among_random_players_wins() -> None:
    share, error = Trial("abracada", 3).share(Side("expert", {}), Side("random", {}), 1, range(4))
    assert share - 2 * error > 1 / 3


@pytest.mark.parametrize(("fresh", "kept"), [(0.6, True), (0.5, False)])
def test_parameters_move_to_what_wins_and_are_kept_if_they_hold(fresh: float, kept: bool) -> None:
    asked: list[tuple[Given, range]] = []

    def attempt(given: Given, numbers: range) -> Share:
        """Return a share without playing: the more caution, the more wins; on fresh seeds as said."""
        asked.append((given, numbers))
        return Share(fresh if numbers.start >= FRESH else 0.5 + given.get("caution", 0) / 1000, 0.02)

    found, playoff = tune_expert("abracada", 2, 1, 20, 5, attempt, lambda: None)
    assert len(asked) == 20 * PROPOSALS + 1 and playoff == Share(fresh, 0.02)
    assert asked[-1][0]["caution"] > 10 and found == (asked[-1][0] if kept else {})
    assert {numbers for _, numbers in asked[:PROPOSALS]} == {range(5)}, "all of a generation play the same blocks"


def test_how_long_an_expert_thinks_is_not_tuned() -> None:
    asked: list[str] = []

    def attempt(given: Given, numbers: range) -> Share:
        asked.extend(given)
        return Share(0.3, 0.1)

    tune_expert("magicoa", 3, 1, 1, 1, attempt, lambda: None)
    assert asked and not NOT_TUNED & set(asked) and set(load("magicoa").expert_parameters) >= NOT_TUNED


def won(games: int) -> Played:
    """Return a block of four games of which the bot whose seat is rotated won so many, its neighbour the others."""
    winners = [at if at < games else (at + 1) % 4 for at in range(4)]
    return Played(0, [], [[1 if seat == winner else 2 for seat in range(4)] for winner in winners])


@pytest.mark.parametrize(("fresh", "kept"), [(3, True), (1, False)])
def test_search_parameters_are_kept_if_they_win_on_fresh_seeds_too(fresh: int, kept: bool) -> None:
    def play(rung: Rung, numbers: range) -> list[Played]:
        """Return blocks without playing: a changed bot wins two games of a block; on fresh seeds as said."""
        assert rung.others == ("search@5" if numbers.start >= FRESH else "expert")
        games = (fresh if numbers.start >= FRESH else 2) if ":" in rung.one else 1
        return [won(games) for _ in numbers]

    heard: list[str] = []
    plain = Rung("abracada", 4, 1, "search@5", "search@5")
    found, playoff = tune_search(
        plain, {}, drawn_changes("abracada", 1, 5), 1, play, lambda name, share: heard.append(name)
    )
    assert len(heard) == 6 + 3 + 2 and playoff.mean == fresh / 4
    assert (found != {}) == kept and set(found) <= set(CHOICES)


def test_a_tuned_file_is_read_again() -> None:
    text = tuned_file("sortilege tune abracada", Tuned({"beta": 55, "trust": 30}, None, Share(0.3, 0.02)))
    found = tomllib.loads(text)
    assert found["parameters"] == {"beta": 55, "trust": 30} and found["playoff"] == [0.3, 0.02] and not found["expert"]


def test_the_command_writes_what_it_found(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tuned.toml"
    asked = ("tune", "bataille", "--seats", "2", "--generations", "1", "--blocks", "1", "--change", "trust=50")
    places = (
        "--search-blocks",
        "1",
        "--budget",
        "4",
        "--workers",
        "1",
        "--out",
        str(file),
        "--keep",
        str(tmp_path / "blocks.jsonl"),
    )
    assert run(*asked, *places).returncode == 0
    first, blocks = file.read_text(), (tmp_path / "blocks.jsonl").read_text()
    assert run(*asked, *places).returncode == 0 and file.read_text() == first
    assert (tmp_path / "blocks.jsonl").read_text() == blocks, "no block is played twice"
    found = tomllib.loads(file.read_text())
    assert found["command"].startswith("sortilege tune bataille --seats 2") and "--change trust=50 " in found["command"]
    assert set(found["parameters"]) <= {"trust", *load("bataille").expert_parameters}
    assert run("tune", "bataille", "--seats", "2", "--change", "trst=50").returncode == 2
