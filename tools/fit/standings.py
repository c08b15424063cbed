"""Fit the outlook of Abbracadabra: a small net that weighs a seat's standing, learnt from games played for it.

    python tools/fit/standings.py [GAMES]      # of four seats, and a quarter as many with each other number of seats

Games of experts and greedy players, one move in thirty by chance. What is learnt from are the starts of turns and who
won in the end. Prints the log-loss on the tenth of them that the fit has not seen, and writes outlook.toml.
"""

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.progress import track

import sortilege.games.abbracadabra
from sortilege.bots.search import won
from sortilege.games import load
from sortilege.games.abbracadabra.bots.standing import STANDING, stand
from sortilege.games.abbracadabra.state import State
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, apply, begin, expert, greedy, legal
from sortilege.kernel.plain.bits import lowest
from sortilege.kernel.plain.rng import below
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, Parameters

FILE: Final = Path(sortilege.games.abbracadabra.__file__).parent / "data/outlook.toml"
PARTS: Final = len(STANDING)
UNITS: Final = 16
SOME: Final = 1000  # games played in one go
MOST_TURNS: Final = 120 * SOME  # that are learnt from in these: the longest games are cut short
SEED: Final = 1
CERTAIN: Final = 10_000
EPOCHS: Final = 3
BATCH: Final = 4096
PACE: Final = 0.006  # of the first steps; it falls to nothing
WARM: Final = 200  # steps until it is reached
FRICTION, SQUARES = 0.9, 0.999  # how long a slope and its square are remembered: Adam's
Turns = tuple[Any, Any]  # turns x seats x parts, and what each seat won


# --------------------------------------------------------------------------------------------------------- games
def play_some(
    states: States,
    blank: States,
    out: MoveList,
    expert_parameters: Parameters,
    turns: Scratch,
    shares: Scratch,
    first: int,
) -> int:
    """Play so many games; write down the starts of their turns. In the plain subset."""
    n = 0
    for game in range(first, first + SOME):
        n = play_one(states, blank, out, expert_parameters, turns, shares, n, game)
    return n


def play_one(
    states: States,
    blank: States,
    out: MoveList,
    expert_parameters: Parameters,
    turns: Scratch,
    shares: Scratch,
    n: int,
    game: int,
) -> int:
    begin(states, blank, SEED, game)
    s = states[0]
    experts = below(s, 1 << s.seats) if below(s, 4) else -1
    first = n
    before = -1
    while s.ending == 0:
        now = s.round * s.seats + s.turn
        if now != before and n < MOST_TURNS:
            write_down(s, turns, n * s.seats * PARTS)
            n += 1
            before = now
        move_on(s, out, expert_parameters, experts)
    for turn in range(first, n):
        for seat in range(s.seats):
            shares[turn * s.seats + seat] = won(s, seat)
    return n


def move_on(s: State, out: MoveList, expert_parameters: Parameters, experts: int) -> None:
    seat = lowest(s.waiting) if s.together else s.turn
    legal(s, seat, out)
    if below(s, 30) == 0:
        apply(s, seat, out[1 + below(s, out[0])])
    elif experts >> seat & 1:
        apply(s, seat, expert(s, seat, out, expert_parameters))
    else:
        apply(s, seat, greedy(s, seat, out))


def write_down(s: State, turns: Scratch, at: int) -> None:
    for seat in range(s.seats):
        features = scratch(PARTS)
        stand(s, seat, features)
        for part in range(PARTS):
            turns[at + seat * PARTS + part] = features[part]


def turns_of(seats: int, games: int) -> Turns:
    book = load("abbracadabra")
    bound, record = bind_game(book, play_some, compiled=True), record_type(book.state)
    blank = np.frombuffer(book.prepare(seats, {}, None).to_bytes(), record).copy()
    states, out = np.zeros(1, record), np.zeros(book.most_legal + 1, np.int64)
    expert_parameters = np.array([*book.expert_parameters.values()], np.int64)
    found, won = [], []
    for first in track(range(0, games, SOME), description=f"{seats} seats"):
        turns, shares = np.zeros(MOST_TURNS * seats * PARTS, np.int64), np.zeros(MOST_TURNS * seats, np.int64)
        n = bound.play_some(states, blank, out, expert_parameters, turns, shares, first)
        found.append(turns[: n * seats * PARTS].reshape(n, seats, PARTS).astype(np.int8))
        won.append(shares[: n * seats].reshape(n, seats).astype(np.float32) / CERTAIN)
    return np.concatenate(found), np.concatenate(won)


