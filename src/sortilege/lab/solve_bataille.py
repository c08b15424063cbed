"""Solve Bataille for two, without bodies and without the tower: iterate the values of a graph to the end.

The game's own rules make every transition: a throw is given its outcome from outside, as bodies would give it, and a
Wingardium Leviosa piles nothing up. The number of dice in play only falls, so positions are solved from few to many.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from struct import pack
from typing import Final, NamedTuple

from sortilege.games.bataille.bots.solved import FACES, IN_ORDER, MOST, POSITIONS, ROWS, WHOLE, lone, position, unpacked
from sortilege.games.bataille.moves import STACK, TAKE, THROW, THROW_ALL
from sortilege.games.bataille.rules import flow as rules
from sortilege.games.bataille.rules import spells
from sortilege.games.bataille.rules.dice import add_loose, face_of, lying, shown, tally
from sortilege.games.bataille.state import SIDES, Face, State, Step
from sortilege.kernel.compile.bind import bind
from sortilege.kernel.state import ask_one

ENOUGH: Final = 1e-13  # no value moved further
WIN: Final = POSITIONS + ROWS  # the node of a game that is won
MOVED: Final = ("reserve", "points", "loose", "tower", "aim", "landed")  # arrays that a move may change
ME: Final = 0
OTHER: Final = 1


class Leaf(NamedTuple):
    """Hold the end of a throw: the mover chooses the next node. n: the mover throws; ~n: the other seat throws."""

    nodes: tuple[int, ...]
    arena: int = -1  # where the choice is to throw again, the first node, or to stop, the second
    kept: int = 0  # dice in reserve there


Branches = tuple[tuple[float, Leaf], ...]
Player = dict[int, Branches]  # what it may choose, and what chance does, at each node
Values = list[float]


def piles_nothing(s: State, seat: int, die: int) -> None:
    """Stand in for `stack` and do nothing."""


class Graph:
    """Hold for each node the leaves that a throw can lead to, and how likely they are."""

    def __init__(self, most: int = MOST, step: Callable[[int], None] | None = None) -> None:
        """Build the graph; `step` is called with the number of nodes added since the last call."""
        game = bind((rules.apply, rules.legal), {spells.stack: piles_nothing}, State, compiled=False)
        self.apply, self.legal = game.apply, game.legal
        self.strata: dict[int, list[int]] = defaultdict(list)
        self.branches: Player = {}
        for mine, theirs in pairs(most):
            for arena in arenas(most - mine - theirs):
                self._add(position(mine, theirs, arena), laid(mine, theirs, arena))
            one_more = laid(mine, theirs, 0)
            ask_one(one_more, Step.MORE, ME)
            self._add(lone(mine, theirs), one_more)
            if step:
                step(1)

    def _add(self, node: int, s: State) -> None:
        self.strata[sum(s.reserve) + lying(s)].append(node)
        found: dict[Leaf, float] = defaultdict(float)
        dice, move = (s.reserve[ME], THROW_ALL) if s.step == Step.ALL else (1, THROW)
        for chance, thrown in outcomes(dice):
            for part, leaf in self._thrown(s, ME, move, thrown):
                found[leaf] += chance * part
        self.branches[node] = tuple((chance, leaf) for leaf, chance in found.items())

    def _thrown(self, s: State, seat: int, move: int, thrown: Sequence[int]) -> Iterator[tuple[float, Leaf]]:
        """Yield a throw with this outcome; if it is answered, one for each outcome of the answer."""
        s = twin(s)
        land_as(s, thrown)
        self.apply(s, seat, move)
        if s.step != Step.ANSWER:
            yield 1.0, self.leaf(s)
            return
        for chance, answer in outcomes(1):
            for _, leaf in self._thrown(s, OTHER, THROW, answer):
                yield chance, leaf

    def leaf(self, s: State) -> Leaf:
        """Return where this state leads."""
        if s.step == Step.MORE:
            throw = node_of(s, ME) if lying(s) else lone(s.reserve[ME], s.reserve[OTHER])
            return Leaf((throw, ~node_of(s, OTHER)), arena_of(s), s.reserve[ME])
        if s.step in (Step.TAKE, Step.STACK):
            return Leaf(tuple(sorted(set(self._choices(s)))))
        if s.ending:
            return Leaf((WIN if rules.rank(s, ME) > rules.rank(s, OTHER) else ~WIN,))
        return Leaf((~node_of(s, OTHER),))

    def _choices(self, s: State) -> Iterator[int]:
        """Yield where the dice offered lead, each face once."""
        out = [0] * (MOST + 1)
        self.legal(s, ME, out)
        family = STACK if s.step == Step.STACK else TAKE
        for move in {face_of(s, move - family): move for move in out[1 : 1 + out[0]]}.values():
            after = twin(s)
            self.apply(after, ME, move)
            yield from self.leaf(after).nodes

    def values(self, one: Player, other: Player) -> tuple[Values, Values]:
        """Return the values of both players at their own nodes, when both choose the best."""
        mine = [0.5] * WIN + [1.0]
        theirs = mine if one is other else mine[:]
        for dice in sorted(self.strata):
            nodes, moved = self.strata[dice], 1.0
            while moved > ENOUGH:
                moved = sweep(nodes, one, mine, theirs)
                if one is not other:
                    moved = max(moved, sweep(nodes, other, theirs, mine))
        return mine, theirs

    def kept(self, values: Values, table: bytes) -> bool:
        """Return whether the table holds these values, as far as the graph goes."""
        stored, made = unpacked(table), unpacked(as_bytes(values))
        return all(stored[node] == made[node] for node in self.branches)


def sweep(nodes: list[int], player: Player, mine: Values, theirs: Values) -> float:
    """Update every value once from those it leads to; return how far the one that moved most did."""
    moved = 0.0
    for node in nodes:
        value = 0.0
        for chance, leaf in player[node]:
            value += chance * max([mine[n] if n >= 0 else 1 - theirs[~n] for n in leaf.nodes])
        moved = max(moved, abs(value - mine[node]))
        mine[node] = value
    return moved


def as_bytes(values: Values) -> bytes:
    """Pack values as the package keeps them."""
    return pack(f"<{WIN}H", *(round(WHOLE * value) for value in values[:WIN]))


# ----------------------------------------------------------------------------------------------------- positions
def pairs(most: int) -> list[tuple[int, int]]:
    """Return the pairs of reserves of a game with so many dice."""
    return [(mine, theirs) for mine in range(1, most) for theirs in range(1, most - mine + 1)]


def arenas(room: int) -> Iterator[int]:
    """Return the arenas with room for so many dice."""
    return (arena for arena in IN_ORDER if (arena >> FACES) + (arena & 15).bit_count() <= room)


def laid(mine: int, theirs: int, arena: int) -> State:
    """Return a state in which ME is to throw. Two or more Immobulus stand: else the rules would have resolved them."""
    s = State()
    s.seats, s.direction, s.alive = 2, 1, 3
    s.reserve[ME], s.reserve[OTHER] = mine, theirs
    standing = arena >> FACES
    faces = [Face.IMMOBULUS] * standing + [face for face in range(2, SIDES) if arena >> face - 2 & 1]
    for face in faces:
        add_loose(s, face)
    s.held = (1 << standing) - 1 if standing > 1 else 0
    ask_one(s, Step.THROW if faces else Step.ALL, ME)
    return s


def twin(s: State) -> State:
    """Copy a state but share its poses: they stay blank, and are most of a state."""
    new = object.__new__(State)
    new.__dict__.update(s.__dict__)
    for name in MOVED:
        setattr(new, name, getattr(s, name)[:])
    return new


def arena_of(s: State) -> int:
    """Return the arena of a state, as the table numbers it."""
    counts = tally(s)
    others = sum(1 << face - 2 for face in range(2, SIDES) if shown(counts, face))
    return shown(counts, Face.IMMOBULUS) << FACES | others


def node_of(s: State, mover: int) -> int:
    """Return the node of a state."""
    return position(s.reserve[mover], s.reserve[1 - mover], arena_of(s))


# -------------------------------------------------------------------------------------------------------- throws
@cache
def outcomes(dice: int) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """Return the outcomes of so many dice thrown, in any order, each face as likely."""
    return tuple(
        (arrangements(faces) / SIDES**dice, faces) for faces in combinations_with_replacement(range(SIDES), dice)
    )


def arrangements(faces: tuple[int, ...]) -> int:
    """Count the orders in which these faces can fall."""
    return factorial(len(faces)) // prod(factorial(n) for n in Counter(faces).values())


def land_as(s: State, thrown: Sequence[int]) -> None:
    """Give the rules an outcome as bodies would give it: the dice that lie there stay."""
    faces = [*s.loose[: s.loose_n], *thrown]
    s.landed[: len(faces)] = faces
    s.landed_n = len(faces)
