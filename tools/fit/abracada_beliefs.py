"""Measure how true Abracada's stated chances are: log-loss with and without the others' calls, and reliability.

Beta and floor are chosen by the log-loss of one half of the rounds and judged on the other.

python tools/fit/abracada_beliefs.py [--rounds 2000] [--seats 4] [--json], and --fit
"""

import argparse
import json
from math import sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np

from sortilege.games import load
from sortilege.games.abracada.bots.belief import CERTAIN, KNOTS, chances, exact_chances
from sortilege.games.abracada.moves import CAST, STOP
from sortilege.games.abracada.state import ROW, State
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, apply, begin, expert, legal
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import MoveList, Parameters

BOOK: Final = load("abracada")
BETAS: Final = (0, 20, 30, 40, 50, 60, 80, 160)
FLOORS: Final = (0, 20, 50, 100, 200)
BINS: Final = 10
MOST: Final = 400_000
FILE: Final = Path(__file__).parents[2] / "src/sortilege/games/abracada/data/belief.toml"


def holds(s: State, seat: int, spell: int) -> bool:
    for place in range(ROW):
        if s.row[seat][place] == spell:
            return True
    return False


def state_chances(
    states: States,
    blank: States,
    out: MoveList,
    expert_parameters: Parameters,
    stated: Scratch,
    true: Scratch,
    asked: Parameters,
    raw: bool,
    seed: int,
    rounds: int,
) -> int:
    """Write down what experts believe of the spells they call, and whether they hold them. In the plain subset."""
    n = 0
    done = 0
    game = 0
    while done < rounds:
        begin(states, blank, seed, game)
        s = states[0]
        game += 1
        while s.ending == 0 and done < rounds:
            before = s.round
            legal(s, s.turn, out)
            move = expert(s, s.turn, out, expert_parameters)
            if move != STOP:
                odds = exact_chances(s, s.turn, asked) if raw else chances(s, s.turn, asked)
                stated[n] = odds[move - CAST]
                true[n] = holds(s, s.turn, move - CAST)
                n += 1
            apply(s, s.turn, move)
            done += s.round != before or s.ending != 0
    return n


class Witness:
    def __init__(self, seats: int) -> None:
        record = record_type(BOOK.state)
        self.blank = np.frombuffer(BOOK.prepare(seats, {}, None).to_bytes(), record).copy()
        self.states, self.out = np.zeros(1, record), np.zeros(BOOK.most_legal + 1, np.int64)
        self.bound = bind_game(BOOK, state_chances, compiled=True)

    def ask(self, beta: int, floor: int, seed: int, rounds: int, raw: bool = False) -> tuple[Any, Any]:
        stated, true = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
        expert_parameters = np.array(list(BOOK.expert_parameters.values()), np.int64)
        asked = np.array(list({**BOOK.expert_parameters, "beta": beta, "floor": floor}.values()), np.int64)
        n = self.bound.state_chances(
            self.states, self.blank, self.out, expert_parameters, stated, true, asked, raw, seed, rounds
        )
        return stated[:n] / CERTAIN, true[:n]


def log_loss(stated: Any, true: Any) -> float:
    p = np.clip(stated, 1e-4, 1 - 1e-4)
    return float(-np.mean(np.where(true == 1, np.log(p), np.log(1 - p))))


def reliability(stated: Any, true: Any) -> list[dict[str, float]]:
    """Return by bins of a tenth what was said, what was true, and how many standard errors lie between."""
    found = []
    for low in range(BINS):
        mine = (stated * BINS >= low) & ((stated * BINS < low + 1) | (low == BINS - 1))
        n = int(mine.sum())
        if n >= 30:
            said, was = float(stated[mine].mean()), float(true[mine].mean())
            error = sqrt(max(said * (1 - said), 1e-4) / n)
            found.append({"from": low / BINS, "calls": n, "said": said, "true": was, "errors": (was - said) / error})
    return found


def knots(stated: Any, true: Any) -> list[int]:
    """Return the broken line, straight between tenths, that comes nearest to what was true; its ends stay."""
    at = stated * (KNOTS - 1)
    hats = np.maximum(0, 1 - np.abs(at[:, None] - np.arange(KNOTS)[None, :]))
    inner = np.linalg.lstsq(hats[:, 1:-1], true - hats[:, -1], rcond=None)[0]
    return [0, *(int(value) for value in np.clip(np.maximum.accumulate(inner), 0, 1) * CERTAIN), CERTAIN]


def fit(rounds: int) -> None:
    """Write belief.toml: what the chances of the model proved to be between experts who know this."""
    lines = [f'command = "python tools/fit/abracada_beliefs.py --fit --rounds {rounds}"', "", "[seats]"]
    for seats in BOOK.seats:
        found = Witness(seats).ask(BOOK.expert_parameters["beta"], BOOK.expert_parameters["floor"], 1, rounds, raw=True)
        lines.append(f"{seats} = {knots(*found)}")
        print(lines[-1], flush=True)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    if given.fit:
        fit(given.rounds)
        return
    witness = Witness(given.seats)
    half = {}
    for beta in BETAS:
        for floor in FLOORS if beta else (0,):
            half[beta, floor] = log_loss(*witness.ask(beta, floor, 1, given.rounds))
            if not given.json:
                print(f"beta {beta / 10:4} floor {floor / 1000:5}: log-loss {half[beta, floor]:.4f}")
    beta, floor = min(half, key=lambda pair: half[pair])
    held_out = witness.ask(beta, floor, 2, given.rounds)
    without = witness.ask(0, 0, 2, given.rounds)
    used = witness.ask(BOOK.expert_parameters["beta"], BOOK.expert_parameters["floor"], 2, given.rounds)
    answer = {
        "seats": given.seats,
        "rounds": given.rounds,
        "calls": len(used[0]),
        "success": float(used[1].mean()),
        "chosen": {"beta": beta, "floor": floor},
        "log_loss": {"chosen": log_loss(*held_out), "used": log_loss(*used), "without": log_loss(*without)},
        "reliability": reliability(*used),
    }
    if given.json:
        print(json.dumps(answer))
        return
    print({name: value for name, value in answer.items() if name != "reliability"})
    for row in reliability(*used):
        print("  ".join(f"{name} {value:.3f}" for name, value in row.items()))


if __name__ == "__main__":
    main()
