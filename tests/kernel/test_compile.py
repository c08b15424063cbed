"""Test compiling: a cache key covers all sources; where compiling fails, the plain code plays on."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sortilege.bots import compiled_search as search
from sortilege.games import load
from sortilege.games.abracada.state import State
from sortilege.kernel.compile import bind as binding
from sortilege.kernel.compile import cache
from sortilege.kernel.compile.backend import numba_here, record_type
from sortilege.kernel.compile.loops import play_random
from sortilege.kernel.compile.reach import Reach
from sortilege.lab.parameter_trials import Side, Trial
from sortilege.lab.simulate import simulate

needs_numba = pytest.mark.skipif(not numba_here(), reason="numba is not here")


def lives(s: State, seat: int) -> int:
    return s.lives[seat]


def test_the_cache_key_covers_every_file_of_the_compiler() -> None:
    names = {source.stem for source in cache.SOURCES}
    assert names >= {"reach", "clone", "backend", "cache", "bind", "loops"}


@needs_numba
def test_the_cache_key_changes_with_a_file_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source.py"
    monkeypatch.setattr(cache, "SOURCES", (source,))
    keys = set()
    for text in ("before", "after", "before"):
        source.write_text(text)
        keys.add(cache.cache_key(Reach((lives,), {}), record_type(State)))
    assert len(keys) == 2


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    """Make the compiler raise the last of these errors."""
    errors: list[BaseException] = [RuntimeError("LLVM is broken")]

    def fail(*given: Any) -> Any:
        raise errors[-1]

    monkeypatch.delenv("SORTILEGE_PLAIN", raising=False)
    monkeypatch.setattr(binding, "numba_here", lambda: True)
    monkeypatch.setattr(search, "numba_here", lambda: True)
    monkeypatch.setattr(search, "_ready", {})
    monkeypatch.setattr(binding, "compile_all", fail)
    monkeypatch.setattr(binding, "_warned", False)
    binding.clear_bound()
    yield errors
    binding.clear_bound()


def test_plain_code_plays_on_where_compiling_fails(failures: list[BaseException]) -> None:
    report = simulate("abracada", 3, 5)
    assert not report.jitted
    assert report.decisions == simulate("abracada", 3, 5, compiled=False).decisions


def test_bots_search_in_plain_code_where_compiling_fails(failures: list[BaseException]) -> None:
    loops, compiled = search.search_of(load("abracada"), waits=True)
    assert not compiled
    assert loops.play_out


def test_trials_run_in_plain_code_where_compiling_fails(failures: list[BaseException]) -> None:
    trial = Trial("abracada", 2)
    assert not trial.compiled
    assert 0 <= trial.share(Side("greedy", {}), Side("random", {}), 1, range(2))[0] <= 1


def test_a_failing_compiler_is_reported_once(failures: list[BaseException], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "sortilege"):
        for slug in ("abracada", "magicoa"):
            binding.bind_game(load(slug), play_random)
    warnings = [r.getMessage() for r in caplog.records if "LLVM is broken" in r.getMessage()]
    assert len(warnings) == 1


def test_a_failing_compiler_raises_where_compiled_code_is_demanded(failures: list[BaseException]) -> None:
    with pytest.raises(RuntimeError, match="LLVM is broken"):
        binding.bind_game(load("abracada"), play_random, compiled=True)
    with pytest.raises(RuntimeError, match="LLVM is broken"):
        simulate("abracada", 3, 5, compiled=True)


def test_ctrl_c_ends_compiling(failures: list[BaseException]) -> None:
    failures.append(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        binding.bind_game(load("abracada"), play_random)
