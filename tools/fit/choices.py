"""Fit the weights of Abbracadabra's actions and second takes to what every choice won in imagined games.

python tools/fit/choices.py acts|seconds DECISIONS WORLDS [SEED]

An expert plays among greedy players. Each of its choices is played on until its next turn is over, in WORLDS imagined
worlds, and weighed there by the outlook. The differences within a decision are fitted by least squares: a weight for
each part of a choice, one more for each point of the seat, and one for each of the first among the others. Prints what
the weights would win in decisions they have not seen. Writes action_value.toml or second_take.toml.
"""

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

import sortilege.games.abbracadabra as folder
from sortilege.bots.search import SEARCH_PARAMETERS, heed_others, imagine_world, try_move
from sortilege.games import load
from sortilege.games.abbracadabra.bots import action_value as acts
from sortilege.games.abbracadabra.bots import second_take as seconds
from sortilege.games.abbracadabra.bots.action_value import describe, most_of_others
from sortilege.games.abbracadabra.bots.second_take import describe_place
from sortilege.games.abbracadabra.bots.takes import has_duplicate
from sortilege.games.abbracadabra.rules.scoring import points_of
from sortilege.games.abbracadabra.state import NONE, ROW, State, Step
from sortilege.games.abbracadabra.views import unseen
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, apply, begin, expert, greedy, legal
from sortilege.kernel.plain.bits import lowest
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, Parameters

SEATS: Final = 4
MOST: Final = 32  # choices of a decision that is kept
NUMBERS: Final = max(acts.NUMBERS, seconds.NUMBERS)
CELLS: Final = NUMBERS + 5  # of a choice: its decision, whether the expert made it, its worth, both points, its parts
RIDGE: Final = 30.0
PARTS: Final = {"acts": acts.PARTS, "seconds": seconds.PARTS}
STEPS: Final = {"acts": Step.ACT, "seconds": Step.TAKE}
FILES: Final = {"acts": "data/action_value.toml", "seconds": "data/second_take.toml"}
SCALES: Final = {"acts": 100, "seconds": 1000}  # weights are whole numbers, so many to a ten-thousandth of a win


# In the plain subset, bound to the game.
def gather(
    states: States,
    worlds: States,
    blank: States,
    out: MoveList,
    found: Scratch,
    expert_parameters: Parameters,
    search_parameters: Scratch,
    asked: Scratch,
) -> int:
    """Write down choices; return how many. `asked`: how many decisions, worlds for each, a seed, of which step."""
    decisions = 0
    choices = 0
    game = 0
    spare = scratch(len(out))
    while decisions < asked[0]:
        begin(states, blank, asked[2], game)
        s = states[0]
        while s.ending == 0:
            seat = lowest(s.waiting) if s.together else s.turn
            legal(s, seat, out)
            if out[0] == 1:
                apply(s, seat, out[1])
            elif seat != game % SEATS:
                apply(s, seat, greedy(s, seat, out))
            else:
                move = expert(s, seat, out, expert_parameters)
                if decisions < asked[0] and s.step == asked[3] and is_kept(s, out[0]):
                    choices = weigh(
                        states,
                        worlds,
                        out,
                        spare,
                        found,
                        choices,
                        move,
                        expert_parameters,
                        search_parameters,
                        asked,
                        decisions,
                    )
                    decisions += 1
                apply(s, seat, move)
        game += 1
    return choices


def is_kept(s: State, moves: int) -> bool:
    return moves <= MOST if s.step == Step.ACT else moves < ROW


def weigh(
    states: States,
    worlds: States,
    out: MoveList,
    spare: MoveList,
    found: Scratch,
    choices: int,
    chosen: int,
    expert_parameters: Parameters,
    search_parameters: Scratch,
    asked: Scratch,
    decision: int,
) -> int:
    s = states[0]
    seat = s.turn
    evidence = heed_others(states, seat, expert_parameters)
    values = scratch(MOST + 1)
    sums = scratch(MOST + 1)
    for world in range(asked[1]):
        if imagine_world(worlds, states, seat, evidence, True, asked[2] + 1, decision * asked[1] + world):
            for i in range(1, out[0] + 1):
                if counts(s, out[i]):
                    try_move(worlds, seat, out[i], spare, values, i, expert_parameters, search_parameters)
                    sums[i] += values[i]
    for i in range(1, out[0] + 1):
        if counts(s, out[i]):
            write_choice(s, seat, out[i], found, choices * CELLS)
            found[choices * CELLS] = decision
            found[choices * CELLS + 1] = out[i] == chosen
            found[choices * CELLS + 2] = sums[i]
            choices += 1
    return choices


