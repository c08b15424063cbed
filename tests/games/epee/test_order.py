"""Test that turn order begins with the holder of the first-player card, not with seat 0."""

from sortilege import Game
from tests.games.epee.tables import heard, play, rest, show, state, table


def second_round(one: str, seats: int = 3) -> Game:
    """Return a game in which the last seat has the first-player card; this adventure and a skeleton lie open."""
    game = table("zombies", "skeleton", seats)
    rest(game)
    show(game, 0, one)
    return game


def test_the_adventure_of_the_new_first_player_comes_first() -> None:
    """Phase D."""
    game = second_round("zombies", seats=4)
    play(game, "3 go 2", "0 go 1", "1 rest", "2 rest")
    assert [told["card"] for told in heard(game, "reached")] == ["skeleton"] and game.pending == [3]


def test_at_a_holy_place_the_new_first_player_draws_first() -> None:
    """Lieu saint."""
    game = second_round("holy-b")
    top = state(game).artefacts[26:28]
    play(game, "2 go 1", "0 go 1", "1 rest")
    assert state(game).hand[:3] == [1 << top[0], 0, 1 << top[1]]


def test_of_a_shared_reward_the_new_first_player_takes_the_last_artefact() -> None:
    """[6]"""
    game = second_round("lich")
    state(game).artefacts_n = 1
    play(game, "2 go 1", "0 go 1", "1 rest", "2 share", "0 share")
    assert state(game).hand_n[:3] == [0, 0, 1]
