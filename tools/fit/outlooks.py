"""Fit the outlooks of Épée and Magicoa: what goes with winning, at the starts of rounds between experts.

python tools/fit/outlooks.py epee|magicoa [GAMES [SEATS]]

Prints the weight of each feature in thousandths of the natural logarithm of the odds, for each part of the game that is
weighed apart, and the log-loss on the last fifth of the games, which the fit has not seen: of the fit, of outlook.py as
it stands, and of equal chances.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from math import log
from typing import Any, Final

import numpy as np

from sortilege.bots.search import won
from sortilege.games import load
from sortilege.games.magicoa.state import Symbol
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, apply, begin, copy_state, expert, legal
from sortilege.kernel.plain.bits import each, lowest
from sortilege.kernel.state import MoveList, Parameters, State

epee, magicoa = (import_module(f"sortilege.games.{slug}.bots.outlook") for slug in ("epee", "magicoa"))
Features = Callable[[Any, int], dict[str, float]]
MOST_STARTS: Final = 200
CERTAIN: Final = 10_000


def sample_game(
    states: States, blank: States, out: MoveList, expert_parameters: Parameters, trail: States, seed: int, game: int
) -> int:
    """Play a game of experts; keep the starts of its rounds, then its end. In the plain subset."""
    begin(states, blank, seed, game)
    s = states[0]
    n = 0
    before = -1
    while s.ending == 0:
        if s.round != before and n < len(trail) - 1:
            copy_state(trail, n, states, 0)
            n += 1
            before = s.round
        seat = lowest(s.waiting) if s.together else s.turn
        legal(s, seat, out)
        if out[0] == 1:
            apply(s, seat, out[1])
        else:
            apply(s, seat, expert(s, seat, out, expert_parameters))
    copy_state(trail, n, states, 0)
    return n + 1


def won_by(s: State, seat: int) -> int:
    return won(s, seat)


def samples(slug: str, seats: int, games: int) -> list[tuple[list[Any], list[float]]]:
    """Return of each game the starts of its rounds, and what each seat won."""
    book = load(slug)
    bound = bind_game(book, sample_game, compiled=True)
    judge = bind_game(book, won_by, compiled=False)
    record = record_type(book.state)
    blank = np.frombuffer(book.prepare(seats, {}, None).to_bytes(), record).copy()
    states, trail = np.zeros(1, record), np.zeros(MOST_STARTS, record)
    out, expert_parameters = (
        np.zeros(book.most_legal + 1, np.int64),
        np.array([*book.expert_parameters.values()] or [0], np.int64),
    )
    found = []
    for game in range(games):
        n = bound.sample_game(states, blank, out, expert_parameters, trail, 1, game)
        kept = [book.state.from_bytes(trail[i].tobytes()) for i in range(n)]
        found.append((kept[:-1], [judge.won_by(kept[-1], seat) / CERTAIN for seat in range(seats)]))
    return found


# ------------------------------------------------------------------------------------------------------- features
def of_epee(s: Any, seat: int) -> dict[str, float]:
    """Return the features of a seat: artefacts and spells count what the expert values them at."""
    expert_parameters = list(epee.PARAMETERS.values())
    artefacts = [a for a in range(epee.ARTEFACT_COUNT) if s.laid[seat] and epee.complete(s, seat, a)]
    return {
        "stone": s.stones[seat],
        "magic": s.magic[seat],
        "card in hand, for each adventure": s.hand_n[seat] * s.adventures_n,
        "artefacts, in stones": sum(epee.artefact_value(s, a, expert_parameters) for a in artefacts) / epee.STONE,
        "spells, in stones": sum(
            epee.spell_value(s, epee.FIRST_SPELL + spell, expert_parameters) for spell in each(s.spells[seat])
        )
        / epee.STONE,
    }


def of_magicoa(s: Any, seat: int) -> dict[str, float]:
    """Return the features of a seat."""
    theirs = [card for other in range(s.seats) if other != seat for card in each(s.left[other])]
    parts = [sum(card < mine for card in theirs) / max(1, len(theirs)) for mine in each(s.left[seat])]
    powers = list(each(s.powers[seat]))
    triples, doubles = sum(p <= Symbol.TRIPLE_GREEN for p in powers), powers.count(Symbol.DOUBLE_BID)
    found = {"point": s.score[seat], "card above all others": sum(parts), "its square": sum(part**2 for part in parts)}
    return found | {"triple": triples, "double bid": doubles, "another power": len(powers) - triples - doubles}


# Features, and what parts of the game are weighed apart.
GAMES: Final[dict[str, tuple[Features, Callable[[Any], str]]]] = {
    "epee": (of_epee, lambda s: f"{s.adventures_n // 4 * 4:2} adventures left or more"),
    "magicoa": (of_magicoa, lambda s: f"round {s.round}"),
}


# ------------------------------------------------------------------------------------------------------------ fit
def fit(features: Any, shares: Any) -> Any:
    """Fit a logit over the seats, by Newton's steps. `features`: starts x seats x names."""
    weights = np.zeros(features.shape[2])
    for _ in range(12):
        chances = chances_by(features, weights)
        mean = np.einsum("is,isf->if", chances, features)
        slope = np.einsum("is,isf->f", shares - chances, features)
        bend = np.einsum("is,isf,isg->fg", chances, features, features) - mean.T @ mean
        weights += np.linalg.solve(bend + 1e-3 * np.eye(len(weights)), slope)
    return weights


def chances_by(features: Any, weights: Any) -> Any:
    odds = np.exp((features @ weights) - (features @ weights).max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def log_loss(shares: Any, chances: Any) -> float:
    return float(-(shares * np.log(np.maximum(chances, 1e-9))).sum(1).mean())


def main() -> None:
    slug, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    seats = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    parts: dict[str, list[tuple[Any, list[float]]]] = {}
    for starts, shares in samples(slug, seats, games):
        for s in starts:
            parts.setdefault(GAMES[slug][1](s), []).append((s, shares))
    for part, told in sorted(parts.items()):
        print(f"{part}: {len(told)} starts")
        report(slug, seats, told)


def report(slug: str, seats: int, told: list[tuple[Any, list[float]]]) -> None:
    look = GAMES[slug][0]
    features = np.array([[list(look(s, seat).values()) for seat in range(seats)] for s, _ in told], float)
    shares = np.array([shares for _, shares in told])
    seen = len(told) * 4 // 5
    weights = fit(features[:seen], shares[:seen])
    for name, weight in zip(look(told[0][0], 0), weights, strict=True):
        print(f"{1000 * weight:8.0f}  {name}")
    rest, true = features[seen:], shares[seen:]
    own = np.array([[max(1, load(slug).outlook(s, seat)) / CERTAIN for seat in range(seats)] for s, _ in told[seen:]])
    losses = (log_loss(true, chances_by(rest, weights)), log_loss(true, own), log(seats))
    print("log-loss: fit {:.3f}, outlook.py {:.3f}, equal chances {:.3f}".format(*losses))


if __name__ == "__main__":
    main()