def counts(s: State, move: int) -> bool:
    """Return whether the move is tried: of two places with the same back one is enough."""
    return s.step == Step.ACT or not has_duplicate(s, move, NONE)


def write_choice(s: State, seat: int, move: int, found: Scratch, at: int) -> None:
    features = scratch(NUMBERS)
    if s.step == Step.ACT:
        describe(s, seat, move, unseen(s, seat), features)
    else:
        describe_place(s, seat, move, unseen(s, seat), most_of_others(s, seat), features)
    found[at + 3] = points_of(s, seat)
    found[at + 4] = most_of_others(s, seat)
    for part in range(NUMBERS):
        found[at + 5 + part] = features[part]


# ------------------------------------------------------------------------------------------------------------ fit
def gathered(which: str, decisions: int, worlds: int, seed: int) -> Any:
    book = load("abbracadabra")
    record = record_type(book.state)
    blank = np.frombuffer(book.prepare(SEATS, {}, None).to_bytes(), record).copy()
    found = np.zeros(decisions * (MOST if which == "acts" else ROW) * CELLS, np.int64)
    search_parameters = np.array([*(SEARCH_PARAMETERS | book.search_parameters).values()], np.int64)
    expert_parameters = np.array([*book.expert_parameters.values()], np.int64)
    asked = np.array([decisions, worlds, seed, STEPS[which]], np.int64)
    out = np.zeros(book.most_legal + 1, np.int64)
    bound = bind_game(book, gather, compiled=True)
    n = bound.gather(
        np.zeros(1, record), np.zeros(2, record), blank, out, found, expert_parameters, search_parameters, asked
    )
    kept = found.reshape(-1, CELLS)[:n, : 5 + len(PARTS[which])].astype(float)
    kept[:, 2] /= worlds
    return kept


def fit(kept: Any) -> Any:
    """Return weights by part: always, for each own point, for each point of the others' first."""
    parts = kept[:, 5:]
    spread = np.hstack([parts, parts * kept[:, 3:4], parts * kept[:, 4:5]])
    apart, worth = within(kept, spread), within(kept, kept[:, 2:3])[:, 0]
    scale = apart.std(0) + 1e-9
    apart /= scale
    weights = np.linalg.solve(apart.T @ apart + RIDGE * np.eye(apart.shape[1]), apart.T @ worth) / scale
    return weights.reshape(3, -1)


def within(kept: Any, numbers: Any) -> Any:
    """Return differences from the mean of the decision."""
    of = np.unique(kept[:, 0], return_inverse=True)[1]
    n = np.bincount(of)
    means = np.stack([np.bincount(of, column) for column in numbers.T], 1) / n[:, None]
    return numbers - means[of]


def gain(kept: Any, weights: Any) -> Any:
    """Return what these weights win more than the expert, by decision."""
    parts = kept[:, 5:]
    worth = parts @ weights[0] + (parts @ weights[1]) * kept[:, 3] + (parts @ weights[2]) * kept[:, 4]
    order = np.lexsort((worth, kept[:, 0]))
    last = np.append(np.nonzero(np.diff(kept[order, 0]))[0], len(order) - 1)
    chosen = kept[kept[:, 1] == 1]
    return kept[order[last], 2] - chosen[np.argsort(chosen[:, 0]), 2]


def main() -> None:
    which, *numbers = sys.argv[1:]
    decisions, worlds, seed = [*map(int, numbers), 1][:3]
    kept = gathered(which, decisions, worlds, seed)
    odd = kept[:, 0] % 2 == 1
    told = np.concatenate([gain(kept[odd], fit(kept[~odd])), gain(kept[~odd], fit(kept[odd]))])
    error = 1.96 * told.std() / len(told) ** 0.5
    print(f"unseen decisions: {told.mean():+.1f} ± {error:.1f} ten-thousandths of a win")
    weights = np.round(fit(kept) * SCALES[which]).astype(int)
    lines = [f'"{part}" = [{", ".join(map(str, weights[:, i]))}]' for i, part in enumerate(PARTS[which])]
    units = (
        f"# {SCALES[which]}: a ten-thousandth of a win. Always, by own points, by points of the first of the others.\n"
    )
    command = f'command = "python tools/fit/choices.py {" ".join(sys.argv[1:])}"\n'
    path = Path(folder.__path__[0]) / FILES[which]
    path.write_text(units + command + "\n[weights]\n" + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
