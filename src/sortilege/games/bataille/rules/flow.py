"""Run a game of Bataille: set-up, turns, eliminations, the end. In the plain subset; numbers are our rulings."""

from typing import Final

from sortilege.games.bataille.events import (
    aimed,
    chose,
    die_laid,
    disarmed,
    guard_ended,
    stopped,
    stupefied,
    threw,
    turn_began,
    won,
)
from sortilege.games.bataille.moves import (
    AIM,
    STACK,
    STOP,
    TAKE,
    THROW,
    THROW_ALL,
    aim_angle,
    aim_strength,
    aim_x,
    aim_y,
)
from sortilege.games.bataille.rules.dice import add_loose, lying, set_upright, tally
from sortilege.games.bataille.rules.spells import (
    groups_counted,
    groups_obtained,
    groups_of,
    hold,
    next_spell,
    stack,
    takable,
    take_groups,
    take_one,
    turn_round,
)
from sortilege.games.bataille.rules.throws import land
from sortilege.games.bataille.state import ARENA, HALF, SIDES, Face, State, Step
from sortilege.kernel.plain.bits import count, each, has, lowest
from sortilege.kernel.plain.rng import below
from sortilege.kernel.state import MoveList, add, all_seats, ask_one, ask_together, go_to, mark_answered

PATIENCE: Final = 60  # turns for each seat still in, without an elimination
SPREAD: Final = 4000  # how far from the middle, both ways, the first die may be laid
LAST_WITH_DICE: Final = 1  # endings
GUARD: Final = 2


# ------------------------------------------------------------------------------------------------------- set-up
def start(s: State) -> None:
    if s.first < 0:
        s.first = below(s, s.seats)
    s.direction = 1
    s.alive = all_seats(s)
    for seat in range(s.seats):
        s.reserve[seat] = s.dealt[s.seats - 2]
    lay_first_die(s)
    start_turn(s, s.first)


def lay_first_die(s: State) -> None:
    """Lay the first die, never with X upward."""
    face = 1 + below(s, SIDES - 1)
    if s.throws == ARENA:
        pose = s.loose_pose[0]
        pose[0] = below(s, 2 * SPREAD) - SPREAD
        pose[1] = below(s, 2 * SPREAD) - SPREAD
        pose[2] = HALF
        set_upright(s, pose, face)
    add_loose(s, face)
    die_laid(s, face)


# -------------------------------------------------------------------------------------------------------- moves
def legal(s: State, seat: int, out: MoveList) -> None:
    """List the legal moves. Aims are not listed: `why` judges them."""
    out[0] = 1
    match s.step:
        case Step.MORE:
            out[0] = 2
            out[1] = STOP
            out[2] = THROW
        case Step.ALL:
            out[1] = THROW_ALL
        case Step.TAKE:
            out[0] = 0
            for die in each(takable(s)):
                add(out, TAKE + die)
        case Step.STACK:
            out[0] = 0
            for die in range(lying(s)):
                add(out, STACK + die)
        case _:
            out[1] = THROW


def apply(s: State, seat: int, move: int) -> None:
    match s.step:
        case Step.TAKE:
            take_one(s, seat, move - TAKE)
            go_on(s, seat)
        case Step.STACK:
            stack(s, seat, move - STACK)
            go_on(s, seat)
        case Step.ANSWER:
            answer(s, seat, move)
        case _:
            if move == STOP:
                stopped(s, seat)
                end_turn(s, seat)
            else:
                throw(s, seat, move)


def throw(s: State, seat: int, move: int) -> None:
    dice = s.reserve[seat] if move == THROW_ALL else 1
    before = groups_counted(s, tally(s))
    let_go(s, seat, move, dice)
    land(s, dice)
    groups = groups_obtained(s, seat, before)
    if groups:
        deal_with(s, seat, groups)
    elif s.reserve[seat]:
        ask_one(s, Step.MORE, seat)
    else:
        end_turn(s, seat)


def let_go(s: State, seat: int, move: int, dice: int) -> None:
    s.reserve[seat] -= dice
    threw(s, seat, dice)
    if move >= AIM:
        aimed(s, seat, aim_x(move), aim_y(move), aim_angle(move), aim_strength(move))


