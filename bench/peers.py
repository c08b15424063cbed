"""Decisions per CPU-second of our research environments, and of their peers, all in one run on one core.

    python bench/peers.py [GAME ...]

Ratios within one run count; absolute figures of a shared machine do not. Peers that are not installed are left out.
"""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from random import random
from time import process_time
from typing import Any

import numpy as np

import sortilege
from sortilege.games import SLUGS
from sortilege.lab.simulate import simulate
from sortilege.research.engine import Setting
from sortilege.research.match import Match
from sortilege.research.vector import Vector

SEATS = 4
GAMES = 4096
SECONDS = 0.5
ROUNDS = 3  # the best of so many: others share the machine


def rate(play: Callable[[], int]) -> float:
    """Return decisions per CPU-second; `play` makes some and returns how many."""
    play()
    best = 0.0
    for _ in range(ROUNDS):
        began, decisions = process_time(), 0
        while (took := process_time() - began) < SECONDS:
            decisions += play()
        best = max(best, decisions / took)
    return best


def compiled(slug: str) -> float:
    """Return what `sortilege bench` measures: whole random games inside compiled code."""
    simulate(slug, SEATS, 100)
    return max(simulate(slug, SEATS, 20_000, seed).decisions_per_cpu_second for seed in range(1, ROUNDS + 1))


def vector(setting: Setting, **how: Any) -> float:
    """Count the choosing of random actions too."""
    games, numbers = Vector(setting, GAMES, **how), np.random.default_rng(1)
    games.reset()

    def play() -> int:
        games.step(games.sample(numbers))
        return GAMES

    return rate(play)


def single(setting: Setting) -> float:
    match, games = Match(setting), iter(range(1 << 60))

    def play() -> int:
        match.begin(1, next(games))
        out, advance, decisions = match.out, match.advance, 0
        while out[0]:
            advance(int(out[1 + int(random() * int(out[0]))]))
            decisions += 1
        return decisions

    return rate(play)


def by_text(slug: str) -> float:
    def play() -> int:
        game = sortilege.new(slug, SEATS)
        while not game.over:
            seat = game.pending[0]
            moves = game.legal(seat)
            game.play(seat, moves[int(random() * len(moves))])
        return game.played

    return rate(play)


def openspiel(name: str) -> float:
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        s, decisions = game.new_initial_state(), 0
        while not s.is_terminal():
            actions = s.legal_actions()
            s.apply_action(actions[int(random() * len(actions))])
            decisions += 1
        return decisions

    return rate(play)


def pettingzoo(make: Callable[[], Any]) -> float:
    env = make()

    def play() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if ended or cut else int(legal[int(random() * len(legal))]))
            decisions += not (ended or cut)
        return decisions

    return rate(play)


def pgx(name: str) -> float:
    import jax
    import pgx as peer

    env = peer.make(name)
    step, begin = jax.jit(jax.vmap(env.step)), jax.jit(jax.vmap(env.init))
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    numbers, states = np.random.default_rng(1), [begin(keys)]

    def play() -> int:
        mask = np.asarray(states[0].legal_action_mask)
        states[0] = step(states[0], (numbers.random(mask.shape) * mask).argmax(1))
        return GAMES

    return rate(play)


def say(name: str, found: float, of: float = 0.0) -> None:
    print(f"{name:64} {found:14,.0f}" + (f"   {found / of:6.2f}" if of else ""), flush=True)


def ours(slug: str, leduc: float) -> None:
    setting = Setting(slug, SEATS)
    whole = compiled(slug)
    say(f"{slug}: whole games in compiled code", whole)
    say(f"{slug}: make_vec, int16 observations and masks / compiled", vector(setting), whole)
    say(f"{slug}: make_vec, float32 observations and masks / compiled", vector(setting, dtype=np.float32), whole)
    say(f"{slug}: make_vec, legal lists / compiled", vector(setting, observations=False, masks=False), whole)
    say(f"{slug}: one compiled step from Python / leduc", single(setting), leduc)
    say(f"{slug}: Game.play by text / leduc", by_text(slug), leduc)
    if find_spec("pettingzoo"):
        from sortilege.research.adapters.aec import AecEnv

        say(f"{slug}: PettingZoo, ours", pettingzoo(lambda: AecEnv(setting)))
    if find_spec("pyspiel"):
        from sortilege.research.adapters.spiel import spiel_game

        spiel_game(slug, SEATS)
        say(f"{slug}: OpenSpiel, ours, chance counted", openspiel(f"python_sortilege_{slug}(players={SEATS})"))


def main(slugs: list[str]) -> None:
    leduc = openspiel("leduc_poker") if find_spec("pyspiel") else 0.0
    if leduc:
        say("OpenSpiel leduc_poker from Python, C++ rules", leduc)
        say("OpenSpiel hanabi from Python, C++ rules", openspiel("hanabi"))
        say("OpenSpiel gin_rummy from Python, C++ rules", openspiel("gin_rummy"))
    if find_spec("pettingzoo") and find_spec("rlcard"):
        from pettingzoo.classic import leduc_holdem_v4

        say("PettingZoo leduc_holdem_v4", pettingzoo(leduc_holdem_v4.env))
    if find_spec("pgx"):
        say(f"Pgx leduc_holdem, {GAMES} games", pgx("leduc_holdem"))
    for slug in slugs:
        ours(slug, leduc)


if __name__ == "__main__":
    main(sys.argv[1:] or list(SLUGS))
