"""Imagine full states that fit what an audience of Bataille des Sorciers knows. In the plain subset."""

from sortilege.games.bataille.moves import AIM, ANGLES, PLACES, STRENGTHS, THROW, on_foam
from sortilege.games.bataille.state import ARENA, State, Step
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import below


def imagine(s: State, audience: int) -> bool:
    """Fill the blanks of a recalled state: the others may have aimed anywhere."""
    for seat in each(answered(s)):
        if s.aim[seat] == 0:
            s.aim[seat] = THROW
            if s.throws == ARENA:
                s.aim[seat] = imagine_aim(s)
    return True


def answered(s: State) -> int:
    """Return the seats that have chosen their answer to a Lashlabask, while others have not."""
    if s.step != Step.ANSWER:
        return 0
    return s.alive & ~s.waiting & ~(1 << s.turn)


def imagine_aim(s: State) -> int:
    """Return a random aim on the foam."""
    while True:
        place = below(s, PLACES) * PLACES + below(s, PLACES)
        move = AIM + (place * ANGLES + below(s, ANGLES)) * STRENGTHS + below(s, STRENGTHS)
        if on_foam(move):
            return move
