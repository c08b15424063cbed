"""Test parameters that are declared once: place, name and default from one line, in plain and compiled code."""

from importlib import import_module

import pytest

from sortilege.bots.search import SEARCH_PARAMETERS, Search
from sortilege.games import SLUGS, load
from sortilege.kernel.compile.backend import numba_here, record_type
from sortilege.kernel.compile.bind import bind
from sortilege.kernel.plain.parameters import Parameter, defaults
from sortilege.kernel.state import Parameters, State


class Weight(Parameter):
    BOLD = 30
    FRAIL = 7
    QUICK = 7


def pick_frail(s: State, parameters: Parameters) -> int:
    return parameters[Weight.QUICK] * 10 + parameters[Weight.FRAIL]


def test_a_parameter_has_a_place_and_a_default() -> None:
    assert defaults(Weight) == {"bold": 30, "frail": 7, "quick": 7}
    assert [int(weight) for weight in Weight] == [0, 1, 2]


def test_plain_code_reads_parameters_by_name() -> None:
    assert bind((pick_frail,), {}, State, compiled=False).pick_frail(State(), [1, 2, 3]) == 32


@pytest.mark.compiled
@pytest.mark.skipif(not numba_here(), reason="numba is not here")
def test_compiled_code_reads_parameters_by_name() -> None:
    import numpy as np

    s = np.zeros(1, record_type(State))[0]
    assert bind((pick_frail,), {}, State, compiled=True).pick_frail(s, np.array([1, 2, 3])) == 32


def test_the_search_declares_its_parameters_once() -> None:
    assert list(SEARCH_PARAMETERS) == [parameter.name.lower() for parameter in Search]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_declares_its_parameters_once(slug: str) -> None:
    """Keep the same module and names in every game."""
    declared = import_module(f"sortilege.games.{slug}.bots.parameters")
    assert defaults(declared.Weight) == declared.PARAMETERS == load(slug).expert_parameters
