"""Run targets of the Makefile: the port that `make play` takes, and what a set-up that fails says."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # seconds
BUILT = ("ready", "whole", "modules", "page")  # what is taken as set up


@contextmanager
def play(folder: Path, *more: str) -> Iterator[str]:
    """Run `make play` with the environment and the page of this run; yield what the server says first."""
    for name in BUILT:
        (folder / name).touch()
    given = dict(zip(("READY", "WHOLE", "MODULES", "PAGE"), (folder / name for name in BUILT), strict=True))
    command = ["make", "-s", "-o", given["READY"], "-o", given["PAGE"], "play", "PROBE=pass", f"BIN={sys.prefix}/bin"]
    command += [f"{name}={path}" for name, path in given.items()]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "BROWSER": "true", "COLUMNS": "500", "LC_ALL": "C.UTF-8"}
    making = subprocess.Popen(
        [*map(str, command), *more], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, process_group=0
    )
    try:
        assert making.stdout is not None
        yield making.stdout.readline()
    finally:
        os.killpg(making.pid, 15)
        making.communicate(timeout=PATIENCE)


def address_said(said: str) -> str:
    return said.partition("http://127.0.0.1:")[2].split()[0]


def test_play_takes_another_port_when_8000_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.1", 8000))
            other.listen()
        except OSError:
            pass  # something else has it, which is the same
        with play(tmp_path) as said:
            assert address_said(said) not in ("", "8000")


def test_play_takes_the_port_that_is_asked_for(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with play(tmp_path, f"PORT={port}") as said:
        assert address_said(said) == port


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Copy what the set-up reads, with an environment that is there."""
    (tmp_path / "page").mkdir()
    names = (
        "Makefile",
        "pyproject.toml",
        "constraints.txt",
        "page/npm.sh",
        "page/package.json",
        "page/package-lock.json",
    )
    for name in names:
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", *words], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


def test_a_python_without_venv_is_named(clone: Path) -> None:
    made = make(clone, ".venv/.ready", "PYTHON=false")
    assert made.returncode and "a Python environment" in made.stdout
    assert "Setting up failed: false made no environment" in made.stderr


def environment(clone: Path) -> None:
    """Put a Python there that passes for a whole environment."""
    python = clone / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\n[ "$1" = -c ] || exec {sys.executable} "$@"\n')
    python.chmod(0o755)


def test_what_pip_says_is_shown(clone: Path) -> None:
    environment(clone)
    (clone / "constraints.txt").write_text("numba=?\n")
    made = make(clone, ".venv/.ready", "PROBE=pass")
    assert made.returncode and "numba=?" in made.stderr.partition("Setting up failed: pip")[0]
    assert "pip could not install the game room" in made.stderr


def test_what_npm_says_is_shown(clone: Path) -> None:
    (clone / "page/package-lock.json").write_text("{}")  # not of the same parts as package.json
    environment(clone)
    made = make(clone, "page/node_modules/.ready", "PROBE=pass", "-o", ".venv/.ready")
    assert made.returncode and "EUSAGE" in made.stderr.partition("Setting up failed: npm")[0]
    assert "npm could not install the parts of the page" in made.stderr


@pytest.mark.parametrize(
    ("variable", "extras"),
    [("PARTS", ("fast", "arena")), ("TOOLS", ("fast", "arena", "scale", "cluster", "research", "openspiel", "dev"))],
)
def test_an_environment_is_whole_when_what_make_installs_is_there(variable: str, extras: tuple[str, ...]) -> None:
    """What the probe looks for and the step does not install would have the environment made anew each time."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    looked_for = re.search(rf"^{variable} := (.+)$", makefile, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    given = [*project["dependencies"], *(part for extra in extras for part in project["optional-dependencies"][extra])]
    installed = {re.split("[<>=;]", part)[0].lower().replace("_", "-") for part in given} | {"pip"}
    made_by = packages_distributions()
    assert looked_for
    for module in looked_for[1].split():
        assert {name.lower() for name in made_by[module]} & installed, module
