"""Explain why a move of Bataille des Sorciers is refused. Ordinary Python."""

from sortilege.games.bataille.moves import AIM, REACH, STACK, STOP, TAKE, THROW, THROW_ALL, aim_x, aim_y, on_foam
from sortilege.games.bataille.rules.dice import lying
from sortilege.games.bataille.rules.spells import takable
from sortilege.games.bataille.state import ARENA, State, Step
from sortilege.kernel.plain.bits import has
from sortilege.kernel.refusal import Refusal


def why(s: State, seat: int, move: int) -> Refusal | None:
    if s.step == Step.TAKE:
        return _why_not_take(s, move)
    if s.step == Step.STACK:
        return _why_not_stack(s, move)
    if s.step == Step.ALL:
        return None if move == THROW_ALL else Refusal("move/all_owed", rule="expelliarmus", dice=s.reserve[seat])
    if move == THROW_ALL:
        return Refusal("move/one_die", rule="turn")
    if move == STOP:
        return _why_not_stop(s)
    if move == THROW:
        return None
    return _why_not_aim(s, move) if move >= AIM else Refusal("move/no_spell", rule="spells")


def _why_not_stop(s: State) -> Refusal | None:
    if s.step == Step.ANSWER:
        return Refusal("move/answer_owed", rule="lashlabask")
    return None if s.step == Step.MORE else Refusal("move/throw_owed", rule="turn")


def _why_not_aim(s: State, move: int) -> Refusal | None:
    if s.throws != ARENA:
        return Refusal("move/no_aim", rule="throws")
    return why_not_there(move)


def why_not_there(move: int) -> Refusal | None:
    """Refuse an aim off the foam, whatever the table."""
    if on_foam(move):
        return None
    return Refusal("move/off_foam", rule="throws", x=aim_x(move), y=aim_y(move), most=REACH)


def _why_not_take(s: State, move: int) -> Refusal | None:
    die = move - TAKE
    if not TAKE <= move < STACK:
        return Refusal("move/take_owed", rule="accio")
    if die >= lying(s):
        return Refusal("move/no_die", rule="accio", die=die, dice=lying(s))
    if (die < s.loose_n and has(s.held, die)) or (die == lying(s) - 1 and s.held_top):
        return Refusal("move/held", rule="immobulus", die=die)
    return None if has(takable(s), die) else Refusal("move/covered", rule="accio", die=die, top=lying(s) - 1)


def _why_not_stack(s: State, move: int) -> Refusal | None:
    die = move - STACK
    if not STACK <= move < AIM:
        return Refusal("move/stack_owed", rule="wingardium")
    return None if die < lying(s) else Refusal("move/no_die", rule="wingardium", die=die, dice=lying(s))
