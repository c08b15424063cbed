"""Let system calls fail, and kill: what was answered as stored is there afterwards, what was refused is not."""

import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from sortilege.store.files import named
from sortilege.store.sqlite import SqliteStore
from tests.conftest import Scale
from tests.support.engines import find
from tests.support.history import History

PATIENCE = 60.0  # seconds
ENTRIES = 12
CALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate")
FAULTS = [
    ("pwrite64", "EIO"),
    ("pwrite64", "ENOSPC"),
    ("fdatasync", "EIO"),
    ("fdatasync", "ENOSPC"),
    ("fsync", "EIO"),
    ("ftruncate", "EIO"),
]
ONCE = [  # calls of the writer, after as many as opening the file makes; the last for a while
    "pwrite64:error=EIO:when=18",
    "pwrite64:error=ENOSPC:when=31",
    "fdatasync:error=EIO:when=6",
    "pwrite64:error=ENOSPC:when=31..36",
]
FOR_EVER = ["pwrite64:error=ENOSPC:when=31+", "fdatasync:error=EIO:when=8+"]


def write(file: Path, life: str, tables: int, entries: int, *before: str) -> "subprocess.Popen[str]":
    command = [*before, sys.executable, "-m", "tests.support.writer", str(file), life, str(tables), str(entries)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def strace(*words: str) -> list[str]:
    return [find("strace"), "-f", "-qq", *words]


def heard(history: History, said: str) -> Counter[str]:
    """Take into the history what a writer printed; the last line may be cut short."""
    kinds: Counter[str] = Counter()
    for line in re.findall(r"(.*)\n", said):
        what, table, n, command = line.split()
        if what == "done":
            history.acknowledge(table, command, int(n))
        else:
            assert what == "store/failed", line
            history.refuse(table, command)
        kinds[what.removeprefix("store/")] += 1
    return kinds


def check(history: History, file: Path) -> None:
    store = SqliteStore(file)
    assert history.check(store.read, store.tables()) == []
    assert store.check() == []
    store.close()


def trace_of(file: Path) -> Path:
    return named(file, ".trace")


def starve(file: Path, fault: str) -> Counter[str]:
    """Let a writer meet the fault and die; what it said must be true of the file that it leaves."""
    history = History()
    writer = write(file, "1", 1, ENTRIES, *strace("-o", str(trace_of(file)), "-e", f"inject={fault}"))
    said, complained = writer.communicate(timeout=PATIENCE)
    assert writer.returncode == -signal.SIGKILL or "Refusal" in complained or "disk" in complained, complained
    kinds = heard(history, said)
    check(history, file)
    after = write(file, "2", 1, 2)  # the disk works again, and so does the store
    assert heard(history, after.communicate(timeout=PATIENCE)[0]) == {"done": 2}
    check(history, file)
    return kinds


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return an empty store, so that little is written when it is opened."""
    SqliteStore(tmp_path / "house.db").close()
    return tmp_path / "house.db"


@pytest.mark.parametrize("fault", ONCE)
def test_a_system_call_that_fails_is_answered_truly(fault: str, file: Path) -> None:
    """Answer all entries, and go on when the disk does."""
    assert starve(file, fault).total() == ENTRIES
    assert "INJECTED" in trace_of(file).read_text()


@pytest.mark.parametrize("fault", FOR_EVER)
def test_while_the_disk_fails_what_cannot_be_known_is_not_answered(fault: str, file: Path) -> None:
    kinds = starve(file, fault)
    assert 0 < kinds["done"] == kinds.total() < ENTRIES


@pytest.mark.soak
@pytest.mark.parametrize(("call", "error"), FAULTS)
def test_every_system_call_that_fails_is_answered_truly(call: str, error: str, tmp_path: Path) -> None:
    """Let each call of the writer fail, once and from then on."""
    trace = tmp_path / "trace"
    writer = write(tmp_path / "dry.db", "1", 1, ENTRIES, *strace("-o", str(trace), "-e", f"trace={','.join(CALLS)}"))
    writer.communicate(timeout=PATIENCE)
    threads = Counter(line.split()[0] for line in trace.read_text().splitlines() if f" {call}(" in line)
    for when in range(1, max(threads.values(), default=0) + 1):
        starve(tmp_path / f"{when}.db", f"{call}:error={error}:when={when}")
        starve(tmp_path / f"{when}+.db", f"{call}:error={error}:when={when}+")


def test_killed_under_load_it_keeps_what_it_said(tmp_path: Path, scale: Scale) -> None:
    """Kill on one file again and again: in the midst of a commit, a checkpoint, or while it is opened."""
    file, history, random = tmp_path / "house.db", History(), Random(1)
    total = 0
    for life in range(scale(5, 500)):
        writer = write(file, str(life), 20, 100_000)
        assert writer.stdout is not None
        said = ""
        for _ in range(random.choice([0, 1, 50, 500])):
            said += writer.stdout.readline()
        time.sleep(random.random() / 50)
        writer.kill()
        said += writer.stdout.read()
        writer.communicate(timeout=PATIENCE)
        total += heard(history, said)["done"]
        check(history, file)
    assert total > 100
