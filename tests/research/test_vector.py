"""Many games at once: equal to the plain rules, state for state, whatever ends, resets or is refused."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from sortilege.kernel.compile.backend import numba_here
from sortilege.kernel.plain.rng import sow
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import State
from sortilege.research.engine import Setting
from sortilege.research.loops import SPARES
from sortilege.research.match import IllegalAction, Match
from sortilege.research.vector import Vector, make_vec
from tests.research.tables import BOOKS, each_book, each_table, plain

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(not numba_here(), reason="numba is not here")]
SEED = 11
ROWS = 3


class Twin:
    """The same games by the plain rules."""

    def __init__(self, book: Rulebook, seats: int) -> None:
        self.book, self.setting = book, plain(book, seats)
        self.games = list(range(ROWS))
        self.states = [self.begin(game) for game in self.games]
        self.spare = self.setting.blanks(SPARES)

    def begin(self, game: int) -> State:
        s = self.setting.prepared.copy()
        sow(s, SEED, game)
        self.book.start(s)
        return s

    def seat(self, row: int) -> int:
        s = self.states[row]
        return s.turn if not s.together else (s.waiting & -s.waiting).bit_length() - 1

    def step(self, row: int, action: int) -> tuple[int, State] | None:
        """Play and return who made the last move, and the last state of the game, if it ended."""
        s, seat = self.states[row], self.seat(row)
        self.book.apply(s, seat, int(self.setting.actions.codes[action]))
        if not s.ending:
            return None
        self.games[row] += ROWS
        self.states[row] = self.begin(self.games[row])
        return seat, s

    def observe(self, s: State, seat: int) -> Any:
        row = np.zeros(self.setting.plan.width, np.int16)
        self.setting.loops.observe([s], 0, self.spare, seat, row)
        return row


def check_rows(vector: Vector, twin: Twin, observed: bool) -> None:
    for row in range(ROWS):
        s, seat = twin.states[row], twin.seat(row)
        assert vector.state(row) == s and vector.seat[row] == seat and vector.game[row] == twin.games[row]
        legal = [int(twin.setting.actions.of_code[move]) for move in twin.book.legal_moves(s, seat)]
        assert vector.legal[row, : vector.count[row]].tolist() == legal
        assert np.flatnonzero(vector.action_mask[row]).tolist() == sorted(legal)
        if observed:
            assert np.array_equal(vector.observations[row], twin.observe(s, seat))


def check_ended(vector: Vector, twin: Twin, row: int, ended: tuple[int, State], rewards: Any) -> None:
    seat, last = ended
    places = twin.book.places(last)
    winners = places.count(1)
    shares = [(place == 1) / winners for place in places]
    assert rewards[row] == pytest.approx([(last.seats * share - 1) / (last.seats - 1) for share in shares])
    assert rewards[row].sum() == pytest.approx(0, abs=1e-6)
    assert np.array_equal(vector.final[row], twin.observe(last, seat))


@each_table
def test_vector_games_are_plain_games(book: Rulebook, seats: int) -> None:
    """Through an end and a reset of every row."""
    vector, twin, random = make_vec(book.slug, seats, ROWS, SEED), Twin(book, seats), np.random.default_rng(1)
    vector.reset()
    steps, over = 0, np.zeros(ROWS, bool)
    while not over.all():
        check_rows(vector, twin, observed=steps % 9 == 0)
        actions = vector.sample(random)
        _, rewards, ended, cut, infos = vector.step(actions)
        for row, action in enumerate(actions.tolist()):
            last = twin.step(row, action)
            assert (last is not None) == ended[row]
            if last:
                check_ended(vector, twin, row, last, rewards)
            else:
                assert not rewards[row].any()
        assert not cut.any() and not infos["refused"].any()
        over, steps = over | ended, steps + 1
    check_rows(vector, twin, observed=True)


@each_book
def test_an_illegal_action_refuses_its_row_and_harms_no_other(book: Rulebook) -> None:
    vector, other = (make_vec(book.slug, book.seats[-1], 6, SEED) for _ in range(2))
    random = np.random.default_rng(2)
    for one in (vector, other):
        one.reset()
    size = len(vector.setting.actions)
    for bad in (0, -1, size, 2**31 - 1, -(2**31), 2**32 + 1):
        actions = vector.sample(random)
        before = [vector.state(row) for row in range(6)]
        tampered = actions.astype(np.int64)
        tampered[1::2] = bad
        _, rewards, ended, _, infos = vector.step(tampered)
        assert infos["refused"].tolist() == [False, True] * 3 and not rewards.any() and not ended.any()
        assert infos["reasons"].keys() == {1, 3, 5} and all("/" in text for text in infos["reasons"].values())
        assert [vector.state(row) for row in (1, 3, 5)] == before[1::2]
        _, _, _, _, infos = vector.step(np.where(infos["refused"], actions, 0))  # now the others are refused
        other.step(actions)
        assert infos["refused"].tolist() == [True, False] * 3
        assert [vector.state(row) for row in range(6)] == [other.state(row) for row in range(6)]


def test_a_refusal_tells_the_reason_of_the_rules() -> None:
    vector = make_vec("abracada", 2, 1, 5)
    vector.reset()
    stop = vector.setting.actions.read("stop")
    assert vector.step([stop])[4]["reasons"] == {0: "move/cast_owed"}


@each_book
def test_plain_code_steps_the_same_games(book: Rulebook) -> None:
    fast, slow = (make_vec(book.slug, book.seats[0], 2, SEED, compiled=compiled) for compiled in (True, False))
    random = np.random.default_rng(3)
    for one in (fast, slow):
        one.reset()
    for _ in range(40):
        actions = fast.sample(random)
        for one in (fast, slow):
            one.step(actions)
        for name in ("observations", "action_mask", "rows"):
            assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
        assert np.array_equal(fast.observe_perfect(), slow.observe_perfect())


@each_book
def test_one_game_is_stepped_by_codes(book: Rulebook) -> None:
    """The fastest way from Python is the same game, and refuses what is not listed."""
    fast, slow = Match(Setting(book.slug, book.seats[0]), 3, 8), Match(plain(book, book.seats[0]), 3, 8)
    random = Random(1)
    while not fast.over:
        assert list(fast.out[: fast.out[0] + 1]) == slow.out[: slow.out[0] + 1]
        with pytest.raises(IllegalAction):
            fast.advance(-1)
        move = int(fast.out[1 + int(random.random() * int(fast.out[0]))])
        slow.play(slow.seat, int(slow.actions.of_code[move]))
        assert fast.advance(move) == slow.seat
    assert fast.state == slow.state and fast.rewards().tolist() == slow.rewards().tolist()
    with pytest.raises(IllegalAction):
        fast.advance(move)


def test_plain_code_steps_the_same_games_among_opponents() -> None:
    fast, slow = (
        make_vec("abracada", 3, 2, SEED, ["expert", "greedy"], compiled=compiled) for compiled in (True, False)
    )
    random = np.random.default_rng(3)
    for one in (fast, slow):
        one.reset()
    for _ in range(30):
        actions = fast.sample(random)
        for one in (fast, slow):
            one.step(actions)
        assert np.array_equal(fast.rows, slow.rows) and np.array_equal(fast.observations, slow.observations)


def test_without_autoreset_a_row_waits_for_the_reset() -> None:
    vector, random = make_vec("magicoa", 3, 4, autoreset=False), np.random.default_rng(4)
    vector.reset()
    while (vector.seat >= 0).all():
        vector.step(vector.sample(random))
    over = np.flatnonzero(vector.seat < 0)
    assert not vector.action_mask[over].any() and not vector.count[over].any()
    infos = vector.step(np.zeros(4, int))[4]
    assert {infos["reasons"][row] for row in over.tolist()} == {"game/over"}


def test_floats_threads_and_seeds() -> None:
    """Threads change nothing, float32 holds the same numbers, and a seed gives the same games again."""
    whole, parts = make_vec("abracada", 3, 7, 9), make_vec("abracada", 3, 7, threads=3, dtype=np.float32)
    random = np.random.default_rng(5)
    whole.reset()
    parts.reset(seed=9)
    start = whole.observations.copy()
    for _ in range(200):
        actions = whole.sample(random)
        for one in (whole, parts):
            one.step(actions)
        assert parts.observations.dtype == np.float32 and np.array_equal(whole.observations, parts.observations)
        ended = whole.rows[:, 3] != 0
        assert np.array_equal(whole.rewards, parts.rewards) and np.array_equal(whole.final[ended], parts.final[ended])
    assert np.array_equal(whole.reset()[0], start) and not np.array_equal(whole.reset(seed=10)[0], start)
    parts.close()


@pytest.mark.parametrize("level", ["random", "greedy", "expert"])
def test_opponents_play_until_the_learner_is_asked(level: str) -> None:
    vector, random = make_vec("abracada", 3, 60, 2, opponents=level), np.random.default_rng(6)
    vector.reset()
    won, games = 0.0, 0
    while games < 300:
        assert np.array_equal(vector.seat, vector.learner)
        _, rewards, ended, _, _ = vector.step(vector.sample(random))
        won, games = won + rewards[ended].sum(), games + int(ended.sum())
    mean = won / games
    assert abs(mean) < 0.2 if level == "random" else mean < -0.3
    assert set(vector.learner.tolist()) == {0, 1, 2}


def test_greedy_opponents_are_the_greedy_bot() -> None:
    """A row played by the plain rules, the opponents by the rulebook's own greedy player."""
    book = BOOKS[0]
    setting = Setting("abracada", 2, compiled=False)
    vector, random = make_vec("abracada", 2, 1, SEED, opponents=["greedy"]), np.random.default_rng(7)
    vector.reset()
    s = setting.prepared.copy()
    sow(s, SEED, 0)
    book.start(s)
    ended = np.zeros(1, bool)
    while not ended[0]:
        while s.turn != vector.learner[0]:
            moves = book.legal_moves(s, s.turn)
            book.apply(s, s.turn, book.greedy(s, s.turn, [len(moves), *moves]))
        assert vector.state(0) == s
        learner, actions = int(vector.learner[0]), vector.sample(random)
        ended = vector.step(actions)[2]
        book.apply(s, learner, int(setting.actions.codes[actions[0]]))


