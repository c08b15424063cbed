"""Test mass runs: counted right, and the same games compiled or not, whatever the chunks."""

from dataclasses import asdict
from typing import Any

import pytest

from sortilege.kernel.compile.backend import numba_here
from sortilege.kernel.refusal import Refusal
from sortilege.lab import simulate as lab
from sortilege.lab.simulate import simulate
from tests.conftest import Scale

TIMES = {"cpu_seconds", "decisions_per_cpu_second", "jitted"}


def counted(games: int = 60, **given: Any) -> dict[str, Any]:
    report = asdict(simulate("abracada", 3, games, **given))
    return {name: value for name, value in report.items() if name not in TIMES}


@pytest.mark.compiled
@pytest.mark.skipif(not numba_here(), reason="numba is not here")
def test_compiled_and_plain_runs_count_the_same(scale: Scale) -> None:
    games = scale(60, 2_000)
    assert counted(games, compiled=True) == counted(games, compiled=False)


def test_the_seed_decides() -> None:
    assert counted(seed=5, compiled=False) == counted(seed=5, compiled=False) != counted(seed=6, compiled=False)


def test_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = counted(compiled=False)
    monkeypatch.setattr(lab, "CHUNK", 7)
    assert counted(compiled=False) == whole


def test_shares_add_up_to_one() -> None:
    report = simulate("abracada", 2, 300, compiled=False)
    assert sum(report.win_share) == pytest.approx(1, abs=1e-3)
    assert report.endings == {"top_of_tower": 300}
    assert report.mean_decisions == pytest.approx(report.decisions / 300, abs=0.01)


@pytest.mark.parametrize("games", [0, -5])
def test_no_games_are_refused(games: int) -> None:
    with pytest.raises(Refusal) as refused:
        simulate("abracada", 2, games)
    assert refused.value.code == "count/bad"
