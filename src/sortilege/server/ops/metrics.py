"""Count events for the operator, in the text format of Prometheus. No names, no content."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.seconds: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
        self.total: Counter[str] = Counter()

    def count(self, name: str, kind: str = "") -> None:
        self.counts[name, kind] += 1

    def took(self, name: str, seconds: float) -> None:
        self.seconds[name][bisect_left(BOUNDS, seconds)] += 1
        self.total[name] += seconds  # type: ignore[assignment]

    def text(self, now: Mapping[str, float]) -> str:
        lines = []
        for name, value in now.items():
            lines += [f"# TYPE sortilege_{name} gauge", f"sortilege_{name} {value:.15g}"]
        for name in sorted({name for name, _ in self.counts}):
            lines.append(f"# TYPE sortilege_{name}_total counter")
            kinds = sorted((kind, n) for (own, kind), n in self.counts.items() if own == name)
            lines += [f"sortilege_{name}_total{_label(kind)} {n}" for kind, n in kinds]
        for name, buckets in sorted(self.seconds.items()):
            lines += self._histogram(name, buckets)
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str, buckets: list[int]) -> list[str]:
        full = f"sortilege_{name}_seconds"
        lines = [f"# TYPE {full} histogram"]
        for i, bound in enumerate((*map(str, BOUNDS), "+Inf")):
            lines.append(f'{full}_bucket{{le="{bound}"}} {sum(buckets[: i + 1])}')
        return [*lines, f"{full}_sum {self.total[name]:.6f}", f"{full}_count {sum(buckets)}"]


def _label(kind: str) -> str:
    return f'{{kind="{kind}"}}' if kind else ""
