"""Declare the moves of Épée and their text."""

from typing import Final

from sortilege.games.epee.state import CARD_COUNT, CARDS, MOST_MAGIC, PLACES, SEATS, WISHES
from sortilege.kernel.moves import Moves

MOVES: Final = Moves()
DONE: Final = MOVES.family("done")
TRANSFORM: Final = MOVES.family("transform")
RETRANSFORM: Final = MOVES.family("retransform")
ROB: Final = MOVES.family("harpagus {}", range(SEATS))
GO: Final = MOVES.family("go {}", PLACES)
REST: Final = MOVES.family("rest")
FIGHT: Final = MOVES.family("fight")
LEAVE: Final = MOVES.family("leave")
SHARE: Final = MOVES.family("share")
AUCTION: Final = MOVES.family("auction")
PASS: Final = MOVES.family("pass")
BID: Final = MOVES.family("bid {}", range(MOST_MAGIC + 1))
LAY: Final = MOVES.family("lay {}", CARDS)
ACCEPT: Final = MOVES.family("accept")
ACCEPT_FOR: Final = MOVES.family("accept {}", CARDS)
DECLINE: Final = MOVES.family("decline")
OFFER: Final = MOVES.family("offer {} {} for {}", range(SEATS), CARDS, WISHES)


def offer(other: int, given: int, wanted: int) -> int:
    return OFFER + (other * CARD_COUNT + given) * (CARD_COUNT + 1) + wanted


def offer_to(move: int) -> int:
    return (move - OFFER) // (CARD_COUNT + 1) // CARD_COUNT


def offer_given(move: int) -> int:
    return (move - OFFER) // (CARD_COUNT + 1) % CARD_COUNT


def offer_wanted(move: int) -> int:
    return (move - OFFER) % (CARD_COUNT + 1)
