"""Apply groups, in the rulebook's order. In the plain subset. Numbers in brackets are our rulings."""

from sortilege.games.bataille.events import broken, lay_complete, obtained, stacked, took, turned_round
from sortilege.games.bataille.rules.dice import close_ranks, lying, pile_up, shown, take_top, tally
from sortilege.games.bataille.state import SIDES, Face, State
from sortilege.kernel.plain.bits import count, each, has, lowest


def groups_of(s: State) -> int:
    """Return the faces that two or more counted dice show."""
    return groups_in(tally(s))


def groups_in(counts: int) -> int:
    groups = 0
    for face in range(1, SIDES):
        if shown(counts, face) > 1:
            groups |= 1 << face
    return groups


def groups_counted(s: State, counts: int) -> int:
    """Return the groups of a tally; a standing Immobulus that no die has joined is inert. [3]"""
    groups = groups_in(counts)
    if groups and shown(counts, Face.IMMOBULUS) == count(s.held) + s.held_top:
        groups &= ~(1 << Face.IMMOBULUS)
    return groups


def groups_obtained(s: State, seat: int, before: int) -> int:
    """Return the groups of a throw; ones that lay there before count if an uncovered die completed them. [6]"""
    counts = tally(s)
    groups = groups_counted(s, counts)
    for spell in each(groups):
        if has(before, spell):
            lay_complete(s, spell)
        obtained(s, seat, spell, shown(counts, spell))
    return groups


def hold(s: State) -> None:
    """Hold every Immobulus counted, the top of a tower too. [3] [6]"""
    s.held = 0
    for i in range(s.loose_n):
        if s.loose[i] == Face.IMMOBULUS:
            s.held |= 1 << i
    if s.tower_n:
        s.held_top = 1 if s.tower[s.tower_n - 1] == Face.IMMOBULUS else 0


def take_groups(s: State, seat: int, groups: int) -> None:
    """Take every counted die that shows one of these faces; a standing Immobulus that is taken is broken. [3]"""
    stood = s.held + s.held_top > 0
    counts = tally(s)
    for face in each(groups):
        s.reserve[seat] += shown(counts, face)
        took(s, seat, face, shown(counts, face))
    kept = 0
    for i in range(s.loose_n):
        if not has(groups, s.loose[i]):
            kept |= 1 << i
    close_ranks(s, kept)
    if s.tower_n and has(groups, s.tower[s.tower_n - 1]):
        take_top(s)
    if stood and s.held + s.held_top == 0:
        broken(s)


# ------------------------------------------------------------------------------------------------------- effects
def takable(s: State) -> int:
    """Return what Accio may take, by number: loose dice outside a standing Immobulus, and the top of a tower. [5]"""
    dice = ((1 << s.loose_n) - 1) & ~s.held
    if s.tower_n and not s.held_top:
        dice |= 1 << (lying(s) - 1)
    return dice


def take_one(s: State, seat: int, die: int) -> None:
    s.reserve[seat] += 1
    if die < s.loose_n:
        took(s, seat, s.loose[die], 1)
        close_ranks(s, ((1 << s.loose_n) - 1) & ~(1 << die))
    else:
        took(s, seat, s.tower[s.tower_n - 1], 1)
        take_top(s)


def stack(s: State, seat: int, die: int) -> None:
    """Pile up the dice; a standing Immobulus is piled up too [6], and broken by it [3]."""
    stood = s.held + s.held_top > 0
    pile_up(s, die)
    stacked(s, seat, s.tower[s.tower_n - 1], s.tower_n)
    if stood:
        broken(s)


def turn_round(s: State) -> None:
    """Turn the direction of play; with two seats left only the sign changes. [9]"""
    s.direction = -s.direction
    turned_round(s, s.direction)


def next_spell(s: State) -> int:
    """Return the next effect owed, in the rulebook's order, and strike it off; X if none is left."""
    if s.spells == 0:
        return 0
    spell = lowest(s.spells)
    s.spells &= s.spells - 1
    return spell
