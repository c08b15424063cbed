"""Play magic tricks. In the plain subset."""

from sortilege.games.abbracadabra.events import chose, drew, gave, played, struck
from sortilege.games.abbracadabra.moves import CHAOS, EXODUS, IDEM, PROXIMAL, VADEMECUM
from sortilege.games.abbracadabra.rules.cards import discard, hand_size, lose, receive
from sortilege.games.abbracadabra.rules.meetings import take_objects
from sortilege.games.abbracadabra.rules.scoring import look_at
from sortilege.games.abbracadabra.state import ALL_CARDS, BACK, ENCHANTERS, NONE, WITH_BACK, State, Step, Trick
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.plain.rng import pick
from sortilege.kernel.state import MoveList, add, ask_one, ask_together, left_of


# --------------------------------------------------------------------------------------------------------- moves
def legal_tricks(s: State, seat: int, out: MoveList) -> None:
    """List the tricks that may be played: the list tells nothing of the others' hands except their sizes. [7]"""
    hand = s.hand[seat]
    if hand >> Trick.PROXIMAL == 0:
        return
    if has(hand, Trick.PROXIMAL):
        add(out, PROXIMAL)
    if has(hand, Trick.IDEM) and s.meeting != NONE:
        add(out, IDEM)
    if has(hand, Trick.EXODUS):
        add(out, EXODUS)
    if has(hand, Trick.CHAOS) and hand_size(s, seat) > 1:
        offer_targets(s, seat, CHAOS, out)
    if has(hand, Trick.VADEMECUM):
        offer_targets(s, seat, VADEMECUM, out)


def offer_targets(s: State, seat: int, trick: int, out: MoveList) -> None:
    for other in range(s.seats):
        if other != seat and hand_size(s, other) > 0:
            add(out, trick + other)


def play_trick(s: State, seat: int, move: int) -> None:
    if move >= VADEMECUM:
        lay_down(s, seat, Trick.VADEMECUM)
        draw_blind(s, seat, move - VADEMECUM)
    elif move >= CHAOS:
        chaos(s, seat, move - CHAOS)
    elif move == EXODUS:
        exodus(s, seat)
    elif move == IDEM:
        lay_down(s, seat, Trick.IDEM)
        s.owed[seat] += 1
        take_objects(s)
    else:
        lay_down(s, seat, Trick.PROXIMAL)
        s.proximal = seat


def lay_down(s: State, seat: int, trick: int) -> None:
    played(s, seat, trick)
    lose(s, seat, trick)
    if trick != Trick.PROXIMAL:
        s.discards |= 1 << trick


# ---------------------------------------------------------------------------------------------- cards that move
def chaos(s: State, seat: int, target: int) -> None:
    lay_down(s, seat, Trick.CHAOS)
    card = draw_blind(s, seat, target)
    if s.ending == 0:
        s.target = target
        s.drawn = card
        ask_one(s, Step.GIVE, seat)


def draw_blind(s: State, seat: int, target: int) -> int:
    card = pick(s, s.hand[target])
    move_unseen(s, card, target, seat)
    drew(s, seat, target, BACK[card], card, s.known[card] | 1 << seat)
    look_at(s, seat)
    return card


def give(s: State, seat: int, card: int) -> None:
    target = s.target
    move_unseen(s, card, seat, target)
    gave(s, seat, target, BACK[card], card, s.known[card] | 1 << target)
    s.drawn = NONE
    s.target = NONE
    look_at(s, target)


def move_unseen(s: State, card: int, giver: int, receiver: int) -> None:
    """Move a card: the two seats see it; the others see its back, and forget what is no longer certain."""
    alike = s.hand[giver] & WITH_BACK[BACK[card]]
    if s.drawn != NONE:
        alike &= ~(1 << s.drawn)  # what Chaos! has just drawn is not given back
    if count(alike) > 1:
        for other in each(alike):
            s.known[other] &= 1 << giver | 1 << receiver
    knowers = s.known[card] | 1 << giver
    lose(s, giver, card)
    receive(s, receiver, card, knowers)


# -------------------------------------------------------------------------------------------- cards that are lost
def exodus(s: State, seat: int) -> None:
    lay_down(s, seat, Trick.EXODUS)
    for other in range(s.seats):
        if other != seat and s.hand[other] & ENCHANTERS:
            s.droppers |= 1 << other
    if s.droppers:
        ask_together(s, Step.DROP, s.droppers)


def drop(s: State, seat: int, card: int) -> None:
    """Drop a card: it stays secret until the last seat has chosen; then the cards are shown clockwise."""
    s.dropped |= 1 << card
    chose(s, seat, card, 1 << seat)
    if s.waiting:
        return
    other = left_of(s, s.active)
    while other != s.active:
        for shown in each(s.hand[other] & s.dropped):
            discard(s, other, shown)
        other = left_of(s, other)
    s.droppers = 0
    s.dropped = 0


def periculum(s: State, seat: int) -> None:
    """Discard Periculum! with every enchanter of the hand, or with all of it if the deck says so. [4]"""
    struck(s, seat)
    takes = ALL_CARDS if s.periculum else ENCHANTERS | 1 << Trick.PERICULUM
    for card in each(s.hand[seat] & takes):
        discard(s, seat, card)
