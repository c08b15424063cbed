"""Test that what the view of Abracada says of spells and places is what then happens."""

from random import Random
from typing import Any

import pytest

import sortilege
from sortilege import Game
from sortilege.games.abracada.bots.calls import starts_turn
from sortilege.games.abracada.state import EMPTY, FAILED, ROW, SLIPPED, State

OPTIONS = [{}, {"slips": True}, {"last_takes_all": True}, {"easy": True}]


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_stake_holds_what_the_spell_then_does(seats: int, options: dict[str, bool]) -> None:
    choose = Random(seats)
    for seed in range(4):
        game = sortilege.new("abracada", seats, seed, options)
        while not game.over:
            seat = game.pending[0]
            told = game.view(seat)["stakes"]
            move = choose.choice(game.legal(seat))
            before, lasts = list(state(game).lives), state(game).round
            game.play(seat, move)
            if move != "stop" and state(game).round == lasts:
                keeps(
                    told[int(move.split()[1]) - 1],
                    seat,
                    before,
                    list(state(game).lives),
                    state(game).call_place[state(game).calls_n - 1],
                )


def keeps(stake: dict[str, Any], seat: int, before: list[int], after: list[int], place: int) -> None:
    assert stake["slips"] == (place == SLIPPED)
    told = (
        stake["works"]
        if place >= 0
        else [stake["fails"] if one == seat else [0, 0] for one in range(len(stake["works"]))]
    )
    for one, (least, most) in enumerate(told):
        low, high = sorted((least, most))
        assert low <= after[one] - before[one] <= high


def test_what_is_crossed_out_of_a_place_is_what_failed_while_its_stone_stood_there() -> None:
    choose = Random(1)
    for seats, options in ((3, {}), (4, {"last_takes_all": True}), (2, {"slips": True})):
        game = sortilege.new("abracada", seats, 5, options)
        while not game.over:
            shown = game.view(None)["crossed_out"]
            assert shown == [
                [called_in_vain(state(game), seat, place) for place in range(ROW)] for seat in range(seats)
            ]
            game.play(game.pending[0], choose.choice(game.legal(game.pending[0])))


def called_in_vain(s: State, seat: int, place: int) -> list[int]:
    """Return the spells that failed at each place, from the calls of the round, one by one."""
    found, turn = set(), 0
    for call in range(s.calls_n):
        turn += starts_turn(s, call)
        stood = s.filled[seat][place] != EMPTY and s.filled[seat][place] < turn
        if s.call_seat[call] == seat and s.call_place[call] == FAILED and stood:
            found.add(s.call_spell[call])
    return sorted(found)


def test_no_spell_is_at_stake_after_the_end() -> None:
    game = sortilege.new("abracada", 2, 1)
    choose = Random(1)
    while not game.over:
        game.play(game.pending[0], choose.choice(game.legal(game.pending[0])))
    assert game.view(0)["stakes"] == []
