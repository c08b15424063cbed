"""Learn two-seat Abracada by masked PPO, in numpy alone: against oneself, or against a fixed bot.

    python examples/ppo.py --seconds 300 --out ppo.npz --plot curve.svg
    python examples/ppo.py --seconds 300 --against expert --start ppo.npz

It prints the share of games won against the greedy bot and the expert, with 95 % intervals, as it learns. What is
learnt against a fixed bot bounds from below what that bot loses to its best response.
"""

import argparse
import os
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

from sortilege.research import Plan, make_vec

GAMES: Final = 1024
STEPS: Final = 32  # of each game, between two updates
BATCH: Final = 4096
EPOCHS: Final = 2
LAYERS: Final = (128, 64)
CLIP: Final = 0.2
TRACE: Final = 0.95  # lambda; there is no discount
HISTORY: Final = ("call_seat", "call_spell", "call_place")  # long and little use: left out
Arrays = dict[str, Any]


class Features:
    """What the network is given: the observation to scale, and the unseen stones of each spell."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        kept = [np.arange(part.start, part.stop) for name, part in plan.slices.items() if name not in HISTORY]
        self.columns = np.concatenate(kept)
        self.scale = np.ones(plan.width, np.float32)
        for part in plan.slices.values():
            if part.form.name == "number":
                self.scale[part.columns] = 0.1
        self.width = len(self.columns) + 8

    def __call__(self, rows: Any) -> Any:
        seen = self.plan.read(rows, "row").sum((1, 2)) + self.plan.read(rows, "drawn").sum((1, 2))
        unseen = np.arange(1, 9) - seen - self.plan.read(rows, "board")[:, 1:, 0]  # the deck has k stones of spell k
        scaled = rows[:, self.columns] * self.scale[self.columns]
        return np.concatenate([scaled, unseen.astype(np.float32) / 8], 1)


@dataclass
class Network:
    """Two hidden layers, a policy and a value, updated by Adam."""

    weights: Arrays
    first: Arrays = field(default_factory=dict)
    second: Arrays = field(default_factory=dict)
    updates: int = 0

    @classmethod
    def make(cls, inputs: int, actions: int, random: np.random.Generator) -> "Network":
        sizes = {"1": (inputs, LAYERS[0], 1.0), "2": (*LAYERS, 1.0), "p": (LAYERS[1], actions, 0.01)}
        sizes["v"] = (LAYERS[1], 1, 0.1)
        weights: Arrays = {}
        for name, (rows, columns, gain) in sizes.items():
            weights["w" + name] = (random.standard_normal((rows, columns)) * gain / np.sqrt(rows)).astype(np.float32)
            weights["b" + name] = np.zeros(columns, np.float32)
        return cls(weights, *({name: np.zeros_like(w) for name, w in weights.items()} for _ in range(2)))

    def forward(self, x: Any, mask: Any) -> tuple[Any, Any, Any, Any]:
        """Return both hidden layers, the chances of the legal actions and the value."""
        w = self.weights
        one = np.tanh(x @ w["w1"] + w["b1"])
        two = np.tanh(one @ w["w2"] + w["b2"])
        logits = np.where(mask > 0, two @ w["wp"] + w["bp"], np.float32(-1e9))
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return one, two, chances / chances.sum(1, keepdims=True), (two @ w["wv"] + w["bv"])[:, 0]

    def learn(
        self, x: Any, mask: Any, taken: Any, before: Any, gain: Any, wanted: Any, rate: float, spread: float
    ) -> None:
        """Follow the gradient of the clipped objective, of the value's error and of the entropy once."""
        at, w = np.arange(len(taken)), self.weights
        one, two, chances, value = self.forward(x, mask)
        ratio = np.exp(np.log(chances[at, taken] + 1e-12) - before)
        clipped = ((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP))
        chosen = np.zeros_like(chances)
        chosen[at, taken] = 1
        logs = np.log(chances + 1e-12)
        entropy = -(chances * logs).sum(1, keepdims=True)
        on_policy = (-(gain * ratio) * ~clipped)[:, None] * (chosen - chances) + spread * chances * (logs + entropy)
        on_policy = (on_policy / len(taken)).astype(np.float32)
        on_value = (0.5 * (value - wanted) / len(taken))[:, None].astype(np.float32)
        on_two = (on_policy @ w["wp"].T + on_value @ w["wv"].T) * (1 - two * two)
        on_one = (on_two @ w["w2"].T) * (1 - one * one)
        layers = {"p": (two, on_policy), "v": (two, on_value), "2": (one, on_two), "1": (x, on_one)}
        slopes = {"w" + name: below.T @ above for name, (below, above) in layers.items()}
        slopes |= {"b" + name: above.sum(0) for name, (_, above) in layers.items()}
        self._follow(slopes, rate)

    def _follow(self, slopes: Arrays, rate: float) -> None:
        norm = np.sqrt(sum(float((slope * slope).sum()) for slope in slopes.values()))
        self.updates += 1
        for name, slope in slopes.items():
            slope = slope * np.float32(min(1.0, 0.5 / (norm + 1e-9)))
            self.first[name] = 0.9 * self.first[name] + 0.1 * slope
            self.second[name] = 0.999 * self.second[name] + 0.001 * slope * slope
            step = self.first[name] / (1 - 0.9**self.updates)
            scale = np.sqrt(self.second[name] / (1 - 0.999**self.updates)) + 1e-8
            self.weights[name] = (self.weights[name] - rate * step / scale).astype(np.float32)


