"""Test what a seat of Abracada may remember, and the rows it can imagine."""

from collections import Counter
from itertools import product
from math import perm, prod

import sortilege
from sortilege import Game
from sortilege.games.abracada.bots.greedy import chance_of
from sortilege.games.abracada.moves import CAST, STOP
from sortilege.games.abracada.state import FAILED, State
from sortilege.kernel.plain.bits import has
from sortilege.kernel.plain.rng import sow
from tests.games.abracada.tables import FULL, state, table


def test_everyone_may_remember_what_was_called_in_this_round() -> None:
    """So the view does: by whom, which spell, and the place that was emptied."""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    game.play(1, "cast 8")
    view = game.view()
    assert view["call_seat"] == [0, 0, 1] and view["call_spell"] == [6, 7, 8]
    assert view["call_place"][0] in (0, 1) and view["call_place"][1:] == [FAILED, FAILED]


def test_what_failed_is_ruled_out_for_the_stones_that_stood_there() -> None:
    """A stone that came later may be anything."""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    s = state(game)
    for place in range(5):
        assert has(s.crossed_out[0][place], 7) == (s.filled[0][place] == 0)


CALLED = [  # seat, spell, place: two turns of seat 0, one of seat 1 between
    (0, 5, 2),
    (0, 8, 4),
    (1, 6, FAILED),
    (0, 7, 1),
    (0, 8, 2),
    (0, 8, FAILED),
    (1, 6, FAILED),
]
STANDING = {0: 0, 1: 3, 2: 3, 3: 0, 4: 1}  # place: the turn that filled it


def remembered() -> Game:
    """Return what seat 0 knows at the start of its third turn, after the calls above."""
    game = table("66655", "77766", "66655")
    s = state(game)
    s.calls_n, s.turns = len(CALLED), 5
    for i, (seat, spell, place) in enumerate(CALLED):
        s.call_seat[i], s.call_spell[i], s.call_place[i] = seat, spell, place
    s.filled[0] = [STANDING[place] for place in range(5)]
    s.crossed_out[0] = [1 << 8 if STANDING[place] < 3 else 0 for place in range(5)]  # cast in vain in the third turn
    s.crossed_out[1] = [1 << 6] * 5
    s.board, s.pile_n = [0, 1, 1, 1, 1, 1, 1, 2, 4], 5
    return game


def likelihood(row: tuple[int, ...]) -> float:
    """Return how likely such a row meets these calls, by playing them again: chance takes a matching stone."""
    was = [row[0], 7, 5, row[3], 8]  # the row of the first turn, the stones cast since put back
    likely = 1 / was.count(5)
    was[2] = 0
    likely /= was.count(8)
    was[2], was[4] = 8, row[4]  # refilled; the 8 at place 2 was cast in the next turn
    likely /= was.count(7)
    was[1] = 0
    likely /= was.count(8)
    was[2] = 0
    return likely * (8 not in was)


def test_imagined_rows_come_as_often_as_they_are_likely() -> None:
    """Against a brute-force count over all rows, weighed by the stones left and by how likely they meet the calls."""
    game = remembered()
    s = state(game)
    left = Counter(dict(enumerate(s.copies))) - Counter(dict(enumerate(s.board))) - Counter([*s.row[1], *s.row[2]])
    wanted = [Counter[int]() for _ in range(5)]
    for row in product(FULL, repeat=5):
        deals = prod(perm(left[spell], n) for spell, n in Counter(row).items())
        for place, spell in enumerate(row):
            wanted[place][spell] += deals * likelihood(row)  # type: ignore[assignment]
    worlds = 3000
    found = [Counter[int]() for _ in range(5)]
    blank = game.book.recall(game.view(0))
    for world in range(worlds):
        imagined = blank.copy()
        sow(imagined, 3, world)
        assert isinstance(imagined, State) and game.book.imagine(imagined, 0)
        for place in range(5):
            found[place][imagined.row[0][place]] += 1
    for place in range(5):
        for spell in FULL:
            share = wanted[place][spell] / wanted[place].total()
            assert abs(found[place][spell] / worlds - share) < 4 * (share * (1 - share) / worlds) ** 0.5 + 1e-3


def test_the_greedy_player_knows_about_how_likely_it_succeeds() -> None:
    """Stated chances against what happened, in bins of a fifth: within a tenth."""
    stated: list[tuple[int, bool]] = []
    for seed in range(25):
        game = sortilege.new("abracada", 4, seed)
        while not game.over:
            seat, s = game.pending[0], state(game)
            legal = game.book.legal_moves(s, seat)
            move = game.book.greedy(s, seat, [len(legal), *legal])
            if move != STOP:
                chance = chance_of(s, seat, move - CAST)
                stated.append((chance, move - CAST in s.row[seat]))
            game.play(seat, game.book.moves.write(move))
    for low in range(400, 1000, 200):
        bin_ = [(chance, hit) for chance, hit in stated if low <= chance < low + 200]
        said, true = sum(c for c, _ in bin_) / 1000 / len(bin_), sum(h for _, h in bin_) / len(bin_)
        assert len(bin_) > 100 and abs(said - true) < 0.1, (low, said, true, len(bin_))


def test_a_round_of_an_odd_deck_may_outlast_the_list_of_calls() -> None:
    """A deck full of Sweet Dreams makes rounds of hundreds of turns: everything still fits and ends."""
    deck = {"die": [6] * 6, "stones": [1, 1, 29, 1, 1, 1, 1, 1]}
    game = sortilege.new("abracada", 5, 3, deck=deck)
    while not game.over:
        seat = game.pending[0]
        game.play(seat, "cast 3" if len(game.moves) % 3 else "cast 1" if "stop" not in game.legal(seat) else "stop")
        assert game.book.state.from_bytes(game.state.to_bytes()) == game.state
