"""Hand out potions: exchange, taking, points or power. In the plain subset. Numbers in brackets are our rulings."""

from typing import Final

from sortilege.games.magicoa.events import declined, discarded, laid_up, looked, swapped, took_points, used_power, won
from sortilege.games.magicoa.rules.rounds import end_round, holders
from sortilege.games.magicoa.state import FACE_DOWN, NOBODY, State, Step, Symbol
from sortilege.kernel.plain.bits import has
from sortilege.kernel.state import EVERYONE, ask, mark_answered

TRIPLED: Final = 3  # points of a blue or green potion under its triple


# ------------------------------------------------------------------------------------------------------ exchange
def begin_exchange(s: State) -> None:
    """Begin the exchange, after the second bidding and before the potions are taken. [4]"""
    ask(s, Step.EXCHANGE, holders(s, Symbol.EXCHANGE))
    look_or_take(s)


def look_or_take(s: State) -> None:
    """Let the next holder look at the top of the pile; after the last one the potions are taken."""
    if s.waiting == 0:
        take_potions(s)
        return
    s.knows_top |= 1 << s.turn
    potion = s.pile[s.box_n + s.pile_n - 1]
    looked(s, s.turn, potion // 10, potion % 10, s.knows_top)


def swap(s: State, seat: int, place: int) -> None:
    swapped(s, seat, place + 1)
    if place == FACE_DOWN:
        swap_down(s)
    else:
        swap_up(s, place)
    mark_answered(s, seat)
    look_or_take(s)


def swap_down(s: State) -> None:
    """Swap the face-down potion. Nothing is shown, not even to the swapper: each audience knows what it knew. [4]"""
    top = s.box_n + s.pile_n - 1
    potion = s.pile[top]
    s.pile[top] = s.down[s.round - 1]
    s.down[s.round - 1] = potion
    knows_top = s.knows_top
    s.knows_top = s.knows_down[s.round - 1]
    s.knows_down[s.round - 1] = knows_top


def swap_up(s: State, place: int) -> None:
    """Swap a face-up potion: it stays known to all on the pile. [4]"""
    top = s.box_n + s.pile_n - 1
    potion = s.pile[top]
    s.pile[top] = s.row[place]
    s.row[place] = potion
    s.knows_top = EVERYONE
    laid_up(s, place + 1, potion // 10, potion % 10)


def decline(s: State, seat: int) -> None:
    declined(s, seat)
    mark_answered(s, seat)
    look_or_take(s)


# -------------------------------------------------------------------------------------------------------- taking
def take_potions(s: State) -> None:
    """Hand out all potions at once; those with a power wait face up until their winner has decided. [5]"""
    deciding = 0
    turn_up_or_bury(s)
    for place in range(s.seats):
        seat = s.leader[place]
        potion = s.row[place]
        if seat != NOBODY:
            won(s, seat, place + 1, potion // 10, potion % 10)
            if bears_power(potion):
                deciding |= 1 << seat
            else:
                keep(s, seat, place)
        elif potion:
            discard(s, place)
    ask(s, Step.POWER, deciding)
    if deciding == 0:
        end_round(s)


def turn_up_or_bury(s: State) -> None:
    """Turn up the face-down potion; without a bid it is discarded unseen. [5]"""
    at = s.round - 1
    potion = s.down[at]
    if s.leader[FACE_DOWN] == NOBODY:
        discarded(s, FACE_DOWN + 1, potion // 10, potion % 10, s.knows_down[at])
        return
    s.row[FACE_DOWN] = potion
    s.down[at] = 0
    s.knows_down[at] = EVERYONE


def discard(s: State, place: int) -> None:
    potion = s.row[place]
    s.row[place] = 0
    s.unsold[s.unsold_n] = potion
    s.unsold_n += 1
    discarded(s, place + 1, potion // 10, potion % 10, EVERYONE)


def bears_power(potion: int) -> bool:
    """Return whether the potion has a power."""
    return potion // 10 > Symbol.RED


# ----------------------------------------------------------------------------------------------- points or power
def undecided(s: State, seat: int) -> int:
    """Return the leftmost place won by this seat and not decided about; the number of seats if none. [6]"""
    for place in range(s.seats):
        if s.row[place] and s.leader[place] == seat:
            return place
    return s.seats


def take_points(s: State, seat: int) -> None:
    place = undecided(s, seat)
    took_points(s, seat, s.row[place] // 10, s.row[place] % 10)
    keep(s, seat, place)
    decided(s, seat)


def keep(s: State, seat: int, place: int) -> None:
    potion = s.row[place]
    s.row[place] = 0
    s.kept[seat][s.kept_n[seat]] = potion
    s.kept_n[seat] += 1
    s.score[seat] += worth(s, seat, potion)


def use_power(s: State, seat: int) -> None:
    """Use a potion's power: its points and its colour are gone. [7]"""
    place = undecided(s, seat)
    potion = s.row[place]
    s.row[place] = 0
    used_power(s, seat, potion // 10, potion % 10)
    s.used[seat][s.used_n[seat]] = potion
    s.used_n[seat] += 1
    s.powers[seat] |= 1 << potion // 10
    if potion // 10 <= Symbol.TRIPLE_GREEN:
        count_points(s, seat)
    decided(s, seat)


def worth(s: State, seat: int, potion: int) -> int:
    """Return the points of a potion to a seat."""
    return worth_with(s.powers[seat], potion)


def worth_with(powers: int, potion: int) -> int:
    """Return the points of a potion to a seat that has turned down these powers."""
    symbol = potion // 10
    if symbol == Symbol.BLUE and has(powers, Symbol.TRIPLE_BLUE):
        return TRIPLED
    if symbol == Symbol.GREEN and has(powers, Symbol.TRIPLE_GREEN):
        return TRIPLED
    return potion % 10


def count_points(s: State, seat: int) -> None:
    """Count points anew: a triple counts for the potions won before it too. [7]"""
    points = 0
    for i in range(s.kept_n[seat]):
        points += worth(s, seat, s.kept[seat][i])
    s.score[seat] = points


def decided(s: State, seat: int) -> None:
    if undecided(s, seat) == s.seats:
        mark_answered(s, seat)
    if s.waiting == 0:
        end_round(s)
