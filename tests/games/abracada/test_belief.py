"""Test what Abracada's expert believes of its own row: against a count over all rows, and against the truth."""

from collections import Counter
from itertools import product
from math import exp, perm, prod
from random import Random
from typing import Any

import pytest

import sortilege
from sortilege.bots import read_bot
from sortilege.games.abracada import RULEBOOK
from sortilege.games.abracada.bots.belief import CERTAIN, KINDS, chances, exact_chances, likelihood, read_evidence
from sortilege.games.abracada.bots.equity import equity
from sortilege.games.abracada.bots.outlook import outlook
from sortilege.games.abracada.rules.rounds import NOBODY
from sortilege.games.abracada.state import EMPTY, FAILED, SPELLS, State
from sortilege.kernel.game import Game
from sortilege.kernel.plain.rng import sow

BETA, FLOOR = 40, 20
SPELLS_THERE = range(1, SPELLS + 1)


def expert_parameters(beta: int = BETA, floor: int = FLOOR) -> list[int]:
    return list({**RULEBOOK.expert_parameters, "beta": beta, "floor": floor}.values())


def played(seats: int, seed: int, moves: int) -> Game:
    """Return a game some way into its first round, chance casting what is held half of the time."""
    game = sortilege.new("abracada", seats, seed)
    while len(game.moves) < moves:
        seat, s = game.pending[0], game.state
        assert isinstance(s, State)
        legal = game.legal(seat)
        held = [text for text in legal if text[:4] == "cast" and int(text[5:]) in s.row[seat]]
        choice = held if held and (len(game.moves) + seed) % 3 else legal
        game.play(seat, choice[len(game.moves) * 7 % len(choice)])
    assert game.state.round == 1
    return game


def turns_of(s: State) -> list[int]:
    """Return the number of the turn of each call."""
    found: list[int] = []
    for i in range(s.calls_n):
        new = i == 0 or s.call_seat[i] != s.call_seat[i - 1]
        found.append((found[-1] if found else 0) + new)
    return found


def own_calls(s: State, seat: int, row: dict[int, int]) -> float:
    """Return how likely a row meets the own calls: play them backwards, putting stones cast back to their places."""
    likely, turns = 1.0, turns_of(s)
    was, filled = dict(row), {place: s.filled[seat][place] for place in row}
    for i in reversed(range(s.calls_n)):
        if s.call_seat[i] != seat:
            continue
        was = {place: stone for place, stone in was.items() if filled[place] < turns[i]}
        spell = s.call_spell[i]
        if s.call_place[i] == FAILED:
            likely *= spell not in was.values()
        else:
            was[s.call_place[i]] = spell
            filled[s.call_place[i]] = -1  # it stood there in this turn; when it came does not matter before
            filled[s.call_place[i]] = came(s, seat, i, turns)
            likely /= list(was.values()).count(spell)
    return likely


def came(s: State, seat: int, call: int, turns: list[int]) -> int:
    """Return the turn that filled the place which this call emptied."""
    before = [
        turns[i]
        for i in range(call)
        if s.call_seat[i] == seat and s.call_place[i] == s.call_place[call] and turns[i] < turns[call]
    ]
    return before[-1] if before else 0


