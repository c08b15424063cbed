"""Put New Game through the conformance suite."""

from collections.abc import Callable

import pytest

from sortilege.games import load
from sortilege.kernel.rulebook import Rulebook
from sortilege.testing import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_new_game(check: Callable[[Rulebook], None]) -> None:
    check(load("new_game"))
