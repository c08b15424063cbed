"""Play games to test on, at random or mostly by the greedy player."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import sow
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import SPECTATOR, State, pending

Options = dict[str, Any]


def option_sets(book: Rulebook) -> list[Options]:
    """Return no option, each value of each option alone, and the switches two by two."""
    sets: list[Options] = [{}]
    for option in book.options:
        values = option.choices or (book.seats.start - 1,)
        sets += [{option.name: value} for value in values if value != option.default]
    last = [(option.name, option.choices[-1]) for option in book.options if option.choices]
    return sets + [dict(pair) for pair in combinations(last, 2)]


def tables(book: Rulebook) -> list[tuple[int, Options, bool]]:
    """Return every seat count with every option set, and whether it is in the small sample.

    Those few are the standard game with every number of seats, and each option set with one of them.
    """
    few = [(seats, 0) for seats in book.seats]
    few += [(book.seats[at % len(book.seats)], at) for at in range(1, len(option_sets(book)))]
    return [
        (seats, options, (seats, at) in few) for seats in book.seats for at, options in enumerate(option_sets(book))
    ]


def begin(book: Rulebook, seats: int, options: Options, seed: int, log: bool = False) -> State:
    s = book.prepare(seats, options, None)
    sow(s, seed, 0)
    s.log = [] if log else None
    book.start(s)
    return s


def audiences(s: State) -> list[int]:
    return [*range(s.seats), SPECTATOR]


def choose(book: Rulebook, s: State, random: Random, greedily: float) -> tuple[int, int]:
    """Choose a seat and a move: with the chance given, what the greedy player would do."""
    seat = one_of(list(each(pending(s))), random)
    moves = book.legal_moves(s, seat)
    if random.random() < greedily:
        return seat, book.greedy(s, seat, [len(moves), *moves])
    return seat, one_of(moves, random)


def one_of(items: list[int], random: Random) -> int:
    """Choose by `random()`, the one stream that Python promises to keep: golden games depend on it."""
    return items[int(random.random() * len(items))]


def sample_moves(book: Rulebook, random: Random, n: int) -> list[int]:
    """Draw moves of all families alike: a family of millions does not hide the small ones."""
    families = random.choices(book.moves.families, k=n)
    return [family.base + random.randrange(family.size) for family in families]


def walk(book: Rulebook, seats: int, options: Options, seed: int) -> Iterator[tuple[State, Random]]:
    """Yield every state of a game, from the first to the last. Even seeds play at random, odd ones mostly greedily."""
    random = Random(seed)
    s = begin(book, seats, options, seed)
    yield s, random
    while not s.ending:
        seat, move = choose(book, s, random, 0.8 if seed % 2 else 0.0)
        book.apply(s, seat, move)
        yield s, random
