"""What the view of Abracada says of spells and places is what then happens."""

from random import Random
from typing import Any

import pytest

import sortilege
from sortilege import Game
from sortilege.games.abracada.calls import MASK, ruled_out
from sortilege.games.abracada.layout import ROW, SLIPPED, SPELLS, State
from sortilege.kernel.bits import has

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


def test_what_is_crossed_out_is_what_is_ruled_out() -> None:
    game = sortilege.new("abracada", 3, 5)
    choose = Random(1)
    while not game.over:
        s = state(game)
        shown = game.view(None)["crossed_out"]
        for seat in range(3):
            bits = ruled_out(s, seat)
            told = [
                [spell for spell in range(1, SPELLS + 1) if has(bits, place * MASK + spell)] for place in range(ROW)
            ]
            assert [sorted(spells) for spells in shown[seat]] == told
            assert game.view(seat)["crossed_out"][seat] == shown[seat]
            assert game.view(seat)["crossed_out"][seat - 1] == []
        game.play(game.pending[0], choose.choice(game.legal(game.pending[0])))


def test_no_spell_is_at_stake_after_the_end() -> None:
    game = sortilege.new("abracada", 2, 1)
    choose = Random(1)
    while not game.over:
        game.play(game.pending[0], choose.choice(game.legal(game.pending[0])))
    assert game.view(0)["stakes"] == []
