"""Declare the state of Menteur."""

from enum import IntEnum
from typing import Final

from sortilege.kernel.layout import Seats, public, public_list, secret
from sortilege.kernel.state import State as KernelState

SEATS: Final = Seats(4)
VALUES: Final = 5
CARDS: Final = 20
ROUNDS: Final = 5  # each seat plays one card a round


class Step(IntEnum):
    CLAIM = 0  # name a value for the card in hand
    ANSWER = 1  # believe the claim, or doubt it
    OVER = 2


class State(KernelState):
    step: int = public("i1", of=Step)
    copies: list[int] = public("i1", VALUES + 1, fixed=True)  # deck: how many cards of each value
    score: list[int] = public("i1", SEATS)
    turns: int = public("i1")  # cards played
    claim: list[int] = public_list("i1", CARDS, upto="turns")  # oldest first
    doubted: list[int] = public_list("i1", CARDS, upto="turns")  # 1: the card was shown
    pile_n: int = public("i1")
    hand: list[int] = secret("i1", SEATS)  # 0: no card
    played: list[int] = secret("i1", CARDS)  # oldest first
    pile: list[int] = secret("i1", CARDS)  # the top is last; 0 beyond pile_n
