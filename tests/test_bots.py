"""Bots get views, play legal moves, and play the same for the same view and seed."""

import pytest

import sortilege
from sortilege.bots import BOTS, bot
from sortilege.games import SLUGS, load
from sortilege.kernel.errors import Refusal


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", BOTS)
def test_a_whole_game_of_bots(slug: str, name: str) -> None:
    game = sortilege.new(slug, load(slug).seats[0], 5)
    while not game.over:
        seat = game.pending[0]
        view, legal = game.view(seat), game.legal(seat)
        move = bot(name).choose(view, legal, seed=3)
        assert move == bot(name).choose(view, legal, seed=3)
        game.play(seat, move)


@pytest.mark.parametrize("name", BOTS)
def test_a_state_instead_of_a_view_is_a_type_error(name: str) -> None:
    game = sortilege.new("abracada", 2, 5)
    with pytest.raises(TypeError):
        bot(name).choose(game.state, ["stop"], 1)  # type: ignore[arg-type]


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        bot("oracle")
    assert refused.value.code == "bot/unknown"


@pytest.mark.parametrize("slug", SLUGS)
def test_greedy_beats_random(slug: str) -> None:
    """One greedy player among random ones wins clearly more than its share: games, seats and seeds are fixed."""
    games, won = 30, 0.0
    seats = load(slug).seats[-1]
    for number in range(games):
        game = sortilege.new(slug, seats, number)
        greedy = number % seats
        while not game.over:
            seat = game.pending[0]
            player = bot("greedy" if seat == greedy else "random")
            game.play(seat, player.choose(game.view(seat), game.legal(seat), seed=len(game.moves)))
        assert game.result is not None
        won += (greedy in game.result.winners) / len(game.result.winners)
    assert won / games > 1.3 / seats
