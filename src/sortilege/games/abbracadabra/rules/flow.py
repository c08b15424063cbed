"""Run a game of Abbracadabra: set-up, turns, the end. In the plain subset. Numbers in brackets are our rulings."""

from typing import Final

from sortilege.games.abbracadabra.events import passed, stopped, took, turn_began, went_on
from sortilege.games.abbracadabra.moves import AGAIN, CHOOSE, DISCARD, DROP, END, GIVE, MEET, PASS, TAKE
from sortilege.games.abbracadabra.rules.cards import discard, empty_places, fill_row, lay_deck_of, receive
from sortilege.games.abbracadabra.rules.meetings import legal_meetings, meet, other_packs, take_object, take_objects
from sortilege.games.abbracadabra.rules.scoring import BY_QUIET, finish, look_at, points_of
from sortilege.games.abbracadabra.rules.tricks import drop, give, legal_tricks, periculum, play_trick
from sortilege.games.abbracadabra.state import (
    ALL_CARDS,
    BACK,
    ELEMENTALS,
    ENCHANTERS,
    FACE_UP,
    HAND_CARDS,
    HAND_LIMIT,
    LETTERS,
    NONE,
    PACK,
    ROW,
    State,
    Step,
    Trick,
)
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.plain.rng import below, shuffle
from sortilege.kernel.state import EVERYONE, MoveList, add, ask_one, left_of

QUIET_TURNS: Final = 30  # of each seat


# ------------------------------------------------------------------------------------------------------- set-up
def start(s: State) -> None:
    if s.first < 0:
        s.first = below(s, s.seats)  # [1]
    s.winner = NONE
    s.meeting = NONE
    s.proximal = NONE
    s.drawn = NONE
    s.target = NONE
    s.hand_cards = HAND_CARDS
    for letter in range(LETTERS):
        for i in range(PACK):
            s.pack[letter][i] = s.printed[letter][i]
        s.pack_n[letter] = PACK
        shuffle(s, s.pack[letter], 0, PACK)
    lay_deck_of(s, ALL_CARDS)
    for place in range(ROW):
        s.row[place] = NONE
    fill_row(s)
    s.round = 1
    start_turn(s, s.first)


# --------------------------------------------------------------------------------------------------------- moves
def legal(s: State, seat: int, out: MoveList) -> None:
    out[0] = 0
    match s.step:
        case Step.TAKE:
            for place in range(ROW):
                if s.row[place] != NONE:
                    add(out, TAKE + place)
        case Step.ACT:
            legal_meetings(s, seat, out)
            legal_tricks(s, seat, out)
            add(out, PASS)
        case Step.PACK:
            offer_each(other_packs(s, s.meeting), CHOOSE, out)
        case Step.GIVE:
            offer_each(s.hand[seat] & ~(1 << s.drawn), GIVE, out)
        case Step.DROP:
            offer_each(s.hand[seat] & ENCHANTERS, DROP, out)
        case Step.DISCARD:
            offer_each(s.hand[seat], DISCARD, out)
        case Step.AGAIN:
            add(out, AGAIN)
            add(out, END)


def offer_each(members: int, family: int, out: MoveList) -> None:
    for member in each(members):
        add(out, family + member)


def apply(s: State, seat: int, move: int) -> None:
    s.waiting &= ~(1 << seat)
    match s.step:
        case Step.TAKE:
            take(s, seat, move - TAKE)
        case Step.ACT:
            act(s, seat, move)
        case Step.PACK:
            take_object(s, seat, move - CHOOSE)
            take_objects(s)
        case Step.GIVE:
            give(s, seat, move - GIVE)
        case Step.DROP:
            drop(s, seat, move - DROP)
        case Step.DISCARD:
            discard(s, seat, move - DISCARD)
        case Step.AGAIN:
            decide_again(s, seat, move)
    if s.waiting == 0 and s.ending == 0:
        go_on(s)


def go_on(s: State) -> None:
    """Continue with the next part of the turn."""
    if s.step == Step.TAKE:
        ask_one(s, Step.ACT if empty_places(s) == 2 else Step.TAKE, s.active)
    elif count(s.hand[s.active]) > HAND_LIMIT:
        ask_one(s, Step.DISCARD, s.active)
    else:
        end_turn(s)


def take(s: State, seat: int, place: int) -> None:
    card = s.row[place]
    s.row[place] = NONE
    knowers = EVERYONE if place == FACE_UP or card == Trick.PERICULUM else 1 << seat
    took(s, seat, place, BACK[card], card, knowers)
    receive(s, seat, card, knowers)
    if card == Trick.PERICULUM:
        periculum(s, seat)
    elif has(ELEMENTALS, card):
        look_at(s, seat)


def act(s: State, seat: int, move: int) -> None:
    if move >= MEET:
        meet(s, seat, move)
    elif move == PASS:
        passed(s, seat)
    else:
        play_trick(s, seat, move)


# ---------------------------------------------------------------------------------------------------------- turn
def start_turn(s: State, seat: int) -> None:
    s.active = seat
    s.extra = 0
    s.quiet += 1
    turn_began(s, seat, s.round)
    ask_one(s, Step.TAKE, seat)


def end_turn(s: State) -> None:
    """End the turn once the hand is down to its limit: refill, guard, then another turn or the next seat's. [5]"""
    fill_row(s)
    if s.quiet >= QUIET_TURNS * s.seats:  # [12]
        finish(s, BY_QUIET)
    elif s.extra:
        ask_one(s, Step.AGAIN, s.active)
    else:
        pass_turn(s)


def decide_again(s: State, seat: int, move: int) -> None:
    if move == AGAIN:
        went_on(s, seat)
        start_turn(s, seat)
    else:
        stopped(s, seat)
        pass_turn(s)


def pass_turn(s: State) -> None:
    seat = left_of(s, s.active)
    if seat == s.first:
        s.round += 1
    start_turn(s, seat)


# ------------------------------------------------------------------------------------------------------- the end
def rank(s: State, seat: int) -> int:
    """Rank by the winner, then points, then fewest cards in hand. [11] [12]"""
    first = 1 if seat == s.winner else 0
    return (first * 1024 + points_of(s, seat)) * 64 - count(s.hand[seat])


def score(s: State, seat: int) -> int:
    return points_of(s, seat)
