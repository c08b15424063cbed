"""Fit what the hands of Abbracadabra's other seats are likely to be, from true deals beside imagined ones.

    python tools/fit/abbracadabra_beliefs.py GAMES [SEED]  # of four seats; a quarter as many with each other number

In games of experts and greedy players, one decision in a few, the true deal is written down beside one imagined from
what the seat that is asked can see. The weights are those by which the true one of two is told best (a logistic fit of
the differences). Prints the log-loss on every second decision by weights from the others, and writes belief.toml.
"""

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

import sortilege.games.abbracadabra as folder
from sortilege.games import load
from sortilege.games.abbracadabra.bots.belief import NUMBERS, OCTAVE, PARTS, read_evidence, tell_deal
from sortilege.games.abbracadabra.state import State
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, apply, begin, copy_state, expert, greedy, imagine, legal
from sortilege.kernel.plain.bits import lowest
from sortilege.kernel.plain.rng import below
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, Parameters

ONE_IN: Final = 5  # decisions are looked at
FOR_A_GAME: Final = 60  # more than are looked at in nearly every game; the rest of the longest is left out
RIDGE: Final = 10.0
STEPS: Final = 12


# In the plain subset, bound to the game.
def look_at_deals(
    states: States,
    worlds: States,
    blank: States,
    out: MoveList,
    found: Scratch,
    expert_parameters: Parameters,
    asked: Scratch,
) -> int:
    """Write down decisions: differences, true less imagined; return how many. `asked`: games, a seed."""
    n = 0
    for game in range(asked[0]):
        begin(states, blank, asked[1], game)
        s = states[0]
        experts = below(s, 1 << s.seats)
        while s.ending == 0:
            seat = lowest(s.waiting) if s.together else s.turn
            legal(s, seat, out)
            if below(s, ONE_IN) == 0 and n < asked[0] * FOR_A_GAME:
                n += write_deals(states, worlds, seat, found, n * NUMBERS, expert_parameters)
            if out[0] == 1:
                apply(s, seat, out[1])
            elif experts >> seat & 1:
                apply(s, seat, expert(s, seat, out, expert_parameters))
            else:
                apply(s, seat, greedy(s, seat, out))
    return n


def write_deals(
    states: States, worlds: States, seat: int, found: Scratch, at: int, expert_parameters: Parameters
) -> int:
    copy_state(worlds, 0, states, 0)
    evidence = read_evidence(states[0], seat, expert_parameters)
    if not imagine(worlds[0], seat):
        return 0
    write_deal(states[0], seat, evidence, found, at, 1)
    write_deal(worlds[0], seat, evidence, found, at, -1)
    return 1


def write_deal(s: State, seat: int, evidence: Scratch, found: Scratch, at: int, sign: int) -> None:
    parts = scratch(NUMBERS)
    tell_deal(s, seat, evidence, parts)
    for part in range(NUMBERS):
        found[at + part] += sign * parts[part]


# ------------------------------------------------------------------------------------------------------------ fit
def deals(seats: int, games: int, seed: int) -> Any:
    book = load("abbracadabra")
    bound, record = bind_game(book, look_at_deals, compiled=True), record_type(book.state)
    blank = np.frombuffer(book.prepare(seats, {}, None).to_bytes(), record).copy()
    found, out = np.zeros(games * FOR_A_GAME * NUMBERS, np.int64), np.zeros(book.most_legal + 1, np.int64)
    expert_parameters, asked = np.array([*book.expert_parameters.values()], np.int64), np.array([games, seed], np.int64)
    n = bound.look_at_deals(np.zeros(1, record), np.zeros(1, record), blank, out, found, expert_parameters, asked)
    return found.reshape(-1, NUMBERS)[:n].astype(float)


def fit(apart: Any) -> Any:
    """Fit by Newton's steps."""
    weights = np.zeros(NUMBERS)
    for _ in range(STEPS):
        wrong = 1 / (1 + np.exp(apart @ weights))
        slope = apart.T @ wrong - RIDGE * weights
        bend = (apart * (wrong * (1 - wrong))[:, None]).T @ apart + RIDGE * np.eye(NUMBERS)
        weights += np.linalg.solve(bend, slope)
    return weights


def log_loss(apart: Any, weights: Any) -> float:
    return float(np.log1p(np.exp(-apart @ weights)).mean())


def main() -> None:
    games, seed = [*map(int, sys.argv[1:]), 1][:2]
    seats = load("abbracadabra").seats
    apart = {n: deals(n, games if n == 4 else games // 4, seed) for n in seats}
    half = fit(np.concatenate([found[::2] for found in apart.values()]))
    for n, found in apart.items():
        print(f"{n} seats: log-loss {log_loss(found[1::2], half):.4f} on {len(found) // 2} decisions, 0.6931 blind")
    weights = np.rint(fit(np.concatenate([*apart.values()])) / np.log(2) * OCTAVE).astype(int)
    lines = [f'"{part}" = {weight}' for part, weight in zip(PARTS, weights, strict=True)]
    units = "# Thousandths of a doubling of how likely a deal is, for each such card in the others' hands.\n"
    command = f'command = "python tools/fit/abbracadabra_beliefs.py {" ".join(sys.argv[1:])}"\n'
    path = Path(folder.__path__[0]) / "data/belief.toml"
    path.write_text(units + command + "\n[weights]\n" + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
