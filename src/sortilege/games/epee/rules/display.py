"""Keep the two adventures face up, and who is there. In the plain subset."""

from sortilege.games.epee.events import discarded, stayed, turned_up
from sortilege.games.epee.state import NONE, State, Step
from sortilege.kernel.state import go_to


def turn_up(s: State) -> None:
    for place in range(2):
        if s.display[place] == NONE and s.adventures_n > 0:
            s.adventures_n -= 1
            s.display[place] = s.adventures[s.adventures_n]
            s.adventures[s.adventures_n] = 0
            turned_up(s, s.display[place])


def close_up(s: State) -> None:
    """Move a surviving adventure to the first place."""
    if s.display[0] == NONE:
        s.display[0] = s.display[1]
        s.display[1] = NONE


def seats_there(s: State) -> int:
    """Return the seats whose magician stands at the place being resolved."""
    there = 0
    for seat in range(s.seats):
        if s.choice[seat] == s.place:
            there |= 1 << seat
    return there


def discard(s: State, place: int) -> None:
    card = s.display[place]
    s.discarded |= 1 << card
    s.display[place] = NONE
    s.card_left = 1
    discarded(s, card)


def stay(s: State) -> None:
    stayed(s, s.display[s.place])
    go_to(s, Step.RESOLVE)
