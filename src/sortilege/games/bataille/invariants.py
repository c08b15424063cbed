"""Check that a state of Bataille des Sorciers is possible and that no die is lost. In the plain subset."""

from typing import Final

from sortilege.games.bataille.moves import AIM, ANGLES, PLACES, STRENGTHS, THROW, on_foam
from sortilege.games.bataille.rules.dice import lying, shown, tally, top_of
from sortilege.games.bataille.rules.flow import GUARD, LAST_WITH_DICE, PATIENCE
from sortilege.games.bataille.rules.spells import groups_of
from sortilege.games.bataille.state import ARENA, DICE, PARTS, SIDES, Face, State, Step
from sortilege.games.bataille.worlds import answered
from sortilege.kernel.plain.bits import count, each, has

LONGEST: Final = PATIENCE * (5 + 4 + 3 + 2)  # turns of a game, one seat out after the other [10]
WIDEST: Final = 9_900  # hundredths of a millimetre from the middle: where the rim begins


def possible(s: State) -> bool:
    """Return whether aims, deck, dice, Immobulus, step and seats fit together."""
    for seat in range(s.seats):
        if has(answered(s), seat) != (s.aim[seat] != 0):
            return False
        if s.aim[seat] and not sound_aim(s, s.aim[seat]):
            return False
    return sound_deck(s) and sound_dice(s) and sound_hold(s) and sound_step(s) and sound_seats(s)


def sound_aim(s: State, move: int) -> bool:
    """Return whether the table allows the aim."""
    aims = PLACES * PLACES * ANGLES * STRENGTHS
    return move == THROW or (s.throws == ARENA and AIM <= move < AIM + aims and on_foam(move))


def sound_deck(s: State) -> bool:
    """Return whether each face is on one side of a die, there are dice for all seats, and chances are in range."""
    faces = 0
    for side in range(SIDES):
        if not 0 <= s.sides[side] < SIDES:
            return False
        faces |= 1 << s.sides[side]
    for i in range(4):
        if not (s.dealt[i] > 0 and (i + 2) * s.dealt[i] < s.dice <= DICE):
            return False
    for dice in range(DICE + 1):
        if not chance(s.knock[dice]):
            return False
    known = chance(s.out_one) and chance(s.out_many) and chance(s.knocked_out) and chance(s.topple)
    return known and faces + 1 == 1 << SIDES


def chance(parts: int) -> bool:
    """Return whether this is a chance."""
    return 0 <= parts <= PARTS


# ----------------------------------------------------------------------------------------------------- the arena
def sound_dice(s: State) -> bool:
    """Return whether blank cells are blank, and what stands is a tower."""
    if s.tower_n == 1 or s.landed_n or s.standing or s.gone < 0 or s.direction * s.direction != 1:
        return False
    for i in range(DICE):
        if (s.loose[i] > 0) != (i < s.loose_n) or (s.tower[i] > 0) != (i < s.tower_n) or s.landed[i]:
            return False
        if not (0 <= s.loose[i] < SIDES and 0 <= s.tower[i] < SIDES):
            return False
        if not (sound_pose(s, s.loose_pose[i], s.loose[i]) and sound_pose(s, s.tower_pose[i], s.tower[i])):
            return False
    return True


def sound_pose(s: State, pose: list[int], face: int) -> bool:
    """Return whether a die lies in the bowl and shows this face; a blank pose means that nobody knows."""
    if pose[3] == 0 and pose[4] == 0 and pose[5] == 0 and pose[6] == 0:
        return pose[0] == 0 and pose[1] == 0 and pose[2] == 0
    inside = abs(pose[0]) < WIDEST and abs(pose[1]) < WIDEST and pose[2] > 0
    return s.throws == ARENA and inside and face > 0 and s.sides[side_up(pose)] == face


