"""Return each seat's chance to win the game between two rounds, from the scores. In the plain subset.

The table is computed by `tools/fit/abracada_equity.py` from how rounds of experts end, the seats taken as equals.
"""

from base64 import b64decode
from importlib.resources import files
from math import comb
from struct import unpack
from typing import Final

from sortilege.games.abracada.rules.rounds import NOBODY, round_points
from sortilege.games.abracada.state import GOAL, State
from sortilege.kernel.deck import parse

CERTAIN: Final = 10_000


def read_table() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return all tables one after another, and where each begins, by number of seats."""
    kept = parse(files("sortilege.games.abracada").joinpath("data/equity.toml").read_text("utf-8"))["seats"]
    values: list[int] = []
    starts = [0, 0]
    for seats in sorted(kept):
        starts.append(len(values))
        data = b64decode(kept[seats])
        values += unpack(f">{len(data) // 2}H", data)
    return tuple(values), tuple(starts)


TABLE, STARTS = read_table()
MOST: Final = 6  # seats, and more
BINOMIALS: Final = tuple(comb(n, k) for n in range(GOAL + MOST) for k in range(MOST))
RANKS: Final = 16  # more than a round's points


def equity(s: State, seat: int, dead: int, winner: int, alone: bool, lucky: int) -> int:
    """Return the seat's chance to win if the round ends so; `lucky` has one secret more. NOBODY: as scores stand."""
    top = 0
    for other in range(s.seats):
        top = max(top, rank_after(s, other, dead, winner, alone, lucky))
    if top < GOAL * RANKS:
        return in_table(s, seat, dead, winner, alone, lucky)
    if rank_after(s, seat, dead, winner, alone, lucky) < top:
        return 0
    sharers = 0
    for other in range(s.seats):
        sharers += rank_after(s, other, dead, winner, alone, lucky) == top
    return CERTAIN // sharers


def rank_after(s: State, seat: int, dead: int, winner: int, alone: bool, lucky: int) -> int:
    """Return score, then points of the round. [12] Lives, which would come next, are not foreseen."""
    gained = gain(s, seat, dead, winner, alone, lucky)
    return min(GOAL, s.score[seat] + gained) * RANKS + gained


def gain(s: State, seat: int, dead: int, winner: int, alone: bool, lucky: int) -> int:
    """Return the points of a seat if the round ends so."""
    if dead == 0 and winner == NOBODY:
        return 0
    points = round_points(s, seat, dead, winner, alone)
    return points + 1 if points and seat == lucky else points


def in_table(s: State, seat: int, dead: int, winner: int, alone: bool, lucky: int) -> int:
    """Look up the chance in the table for these scores."""
    number = 0
    for other in range(s.seats):
        if other != seat:
            score = s.score[other] + gain(s, other, dead, winner, alone, lucky)
            place = 1
            for rival in range(s.seats):
                if rival != seat and rival != other:
                    theirs = s.score[rival] + gain(s, rival, dead, winner, alone, lucky)
                    place += theirs < score or (theirs == score and rival < other)
            number += BINOMIALS[(score + place - 1) * MOST + place]
    own = s.score[seat] + gain(s, seat, dead, winner, alone, lucky)
    return TABLE[STARTS[s.seats] + own * BINOMIALS[(GOAL + s.seats - 2) * MOST + s.seats - 1] + number]
