"""Test that the expert of Bataille plays what was solved, and sensibly where nothing was."""

from typing import cast

import pytest

import sortilege
from sortilege.games.bataille import RULEBOOK as BOOK
from sortilege.games.bataille.bots.expert import CERTAIN, chance, expert
from sortilege.games.bataille.bots.outlook import outlook
from sortilege.games.bataille.bots.parameters import PARAMETERS
from sortilege.games.bataille.moves import STACK, STOP, TAKE, THROW
from sortilege.games.bataille.state import Face, State, Step
from sortilege.kernel.state import ask_one

PLAIN = list(PARAMETERS.values())


def table(mine: int, theirs: int, *faces: Face, step: Step = Step.MORE) -> State:
    s = State()
    s.seats, s.direction, s.alive = 2, 1, 3
    s.reserve[0], s.reserve[1] = mine, theirs
    for i, face in enumerate(faces):
        s.loose[i] = face
    s.loose_n = len(faces)
    ask_one(s, step, 0)
    return s


def chosen(s: State) -> int:
    moves = BOOK.legal_moves(s, 0)
    return expert(s, 0, [len(moves), *moves], PLAIN)


def test_with_many_kinds_in_reach_it_throws_and_with_few_it_stops() -> None:
    four = (Face.LASHLABASK, Face.ACCIO, Face.WINGARDIUM_LEVIOSA, Face.CONFUNDO)
    assert chosen(table(4, 4, *four)) == THROW
    assert chosen(table(4, 4, Face.IMMOBULUS)) == STOP


def test_the_last_die_is_not_thrown_into_an_empty_arena() -> None:
    assert chosen(table(1, 4)) == STOP


def test_accio_takes_what_leaves_the_other_least() -> None:
    s = table(3, 3, Face.IMMOBULUS, Face.LASHLABASK, step=Step.TAKE)
    left = [chance(3, 4, 1), chance(3, 4, 1 << 4)]  # Lashlabask is left, or Immobulus
    assert chosen(s) == TAKE + left.index(min(left))


def test_a_tower_gets_the_top_that_helps_the_other_least() -> None:
    s = table(3, 3, Face.LASHLABASK, Face.IMMOBULUS, step=Step.STACK)
    left = [chance(3, 3, 1), chance(3, 3, 1 << 4)]
    assert chosen(s) == STACK + left.index(min(left))


@pytest.mark.parametrize("seats", [2, 5])
def test_more_dice_than_the_table_knows_are_played_all_the_same(seats: int) -> None:
    deck = BOOK.standard_deck() | {"dealt": [12, 8, 6, 5]}
    game = sortilege.new("bataille", seats=seats, seed=3, deck=deck)
    while not game.over:
        s, seat = cast(State, game.state), game.pending[0]
        moves = BOOK.legal_moves(s, seat)
        chances = [outlook(s, other) for other in range(seats)]
        assert abs(sum(chances) - CERTAIN) <= seats
        game.play(seat, BOOK.moves.write(expert(s, seat, [len(moves), *moves], PLAIN)))
