"""Abbracadabra's search at one seat among others without search, whole games compiled.

python bench/searches.py ITERATIONS GREEDY|EXPERT BLOCKS [SEED [name=value,... [hands|all]]]

`name=value` changes the search's ways or the expert's taste; `hands` tells the search every hand, `all` the world as it
is. Thinks as `bots/thinking.py` does, on a state from which all that is hidden from the seat was taken away.
"""

import sys
from math import sqrt
from typing import Final

import numpy as np

from sortilege.bots.search import MARGIN, TRUST, WAYS, imagine_world, move_on, try_move, won
from sortilege.games import load
from sortilege.games.abbracadabra.layout import CARDS, State
from sortilege.games.abbracadabra.sight import forget
from sortilege.kernel import binding
from sortilege.kernel.bits import has, lowest
from sortilege.kernel.chance import sow
from sortilege.kernel.loops import States, apply, begin, copy_state, expert, heed, legal
from sortilege.kernel.paper import Sheet, paper
from sortilege.kernel.table import MoveList, Taste

MOST: Final = 90
DOUBT: Final = 1_000_000
HANDS: Final = 1  # told
ALL: Final = 2


# In the plain subset, bound to the game.
def think(
    states: States, root: States, seat: int, moves: MoveList, out: MoveList, taste: Taste, ways: Sheet, asked: Sheet
) -> int:
    """Sequential halving. `asked`: iterations, what is told, the seed. root: what the seat knows, and what is true."""
    first = expert(root[0], seat, moves, taste)
    n = moves[0]
    order, kept = paper(MOST), paper(MOST)
    order[0] = first
    for i in range(1, n + 1):
        if moves[i] != first:
            kept[0] += 1
            order[kept[0]] = moves[i]
    kept[0] = 0
    sums, firsts, squares, worlds, values = paper(MOST), paper(MOST), paper(MOST), paper(MOST), paper(MOST)
    for i in range(n):
        kept[i] = i
    halvings = 1
    while 1 << halvings < n:
        halvings += 1
    heeded = heed(root[0], seat, taste)
    alive = n
    spent = 0
    world = 0
    for halving in range(1, halvings + 1):
        todo = max(1, (asked[0] * halving // halvings - spent) // alive)
        for _ in range(todo):
            world += 1
            if asked[1] == ALL:
                copy_state(states, 0, root, 1)
                sow(states[0], asked[2], world)
            elif not imagine_world(states, root, seat, heeded, False, asked[2], world):
                continue
            for j in range(alive):
                try_move(states, seat, order[kept[j]], out, values, kept[j], taste, ways)
            for j in range(alive):
                i = kept[j]
                sums[i] += values[i]
                firsts[i] += values[0]
                squares[i] += (values[i] - values[0]) ** 2
                worlds[i] += 1
        spent += todo * alive
        for a in range(2, alive):
            b = a
            while b > 1 and sums[kept[b]] * worlds[kept[b - 1]] > sums[kept[b - 1]] * worlds[kept[b]]:
                c = kept[b]
                kept[b] = kept[b - 1]
                kept[b - 1] = c
                b -= 1
        alive = min(alive, 1 + max(1, (alive + 1) // 2 - 1))
    best = 0
    gain = 0.0
    for i in range(1, n):
        if worlds[i]:
            better = (sums[i] - firsts[i]) / worlds[i]
            spread = max(0.0, squares[i] / worlds[i] - better * better)
            error = ((spread + DOUBT / worlds[i]) / worlds[i]) ** 0.5
            sure = better - ways[TRUST] / 100 * error - ways[MARGIN]
            if sure > gain:
                gain = sure
                best = i
    return order[best]


def tell_hands(s: State, seat: int) -> None:
    for owner in range(s.seats):
        for card in range(CARDS):
            if owner != seat and has(s.hand[owner], card):
                s.known[card] |= 1 << seat


def play_block(
    game: States,
    states: States,
    root: States,
    blank: States,
    out: MoveList,
    moves: MoveList,
    taste: Taste,
    own: Taste,
    ways: Sheet,
    ways_of_others: Sheet,
    asked: Sheet,
    seed: int,
    block: int,
) -> int:
    """One seed with all rotations: the share of the wins, in ten-thousandths."""
    share = 0
    for at in range(blank[0].seats):
        begin(game, blank, seed, block)
        s = game[0]
        decision = 0
        while s.ending == 0:
            decision += 1
            seat = lowest(s.waiting) if s.together else s.turn
            legal(s, seat, moves)
            if seat != at:
                move_on(s, at, out, own, ways_of_others)
            elif moves[0] == 1:
                apply(s, seat, moves[1])
            else:
                copy_state(root, 0, game, 0)
                copy_state(root, 1, game, 0)
                if asked[1] == HANDS:
                    tell_hands(root[0], seat)
                forget(root[0], seat)
                asked[2] = seed * 1_000_003 + block * 1009 + decision
                apply(s, seat, think(states, root, seat, moves, out, taste, ways, asked))
        share += won(s, at)
    return share // blank[0].seats


def main() -> None:
    iterations, others, blocks = int(sys.argv[1]), sys.argv[2].lower(), int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    given = {n: int(v) for n, v in (pair.split("=") for pair in " ".join(sys.argv[5:6]).split(",") if "=" in pair)}
    told = {"hands": HANDS, "all": ALL}.get(" ".join(sys.argv[6:7]), 0)
    book = load("abbracadabra")
    bound = binding.bind_game(book, play_block, compiled=True)
    record = binding.record_type(book.state)
    blank = np.frombuffer(book.prepare(4, {}, None).to_bytes(), record).copy()
    sheets = [np.zeros(n, record) for n in (1, 2, 2)], [np.zeros(book.most_legal + 1, np.int64) for _ in range(2)]
    tastes = [{**book.taste, **{n: v for n, v in given.items() if n in book.taste}}, book.taste]
    ways = [[*({**WAYS, **book.ways} | {n: v for n, v in given.items() if n in WAYS}).values()]]
    ways.append([("random", "greedy", "expert").index(others)] + [0] * (len(WAYS) - 1))
    numbers = [np.array(row, np.int64) for row in (*([*t.values()] for t in tastes), *ways, [iterations, told, 0])]
    shares = [
        int(bound.play_block(*sheets[0], blank, *sheets[1], *numbers, seed, block)) / 10_000 for block in range(blocks)
    ]
    print(f"{100 * np.mean(shares):.1f} ± {196 * np.std(shares) / sqrt(blocks):.1f} % of {4 * blocks} games")


if __name__ == "__main__":
    main()
