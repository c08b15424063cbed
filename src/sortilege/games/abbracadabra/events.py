"""Declare the events of Abbracadabra."""

from typing import Annotated

from sortilege.games.abbracadabra.state import CARD_NAMES, ELEMENTS, LETTER_NAMES, State
from sortilege.kernel.events import Hidden, Named, event, reveal

Back = Annotated[int, Named(ELEMENTS)]
Card = Annotated[int, Named(CARD_NAMES)]
Cards = Annotated[int, Named(CARD_NAMES, is_set=True)]
HiddenCard = Annotated[int, "hidden", Named(CARD_NAMES)]
Letter = Annotated[int, Named(LETTER_NAMES)]


@event
def turn_began(s: State, seat: int, round: int) -> None: ...
@event
def laid(s: State, place: int, back: Back, card: HiddenCard, audiences: int) -> None: ...  # in the row
@event
def reshuffled(s: State, cards: int) -> None: ...
@event
def took(s: State, seat: int, place: int, back: Back, card: HiddenCard, audiences: int) -> None: ...
@event
def struck(s: State, seat: int) -> None: ...  # by Periculum!
@event
def met(s: State, seat: int, letter: Letter, cards: Cards) -> None: ...  # cards of the hand
@event
def joined(s: State, card: Card) -> None: ...  # from the towers
@event
def took_object(s: State, seat: int, letter: Letter, value: Hidden, audiences: int) -> None: ...
@event
def no_object_left(s: State, seat: int) -> None: ...
@event
def took_hand_card(s: State, seat: int) -> None: ...
@event
def shared(s: State, seat: int) -> None: ...  # Proximal has worked
@event
def played(s: State, seat: int, trick: Card) -> None: ...
@event
def drew(s: State, seat: int, target: int, back: Back, card: HiddenCard, audiences: int) -> None: ...
@event
def gave(s: State, seat: int, target: int, back: Back, card: HiddenCard, audiences: int) -> None: ...
@event
def chose(s: State, seat: int, card: HiddenCard, audiences: int) -> None: ...  # for Exodus!
@reveal
def discarded(s: State, seat: int, card: Card) -> None: ...
@event
def passed(s: State, seat: int) -> None: ...
@event
def went_on(s: State, seat: int) -> None: ...
@event
def stopped(s: State, seat: int) -> None: ...
@reveal
def scored(s: State, seat: int, points: int, hand: Cards) -> None: ...
@event
def game_ended(s: State) -> None: ...
