"""Test that the solved last round of Magicoa equals trying every move by the rules themselves."""

from random import Random

import pytest

from sortilege.games import load
from sortilege.games.magicoa.bots.endgame import (
    VALUE,
    lay_sequence,
    lay_tree,
    mixed_orders,
    order_pays,
    solvable,
    solve_from,
    solved_place,
)
from sortilege.games.magicoa.bots.stakes import A_POINT, CERTAIN, CHANCE, lay_stakes, pay_of
from sortilege.games.magicoa.moves import choosing
from sortilege.games.magicoa.state import ROUNDS, State, Step
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import sow
from sortilege.kernel.state import EVERYONE, pending

BOOK = load("magicoa")


def last_round(seats: int, seed: int) -> State:
    """Play five rounds by chance, with no Échange in hand; the face-down potion is known to all."""
    random = Random(seed)
    while True:
        s = BOOK.prepare(seats, {}, None)
        assert isinstance(s, State)
        sow(s, random.getrandbits(40), 0)
        BOOK.start(s)
        while s.round < ROUNDS:
            seat = next(each(pending(s)))
            BOOK.apply(s, seat, random.choice(BOOK.legal_moves(s, seat)))
        if solvable(s, 2 * seats):
            s.knows_down[ROUNDS - 1] = EVERYONE
            return s


def chosen(s: State, orders: int) -> State:
    """Return a state in which all have chosen, these seats with the higher card on top."""
    for seat in range(s.seats):
        low, high = each(s.left[seat])
        BOOK.apply(s, seat, choosing(high, low) if orders >> seat & 1 else choosing(low, high))
    return s


def pays(s: State) -> list[int]:
    """Return what a seat gets at the end: the chance to win before all, then points; 1 more, as the solution has it."""
    ranks = [BOOK.rank(s, seat) for seat in range(s.seats)]
    best = max(ranks)
    shares = [CERTAIN // ranks.count(best) if rank == best else 0 for rank in ranks]
    return [1 + share * CHANCE + (rank + 1) // A_POINT for share, rank in zip(shares, ranks, strict=True)]


def tried(s: State) -> list[int]:
    """Return what each seat gets if all take what pays them most, move by move by the rules; of equals the first."""
    if s.ending:
        return pays(s)
    best: list[int] = []
    for move in BOOK.legal_moves(s, s.turn):
        after = s.copy()
        BOOK.apply(after, s.turn, move)
        found = tried(after)
        if not best or found[s.turn] > best[s.turn]:
            best = found
    return best


def solved(s: State) -> list[int]:
    leader = [0] * 6
    tree = lay_tree(s, leader)
    lay_sequence(s, tree, 0)
    solve_from(s, lay_stakes(s, 0), tree, leader, 0)
    return tree[VALUE : VALUE + s.seats]


@pytest.mark.parametrize("seed", range(6))
def test_with_three_seats_the_whole_round_is_what_the_rules_come_to(seed: int) -> None:
    s = last_round(3, seed)
    assert order_pays(s, 0)[4 * seed : 4 * seed + 3] == tried(chosen(s.copy(), seed))


@pytest.mark.parametrize("seed", range(6))
def test_with_four_seats_so_is_the_second_bidding(seed: int) -> None:
    random = Random(seed)
    s = chosen(last_round(4, 100 + seed), seed)
    while s.step == Step.PLACE and s.bidding == 1:
        BOOK.apply(s, s.turn, random.choice(BOOK.legal_moves(s, s.turn)))
    assert solved(s) == tried(s)
    moves = BOOK.legal_moves(s, s.turn)
    after = s.copy()
    BOOK.apply(after, s.turn, solved_place(s, s.turn, [len(moves), *moves]))
    assert tried(after)[s.turn] == tried(s)[s.turn]


@pytest.mark.parametrize("seed", range(3))
def test_an_unseen_potion_counts_by_its_chances(seed: int) -> None:
    s = last_round(4, 200 + seed)
    s.knows_down[ROUNDS - 1] = 0
    leader = [1, 0, 2, 3]
    mean = pay_of(s, lay_stakes(s, 1), leader, 1)
    # Unseen: what lies in the pile and the box, and the face-down potions that nobody took.
    unseen = [potion for potion in s.pile + s.down if potion]
    known = s.copy()
    known.knows_down[ROUNDS - 1] = EVERYONE
    each_pay = []
    for potion in unseen:
        known.down[ROUNDS - 1] = potion
        each_pay.append(pay_of(known, lay_stakes(known, 1), leader, 1))
    assert abs(mean - sum(each_pay) / len(each_pay)) <= 1


@pytest.mark.parametrize("seed", range(4))
def test_no_seat_gains_much_by_leaving_its_mixed_order(seed: int) -> None:
    """Regret matching of two orders each comes near to where nobody has a regret left."""
    s = last_round(3, 300 + seed)
    found = order_pays(s, 0)
    mixed = mixed_orders(s, found)
    for seat in range(3):
        values = [0.0, 0.0]
        for orders in range(8):
            weight = 1.0
            for other in {0, 1, 2} - {seat}:
                weight *= (mixed[other] if orders >> other & 1 else 1000 - mixed[other]) / 1000
            values[orders >> seat & 1] += weight * found[4 * orders + seat]
        played = values[0] + (values[1] - values[0]) * mixed[seat] / 1000
        assert max(values) - played < 0.1 * CERTAIN * CHANCE
