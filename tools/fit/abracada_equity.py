"""Compute games/abracada/data/equity.toml: the chance to win by scores, from how rounds between experts end.

python tools/fit/abracada_equity.py [GAMES]
"""

import sys
from base64 import b64encode
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import factorial, prod
from pathlib import Path
from struct import pack
from typing import Final

import numpy as np

from sortilege.games import load
from sortilege.games.abracada.state import GOAL
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.loops import States, apply, begin, expert, legal
from sortilege.kernel.plain.scratch import Scratch
from sortilege.kernel.state import MOST_SEATS, MoveList, Parameters

FILE: Final = Path(__file__).parents[2] / "src/sortilege/games/abracada/data/equity.toml"
BOOK: Final = load("abracada")
WIN: Final = 10_000
Scores = tuple[int, ...]


def sample_rounds(
    states: States,
    blank: States,
    out: MoveList,
    expert_parameters: Parameters,
    gains: Scratch,
    seed: int,
    game: int,
    most: int,
) -> int:
    """Play whole games of experts until `most` rounds are kept; return how many games. In the plain subset."""
    n = 0
    while n < most:
        begin(states, blank, seed, game)
        s = states[0]
        game += 1
        while s.ending == 0:
            before = s.round
            legal(s, s.turn, out)
            apply(s, s.turn, expert(s, s.turn, out, expert_parameters))
            if (s.round != before or s.ending) and n < most:
                for seat in range(s.seats):
                    gains[n * MOST_SEATS + seat] = s.gained[seat]
                n += 1
    return game


def round_ends(seats: int, rounds: int) -> Counter[Scores]:
    record = record_type(BOOK.state)
    blank = np.frombuffer(BOOK.prepare(seats, {}, None).to_bytes(), record).copy()
    gains = np.zeros(rounds * MOST_SEATS, np.int64)
    out, expert_parameters = (
        np.zeros(BOOK.most_legal + 1, np.int64),
        np.array(list(BOOK.expert_parameters.values()), np.int64),
    )
    bound = bind_game(BOOK, sample_rounds, compiled=True)
    bound.sample_rounds(np.zeros(1, record), blank, out, expert_parameters, gains, 1, 0, rounds)
    return Counter(tuple(sorted(int(g) for g in row[:seats])) for row in gains.reshape(-1, MOST_SEATS))


def equities(seats: int, ends: Counter[Scores]) -> list[int]:
    """Return chances by own score and bag of the others' scores: an end befalls the seats in any order."""
    orders = {end: _orders(end) for end in ends}
    whole = sum(ends.values())

    @cache
    def values(scores: Scores) -> tuple[float, ...]:
        """Return the chances of seats with these scores, lowest first; equals have equal chances."""
        found = [0.0] * seats
        for end, times in ends.items():
            for order in orders[end]:
                share = times / whole / len(orders[end])
                for seat, value in enumerate(_after(scores, order)):
                    found[seat] += share * value
        return tuple(found)

    def _after(scores: Scores, gained: Scores) -> list[float]:
        new = [min(GOAL, score + gain) for score, gain in zip(scores, gained, strict=True)]
        if max(new) == GOAL:
            ranks = list(zip(new, gained, strict=True))
            return [(rank == max(ranks)) / ranks.count(max(ranks)) for rank in ranks]
        sorted_new = tuple(sorted(new))
        chances = dict(zip(sorted_new, values(sorted_new), strict=True))
        return [chances[score] for score in new]

    bags = sorted(combinations_with_replacement(range(GOAL), seats - 1), key=lambda bag: bag[::-1])
    table = []
    for own in range(GOAL):
        for bag in bags:
            scores = tuple(sorted((own, *bag)))
            table.append(round(WIN * values(scores)[scores.index(own)]))
    return table


def _orders(end: Scores) -> list[Scores]:
    found = sorted(set(permutations(end)))
    assert len(found) == factorial(len(end)) // prod(factorial(n) for n in Counter(end).values())
    return found


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    lines = [f'command = "python tools/fit/abracada_equity.py {rounds}"', "", "[seats]"]
    for seats in BOOK.seats:
        ends = round_ends(seats, rounds)
        table = equities(seats, ends)
        print(seats, len(table), ends.most_common(5), table[0])
        lines.append(f'{seats} = "{b64encode(pack(f">{len(table)}H", *table)).decode()}"')
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