def sample(chances: Any, mask: Any, random: np.random.Generator) -> Any:
    """Draw a legal action in each row."""
    taken = np.minimum((chances.cumsum(1) < random.random((len(chances), 1))).sum(1), chances.shape[1] - 1)
    illegal = mask[np.arange(len(taken)), taken] == 0  # the sum of chances is not quite 1
    taken[illegal] = chances[illegal].argmax(1)
    return taken


class Learner:
    def __init__(self, seed: int = 1, games: int = GAMES, against: str | None = None) -> None:
        self.random = np.random.default_rng(seed)
        self.games = make_vec("abracada", 2, games, seed, against)
        self.games.reset()
        self.features = Features(self.games.setting.plan)
        self.network = Network.make(self.features.width, len(self.games.setting.actions), self.random)

    def improve(self, progress: float) -> None:
        """Play some steps in every game, then learn from them; the rate falls with the progress from 0 to 1."""
        x, mask, taken, before, gain, wanted = self._play()
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        rate, spread = 1e-3 - 9e-4 * progress, 0.01 - 0.008 * progress
        for _ in range(EPOCHS):
            order = self.random.permutation(len(taken))
            for at in range(0, len(order), BATCH):
                rows = order[at : at + BATCH]
                parts = (part[rows] for part in (x, mask, taken, before, gain, wanted))
                self.network.learn(*parts, rate, spread)

    def _play(self) -> tuple[Any, ...]:
        games, n = self.games, self.games.n
        at, steps = np.arange(n), []
        for _ in range(STEPS):
            x, mask, seats = self.features(games.observations), games.action_mask.copy(), self._seats()
            _, _, chances, value = self.network.forward(x, mask)
            taken = sample(chances, mask, self.random)
            _, rewards, ended, _, _ = games.step(taken)
            before = np.log(chances[at, taken] + 1e-12)
            of_both = rewards.copy() if rewards.ndim > 1 else np.stack([rewards, -rewards], 1)
            steps.append((x, mask, taken, before, value, seats, ended.copy(), of_both))
        last = self.network.forward(self.features(games.observations), games.action_mask)[3]
        gains = self._gains(steps, last)
        joined = [np.concatenate([step[part] for step in steps]) for part in range(5)]
        return (*joined[:4], gains.ravel(), gains.ravel() + joined[4])

    def _seats(self) -> Any:
        """Return whose decision it is; against a bot the learner counts as seat 0 wherever it sits."""
        return self.games.seat.copy() if self.games.levels is None else np.zeros(self.games.n, int)

    def _gains(self, steps: list[tuple[Any, ...]], last: Any) -> Any:
        """Return how much better each action was than its value, traced back for each seat by itself."""
        n, at = self.games.n, np.arange(self.games.n)
        value, trace, reward = (np.zeros((n, 2), np.float32) for _ in range(3))
        seats = self._seats()
        value[at, seats], value[at, 1 - seats] = last, -last
        gains = np.zeros((len(steps), n), np.float32)
        for step in range(len(steps) - 1, -1, -1):
            *_, worth, seats, ended, rewards = steps[step]
            value[ended], trace[ended], reward[ended] = 0, 0, rewards[ended]
            gains[step] = reward[at, seats] + value[at, seats] - worth + TRACE * trace[at, seats]
            trace[at, seats], value[at, seats], reward[at, seats] = gains[step], worth, 0
        return gains

    def measure(self, opponent: str, games: int) -> tuple[float, float]:
        """Return the share of games won against a bot, the likeliest action always taken, and its 95 % margin."""
        field = make_vec("abracada", 2, games, seed=777, opponents=opponent)
        field.reset()
        share = np.full(games, np.nan)
        while np.isnan(share).any():
            chances = self.network.forward(self.features(field.observations), field.action_mask)[2]
            _, rewards, ended, _, _ = field.step(chances.argmax(1))
            new = ended & np.isnan(share)
            share[new] = (rewards[new] + 1) / 2
        return float(share.mean()), float(1.96 * share.std() / np.sqrt(games))