def deal_with(s: State, seat: int, groups: int) -> None:
    """Resolve groups. Any group ends the turn. [2] With an Immobulus the others are taken and do nothing. [3]"""
    if has(groups, Face.IMMOBULUS):
        hold(s)
        take_groups(s, seat, groups & ~(1 << Face.IMMOBULUS))
        end_turn(s, seat)
        return
    s.spells = groups & ~(1 << Face.LASHLABASK)
    if has(groups, Face.LASHLABASK):
        ask_together(s, Step.ANSWER, s.alive & ~(1 << seat))
    else:
        take_groups(s, seat, groups)
        go_on(s, seat)


def go_on(s: State, seat: int) -> None:
    """Apply the effects still owed, up to one that must be decided."""
    while True:
        match next_spell(s):
            case Face.ACCIO:
                if takable(s):
                    ask_one(s, Step.TAKE, seat)
                    return
            case Face.WINGARDIUM_LEVIOSA:
                if lying(s) > 1:
                    ask_one(s, Step.STACK, seat)
                    return
            case Face.CONFUNDO:
                turn_round(s)
            case _:
                end_turn(s, seat)
                return


# ---------------------------------------------------------------------------------------------------- Lashlabask
def answer(s: State, seat: int, move: int) -> None:
    """Answer a Lashlabask: aims stay secret until all have chosen, then one common throw follows."""
    s.aim[seat] = move
    chose(s, seat)
    mark_answered(s, seat)
    if s.waiting == 0:
        throw_together(s, s.turn)


def throw_together(s: State, caster: int) -> None:
    """Throw all dice at once, then give every group to the caster."""
    others = s.alive & ~(1 << caster)
    for seat in each(others):
        let_go(s, seat, s.aim[seat], 1)
        s.aim[seat] = 0
    land(s, count(others))
    take_groups(s, caster, groups_of(s))
    eliminate(s, emptied(s, others))
    if s.alive == 1 << caster:
        s.spells = 0
        win(s, caster)
    else:
        go_on(s, caster)


def emptied(s: State, seats: int) -> int:
    found = 0
    for seat in each(seats):
        if s.reserve[seat] == 0:
            found |= 1 << seat
    return found


# ------------------------------------------------------------------------------------------------ turn and end
def start_turn(s: State, seat: int) -> None:
    s.round += 1
    s.since += 1
    turn_began(s, seat)
    if lying(s):
        ask_one(s, Step.THROW, seat)
    else:
        disarmed(s, seat, s.reserve[seat])
        ask_one(s, Step.ALL, seat)


def end_turn(s: State, seat: int) -> None:
    if s.reserve[seat] == 0:
        eliminate(s, 1 << seat)
    if count(s.alive) == 1:
        win(s, lowest(s.alive))
    elif s.since >= PATIENCE * count(s.alive):
        end_by_guard(s)
    else:
        start_turn(s, next_seat(s, seat))


def next_seat(s: State, seat: int) -> int:
    """Return the next seat still in, in the direction of play."""
    seat = (seat + s.seats + s.direction) % s.seats
    while not has(s.alive, seat):
        seat = (seat + s.seats + s.direction) % s.seats
    return seat


def eliminate(s: State, seats: int) -> None:
    """Eliminate seats: each scores the seats left after all of them have gone. [7]"""
    s.alive &= ~seats
    for seat in each(seats):
        s.points[seat] = count(s.alive)
        s.since = 0
        stupefied(s, seat, s.points[seat])


def win(s: State, seat: int) -> None:
    """End the game for the last with dice in reserve [8], or the caster whose Lashlabask emptied all others [7]."""
    s.ending = LAST_WITH_DICE
    go_to(s, Step.OVER)
    won(s, seat, s.reserve[seat])


def end_by_guard(s: State) -> None:
    """End the game after too many turns without progress: each seat scores the number of seats with more dice."""
    for seat in each(s.alive):
        for other in each(s.alive):
            if s.reserve[other] > s.reserve[seat]:
                s.points[seat] += 1
    s.ending = GUARD
    go_to(s, Step.OVER)
    guard_ended(s, s.since)


def rank(s: State, seat: int) -> int:
    """Rank by points: fewest win."""
    return -s.points[seat]


def score(s: State, seat: int) -> int:
    return s.points[seat]
