"""Explain why a move of Magicoa is refused. Ordinary Python."""

from sortilege.games.magicoa.moves import (
    CHOOSE,
    KEEP,
    PLACE,
    PLACE_TWO,
    POINTS,
    SWAP,
    chosen_bottom,
    chosen_top,
    first_of_two,
    placing_two,
)
from sortilege.games.magicoa.rules.bidding import open_places
from sortilege.games.magicoa.state import State, Step, Symbol
from sortilege.kernel.plain.bits import has
from sortilege.kernel.refusal import Refusal

RULES = {Step.CHOOSE: "choice", Step.PLACE: "bidding", Step.EXCHANGE: "exchange", Step.POWER: "powers"}


def why(s: State, seat: int, move: int) -> Refusal | None:
    step = Step(s.step)
    if step != step_of(move):
        return Refusal("move/not_now", rule=RULES[step], step=step.name.lower())
    if step == Step.CHOOSE:
        return why_not_choose(s, seat, chosen_top(move), chosen_bottom(move))
    if step == Step.EXCHANGE and move < KEEP:
        return why_no_place(s, move - SWAP)
    if step == Step.PLACE and move < PLACE_TWO:
        return why_not_place(s, seat, move - PLACE)
    if step == Step.PLACE:
        return why_not_two(s, seat, move)
    return None


def step_of(move: int) -> Step:
    if move >= CHOOSE:
        return Step.CHOOSE
    if move >= POINTS:
        return Step.POWER
    return Step.EXCHANGE if move >= SWAP else Step.PLACE


def why_not_choose(s: State, seat: int, top: int, bottom: int) -> Refusal | None:
    for gold in (top, bottom):
        if not has(s.left[seat], gold):
            return Refusal("move/not_in_hand", rule="choice", gold=gold)
    return Refusal("move/same_card", rule="choice", gold=top) if top == bottom else None


def why_no_place(s: State, place: int) -> Refusal | None:
    if place < s.seats:
        return None
    return Refusal("move/no_such_place", rule="setup", place=place + 1, places=s.seats)


def why_not_place(s: State, seat: int, place: int) -> Refusal | None:
    if place >= s.seats or has(open_places(s, seat), place):
        return why_no_place(s, place)
    gold = s.chosen[seat][s.bidding - 1]
    return Refusal("move/too_low", rule="bidding", place=place + 1, gold=gold, high=s.high[place])


def why_not_two(s: State, seat: int, move: int) -> Refusal | None:
    place = first_of_two(move)
    if not has(s.powers[seat], Symbol.DOUBLE_BID):
        return Refusal("move/no_double_bid", rule="powers")
    if move != placing_two(place):
        return Refusal("move/not_neighbours", rule="powers")
    return why_not_place(s, seat, place) or why_not_place(s, seat, place + 1)
