"""Test tournaments: rotation, points, ties and the decider."""

import pytest

from sortilege.kernel.tournament import Pairing, Tournament


def after(cup: Tournament, *games: list[int]) -> Tournament:
    for places in games:
        cup = cup.add(places)
    return cup


def test_equal_places_score_equally() -> None:
    """Two who go out together in a game of four score the seats that did better."""
    assert after(Tournament(4), [1, 2, 3, 3]).points == [0, 1, 2, 2]


def test_a_decider_seats_the_tied_and_the_next_of_them_in_rotation_begins() -> None:
    cup = after(Tournament(4, first=2, decider=True), *[[4, 1, 3, 1]] * 4)
    assert cup.next == Pairing((1, 3), 1)


def test_a_decider_may_end_in_a_tie_and_is_shared() -> None:
    cup = after(Tournament(2, decider=True), [1, 2], [2, 1], [1, 1])
    assert cup.over and cup.winners == [0, 1]


def test_too_few_tied_for_the_game_share() -> None:
    cup = after(Tournament(3, decider=True, least_seats=3), [1, 2, 3], [2, 1, 3], [1, 1, 3])
    assert cup.over and cup.winners == [0, 1]


def test_no_decider_where_one_leads() -> None:
    assert after(Tournament(2, decider=True), [1, 2], [1, 2]).over


def test_a_game_that_is_not_due_is_refused() -> None:
    with pytest.raises(ValueError, match="due"):
        after(Tournament(2), [1, 2], [1, 2], [1, 2])
    with pytest.raises(ValueError, match="due"):
        Tournament(3).add([1, 2])
