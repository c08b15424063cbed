"""Test that Ctrl-C, sent to the command and all its processes, ends it at once and prints nothing."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

INTERRUPTED = 130
PATIENCE = 60.0  # seconds
MIDST = 2.0


def interrupted(words: list[str], under_way: Callable[[int], bool], **environment: str) -> tuple[int, str]:
    """Return the exit code and what was written to stderr."""
    command = subprocess.Popen(
        [sys.executable, "-m", "sortilege", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # a shell ignores it for tests in the background
        env={**os.environ, **environment},
    )
    try:
        until = time.monotonic() + PATIENCE
        while not under_way(command.pid):
            assert time.monotonic() < until and command.poll() is None
            time.sleep(0.05)
        time.sleep(MIDST)
        os.killpg(command.pid, signal.SIGINT)
        _, complained = command.communicate(timeout=PATIENCE)
        return command.returncode, complained
    finally:
        if command.poll() is None:
            os.killpg(command.pid, signal.SIGKILL)


def has_workers(pid: int) -> bool:
    """Start two workers and the process that tracks their shared resources: all leave Ctrl-C to the command."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return len(children) == 3 and all(map(ignores_interrupts, children))


def ignores_interrupts(pid: str) -> bool:
    ignored = re.search(r"^SigIgn:\s*(\w+)$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return ignored is not None and bool(int(ignored[1], 16) >> (signal.SIGINT - 1) & 1)


def test_a_block_that_is_being_played_is_not_waited_for() -> None:
    """Interrupt bots that think for an hour."""
    words = ["duel", "abbracadabra", "search@9000000", "expert", "--seats", "6", "--workers", "2"]
    assert interrupted(words, has_workers, SORTILEGE_PLAIN="1") == (INTERRUPTED, "")


@pytest.mark.compiled
def test_compiling_is_interrupted_quietly(tmp_path: Path) -> None:
    words = ["simulate", "epee", "--seats", "3", "--games", "1000000000"]
    begun = interrupted(words, lambda pid: any(tmp_path.rglob("*.nbi")), SORTILEGE_CACHE=str(tmp_path))
    assert begun == (INTERRUPTED, "")
