"""Games to test on: every state of games played at random, or mostly by the greedy player."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from sortilege.kernel.bits import each
from sortilege.kernel.chance import sow
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.table import SPECTATOR, Table, pending

Options = dict[str, Any]


def option_sets(book: Rulebook) -> list[Options]:
    """No option, each value of each option alone, and the switches two by two."""
    sets: list[Options] = [{}]
    for option in book.options:
        values = option.choices or (book.seats.start - 1,)
        sets += [{option.name: value} for value in values if value != option.default]
    last = [(option.name, option.choices[-1]) for option in book.options if option.choices]
    return sets + [dict(pair) for pair in combinations(last, 2)]


def begin(book: Rulebook, seats: int, options: Options, seed: int, log: bool = False) -> Table:
    s = book.prepare(seats, options, None)
    sow(s, seed, 0)
    s.log = [] if log else None
    book.start(s)
    return s


def audiences(s: Table) -> list[int]:
    return [*range(s.seats), SPECTATOR]


def choose(book: Rulebook, s: Table, random: Random, greedily: float) -> tuple[int, int]:
    """A seat and a move: now and then, with the chance given, what the greedy player would do."""
    seat = one_of(list(each(pending(s))), random)
    moves = book.legal_moves(s, seat)
    if random.random() < greedily:
        return seat, book.greedy(s, seat, [len(moves), *moves])
    return seat, one_of(moves, random)


def one_of(items: list[int], random: Random) -> int:
    """By `random()`, the one stream that Python promises to keep: golden games hang on it."""
    return items[int(random.random() * len(items))]


def walk(book: Rulebook, seats: int, options: Options, seed: int) -> Iterator[tuple[Table, Random]]:
    """Every state of a game, the first and the last included. Even seeds play at random, odd ones mostly greedily."""
    random = Random(seed)
    s = begin(book, seats, options, seed)
    yield s, random
    while not s.ending:
        seat, move = choose(book, s, random, 0.8 if seed % 2 else 0.0)
        book.apply(s, seat, move)
        yield s, random
