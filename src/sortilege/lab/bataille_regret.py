"""Compute what a player of Bataille for two loses to the best answer there is, on the solved graph."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sortilege.games.bataille.bots.greedy import ENOUGH, within_reach
from sortilege.games.bataille.bots.solved import FACES, WHOLE, position, unpacked
from sortilege.lab.solve_bataille import Graph, Leaf, Player, Values, as_bytes, laid

Rule = Callable[[Leaf], bool]  # whether to throw again
FIRST_DICE: Final = (1 << FACES, 1, 2, 4, 8)  # arenas with one die: the first one laid is never an X
STORED: Final = "solved"


def kinds(leaf: Leaf) -> int:
    """Count the kinds of faces that lie there."""
    return (leaf.arena >> FACES > 0) + (leaf.arena & 15).bit_count()


def greedy_goes_on(leaf: Leaf) -> bool:
    """Return whether the greedy player throws again."""
    return within_reach(laid(1, 1, leaf.arena)) >= ENOUGH


RULES: Final[dict[str, Rule]] = {  # never or always, or where so many kinds lie there
    "stop": lambda leaf: False,
    "throw": lambda leaf: True,
    "two": lambda leaf: kinds(leaf) >= 2,
    "three": lambda leaf: kinds(leaf) >= 3,
    "four": lambda leaf: kinds(leaf) >= 4,
    "greedy": greedy_goes_on,
}


def by_rule(graph: Graph, rule: Rule, solved: Values) -> Player:
    """Return a player that throws and stops by the rule; it takes by Accio the best there is."""

    def chosen(leaf: Leaf) -> Leaf:
        if leaf.arena < 0:
            return preferred(leaf, solved)
        return leaf._replace(nodes=(leaf.nodes[0 if rule(leaf) else 1],))

    return {node: tuple((chance, chosen(leaf)) for chance, leaf in graph.branches[node]) for node in graph.branches}


def by_table(graph: Graph, table: bytes) -> Player:
    """Return a player that reads its moves in the table, as the package keeps it."""
    values = [*(value / WHOLE for value in unpacked(table)), 1.0]
    return {n: tuple((chance, preferred(leaf, values)) for chance, leaf in graph.branches[n]) for n in graph.branches}


def preferred(leaf: Leaf, values: Values) -> Leaf:
    return leaf._replace(nodes=(max(leaf.nodes, key=lambda n: values[n] if n >= 0 else 1 - values[~n]),))


def begins(values: Values, dice: int) -> float:
    """Return the chance to win of the seat that begins, with so many dice each."""
    return sum(values[position(dice, dice, arena)] for arena in FIRST_DICE) / len(FIRST_DICE)


def losses(graph: Graph, solved: Values, sizes: Sequence[int]) -> Iterator[tuple[str, dict[int, float]]]:
    """Yield how much the stored player and each rule lose against perfect play, in percent."""
    players = {STORED: by_table(graph, as_bytes(solved))}
    players |= {name: by_rule(graph, rule, solved) for name, rule in RULES.items()}
    for name, player in players.items():
        answer, own = graph.values(graph.branches, player)
        yield name, {dice: round(50 * (begins(answer, dice) - begins(own, dice)), 4) + 0.0 for dice in sizes}
