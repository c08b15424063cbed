"""Compute what the last round of Magicoa pays: who wins the game if these seats lead these places. Plain subset.

The potion that lies face down is any of those unseen, each as likely: its kinds and their numbers are its chances.
"""

from typing import Final

from sortilege.games.magicoa.rules.taking import worth, worth_with
from sortilege.games.magicoa.state import DECK, FACE_DOWN, NOBODY, ROUNDS, State, Symbol
from sortilege.games.magicoa.worlds import copies
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.plain.scratch import Scratch, scratch

CERTAIN: Final = 10_000
A_POINT: Final = 64  # of a rank; what is below counts potions face up
CHANCE: Final = 1000  # a chance of one ten-thousandth outweighs all points
SOLVED_SEATS: Final = 4  # at most
LEADS: Final = 5**SOLVED_SEATS  # who leads each place, nobody among them, as digits
WON: Final = 1 << SOLVED_SEATS  # sets of places
KINDS: Final = 0  # of the face-down potion: how many, the potions, their numbers
POTIONS: Final = 1
NUMBERS: Final = POTIONS + DECK
RANKS: Final = NUMBERS + DECK  # by kind, seat and set of places won; 0: not reckoned yet
PAYS: Final = RANKS + DECK * SOLVED_SEATS * WON  # by leads and seat; 0: not reckoned yet
SIZE: Final = PAYS + LEADS * SOLVED_SEATS


def lay_stakes(s: State, seat: int) -> Scratch:
    """Return the stakes as this seat knows them."""
    stakes = scratch(SIZE)
    if has(s.knows_down[ROUNDS - 1], seat):
        add_kind(stakes, s.down[ROUNDS - 1], 1)
        return stakes
    before = 0
    for i in range(DECK):
        potion = s.deck[i]
        if potion != before:
            unseen = copies(s.deck, DECK, potion) - seen_by(s, seat, potion)
            if unseen > 0:
                add_kind(stakes, potion, unseen)
        before = potion
    return stakes


def add_kind(stakes: Scratch, potion: int, number: int) -> None:
    stakes[POTIONS + stakes[KINDS]] = potion
    stakes[NUMBERS + stakes[KINDS]] = number
    stakes[KINDS] += 1


def seen_by(s: State, seat: int, potion: int) -> int:
    """Count how many of this potion the seat has seen."""
    n = copies(s.unsold, s.unsold_n, potion) + copies(s.row, s.seats, potion)
    for other in range(s.seats):
        n += copies(s.kept[other], s.kept_n[other], potion) + copies(s.used[other], s.used_n[other], potion)
    for i in range(s.round):
        if s.down[i] == potion and has(s.knows_down[i], seat):
            n += 1
    return n


# ---------------------------------------------------------------------------------------------------------- ranks
def rank_with(s: State, seat: int, places: int, down: int, turned: int) -> int:
    """Return the rank if the seat wins these places and uses these triples as powers."""
    points = s.score[seat]
    kept = s.kept_n[seat]
    left = turned
    for place in each(places):
        potion = down if place == FACE_DOWN else s.row[place]
        triple = triple_of(potion)
        if left & triple:
            left &= ~triple
        else:
            points += tripled_worth(s, seat, potion, turned)
            kept += 1
    for i in range(s.kept_n[seat]):
        points += tripled_worth(s, seat, s.kept[seat][i], turned) - worth(s, seat, s.kept[seat][i])
    return 0 if left else points * A_POINT + kept


def triple_of(potion: int) -> int:
    """Return the set with the triple that the potion bears."""
    if potion // 10 == Symbol.TRIPLE_BLUE:
        return 1
    return 2 if potion // 10 == Symbol.TRIPLE_GREEN else 0


def tripled_worth(s: State, seat: int, potion: int, turned: int) -> int:
    """Return the points of a potion once these triples are turned down."""
    triples = (turned & 1) << Symbol.TRIPLE_BLUE | (turned >> 1) << Symbol.TRIPLE_GREEN
    return worth_with(s.powers[seat] | triples, potion)


def best_rank(s: State, seat: int, places: int, down: int) -> int:
    """Return the best rank with these places."""
    best = 0
    for turned in range(4):
        best = max(best, rank_with(s, seat, places, down, turned))
    return best


def rank_of(s: State, stakes: Scratch, kind: int, seat: int, places: int) -> int:
    """Return the rank, computed once; 1 more than it is, so that 0 means not yet."""
    among = kind if has(places, FACE_DOWN) else 0
    at = RANKS + (among * SOLVED_SEATS + seat) * WON + places
    if stakes[at] == 0:
        stakes[at] = 1 + best_rank(s, seat, places, stakes[POTIONS + kind])
    return stakes[at]


# ----------------------------------------------------------------------------------------------------------- pays
def pay_of(s: State, stakes: Scratch, leader: Scratch, seat: int) -> int:
    """Return what a seat wants of the last round: the chance to win before all, then points."""
    leads = 0
    for place in range(s.seats):
        leads = leads * 5 + leader[place] - NOBODY
    if stakes[PAYS + leads * SOLVED_SEATS] == 0:
        reckon_pays(s, stakes, leader, leads)
    return stakes[PAYS + leads * SOLVED_SEATS + seat]


def reckon_pays(s: State, stakes: Scratch, leader: Scratch, leads: int) -> None:
    won = scratch(SOLVED_SEATS)
    for place in range(s.seats):
        if leader[place] != NOBODY:
            won[leader[place]] |= 1 << place
    whole = 0
    for kind in range(stakes[KINDS]):
        whole += stakes[NUMBERS + kind]
    for seat in range(s.seats):
        total = 0
        for kind in range(stakes[KINDS]):
            rank = rank_of(s, stakes, kind, seat, won[seat])
            pay = share_of_win(s, stakes, kind, won, seat) * CHANCE + rank // A_POINT
            total += pay * stakes[NUMBERS + kind]
        stakes[PAYS + leads * SOLVED_SEATS + seat] = 1 + total // whole


def share_of_win(s: State, stakes: Scratch, kind: int, won: Scratch, seat: int) -> int:
    mine = rank_of(s, stakes, kind, seat, won[seat])
    sharers = 0
    for other in range(s.seats):
        theirs = rank_of(s, stakes, kind, other, won[other])
        if theirs > mine:
            return 0
        sharers += theirs == mine
    return CERTAIN // sharers
