"""Choose the second take: by the mean, over what may lie there, of the best action and of what else the card brings.

In the plain subset. The weights were fitted to imagined games (tools/fit/choices.py, which wrote
data/second_take.toml).
"""

import tomllib
from importlib.resources import files
from typing import Final

from sortilege.games.abbracadabra.bots.action_value import NUMBERS as OF_ACTS
from sortilege.games.abbracadabra.bots.action_value import SURE, most_of_others, weigh_parts, worth_of_act
from sortilege.games.abbracadabra.bots.belief import blind_in_hands, odds_of, part_lying
from sortilege.games.abbracadabra.bots.takes import candidates, has_duplicate
from sortilege.games.abbracadabra.moves import PASS
from sortilege.games.abbracadabra.rules.meetings import legal_meetings
from sortilege.games.abbracadabra.rules.scoring import ENOUGH_ELEMENTALS, points_of
from sortilege.games.abbracadabra.rules.tricks import legal_tricks
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    BACK,
    ELEMENTAL,
    ELEMENTALS,
    ENCHANTERS,
    FACE_UP,
    GOAL,
    NONE,
    TRICKS,
    WITH_BACK,
    State,
    Trick,
)
from sortilege.games.abbracadabra.views import MEETINGS, unseen
from sortilege.kernel.plain.bits import count, each
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import MoveList, add

PARTS: Final = (  # of a place, in hundredths of a card; what the best action is worth in ten-thousandths of a win
    "elemental",
    "second elemental",
    "third elemental",
    "elemental that wins",
    *TRICKS,
    "enchanters lost",
    "of air",
    "act",
    "act that wins",
)
OF_TRICK: Final = PARTS.index(TRICKS[0])
LOST: Final = PARTS.index("enchanters lost")
OF_AIR: Final = PARTS.index("of air")
OF_ACT: Final = PARTS.index("act")
NUMBERS: Final = len(PARTS)
WHOLE: Final = 100
ROOM: Final = MEETINGS + 1

_FITTED: Final = tomllib.loads(
    files("sortilege.games.abbracadabra").joinpath("data/second_take.toml").read_text("utf-8")
)["weights"]
ALWAYS: Final = tuple(_FITTED[part][0] for part in PARTS)
BY_POINTS: Final = tuple(_FITTED[part][1] for part in PARTS)  # and for each point of the seat
BY_OTHERS: Final = tuple(_FITTED[part][2] for part in PARTS)  # and for each of the first among the others


def best_second(s: State, seat: int, moves: MoveList) -> int:
    """Return the second take worth most."""
    hidden = unseen(s, seat)
    own = points_of(s, seat)
    most = most_of_others(s, seat)
    best = moves[1]
    highest = worth_of_place(s, seat, best, hidden, own, most)
    for i in range(2, moves[0] + 1):
        if not has_duplicate(s, moves[i], NONE):
            worth = worth_of_place(s, seat, moves[i], hidden, own, most)
            if worth > highest:
                highest = worth
                best = moves[i]
    return best


def worth_of_place(s: State, seat: int, place: int, hidden: int, own: int, most: int) -> int:
    features = scratch(NUMBERS)
    describe_place(s, seat, place, hidden, most, features)
    worth = 0
    for part in range(NUMBERS):
        worth += features[part] * (ALWAYS[part] + BY_POINTS[part] * own + BY_OTHERS[part] * most)
    return worth


def describe_place(s: State, seat: int, place: int, hidden: int, most: int, features: Scratch) -> None:
    """Describe a place in an empty list: means over the cards that may lie there."""
    back = BACK[s.row[place]]
    held = 0 if place == FACE_UP else blind_in_hands(s, seat, back)
    lying = count(hidden & WITH_BACK[back]) - held - 1
    parts = 0
    for card in each(candidates(s, place, hidden)):
        part = part_lying(lying, held * odds_of(s, card))
        describe_card(s, seat, card, part, features)
        worth = worth_of_best(s, seat, card, hidden & ~(1 << card), most)
        if worth >= SURE // 2:
            features[OF_ACT + 1] += WHOLE * part
        else:
            features[OF_ACT] += worth // 100 * part
        parts += part
    for i in range(NUMBERS):
        features[i] //= parts


def describe_card(s: State, seat: int, card: int, part: int, features: Scratch) -> None:
    """Describe what a card brings besides an action."""
    if card >= Trick.PROXIMAL:
        features[OF_TRICK + card - Trick.PROXIMAL] += WHOLE * part
        if card == Trick.PERICULUM:
            features[LOST] += WHOLE * part * count(s.hand[seat] & ENCHANTERS)
    elif card >= ELEMENTAL:
        elementals = count(s.hand[seat] & ELEMENTALS)
        features[0] += WHOLE * part
        if 0 < elementals < ENOUGH_ELEMENTALS:
            features[elementals] += WHOLE * part
        if points_of(s, seat) + 1 + (s.prize if elementals == ENOUGH_ELEMENTALS - 1 else 0) >= GOAL:
            features[ENOUGH_ELEMENTALS] += WHOLE * part
    elif card >= AIR_ENCHANTER:
        features[OF_AIR] += WHOLE * part


def worth_of_best(s: State, seat: int, card: int, hidden: int, most: int) -> int:
    """Value the best action, once this card is taken."""
    before = s.hand[seat]
    s.hand[seat] = hand_with(s, before, card)
    own = points_of(s, seat)
    weights = scratch(OF_ACTS)
    weigh_parts(own, most, weights)
    moves = scratch(ROOM)
    legal_meetings(s, seat, moves)
    legal_tricks(s, seat, moves)
    add(moves, PASS)
    best = worth_of_act(s, seat, moves[1], hidden, weights)
    for i in range(2, moves[0] + 1):
        best = max(best, worth_of_act(s, seat, moves[i], hidden, weights))
    s.hand[seat] = before
    return SURE if own >= GOAL else best


def hand_with(s: State, hand: int, card: int) -> int:
    """Return the hand with one card more. Periculum! takes the enchanters, or all. [4]"""
    if card == Trick.PERICULUM:
        return 0 if s.periculum else hand & ~ENCHANTERS
    return hand | 1 << card