def draw(points: list[tuple[float, ...]]) -> str:
    """Draw the shares won against both bots over the seconds of CPU, with their margins."""
    width, height, left, below = 640, 320, 50, 40
    last = max(1.0, points[-1][0])

    def place(seconds: float, share: float) -> tuple[float, float]:
        return left + (width - left - 20) * seconds / last, 20 + (height - below - 20) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#fbf8f1"/>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = place(0, share)
        parts += [
            f'<line x1="{left}" x2="{width - 20}" y1="{y:.0f}" y2="{y:.0f}" stroke="#ddd6c5"/>',
            f'<text x="{x - 8}" y="{y + 4:.0f}" font-size="12" text-anchor="end">{share:.0%}</text>',
        ]
    for at, (name, colour) in enumerate((("greedy", "#5b3f8c"), ("expert", "#a05a2c"))):
        marks = [(*place(p[0], p[1 + 2 * at]), p[2 + 2 * at] * (height - below - 20)) for p in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in marks)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - up:.1f}" y2="{y + up:.1f}" stroke="{colour}" stroke-width="5" '
            'opacity="0.4"/>'
            for x, y, up in marks
        ]
        x, y, _ = marks[-1]
        parts.append(
            f'<text x="{x:.0f}" y="{y - 10:.0f}" font-size="13" text-anchor="end" fill="{colour}">{name}</text>'
        )
    under = f"games won against each bot, over {last:.0f} seconds of CPU"
    parts.append(f'<text x="{left}" y="{height - 12}" font-size="13">{under}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=300, help="of CPU, measuring not counted")
    options.add_argument("--every", type=float, default=30, help="seconds between two measurements")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, help="write the network here")
    options.add_argument("--against", help="a fixed bot, random, greedy or expert; else oneself")
    options.add_argument("--start", type=Path, help="begin with the network of this file")
    options.add_argument("--curve", type=Path, help="write the measurements here, as CSV")
    options.add_argument("--plot", type=Path, help="draw them here, as SVG")
    given = options.parse_args()
    learner, spent, measured = Learner(given.seed, against=given.against), 0.0, -given.every
    if given.start:
        learner.network.weights = dict(np.load(given.start))
    lines, points, decisions = ["seconds,decisions,greedy,greedy_margin,expert,expert_margin"], [], 0
    while True:
        if spent - measured >= given.every or spent >= given.seconds:
            found = (*learner.measure("greedy", 4000), *learner.measure("expert", 2000))
            points.append((spent, *found))
            lines.append(",".join([f"{spent:.0f}", str(decisions), *(f"{share:.4f}" for share in found)]))
            print(lines[-1], flush=True)
            measured = spent
            if given.out:
                np.savez(given.out, **learner.network.weights)
            if given.curve:
                given.curve.write_text("\n".join(lines) + "\n")
            if given.plot:
                given.plot.write_text(draw(points))
        if spent >= given.seconds:
            return
        began = process_time()
        learner.improve(min(1.0, spent / given.seconds))
        spent += process_time() - began
        decisions += GAMES * STEPS


if __name__ == "__main__":
    main()
