"""Where the laboratory works: in processes of this machine, or on a Ray cluster. The answers are the same."""

import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final, Protocol, TypeVar

import sortilege
from sortilege.kernel.refusal import Refusal

Q = TypeVar("Q")
A = TypeVar("A")
AHEAD: Final = 4  # questions under way for each core
KNOCK_SECONDS: Final = 5.0
_joined: list[str] = []  # the address of the cluster that this process is part of
STORE_BYTES: Final = 100_000_000  # of a cluster started here: questions and answers are small


class Where(Protocol):
    def each(self, ask: Callable[[Q], A], questions: Iterable[Q]) -> Generator[A, None, None]:
        """The answers, in the order of the questions. Whoever hears enough closes it, and the rest is not asked."""


@dataclass(frozen=True)
class Here:
    """This machine: so many processes, one for each core if not said."""

    workers: int | None = None

    def each(self, ask: Callable[[Q], A], questions: Iterable[Q]) -> Generator[A, None, None]:
        workers = self.workers or os.cpu_count() or 1
        if workers == 1:
            yield from map(ask, questions)
            return
        pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_signals)
        under_way: deque[Future[A]] = deque()
        try:
            for question in questions:
                under_way.append(pool.submit(ask, question))
                if len(under_way) >= AHEAD * workers:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except BaseException:  # enough was heard, or somebody pressed Ctrl-C: nobody waits for what is under way
            for process in list((pool._processes or {}).values()):
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_signals() -> None:
    """Ctrl-C is for the process that asks, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


HERE: Final = Here()
ALONE: Final = Here(1)  # this very process


@dataclass(frozen=True)
class OnRay:
    """The cluster at this address; without one, that of RAY_ADDRESS, else one started here for as long as it takes."""

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
    """As asked for on the command line: `--ray`, with or without an address, or so many processes of this machine."""
    return Here(workers) if ray is None else OnRay(ray)


def answer(version: str, ask: Callable[[Q], A], question: Q) -> A:
    """On a machine of the cluster: other rules would give other answers."""
    if sortilege.__version__ != version:
        raise Refusal("ray/other_version", here=version, there=sortilege.__version__)
    return ask(question)


def _join(address: str) -> Any:
    """Ray, joined until the process ends or another cluster is wanted. Nothing is sent home, nothing is printed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise Refusal("extra/missing", what="Ray", extra="cluster") from None
    if ray.is_initialized() and _joined == [address]:
        return ray
    ray.shutdown()
    if address:
        _knock(address)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    mine = {"address": "local", "include_dashboard": False, "object_store_memory": STORE_BYTES}
    try:
        ray.init(**quiet, **({"address": address} if address else mine | {"_node_ip_address": "127.0.0.1"}))
    except Exception as error:
        raise Refusal("ray/unreachable", address=address or "local", problem=str(error)) from None
    _joined[:] = [address]
    return ray


def _knock(address: str) -> None:
    """Ray itself would wait for minutes where nobody answers."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except (OSError, ValueError) as error:
        raise Refusal("ray/unreachable", address=address, problem=str(error)) from None
