"""Test events: declared once, and shown to each audience as it may see them."""

from typing import Annotated

import pytest

from sortilege.kernel.events import Event, Hidden, event
from sortilege.kernel.state import SPECTATOR, State


@event
def drew(s: State, seat: int, stone: Hidden, others: Annotated[list[int], "hidden"], audiences: int) -> None: ...
@event
def stopped(s: State, seat: int) -> None: ...


def told_to(audience: int) -> dict[str, object]:
    s = State()
    s.log = []
    drew(s, 2, 5, [1, 2], 1 << 2)
    [(what, facts)] = s.log
    shown: dict[str, object] = what.show(facts, audience)
    return shown


def test_who_is_told_hears_the_hidden_facts() -> None:
    assert told_to(2) == {"event": "drew", "seat": 2, "stone": 5, "others": [1, 2]}


def test_the_rest_hear_that_it_happened() -> None:
    for audience in (0, 1, SPECTATOR):
        assert told_to(audience) == {"event": "drew", "seat": 2, "stone": None, "others": None}


def test_lists_are_told_as_they_were() -> None:
    s = State()
    s.log = []
    row = [1, 2]
    drew(s, 2, 5, row, 1)
    row[0] = 9
    assert s.log[0][1][2] == [1, 2]


def test_nobody_listens_without_a_log() -> None:
    s = State()
    stopped(s, 1)
    assert s.log is None


def test_a_hidden_fact_needs_to_say_who_is_told() -> None:
    def leaky(s: State, stone: Hidden) -> None: ...
    def pointless(s: State, stone: int, audiences: int) -> None: ...

    for declared in (leaky, pointless):
        with pytest.raises(TypeError, match="go together"):
            Event(declared, reveals=False)
