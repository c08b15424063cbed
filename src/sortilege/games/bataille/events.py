"""Declare the events of Bataille des Sorciers."""

from typing import Annotated

from sortilege.games.bataille.state import SYMBOLS, State
from sortilege.kernel.events import Named, event, reveal

Symbol = Annotated[int, Named(SYMBOLS)]


@reveal
def die_laid(s: State, face: Symbol) -> None: ...  # at set-up
@event
def turn_began(s: State, seat: int) -> None: ...
@event
def disarmed(s: State, seat: int, dice: int) -> None: ...  # Expelliarmus
@event
def threw(s: State, seat: int, dice: int) -> None: ...
@reveal
def aimed(s: State, seat: int, x: int, y: int, angle: int, strength: int) -> None: ...
@event
def chose(s: State, seat: int) -> None: ...  # an answer to Lashlabask; the aim stays secret
@reveal
def showed(s: State, face: Symbol) -> None: ...  # a thrown die
@reveal
def flew_out(s: State, thrown: int) -> None: ...
@reveal
def knocked(s: State, face: Symbol, now: Symbol) -> None: ...
@reveal
def tower_fell(s: State, dice: int) -> None: ...
@reveal
def fell(s: State, face: Symbol) -> None: ...  # a die of the tower, now loose
@reveal
def left_alone(s: State, face: Symbol) -> None: ...  # the last die of a tower, now loose, that did not come down
@event
def laid_bare(
    s: State, face: Symbol
) -> None: ...  # a new top, after a throw knocked the old one off: it counts at once
@event
def removed(s: State, dice: int) -> None: ...  # X
@event
def lay_complete(s: State, spell: Symbol) -> None: ...  # before the throw, by a die uncovered earlier
@event
def obtained(s: State, seat: int, spell: Symbol, dice: int) -> None: ...
@event
def uncovered(s: State, face: Symbol) -> None: ...  # a new top, that counts from the next throw on
@event
def broken(s: State) -> None: ...  # a standing Immobulus
@event
def took(s: State, seat: int, face: Symbol, dice: int) -> None: ...
@event
def stacked(s: State, seat: int, face: Symbol, dice: int) -> None: ...
@event
def turned_round(s: State, direction: int) -> None: ...
@event
def stopped(s: State, seat: int) -> None: ...
@event
def stupefied(s: State, seat: int, points: int) -> None: ...
@event
def won(s: State, seat: int, dice: int) -> None: ...
@event
def guard_ended(s: State, turns: int) -> None: ...
