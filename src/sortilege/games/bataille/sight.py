"""What each audience of Bataille des Sorciers sees, and the worlds it can imagine: only aims are ever hidden."""

from typing import Any

from sortilege.games.bataille.dice import lying
from sortilege.games.bataille.layout import ARENA, DICE, PARTS, SIDES, State, Step
from sortilege.games.bataille.notation import AIM, ANGLES, MOVES, PLACES, STRENGTHS, THROW, on_foam
from sortilege.kernel.bits import count, each, has
from sortilege.kernel.chance import below
from sortilege.kernel.views import View


# ------------------------------------------------------------------------------------------------ see, remember
def see(s: State, audience: int) -> dict[str, Any]:
    """One's own aim; those of the others stay secret until all have chosen."""
    return {"aim": [MOVES.write(s.aim[seat]) if seat == audience and s.aim[seat] else None for seat in range(s.seats)]}


def remember(s: State, view: View) -> None:
    for seat, text in enumerate(view["aim"]):
        s.aim[seat] = (MOVES.read(text) or 0) if text else 0


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know: said once more, to check `see` and `remember` by."""
    for seat in range(s.seats):
        if seat != audience:
            s.aim[seat] = 0


# ------------------------------------------------------------------------------------------------------- imagine
def imagine(s: State, audience: int) -> bool:
    """The others may have aimed anywhere."""
    for seat in each(answered(s)):
        if s.aim[seat] == 0:
            s.aim[seat] = THROW
            if s.throws == ARENA:
                s.aim[seat] = imagine_aim(s)
    return True


def answered(s: State) -> int:
    """The seats that have chosen their answer to a Lashlabask, while others have not."""
    if s.step != Step.ANSWER:
        return 0
    return s.alive & ~s.waiting & ~(1 << s.turn)


def imagine_aim(s: State) -> int:
    while True:
        place = below(s, PLACES) * PLACES + below(s, PLACES)
        move = AIM + (place * ANGLES + below(s, ANGLES)) * STRENGTHS + below(s, STRENGTHS)
        if on_foam(move):
            return move


def possible(s: State) -> bool:
    """Who has answered has an aim that the table allows; blank cells are blank; what stands is a tower."""
    for seat in range(s.seats):
        if has(answered(s), seat) != (s.aim[seat] != 0):
            return False
        if s.aim[seat] and not sound_aim(s, s.aim[seat]):
            return False
    return sound_deck(s) and sound_dice(s) and sound_hold(s) and sound_seats(s)


def sound_aim(s: State, move: int) -> bool:
    aims = PLACES * PLACES * ANGLES * STRENGTHS
    return move == THROW or (s.throws == ARENA and AIM <= move < AIM + aims and on_foam(move))


def sound_deck(s: State) -> bool:
    """Each face on one side of a die, and chances that are chances."""
    faces = 0
    for side in range(SIDES):
        if not 0 <= s.sides[side] < SIDES:
            return False
        faces |= 1 << s.sides[side]
    for dice in range(DICE + 1):
        if not 0 <= s.knock[dice] <= PARTS:
            return False
    return faces + 1 == 1 << SIDES and s.seats * s.dealt[s.seats - 2] < DICE


def sound_dice(s: State) -> bool:
    if s.tower_n == 1 or s.landed_n or s.standing or s.direction * s.direction != 1:
        return False
    for i in range(DICE):
        if (s.loose[i] > 0) != (i < s.loose_n) or (s.tower[i] > 0) != (i < s.tower_n):
            return False
        if not (0 <= s.loose[i] < SIDES and 0 <= s.tower[i] < SIDES):
            return False
    return s.spells < 1 << SIDES and (s.step != Step.ALL or lying(s) == 0)


def sound_hold(s: State) -> bool:
    """[3] A standing Immobulus has two dice or more, and all of them show it."""
    held = count(s.held) + s.held_top
    if held == 1 or s.held >> s.loose_n or (s.held_top and s.tower_n == 0):
        return False
    for i in each(s.held):
        if s.loose[i] != 1:
            return False
    return s.held_top == 0 or s.tower[s.tower_n - 1] == 1


def sound_seats(s: State) -> bool:
    """Who is out holds nothing; who is in and not at turn holds something."""
    for seat in range(s.seats):
        if s.reserve[seat] < 0 or (s.reserve[seat] and not has(s.alive, seat)):
            return False
        if s.reserve[seat] == 0 and has(s.alive, seat) and seat != s.turn:
            return False
    return 0 < s.alive < 1 << s.seats and s.waiting & ~s.alive == 0


def conserved(s: State) -> bool:
    """Every die dealt, and the first one laid, lies somewhere, once."""
    dice = s.gone + lying(s)
    for seat in range(s.seats):
        dice += s.reserve[seat]
    return dice == s.seats * s.dealt[s.seats - 2] + 1
