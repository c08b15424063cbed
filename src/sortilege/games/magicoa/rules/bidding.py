"""Choose gold and bid it on potions. In the plain subset. Numbers in brackets are our rulings."""

from sortilege.games.magicoa.events import bidding_began, chose, placed, placed_two, removed
from sortilege.games.magicoa.rules.taking import begin_exchange
from sortilege.games.magicoa.state import BIDDINGS, State, Step, Symbol
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.state import all_seats, ask, mark_answered


def choose(s: State, seat: int, top: int, bottom: int) -> None:
    """Choose two cards: nothing is turned up before the last seat has chosen."""
    s.chosen[seat][0] = top
    s.chosen[seat][1] = bottom
    chose(s, seat, top, bottom, 1 << seat)
    mark_answered(s, seat)
    if s.waiting == 0:
        begin_bidding(s)
        go_on(s)


def begin_bidding(s: State) -> None:
    s.bidding += 1
    bidding_began(s, s.bidding)
    ask(s, Step.PLACE, all_seats(s))


def go_on(s: State) -> None:
    """Ask the next seat whose card fits somewhere, or end both biddings."""
    remove_unfit(s)
    if s.waiting == 0 and s.bidding < BIDDINGS:
        begin_bidding(s)
        remove_unfit(s)
    if s.waiting == 0:
        begin_exchange(s)


def remove_unfit(s: State) -> None:
    """Remove a card only if it fits nowhere, and without asking. [3]"""
    while s.waiting and open_places(s, s.turn) == 0:
        seat = s.turn
        removed(s, seat, turn_up(s, seat))
        mark_answered(s, seat)


def open_places(s: State, seat: int) -> int:
    """Return where the card to be played beats the top card, or with Égalité equals it. [1]"""
    return places_below(s, seat, s.chosen[seat][s.bidding - 1])


def places_below(s: State, seat: int, gold: int) -> int:
    """Return the places whose top card this gold of the seat goes onto."""
    beaten = highest_beaten(s, seat, gold)
    places = 0
    for place in range(s.seats):
        if s.high[place] <= beaten:
            places |= 1 << place
    return places


def highest_beaten(s: State, seat: int, gold: int) -> int:
    """Return the highest top card that this gold of the seat goes onto: a lower one, or with Égalité an equal one."""
    return gold if has(s.powers[seat], Symbol.EQUALITY) else gold - 1


def turn_up(s: State, seat: int) -> int:
    """Show the card to be played to all."""
    at = s.bidding - 1
    gold = s.chosen[seat][at]
    s.chosen[seat][at] = 0
    s.left[seat] &= ~(1 << gold)
    s.laid_gold[seat][at] = gold
    return gold


def place_gold(s: State, seat: int, places: int) -> None:
    """Lay the card; across two places it is the top card of both. [2]"""
    gold = turn_up(s, seat)
    s.laid_on[seat][s.bidding - 1] = places
    for place in each(places):
        s.high[place] = gold
        s.leader[place] = seat


def place(s: State, seat: int, at: int) -> None:
    place_gold(s, seat, 1 << at)
    placed(s, seat, s.high[at], at + 1)
    mark_answered(s, seat)
    go_on(s)


def place_on_two(s: State, seat: int, at: int) -> None:
    place_gold(s, seat, 3 << at)
    placed_two(s, seat, s.high[at], at + 1, at + 2)
    mark_answered(s, seat)
    go_on(s)
