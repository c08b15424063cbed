"""Test that the linter and the checked mode refuse what plain and compiled code do differently."""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege.games.abracada.state import State
from sortilege.kernel.compile.bind import bind
from sortilege.kernel.compile.checked import SubsetError, checked
from sortilege.kernel.compile.lint import offences
from sortilege.kernel.compile.reach import Reach
from sortilege.kernel.plain.scratch import scratch

SIZE = 3


def slices(s: State) -> int:
    return len(s.pile[1:3])


def comprehends(s: State) -> int:
    return len([x for x in s.pile])  # noqa: C416


def counts_from_the_end(s: State) -> int:
    return s.pile[-1]


def calls_a_method(s: State) -> int:
    return s.pile.index(3)


def names_an_argument(s: State) -> int:
    return slices(s=s)


def has_a_default(s: State, n: int = 3) -> int:
    return n


def divides(s: State) -> float:
    return s.seats / 2


def assigns_a_row(s: State) -> None:
    s.row[0] = s.row[1]


def inverts_an_index(s: State) -> int:
    return s.pile[~0]


def raises_to_a_power(s: State) -> int:
    return int(2**s.seats)


def asks_for_scratch_again(s: State) -> int:
    found = 0
    for _ in range(s.seats):
        cells = scratch(SIZE)
        found += cells[0]
    return found


def changes_the_deck(s: State) -> None:
    s.die[0] += 1


def gives_a_pair(s: State) -> tuple[int, int]:
    return s.turn, s.round


def nests(s: State) -> int:
    def inner() -> int:
        return 1

    return inner()


def lacks_a_type(s: State, n) -> int:  # type: ignore[no-untyped-def]
    return int(n)


TABLE = {1: 2}


def reads_a_dictionary(s: State) -> int:
    return TABLE[1]


def is_clean(s: State, seat: int) -> int:
    return s.lives[seat] + 1


@pytest.mark.parametrize(
    ("offender", "word"),
    [
        (slices, "slice"),
        (comprehends, "comprehension"),
        (counts_from_the_end, "negative"),
        (calls_a_method, "method"),
        (names_an_argument, "keyword"),
        (has_a_default, "default"),
        (divides, "division"),
        (assigns_a_row, "row"),
        (inverts_an_index, "negative"),
        (raises_to_a_power, "power"),
        (changes_the_deck, "fixed"),
        (gives_a_pair, "neither"),
        (nests, "within"),
        (asks_for_scratch_again, "scratch in a loop"),
        (lacks_a_type, "annotation"),
    ],
)
def test_the_linter_names_the_offence(offender: Callable[..., Any], word: str) -> None:
    assert any(word in found and offender.__name__ in found for found in offences(offender))


def test_the_linter_lets_the_rest_pass() -> None:
    assert list(offences(is_clean)) == []


def test_a_global_that_cannot_be_compiled_is_refused() -> None:
    with pytest.raises(TypeError, match="names TABLE"):
        list(offences(reads_a_dictionary))


def even(s: State, n: int) -> bool:
    return n == 0 or odd(s, n - 1)


def odd(s: State, n: int) -> bool:
    return n != 0 and even(s, n - 1)


def test_recursion_is_refused() -> None:
    with pytest.raises(TypeError, match="calls itself"):
        Reach((even,), {})


def overflow(s: Any) -> None:
    s.lives[0] = 200


def from_the_end(s: Any) -> None:
    s.lives[s.first - 1] = 1


def whole_row(s: Any) -> None:
    s.row[0] = s.row[1]


def a_part(s: Any) -> None:
    s.lives[0:2] = [1, 1]


def grows(s: Any) -> None:
    s.pile.append(3)


def unknown_field(s: Any) -> None:
    s.livse = 3


def other_deck(s: Any) -> None:
    s.die[0] = 3


def other_option(s: Any) -> None:
    s.easy = 1


SLIPS = (overflow, from_the_end, whole_row, a_part, grows, unknown_field, other_deck, other_option)


@pytest.mark.parametrize("slip", SLIPS)
def test_the_checked_mode_refuses_it(slip: Callable[[Any], None]) -> None:
    with pytest.raises(SubsetError):
        slip(checked(State()))


def test_the_checked_mode_is_the_same_state_otherwise() -> None:
    mind = checked(State())
    mind.lives[2] = 5
    mind.round = 3
    plain = State()
    plain.lives[2], plain.round = 5, 3
    assert mind.to_bytes() == plain.to_bytes()


def twice(s: State, n: int) -> int:
    return 2 * n


def thrice(s: State, n: int) -> int:
    return 3 * n


def uses(s: State, n: int) -> int:
    return twice(s, n) + 1


def test_binding_replaces_a_function_deep_down() -> None:
    bound = bind((uses,), {twice: thrice}, State, compiled=False)
    assert (bound.uses(State(), 5), uses(State(), 5)) == (16, 11)
