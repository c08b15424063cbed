"""Test that Bataille for two is solved by the game's own rules, and nobody does better."""

import json
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from sortilege.cli.app import app
from sortilege.games.bataille.bots.solved import FACES, lone, position, read_table, unpacked
from sortilege.games.bataille.moves import THROW, THROW_ALL
from sortilege.games.bataille.rules import flow as rules
from sortilege.games.bataille.rules import throws
from sortilege.games.bataille.state import PARTS, State, Step
from sortilege.kernel.refusal import Refusal
from sortilege.lab.bataille_regret import RULES, losses
from sortilege.lab.solve_bataille import ME, OTHER, WIN, Graph, Leaf, Values, laid, piles_nothing, sweep

DICE = 3  # of each seat: a slice that is solved within a second
KINDS = ((3, 2, 1), (2, 1, 2 << FACES | 5), (1, 3, 1 << FACES | 8), (2, 1, 0))


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph(2 * DICE + 1)


@pytest.fixture(scope="module")
def solved(graph: Graph) -> Values:
    return graph.values(graph.branches, graph.branches)[0]


def test_the_table_of_the_package_is_what_the_command_makes(graph: Graph, solved: Values) -> None:
    assert graph.kept(solved, read_table())
    assert len(unpacked(read_table())) == WIN


def test_a_table_with_one_other_value_is_found_out(graph: Graph, solved: Values) -> None:
    table = bytearray(read_table())
    table[2 * position(DICE, DICE, 1)] ^= 1
    assert not graph.kept(solved, bytes(table))


def test_the_values_stand_still(graph: Graph, solved: Values) -> None:
    again = solved[:]
    assert sweep(list(graph.branches), graph.branches, again, again) < 1e-12


def test_the_solved_player_loses_nothing_to_a_best_response_and_every_rule_does(graph: Graph, solved: Values) -> None:
    lost = {name: found[DICE] for name, found in losses(graph, solved, [DICE])}
    assert lost.pop("solved") == 0
    assert set(lost) == set(RULES)
    assert min(lost.values()) > 0


def test_the_last_die_into_an_empty_arena_is_lost(solved: Values) -> None:
    assert solved[lone(1, 2)] == solved[position(1, 2, 0)] == 0


class Draws:
    """Return every way the rules can draw, each once: a draw is the next of a script, or the script grows by it."""

    def __init__(self) -> None:
        self.script: list[tuple[int, int]] = []
        self.at = 0

    def below(self, s: State, n: int) -> int:
        if n == PARTS:
            return n - 1  # no chance is that high where nothing moves and nothing leaves
        if self.at == len(self.script):
            self.script.append((0, n))
        self.at += 1
        return self.script[self.at - 1][0]

    def each(self) -> Iterator[None]:
        while True:
            self.at = 0
            yield
            while self.script and self.script[-1][0] + 1 == self.script[-1][1]:
                self.script.pop()
            if not self.script:
                return
            self.script[-1] = (self.script[-1][0] + 1, self.script[-1][1])


@pytest.mark.parametrize(("mine", "theirs", "arena"), KINDS)
def test_chances_are_those_of_the_rules_own_draws(
    graph: Graph, monkeypatch: pytest.MonkeyPatch, mine: int, theirs: int, arena: int
) -> None:
    draws = Draws()
    monkeypatch.setattr(throws, "below", draws.below)
    monkeypatch.setattr(rules, "stack", piles_nothing)
    found: dict[Leaf, Fraction] = defaultdict(Fraction)
    for _ in draws.each():
        s = laid(mine, theirs, arena)
        rules.apply(s, ME, THROW if arena else THROW_ALL)
        if s.step == Step.ANSWER:
            rules.apply(s, OTHER, THROW)
        weight = Fraction(1)
        for _, n in draws.script:
            weight /= n
        found[graph.leaf(s)] += weight
    assert {leaf: float(weight) for leaf, weight in found.items()} == pytest.approx(
        {leaf: weight for weight, leaf in graph.branches[position(mine, theirs, arena)]}
    )


def test_the_command_prints_what_it_found() -> None:
    result = CliRunner().invoke(app, ["solve", "bataille", "--dice", "2", "--json"])
    found = json.loads(result.stdout)
    assert found["as_kept"] and found["points_lost_to_a_best_response"]["solved"] == {"2": 0.0}


def test_a_game_too_large_is_refused() -> None:
    result = CliRunner().invoke(app, ["solve", "abracada"])
    assert isinstance(result.exception, Refusal) and result.exception.code == "game/unsolved"


def test_a_part_of_the_table_is_not_kept_for_the_whole() -> None:
    result = CliRunner().invoke(app, ["solve", "bataille", "--dice", "2", "--write", "table.bin"])
    assert isinstance(result.exception, Refusal) and result.exception.code == "option/bad_value"
