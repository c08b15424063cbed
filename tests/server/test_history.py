"""Check that the history checker finds each kind of broken promise."""

from collections.abc import Callable

import pytest

from sortilege.store import Entry
from sortilege.testing.store import entry
from tests.support.history import History

LOG = [entry(1), entry(2), entry(3)]


def history() -> History:
    """Return what an honest server told its clients of this log."""
    told = History()
    told.snapshot("a", "t", 1)
    told.acknowledge("t", "0/2", 2)
    told.update("a", "t", 2)
    told.refuse("t", "0/9")
    told.refuse("t", "0/3")
    told.acknowledge("t", "0/3", 3)
    told.acknowledge("t", "0/3", 3)
    told.snapshot("b", "t", 3)
    told.snapshot("late", "t", 1)
    told.update("a", "t", 3)
    return told


def test_an_honest_history_is_sound() -> None:
    assert history().check(lambda table: LOG) == []


BROKEN: dict[str, Callable[[History], None]] = {
    "lost": lambda told: told.acknowledge("t", "0/4", 4),
    "lost, with its table": lambda told: told.acknowledge("u", "0/1", 1),
    "done under another number": lambda told: told.acknowledge("t", "0/1", 2),
    "acknowledged twice, with two numbers": lambda told: told.acknowledge("t", "0/2", 3),
    "refused and done": lambda told: told.refuse("t", "0/1"),
    "acknowledged, then refused": lambda told: told.refuse("t", "0/2"),
    "told before it was stored": lambda told: told.update("b", "t", 4),
    "told with a gap": lambda told: told.update("late", "t", 3),
    "shown an earlier state": lambda told: told.snapshot("b", "t", 2),
    "told twice": lambda told: told.update("b", "t", 3),
    "told before any snapshot": lambda told: told.update("c", "t", 1),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_each_broken_promise_is_found(broken: Callable[[History], None]) -> None:
    told = history()
    broken(told)
    assert len(told.check(lambda table: LOG if table == "t" else [])) == 1


@pytest.mark.parametrize("log", [[entry(1), entry(3), entry(4)], [entry(1), entry(2), entry(3, command="0/2")]])
def test_a_log_with_a_gap_or_a_command_twice_is_found(log: list[Entry]) -> None:
    assert len(History().check(lambda table: log, ["t"])) == 1