# ----------------------------------------------------------------------------------------------------------- fit
class Net:
    """Map parts of a standing to units, of which only what is above zero goes into the logarithm of a seat's odds."""

    def __init__(self, scale: Any) -> None:
        chance = np.random.default_rng(SEED)
        self.scale = scale
        self.weights = [chance.normal(0, 0.1, (PARTS, UNITS)), chance.normal(0, UNITS**-0.5, UNITS)]
        self.slopes, self.squares = ([np.zeros_like(w) for w in self.weights] for _ in range(2))
        self.steps = 0

    def chances(self, turns: Any) -> tuple[Any, Any, Any]:
        """Return the chances, and the scaled parts and the units, which a step needs."""
        parts = turns / self.scale
        units = np.maximum(parts @ self.weights[0], 0)
        odds = units @ self.weights[1]
        odds = np.exp(odds - odds.max(1, keepdims=True))
        return parts, units, odds / odds.sum(1, keepdims=True)

    def learn(self, turns: Any, shares: Any, pace: float) -> None:
        parts, units, chances = self.chances(turns)
        wrong = (chances - shares) / len(turns)
        back = wrong[..., None] * self.weights[1] * (units > 0)
        slopes = [parts.reshape(-1, PARTS).T @ back.reshape(-1, UNITS), np.einsum("ts,tsu->u", wrong, units)]
        self.steps += 1
        for i, slope in enumerate(slopes):
            self.slopes[i] = FRICTION * self.slopes[i] + (1 - FRICTION) * slope
            self.squares[i] = SQUARES * self.squares[i] + (1 - SQUARES) * slope**2
            size = np.sqrt(self.squares[i] / (1 - SQUARES**self.steps)) + 1e-8
            self.weights[i] -= pace * self.slopes[i] / (1 - FRICTION**self.steps) / size

    def log_loss(self, turns: Any, shares: Any) -> float:
        return float(-(shares * np.log(np.maximum(self.chances(turns)[2], 1e-9))).sum(1).mean())


def fit(games: dict[int, Turns]) -> Net:
    net = Net(np.maximum(1, np.concatenate([turns[:50_000].reshape(-1, PARTS) for turns, _ in games.values()]).std(0)))
    batches = [(seats, i) for seats, (turns, _) in games.items() for i in range(seen(turns) // BATCH)]
    steps = EPOCHS * len(batches)
    chance = np.random.default_rng(SEED)
    for _ in range(EPOCHS):
        orders = {seats: chance.permutation(seen(turns)) for seats, (turns, _) in games.items()}
        for k in track(chance.permutation(len(batches)), description="fit"):
            seats, i = batches[k]
            chosen = orders[seats][i * BATCH : (i + 1) * BATCH]
            turns, shares = games[seats]
            net.learn(turns[chosen], shares[chosen], PACE * min(1, net.steps / WARM) * (1 - net.steps / steps))
    return net


def seen(turns: Any) -> int:
    return len(turns) * 9 // 10


def write(net: Net, games: int) -> None:
    to_units = np.rint(1000 * net.weights[0] / net.scale[:, None]).astype(int)
    lines = [f'"{part}" = {list(map(int, row))}' for part, row in zip(STANDING, to_units, strict=True)]
    text = f"""# What each part of a standing adds to each unit, and each unit to the log of the odds: thousandths.
command = "python tools/fit/standings.py {games}"
units = {list(map(int, np.rint(1000 * net.weights[1])))}

[standing]
"""
    FILE.write_text(text + "\n".join(lines) + "\n", "utf-8")


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 120_000
    games = {seats: turns_of(seats, most if seats == 4 else most // 4) for seats in load("abbracadabra").seats}
    net = fit(games)
    for seats, (turns, shares) in games.items():
        rest = seen(turns)
        loss = net.log_loss(turns[rest:], shares[rest:])
        print(f"{seats} seats: log-loss {loss:.4f} on {len(turns) - rest} turns, {np.log(seats):.4f} for equal chances")
    write(net, most)


if __name__ == "__main__":
    main()
