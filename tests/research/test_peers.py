"""PettingZoo's and Gymnasium's own suites pass for every game, and the environments keep to our rules."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from sortilege import research
from sortilege.kernel.rulebook import Rulebook
from sortilege.research import IllegalAction
from sortilege.research.adapters.aec import AecEnv
from sortilege.research.adapters.parallel import SeatsEnv
from sortilege.research.adapters.single import SingleEnv
from tests.research.tables import BOOKS, each_book, each_table, plain

CYCLES = 60  # the suites' own counts of steps are for environments of microseconds


@each_table
def test_pettingzoo_accepts_one_seat_after_another(book: Rulebook, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation (is not a NumPy array|space for each agent probably)")
        api_test(AecEnv(plain(book, seats)), num_cycles=CYCLES)
        seed_test(lambda: AecEnv(plain(book, seats)), num_cycles=CYCLES // seats)


@each_table
def test_pettingzoo_accepts_all_seats_at_once(book: Rulebook, seats: int) -> None:
    parallel_api_test(SeatsEnv(plain(book, seats)), num_cycles=CYCLES)


@each_table
def test_gymnasium_accepts_a_learner_among_bots(book: Rulebook, seats: int) -> None:
    check_env(SingleEnv(book.slug, seats, "greedy", compiled=False), skip_render_check=True)


@each_book
def test_one_after_another_and_at_once_play_the_same_game(book: Rulebook) -> None:
    """Simultaneous choices do not hang on each other: asked in turn or at once, they lead to the same state."""
    seats = book.seats[-1]
    one, all_at_once = AecEnv(plain(book, seats)), SeatsEnv(plain(book, seats))
    one.reset(seed=3)
    seen, _ = all_at_once.reset(seed=3)
    random = np.random.default_rng(1)
    while all_at_once.agents:
        actions = {agent: int(random.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in seen}
        asked = [agent for agent, action in actions.items() if action]
        for _ in asked:
            assert np.array_equal(
                one.observe(one.agent_selection)["action_mask"], seen[one.agent_selection]["action_mask"]
            )
            one.step(actions[one.agent_selection])
        seen, rewards, terminated, _, _ = all_at_once.step(actions)
        assert one.match.state == all_at_once.match.state
    assert all(terminated.values()) and rewards == one.rewards and sum(rewards.values()) == pytest.approx(0, abs=1e-6)
    assert np.array_equal(one.state(), all_at_once.state())


def test_a_choice_is_hidden_until_all_are_in() -> None:
    """In Magicoa all seats choose two cards at once: the second to be asked sees nothing of the first one's."""
    book = BOOKS[-1]
    seen = []
    for choice in (0, 7):
        env = AecEnv(plain(book, 3))
        env.reset(seed=4)
        env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[choice]))
        assert env.agent_selection == "seat_1"
        seen.append([env.observe(agent)["observation"] for agent in env.agents])
    assert not np.array_equal(seen[0][0], seen[1][0]) and np.array_equal(seen[0][1:], seen[1][1:])


@each_book
def test_a_seat_that_is_not_asked_may_only_wait(book: Rulebook) -> None:
    env = AecEnv(plain(book, book.seats[-1]))
    env.reset(seed=1)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        asked = env.possible_agents.index(agent) in env.match.pending
        assert bool(mask[0]) != asked and (asked or mask.sum() == 1)


def take(env: AecEnv | SeatsEnv, agent: str, action: int) -> None:
    if isinstance(env, AecEnv):
        env.step(action)
    else:
        env.step({agent: action})


@each_book
def test_what_is_rendered_is_what_a_spectator_sees(book: Rulebook) -> None:
    env = AecEnv(plain(book, book.seats[0]), render_mode="ansi")
    env.reset(seed=1)
    assert "audience: None" in env.render() and "pending: " in env.render()


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    one, all_at_once = AecEnv(plain(BOOKS[0], 2)), SeatsEnv(plain(BOOKS[0], 2))
    for env in (one, all_at_once):
        env.reset(seed=2)
        before = env.match.state
        for action in (0, 1, 99):  # wait, stop, no action at all
            with pytest.raises(IllegalAction, match="/"):
                take(env, env.possible_agents[env.match.seat], action)
        assert env.match.state == before
    with pytest.raises(IllegalAction, match="seat/not_asked"):
        all_at_once.step({all_at_once.possible_agents[1 - all_at_once.match.seat]: 2})


def test_gymnasium_makes_the_games_by_name() -> None:
    assert {f"sortilege/{book.slug}-v{book.version}" for book in BOOKS} <= set(gymnasium.registry)
    env = gymnasium.make(
        "sortilege/abracada-v1", seats=3, opponents=["random", "expert"], compiled=False, render_mode="ansi"
    )
    _, info = env.reset(seed=5)
    assert "audience: None" in str(env.render())
    random, rewards, over = np.random.default_rng(1), 0.0, False
    while not over:
        inner: Any = env.unwrapped
        assert np.array_equal(inner.action_masks(), info["action_mask"])
        _, reward, over, _, info = env.step(int(random.choice(np.flatnonzero(info["action_mask"]))))
        rewards += float(reward)
    assert rewards in (-0.5, 1.0) or -0.5 < rewards < 1


def test_any_whole_number_is_a_seed() -> None:
    env = AecEnv(plain(BOOKS[0], 2))
    states = set()
    for seed in (-1, 0, 1, 2**62, 2**80 + 1):
        env.reset(seed=seed)
        states.add(env.match.state.to_bytes())
    assert len(states) == 3, "of a long one the last 62 bits count"


def test_a_refused_action_costs_the_learner_nothing() -> None:
    env = SingleEnv("abracada", 2, compiled=False)
    seen, _ = env.reset(seed=1)
    again, reward, over, _, info = env.step(0)
    assert info["refused"] == "action/move_owed" and reward == 0 and not over and np.array_equal(seen, again)


def test_pettingzoo_makes_the_games_by_name() -> None:
    env = pettingzoo.make("aec", "sortilege/magicoa-v1", seats=4, compiled=False)
    assert isinstance(env, AecEnv) and len(env.possible_agents) == 4
    assert isinstance(pettingzoo.make("parallel", "sortilege/epee-v1", compiled=False), SeatsEnv)
    assert isinstance(research.aec_env("epee", 3, compiled=False), AecEnv)
    assert isinstance(research.parallel_env("epee", 3, compiled=False), SeatsEnv)