def calls_of_others(s: State, seat: int, row: dict[int, int], beta: float, floor: float) -> float:
    """Compute the model of a softmax, in fractions; `row` as it stood at each call."""
    likely, turns = 1.0, turns_of(s)
    casts = Counter((s.call_seat[i], s.call_spell[i]) for i in range(s.calls_n) if s.call_place[i] >= 0)
    tried: dict[tuple[int, int], int] = {}
    cast = 0
    for i in range(s.calls_n):
        caller, spell = s.call_seat[i], s.call_spell[i]
        cast = cast if i and turns[i] == turns[i - 1] else 0
        if caller != seat:
            stood = min(3, sum(stone == spell and s.filled[seat][p] < turns[i] for p, stone in row.items()))
            unseen = {kind: unseen_then(s, seat, caller, kind, turns[i]) + casts[caller, kind] for kind in SPELLS_THERE}
            whole = sum(unseen.values())
            hidden = whole - len(row)
            least = s.call_spell[i - 1] if cast else 1

            def pull(stones: float, kind: int) -> float:
                drawn = tried.get((caller, kind))  # noqa: B023
                places = 5 - cast if drawn is None else max(0, drawn - cast)  # noqa: B023
                return exp(beta * (1 - (1 - stones / hidden) ** places))  # noqa: B023

            rest = sum(pull(unseen[k] * hidden / whole, k) for k in SPELLS_THERE if k >= least and k != spell)
            mine = pull(max(0, unseen[spell] - stood), spell)
            likely *= floor + (1 - floor) * mine / (mine + rest)
        if s.call_place[i] == FAILED:
            tried[caller, spell] = cast
        else:
            cast += 1
            casts[caller, spell] -= 1
            tried = {key: n + (key[0] == caller) for key, n in tried.items()}
    return likely


def unseen_then(s: State, seat: int, caller: int, kind: int, turn: int) -> int:
    found = s.copies[kind] - s.board[kind] - s.drawn[seat][: s.drawn_n[seat]].count(kind)
    for other in set(range(s.seats)) - {seat, caller}:
        for place in range(5):
            found -= s.row[other][place] == kind and s.filled[other][place] < turn
    return found


def brute_force(s: State, seat: int, beta: float, floor: float) -> tuple[list[float], list[float]]:
    """Return the chance of one stone at least, and of two, by counting all rows."""
    places = [place for place in range(5) if s.filled[seat][place] != EMPTY]
    left = Counter(dict(enumerate(s.copies))) - Counter(dict(enumerate(s.board)))
    left -= Counter(stone for other in range(s.seats) if other != seat for stone in s.row[other] if stone)
    left -= Counter(s.drawn[seat][: s.drawn_n[seat]])
    one, two, whole = [0.0] * KINDS, [0.0] * KINDS, 0.0
    for stones in product(SPELLS_THERE, repeat=len(places)):
        counts = Counter(stones)
        weight: float = prod(perm(left[spell], n) for spell, n in counts.items())
        row = dict(zip(places, stones, strict=True))
        if weight:
            weight *= own_calls(s, seat, row)
        if weight and beta:
            weight *= calls_of_others(s, seat, row, beta, floor)
        whole += weight
        for spell, n in counts.items():
            one[spell] += weight
            two[spell] += weight * (n > 1)
    return [w / whole for w in one], [w / whole for w in two]


@pytest.mark.parametrize(("seats", "seed", "moves"), [(3, 1, 9), (4, 2, 12), (5, 3, 14), (2, 4, 11)])
def test_the_belief_is_exact(seats: int, seed: int, moves: int) -> None:
    """Stones left, own failures, and that chance took one of the matching stones."""
    game = played(seats, seed, moves)
    s, seat = game.state, game.pending[0]
    assert isinstance(s, State)
    one, two = brute_force(s, seat, 0, 0)
    found = exact_chances(s, seat, expert_parameters(beta=0))
    for spell in SPELLS_THERE:
        assert found[spell] / CERTAIN == pytest.approx(one[spell], abs=0.002)
        assert found[KINDS + spell] / CERTAIN == pytest.approx(two[spell], abs=0.002)


def test_the_belief_weighs_what_the_others_call_as_the_model_says() -> None:
    game = played(3, 5, 7)
    s, seat = game.state, game.pending[0]
    assert isinstance(s, State)
    one, _ = brute_force(s, seat, BETA / 10, FLOOR / 1000)
    plain, found = exact_chances(s, seat, expert_parameters(beta=0)), exact_chances(s, seat, expert_parameters())
    assert max(abs(plain[spell] - found[spell]) for spell in SPELLS_THERE) > 200
    for spell in SPELLS_THERE:
        assert found[spell] / CERTAIN == pytest.approx(one[spell], abs=0.02)  # growth goes by sixteenths


