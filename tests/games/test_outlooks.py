"""Test that outlooks by a net or a formula add up."""

from random import Random

import pytest

from sortilege.games import load
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import sow
from sortilege.kernel.state import pending

TABLES = [(slug, seats) for slug in ("epee", "abbracadabra", "magicoa") for seats in load(slug).seats]


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_the_chances_of_all_seats_add_up(slug: str, seats: int) -> None:
    book, random = load(slug), Random(seats)
    s = book.prepare(seats, {}, None)
    sow(s, 3, seats)
    book.start(s)
    while not s.ending:
        chances = [book.outlook(s, seat) for seat in range(seats)]
        assert min(chances) >= 0 and 10_000 - seats <= sum(chances) <= 10_000
        seat = next(each(pending(s)))
        moves = book.legal_moves(s, seat)
        book.apply(
            s, seat, book.greedy(s, seat, [len(moves), *moves]) if random.random() < 0.7 else random.choice(moves)
        )


def test_a_seat_with_more_stones_has_the_better_outlook_in_epee() -> None:
    book = load("epee")
    s = book.prepare(3, {}, None)
    sow(s, 1, 1)
    book.start(s)
    s.stones[1] = 6  # type: ignore[attr-defined]
    assert book.outlook(s, 1) > book.outlook(s, 0) == book.outlook(s, 2)


def test_a_seat_with_higher_gold_left_has_the_better_outlook_in_magicoa() -> None:
    book = load("magicoa")
    s = book.prepare(3, {}, None)
    sow(s, 1, 1)
    book.start(s)
    s.round = 6
    s.left[:3] = [0b110, 0b11 << 11, 0b110]  # type: ignore[attr-defined]
    assert book.outlook(s, 1) > book.outlook(s, 0) == book.outlook(s, 2)