def test_gymnasium_makes_many_learners_by_name() -> None:
    """They play the games that `make_vec` plays, in arrays of their own."""
    env = gymnasium.make_vec("sortilege/abracada-v1", num_envs=8, seats=3, opponents="greedy")
    games, random = make_vec("abracada", 3, 8, opponents="greedy"), np.random.default_rng(8)
    first, infos = env.reset(seed=4)
    games.reset(seed=4)
    assert first in env.observation_space and env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    kept, over = first.copy(), 0
    while over < 10:
        assert np.array_equal(infos["action_mask"], games.action_mask)
        actions = games.sample(random)
        seen, rewards, ended, _, infos = env.step(actions)
        games.step(actions)
        assert np.array_equal(seen, games.observations) and np.array_equal(infos.get("_final_obs", ended), ended)
        assert not rewards[~ended].any() and np.array_equal(first, kept)
        over += int(ended.sum())
    _, _, _, _, infos = env.step(np.zeros(8, int))
    assert infos["refused"].all() and infos["reasons"][0] == "action/move_owed"


def test_unknown_opponents_are_refused() -> None:
    for wrong in ("tuned", ["greedy", "greedy"], []):
        with pytest.raises(ValueError, match="opponents are 1 of"):
            make_vec("abracada", 2, 4, opponents=wrong)
    vector = make_vec("abracada", 2, 4)
    for actions in ([1], [1.0] * 4):
        with pytest.raises(ValueError, match="4 whole numbers"):
            vector.step(actions)
