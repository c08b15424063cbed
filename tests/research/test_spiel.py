"""OpenSpiel's own tests and its searches accept every game, and no search foresees or peeks."""

import copy
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from sortilege import research
from sortilege.kernel.rulebook import Rulebook
from tests.research.tables import each_book, each_table

SIMULATIONS = 2  # of a search, for each move


@each_table
def test_random_games_pass_and_serialise(book: Rulebook, seats: int) -> None:
    pyspiel.random_sim_test(research.spiel_game(book.slug, seats), num_sims=1, serialize=True, verbose=False)


def walk(slug: str, seats: int, seed: int) -> Any:
    """Yield the states of a random game in which somebody is asked."""
    random, s = Random(seed), research.spiel_game(slug, seats).new_initial_state()
    while not s.is_terminal():
        if not s.is_chance_node():
            yield s
        s.apply_action(random.choice(s.legal_actions()))


@each_book
def test_its_information_set_search_plays_a_whole_game(book: Rulebook) -> None:
    game = research.spiel_game(book.slug, book.seats[0])
    random, numbers = Random(3), np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game,
        *(mcts.RandomRolloutEvaluator(1, numbers), 1.4, SIMULATIONS, -1, numbers),
        allow_inconsistent_action_sets=True,
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random.random))
    s, decisions = game.new_initial_state(), 0
    while not s.is_terminal():
        if s.is_chance_node() or s.current_player() or decisions > 40:
            s.apply_action(random.choice(s.legal_actions()))
        else:
            s.apply_action(bot.step(s))
            decisions += 1
    assert decisions and sum(s.returns()) == pytest.approx(0, abs=1e-6)


@each_book
def test_an_imagined_state_looks_the_same_and_keeps_no_secret(book: Rulebook) -> None:
    random, differed = Random(1), 0
    for s in walk(book.slug, book.seats[-1], 5):
        player = s.current_player()
        world = s.resample_from_infostate(player, random.random)
        assert world.information_state_string(player) == s.information_state_string(player)
        assert world.observation_tensor(player) == s.observation_tensor(player)
        assert world.legal_actions() == s.legal_actions() and world.history() == []
        others = [seat for seat in range(book.seats[-1]) if seat != player]
        assert not any(world.information_state_string(other).partition("\n")[0] for other in others)
        differed += world.now.s != s.now.s
        if differed > 12:
            break
    assert differed or book.slug == "bataille"


def test_chance_is_drawn_after_the_move_and_not_before() -> None:
    """From one state, a failed Dragon meets other dice; a copy does not know which one the game will meet."""
    s = research.spiel_game("abracada", 2).new_initial_state()
    for outcome in (4, 8):
        s.apply_action(outcome)
    failing = [action for action in s.legal_actions() if fails(s, action)]
    dragon = s.get_game().setting.actions.read("cast 1")
    assert dragon in failing or failing
    lives = set()
    for outcome in range(30):
        world = s.clone()
        world.apply_action(dragon)
        assert world.is_chance_node() and len(world.chance_outcomes()) == 1024
        for drawn in (outcome, 7):
            world.apply_action(drawn)
        lives.add(tuple(world.now.s.lives[:2]))
    assert len(lives) == 3


def fails(s: Any, action: int) -> bool:
    world = s.clone()
    world.apply_action(action)
    return bool(world.is_chance_node()) or world.current_player() != s.current_player()


def test_a_move_without_chance_asks_for_none() -> None:
    for s in walk("magicoa", 3, 2):
        before = len(s.history())
        world = s.clone()
        world.apply_action(s.legal_actions()[0])
        assert not world.is_chance_node() and len(world.history()) == before + 1
        break


def test_copies_and_serialised_states_go_on_alike() -> None:
    game = research.spiel_game("epee", 3)
    random = Random(2)
    s = next(islice(walk("epee", 3, 4), 25, None))
    twins = [s.clone(), copy.deepcopy(s), game.deserialize_state(s.serialize())]
    while not s.is_terminal():
        action = random.choice(s.legal_actions())
        for one in (s, *twins):
            one.apply_action(action)
        assert all(str(one) == str(s) and one.history() == s.history() for one in twins)
    assert all(one.returns() == s.returns() for one in twins)


def test_games_are_loaded_by_name() -> None:
    game = pyspiel.load_game("python_sortilege_magicoa(players=5)")
    assert game.num_players() == 5 and game.max_utility() == 1 and game.min_utility() == -0.25
    assert game.num_distinct_actions() == 150
