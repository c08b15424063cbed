"""Run the laboratory in processes of this machine, or on a Ray cluster. The answers are the same."""

import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final, Protocol, TypeVar

import sortilege
from sortilege.kernel.refusal import Refusal

Q = TypeVar("Q")
A = TypeVar("A")
AHEAD: Final = 4  # questions under way for each core
CONNECT_SECONDS: Final = 5.0
START_SECONDS: Final = 60.0
_joined: list[str] = []  # the address of the cluster that this process is part of
STORE_BYTES: Final = 100_000_000  # of a cluster started here: questions and answers are small


class Where(Protocol):
    def each(self, ask: Callable[[Q], A], questions: Iterable[Q]) -> Generator[A, None, None]:
        """Yield the answers in the order of the questions. Closed early, drop what is under way and ask no more."""


@dataclass(frozen=True)
class Here:
    """Run in so many processes of this machine; by default one for each core."""

    workers: int | None = None

    def each(self, ask: Callable[[Q], A], questions: Iterable[Q]) -> Generator[A, None, None]:
        workers = self.workers or os.cpu_count() or 1
        if workers == 1:
            yield from map(ask, questions)
            return
        processes = [Worker() for _ in range(workers)]
        under_way: deque[Future[A]] = deque()
        try:
            for question in questions:
                under_way.append(min(processes, key=Worker.load).answer(ask, question))
                if len(under_way) >= AHEAD * workers:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except BrokenProcessPool:
            raise Refusal("lab/worker_lost") from None
        finally:
            for process in processes:
                process.end()


class Worker:
    """Run jobs in one process with its own pool, so that killing it blocks no other."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=_leave_signals)
        self._pid = self._pool.submit(os.getpid)
        self._asked: list[Future[Any]] = []

    def load(self) -> int:
        """Return how many questions it was asked and has not answered."""
        self._asked = [future for future in self._asked if not future.done()]
        return len(self._asked)

    def answer(self, ask: Callable[[Q], A], question: Q) -> Future[A]:
        self._asked.append(self._pool.submit(ask, question))
        return self._asked[-1]

    def end(self) -> None:
        """Let the process go; kill it if it is still at work."""
        if self.load():
            with suppress(BrokenProcessPool, ProcessLookupError):
                os.kill(self._pid.result(START_SECONDS), signal.SIGKILL)
        self._pool.shutdown(cancel_futures=True)


def _leave_signals() -> None:
    """Leave Ctrl-C to the process that asks, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


HERE: Final = Here()
ALONE: Final = Here(1)  # this very process


@dataclass(frozen=True)
class OnRay:
    """Run on a Ray cluster: at this address, at RAY_ADDRESS, or on one started here."""

    address: str = ""

    def each(self, ask: Callable[[Q], A], questions: Iterable[Q]) -> Generator[A, None, None]:
        ray = _join(self.address or os.environ.get("RAY_ADDRESS", ""))
        work = ray.remote(answer)
        ahead = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        under_way: deque[Any] = deque()
        try:
            for question in questions:
                under_way.append(work.remote(sortilege.__version__, ask, question))
                if len(under_way) >= ahead:
                    yield ray.get(under_way.popleft())
            while under_way:
                yield ray.get(under_way.popleft())
        finally:
            for question in under_way:
                ray.cancel(question, force=False)


def where(ray: str | None, workers: int | None) -> Where:
    """Return what the command line asks for: `--ray`, with or without an address, or so many processes here."""
    return Here(workers) if ray is None else OnRay(ray)


def answer(version: str, ask: Callable[[Q], A], question: Q) -> A:
    """Answer on a machine of the cluster; refuse on one of another version, whose rules would give other answers."""
    if sortilege.__version__ != version:
        raise Refusal("ray/other_version", here=version, there=sortilege.__version__)
    return ask(question)


def _join(address: str) -> Any:
    """Join Ray until the process ends or another cluster is wanted. Nothing is sent home, nothing is printed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise Refusal("extra/missing", what="Ray", extra="cluster") from None
    if ray.is_initialized() and _joined == [address]:
        return ray
    ray.shutdown()
    if address:
        _check_there(address)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    mine = {"address": "local", "include_dashboard": False, "object_store_memory": STORE_BYTES}
    try:
        ray.init(**quiet, **({"address": address} if address else mine | {"_node_ip_address": "127.0.0.1"}))
    except Exception as error:
        raise Refusal("ray/unreachable", address=address or "local", problem=str(error)) from None
    _joined[:] = [address]
    return ray


def _check_there(address: str) -> None:
    """Refuse an address where nobody answers: Ray itself would wait for minutes."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise Refusal("ray/unreachable", address=address, problem=str(error)) from None