def side_up(pose: list[int]) -> int:
    """Return the side nearest to the top, as the bodies have it, in whole numbers."""
    x = pose[3]
    y = pose[4]
    z = pose[5]
    w = pose[6]
    up = 2 * (x * z - w * y)
    side = 0 if up >= 0 else 1
    other = 2 * (y * z + w * x)
    if abs(other) > abs(up):
        up = other
        side = 2 if up >= 0 else 3
    other = z * z + w * w - x * x - y * y
    if abs(other) > abs(up):
        side = 4 if other >= 0 else 5
    return side


def sound_hold(s: State) -> bool:
    """Return whether a standing Immobulus has two dice or more, and all of them show it. [3]"""
    held = count(s.held) + s.held_top
    if held == 1 or s.held >> s.loose_n or not 0 <= s.held_top <= 1 or (s.held_top and s.tower_n == 0):
        return False
    for i in each(s.held):
        if s.loose[i] != Face.IMMOBULUS:
            return False
    return s.held_top == 0 or top_of(s) == Face.IMMOBULUS


# ------------------------------------------------------------------------------------------- the step and the seats
def sound_step(s: State) -> bool:
    """Return whether the step can be asked, with the effects that may still be owed then."""
    match s.step:
        case Step.THROW:
            return asks_turn(s, 0) and lying(s) > 0 and s.reserve[s.turn] > 0
        case Step.MORE:
            return asks_turn(s, 0) and no_group(s) and s.reserve[s.turn] > 0
        case Step.ALL:
            return asks_turn(s, 0) and lying(s) == 0 and s.reserve[s.turn] > 0
        case Step.TAKE:
            return asks_turn(s, 1 << Face.WINGARDIUM_LEVIOSA | 1 << Face.CONFUNDO)
        case Step.STACK:
            return asks_turn(s, 1 << Face.CONFUNDO) and lying(s) > 1
        case Step.ANSWER:
            effects = 1 << Face.ACCIO | 1 << Face.WINGARDIUM_LEVIOSA | 1 << Face.CONFUNDO
            return s.together == 1 and not has(s.waiting, s.turn) and s.ending == 0 and s.spells & ~effects == 0
        case _:
            return s.ending > 0 and s.spells == 0


def asks_turn(s: State, effects: int) -> bool:
    """Return whether the seat at turn is asked, with only these effects owed."""
    return s.ending == 0 and s.together == 0 and s.waiting == 1 << s.turn and s.spells & ~effects == 0


def no_group(s: State) -> bool:
    """Return whether there is no group, except an Immobulus that stands."""
    groups = groups_of(s)
    if shown(tally(s), Face.IMMOBULUS) == count(s.held) + s.held_top:
        groups &= ~(1 << Face.IMMOBULUS)
    return groups == 0


def sound_seats(s: State) -> bool:
    """Return whether seats that are out hold nothing; those in and not at turn hold something."""
    seats_in = count(s.alive)
    for seat in range(s.seats):
        if s.reserve[seat] < 0 or (s.reserve[seat] and not has(s.alive, seat)):
            return False
        if s.reserve[seat] == 0 and has(s.alive, seat) and seat != s.turn:
            return False
        if not sound_points(s, seat, seats_in):
            return False
    if not (0 < s.alive < 1 << s.seats and (has(s.alive, s.turn) or s.ending > 0) and s.waiting & ~s.alive == 0):
        return False
    patient = 0 <= s.since <= PATIENCE * seats_in and s.since <= s.round and 0 < s.round <= LONGEST
    return patient and (seats_in == 1) == (s.ending == LAST_WITH_DICE)


def sound_points(s: State, seat: int, seats_in: int) -> bool:
    """Return whether an eliminated seat scored the seats left then; one still in scores only by the guard. [10]"""
    if not has(s.alive, seat):
        return seats_in <= s.points[seat] < s.seats
    return 0 <= s.points[seat] < (seats_in if s.ending == GUARD else 1)


def conserved(s: State) -> bool:
    """Return whether every die dealt, and the first one laid, lies somewhere, once."""
    dice = s.gone + lying(s)
    for seat in range(s.seats):
        dice += s.reserve[seat]
    return dice == s.seats * s.dealt[s.seats - 2] + 1
