"""Share the command in this process, real servers, `--soak` for long runs and `--without-numba` among the tests."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from sortilege.cli import main
from tests.support.engines import Engine, Missing, Postgres, Redis


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without-numba", action="store_true", help="as if numba were not installed")
    parser.addoption("--soak", action="store_true", help="only what takes long: tests marked soak, and full counts")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "compiled: runs compiled code")
    config.addinivalue_line("markers", "soak: takes long; `make soak` runs it, `make test` does not")
    config.addinivalue_line("markers", "plain: of the plain rules alone; `make test` runs it where numba is absent")
    examples = 2000 if config.getoption("--soak") else 100
    slow = [HealthCheck.too_slow]  # what is slow on a busy machine is no fault
    settings.register_profile("sortilege", deadline=None, max_examples=examples, suppress_health_check=slow)
    settings.load_profile("sortilege")
    if config.getoption("--without-numba"):
        sys.modules["numba"] = None  # type: ignore[assignment]
        os.environ["SORTILEGE_PLAIN"] = "1"  # for the processes that tests start


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select what `make test` or `make soak` runs: between them, every case with its full count."""
    for item in items:
        if "games" in item.path.parts:
            item.add_marker(pytest.mark.plain)
    soak = bool(config.getoption("--soak"))
    sorted_out: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        scaled = soak and "scale" in getattr(item, "fixturenames", ())
        sorted_out[soak == (scaled or item.get_closest_marker("soak") is not None)].append(item)
    config.hook.pytest_deselected(items=sorted_out[False])
    items[:] = sorted_out[True]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """On the machine that judges, a skipped test is a failed one: the project installs all that its tests need."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("CI") and skipped and not session.config.getoption("--without-numba"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


Scale = Callable[[int, int], int]


@pytest.fixture(scope="session")
def scale(request: pytest.FixtureRequest) -> Scale:
    """Choose between the count of `make test` and the full count of `make soak`."""
    soak = bool(request.config.getoption("--soak"))
    return lambda playout_move, full: full if soak else playout_move


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    yield from started(Postgres, tmp_path_factory.mktemp("postgres"))


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    yield from started(Redis, tmp_path_factory.mktemp("redis"))


E = TypeVar("E", bound=Engine)


def started(kind: Callable[[Path], E], folder: Path) -> Iterator[E]:
    try:
        engine = kind(folder)
    except Missing as missing:
        pytest.skip(str(missing))
    engine.start()
    yield engine
    engine.kill()


@dataclass
class Answer:
    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Answer]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command in this process: its words, what is typed, the environment."""

    def call(*words: str, answers: str = "", **environment: str) -> Answer:
        for name, value in {"LC_ALL": "C.UTF-8", **environment}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["sortilege", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Answer(int(ended.value.code or 0), said.out, said.err)

    return call
