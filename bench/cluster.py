"""A duel of 2,000 games here and on Ray: the same numbers, and what each took.

python bench/cluster.py [address]
"""

import sys
import time

from sortilege.lab.duel import Block, Question, duel, verdict
from sortilege.lab.executors import Here, OnRay, Where

QUESTION = Question("bataille", "greedy", "random", 2, 1)
BLOCKS = 500  # of four games


def play(where: Where) -> tuple[list[Block], float]:
    blocks: list[Block] = []

    def go_on(block: Block) -> bool:
        blocks.append(block)
        return True

    begun = time.perf_counter()
    duel(QUESTION, range(BLOCKS), go_on, where)
    return blocks, time.perf_counter() - begun


def main() -> None:
    here, seconds_here = play(Here())
    there, seconds_there = play(OnRay(*sys.argv[1:2]))
    found = verdict(QUESTION, here)
    print(found)
    print({"games": found.games, "seconds here": round(seconds_here, 1), "on Ray": round(seconds_there, 1)})
    print("the same, block for block" if here == there else "NOT THE SAME")
    sys.exit(here != there)


if __name__ == "__main__":
    main()
