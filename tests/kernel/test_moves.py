"""Test moves: families of texts and codes."""

import pytest

from sortilege.kernel.moves import Moves


def some() -> Moves:
    moves = Moves()
    moves.family("pass")
    moves.family("bid {}", range(3, 31))
    moves.family("offer {} {} for {}", range(4), ("wand", "hat"), ("wand", "hat", "any"))
    moves.family("throw {},{}", range(-100, 101), range(360))
    return moves


@pytest.mark.parametrize("text", ["pass", "bid 3", "bid 30", "offer 2 hat for any", "throw -100,359"])
def test_a_text_and_its_code(text: str) -> None:
    moves = some()
    code = moves.read(text)
    assert code is not None and moves.write(code) == text


@pytest.mark.parametrize(
    "text",
    ["", "bid", "bid 2", "bid 03", "bid +3", "bid ３", "offer 2 hat for owl", "throw 1, 2", "bid 3 3", "throw -0,1"],
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    assert some().read(text) is None


def test_spaces_and_capitals_do_not_matter() -> None:
    assert some().read("  OFFER  2 Hat for ANY") == some().read("offer 2 hat for any")


def test_families_are_not_listed_out() -> None:
    moves = Moves()
    moves.family("throw {},{},{},{}", range(1000), range(1000), range(360), range(101))
    assert moves.size == 36_360_000_000
    assert moves.write(moves.size - 1) == "throw 999,999,359,100"


def test_every_code_has_its_own_text() -> None:
    moves = Moves()
    moves.family("a {}", range(5))
    moves.family("b")
    assert list(moves.all()) == ["a 0", "a 1", "a 2", "a 3", "a 4", "b"]


def test_a_code_beyond_the_last_move_is_an_error() -> None:
    with pytest.raises(IndexError):
        some().write(some().size)


def test_a_move_can_be_taken_apart() -> None:
    assert some().parse("offer 2 hat for any") == ("offer {} {} for {}", ("2", "hat", "any"))
