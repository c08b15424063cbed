"""Follow the commits of a server, to tell the operator whether the store keeps what it is given."""

import asyncio
import time
from typing import Final

from sortilege.kernel.refusal import Refusal
from sortilege.server.ops.metrics import Metrics

FAILED_SECONDS: Final = 10.0  # a failure counts for so long: with no commit asked for since, none can succeed

Stored = asyncio.Future[Refusal | None]  # None: the entry is on disk


class Commits:
    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._waiting: dict[Stored, float] = {}  # since when, the oldest first
        self._failed_at: float | None = None  # unless a commit succeeded since
        self.last = 0.0  # when one succeeded, in seconds since 1970; 0: none yet

    def follow(self, stored: Stored) -> None:
        """Count a commit as waiting until the store answers."""
        self._waiting[stored] = time.monotonic()
        stored.add_done_callback(self._answered)

    def _answered(self, stored: Stored) -> None:
        del self._waiting[stored]
        error = stored.result()
        if error is None:
            self._failed_at, self.last = None, time.time()
        elif error.code != "store/conflict":  # another server was quicker, and the store works
            self._failed_at = time.monotonic()
            self.metrics.count("commits_failed", error.code)

    def check(self, late_seconds: float) -> None:
        """Refuse if a commit is late, or if the last one failed a moment ago."""
        now = time.monotonic()
        if any(now - begun > late_seconds for begun in self._waiting.values()):
            raise Refusal("store/late")
        if self._failed_at is not None and now - self._failed_at < FAILED_SECONDS:
            raise Refusal("store/failed")

    def gauges(self) -> dict[str, float]:
        """Return what metrics tell of the store now."""
        return {"commits_waiting": len(self._waiting), "commit_last_timestamp_seconds": self.last}
