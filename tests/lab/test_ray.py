"""The laboratory on a Ray cluster: the same numbers as here, seed for seed. `bench/cluster.py` plays 2,000 games."""

import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sortilege.kernel.refusal import Refusal
from sortilege.lab.executors import STORE_BYTES, answer
from tests.conftest import Run

pytestmark = pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed: pip install sortilege[cluster]")
DUEL = ("duel", "bataille", "greedy", "random", "--seats", "2", "--json")
STARTED = "Ray runtime started"


@dataclass
class Cluster:
    address: str
    environment: dict[str, str]

    def ask(self, *words: str) -> Any:
        command = [sys.executable, "-m", "sortilege", *words, "--ray", self.address]
        said = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True, timeout=120)
        assert said.stderr == ""
        return json.loads(said.stdout)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """One machine that is already running when it is asked, with a token of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    environment = {**os.environ, **token, "RAY_USAGE_STATS_ENABLED": "0", "SORTILEGE_PLAIN": "1"}
    command = [str(Path(sys.executable).with_name("ray")), "start", "--head", "--block", f"--port={port}"]
    command += ["--include-dashboard=false", "--num-cpus=2", f"--object-store-memory={STORE_BYTES}"]
    head = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert head.stdout is not None
    assert any(STARTED in line for line in head.stdout), "Ray does not start"
    yield Cluster(f"127.0.0.1:{port}", environment)
    head.terminate()
    head.communicate(timeout=60)


def test_a_duel_on_a_running_cluster_gives_the_same_numbers_as_here(cluster: Cluster, run: Run) -> None:
    """And it may end early, however many games are under way there."""
    words = (*DUEL, "--blocks", "50", "--sprt", "0.5", "0.9")
    here = json.loads(run(*words, "--workers", "1", SORTILEGE_PLAIN="1").stdout)
    assert cluster.ask(*words) == here
    assert here["sprt"] and 20 <= here["blocks"] < 50 and here["a_among_b"]["margin"] > 0


def test_ray_alone_starts_a_cluster_here(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mass runs count the same wherever they were played; all rungs of a ladder are played on one cluster."""
    monkeypatch.setattr("sortilege.lab.simulate.CHUNK", 50)
    words = ("simulate", "bataille", "--seats", "2", "--games", "175", "--json")
    asked = ((), ("--workers", "2"), ("--ray",))
    reports = [json.loads(run(*words, *more, RAY_ADDRESS="", SORTILEGE_PLAIN="1").stdout) for more in asked]
    for report in reports:
        del report["cpu_seconds"], report["decisions_per_cpu_second"]
    assert reports[0] == reports[1] == reports[2]
    rungs = ("ladder", "bataille", "--seats", "2", "--blocks", "2", "--search", "2", "--tuned", "2", "--json")
    here, there = (
        json.loads(run(*rungs, *more, SORTILEGE_PLAIN="1").stdout) for more in (("--workers", "1"), ("--ray",))
    )
    assert here["ratings"] == there["ratings"] and [r["share"] for r in here["rungs"]] == [
        r["share"] for r in there["rungs"]
    ]
    import ray

    ray.shutdown()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense:port"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_where_no_cluster_answers_a_sentence_says_so(run: Run, address: str, lang: str) -> None:
    words = ("simulate", "bataille", "--seats", "2", "--games", "5", "--ray", address, "--lang", lang)
    answer = run(*words, SORTILEGE_PLAIN="1")
    assert answer.returncode == 2 and "ray/unreachable" in answer.stderr and address in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_cluster_with_another_version_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        answer("0.0.0", abs, -1)
    assert refused.value.code == "ray/other_version"
