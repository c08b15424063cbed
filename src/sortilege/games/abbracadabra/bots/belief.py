"""Judge how likely an imagined deal is by what the other seats did. In the plain subset.

A seat keeps an elemental, plays a trick, and meets if it can. How much that weighs was learnt from true and imagined
deals of many games (tools/fit/abbracadabra_beliefs.py, which wrote data/belief.toml).
"""

import tomllib
from importlib.resources import files
from typing import Final

from sortilege.games.abbracadabra.rules.meetings import THIRD
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    BACKS,
    ELEMENTAL,
    ENCHANTERS,
    NATURALS,
    TRICKS,
    WITH_BACK,
    State,
    Trick,
)
from sortilege.games.abbracadabra.views import faces, unseen
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.plain.scratch import Scratch, scratch
from sortilege.kernel.state import Parameters

KINDS: Final = ("air", "elemental", *TRICKS[:-1])  # of cards in other hands that the seat cannot name
TIMES: Final = ("deck 28", "deck 20", "deck 12", "deck 4", "deck 0", "new deck 12", "new deck 4", "new deck 0")
NEW_DECK: Final = 5
SINCE: Final = ("could have met", "could after meeting", "could before the meeting", "could join now")
PARTS: Final = (*(f"{kind}, {time}" for time in TIMES for kind in KINDS), *SINCE)
EACH_TIME: Final = len(KINDS)
OF_SINCE: Final = EACH_TIME * len(TIMES)
NUMBERS: Final = len(PARTS)
OF_AIR: Final = 0
OF_ELEMENTAL: Final = 1
OF_TRICK: Final = 2
FIRST_DECK: Final = 36  # cards, once the first row is laid
CERTAIN: Final = 10_000
OCTAVE: Final = 1000  # weights are thousandths of a doubling
STEPS: Final = 64
CREDITS: Final = tuple(round(CERTAIN * 2 ** (-i / STEPS)) for i in range(12 * STEPS))

_FITTED: Final = tomllib.loads(files("sortilege.games.abbracadabra").joinpath("data/belief.toml").read_text("utf-8"))[
    "weights"
]
WEIGHTS: Final = tuple(_FITTED[part] for part in PARTS)
EVEN: Final = 100
FINE: Final = 1000
SCALE: Final = 1 << 40
ODDS: Final = tuple(round(EVEN * 2 ** (weight / OCTAVE)) for weight in WEIGHTS)  # of being held, not lying somewhere


def read_evidence(s: State, seat: int, parameters: Parameters) -> Scratch:
    """Return the greatest weight a deal may have, and the cards of each hand that the seat can name."""
    found = scratch(1 + s.seats)
    hidden = unseen(s, seat)
    for back in range(BACKS):
        found[0] += greatest_weight(s, hidden & WITH_BACK[back], blind_in_hands(s, seat, back))
    for owner in range(s.seats):
        found[1 + owner] = faces(s, owner, seat)
    return found


def greatest_weight(s: State, cards: int, held: int) -> int:
    """Return the greatest weight of so many of these cards in hands; several that weigh may stay below it."""
    first = time_of(s) * EACH_TIME
    total = 0
    most = 0
    for card in each(cards >> AIR_ENCHANTER << AIR_ENCHANTER):
        if card != Trick.PERICULUM:
            weight = max(0, WEIGHTS[first + kind_of(card)])
            total += weight
            most = max(most, weight)
    return min(total, held * most)


def likelihood(s: State, seat: int, evidence: Scratch) -> int:
    """Return how likely the evidence makes this world, in ten-thousandths of the likeliest."""
    parts = scratch(NUMBERS)
    tell_deal(s, seat, evidence, parts)
    weight = -evidence[0]
    for part in range(NUMBERS):
        if parts[part]:
            weight += parts[part] * WEIGHTS[part]
    return CREDITS[min(len(CREDITS) - 1, max(0, -weight) * STEPS // OCTAVE)]


def tell_deal(s: State, seat: int, evidence: Scratch, parts: Scratch) -> None:
    """Describe a deal in an empty list."""
    first = time_of(s) * EACH_TIME
    for owner in range(s.seats):
        if owner != seat:
            for card in each((s.hand[owner] & ~evidence[1 + owner]) >> AIR_ENCHANTER << AIR_ENCHANTER):
                parts[first + kind_of(card)] += 1
            if owner != s.active:
                tell_meetings(s, owner, parts)


def tell_meetings(s: State, owner: int, parts: Scratch) -> None:
    """Describe what the owner could have held in its last turn, or only now."""
    ago = (s.active + s.seats - owner) % s.seats
    hand = s.hand[owner] & ENCHANTERS
    alone = can_meet(hand, hand)
    if ago < s.quiet:
        parts[OF_SINCE] += alone or can_meet(hand, s.towers & NATURALS)
    elif ago == s.quiet:
        parts[OF_SINCE + 1] += alone
    else:
        parts[OF_SINCE + 2] += alone
        parts[OF_SINCE + 3] += can_meet(hand, s.towers & NATURALS)


def can_meet(hand: int, thirds: int) -> bool:
    for a in each(hand):
        for b in each(hand & (-2 << a)):
            if THIRD[a * ELEMENTAL + b] & thirds:
                return True
    return False


def blind_in_hands(s: State, seat: int, back: int) -> int:
    """Count the cards with this back in other hands that the seat cannot name."""
    blind = -count(s.hand[seat] & WITH_BACK[back])
    for owner in range(s.seats):
        blind += s.backs[owner][back]
        if owner != seat:
            for card in each(s.hand[owner] & WITH_BACK[back]):
                blind -= has(s.known[card], seat)
    return blind


def odds_of(s: State, card: int) -> int:
    """Return the odds that an unseen card is held, beside one that tells nothing. [4] Periculum! never is."""
    if card < AIR_ENCHANTER:
        return EVEN
    return 0 if card == Trick.PERICULUM else ODDS[time_of(s) * EACH_TIME + kind_of(card)]


def part_lying(lying: int, held: int) -> int:
    """Return how likely a card lies at a place with its back, by the other places there and its odds in all hands.

    A card that can be in no hand and at no other place lies there.
    """
    return SCALE // max(1, FINE * (EVEN * lying + held))


def kind_of(card: int) -> int:
    if card < ELEMENTAL:
        return OF_AIR
    return OF_ELEMENTAL if card < Trick.PROXIMAL else OF_TRICK + card - Trick.PROXIMAL


def time_of(s: State) -> int:
    """Return how much of the deck has been dealt. After a new deck, unseen elementals are in hands."""
    turns = (s.round - (1 if s.active >= s.first else 0)) * s.seats + s.active - s.first
    if s.deck_n > FIRST_DECK - 2 * turns:
        return NEW_DECK + (0 if s.deck_n >= 12 else 1 if s.deck_n >= 4 else 2)
    return 0 if s.deck_n >= 28 else 1 if s.deck_n >= 20 else 2 if s.deck_n >= 12 else 3 if s.deck_n >= 4 else 4