def test_stated_chances_come_true() -> None:
    """Between experts, in bins of a fifth, within four standard errors; in full: tools/fit/abracada_beliefs.py."""
    stated: list[tuple[float, bool]] = []
    for seed in range(3):
        game = sortilege.new("abracada", 4, seed)
        weights = list(RULEBOOK.expert_parameters.values())
        while not game.over:
            seat, s = game.pending[0], game.state
            assert isinstance(s, State)
            moves = RULEBOOK.legal_moves(s, seat)
            text = RULEBOOK.moves.write(RULEBOOK.expert(s, seat, [len(moves), *moves], weights))
            if text != "stop":
                spell = int(text[5:])
                stated.append((chances(s, seat, weights)[spell] / CERTAIN, spell in s.row[seat]))
            game.play(seat, text)
    for low in range(1, 5):
        there = [(said, true) for said, true in stated if low <= said * 5 < low + 1]
        said, true = sum(p for p, _ in there) / len(there), sum(hit for _, hit in there) / len(there)
        assert len(there) > 4 and abs(said - true) < 4 * (said * (1 - said) / len(there)) ** 0.5, (low, said, true)


def test_worlds_taken_by_their_credit_are_as_likely_as_the_belief_says() -> None:
    """`imagine` knows the own calls, `heed` and `credit` add what the others called."""
    game = played(4, 2, 12)
    seat, weights = game.pending[0], expert_parameters()
    known = game.book.recall(game.view(seat))
    assert isinstance(known, State)
    evidence, exact, chance = read_evidence(known, seat, weights), exact_chances(known, seat, weights), Random(1)
    taken = 0
    held = Counter[int]()
    for number in range(4000):
        world = known.copy()
        sow(world, 1, number)
        assert game.book.imagine(world, seat)
        if chance.random() * CERTAIN < likelihood(world, seat, evidence):
            taken += 1
            held.update(set(world.row[seat]))
    assert taken > 300
    for spell in SPELLS_THERE:
        share = exact[spell] / CERTAIN
        assert abs(held[spell] / taken - share) < 4 * (share * (1 - share) / taken) ** 0.5 + 0.01


def at_scores(*scores: int) -> Any:
    s = sortilege.new("abracada", len(scores), 1).state
    assert isinstance(s, State)
    s.score = [*scores, *[0] * (5 - len(scores))]
    return s


@pytest.mark.parametrize("scores", [(0, 0), (7, 3), (2, 5, 5), (6, 0, 3, 7), (1, 1, 4, 7, 2)])
def test_chances_by_scores_sum_to_one_and_follow_the_scores(scores: tuple[int, ...]) -> None:
    s = at_scores(*scores)
    worth = [equity(s, seat, 0, NOBODY, False, NOBODY) for seat in range(s.seats)]
    assert sum(worth) == pytest.approx(CERTAIN, abs=5)
    assert sorted(range(s.seats), key=lambda seat: (worth[seat], -seat)) == sorted(
        range(s.seats), key=lambda seat: (scores[seat], -seat)
    )
    assert worth == [outlook(s, seat) for seat in range(s.seats)]


def test_a_round_that_ends_the_game_is_worth_all_or_nothing() -> None:
    s = at_scores(6, 7, 2)
    assert equity(s, 0, 1 << 1, 0, False, NOBODY) == CERTAIN
    assert equity(s, 1, 1 << 2, 0, False, NOBODY) == 0  # both on top: the killer has the better round
    assert equity(s, 1, 1 << 2, NOBODY, False, NOBODY) == CERTAIN


@pytest.mark.parametrize("frail", [-500, 5_000])
def test_a_parameter_beyond_all_reason_still_gives_a_legal_move(frail: int) -> None:
    """Compiled code checks no index: a weight is looked up within its table."""
    game = sortilege.new("abracada", 3, 1)
    seat = game.pending[0]
    expert = read_bot(game.book, f"expert:frail={frail}")
    assert expert.choose(game.view(seat), game.legal(seat), 1) in game.legal(seat)
