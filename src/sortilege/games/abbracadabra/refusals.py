"""Explain why a move of Abbracadabra is refused. Ordinary Python."""

from typing import Final

from sortilege.games.abbracadabra.moves import MOVES
from sortilege.games.abbracadabra.rules.cards import hand_size
from sortilege.games.abbracadabra.rules.meetings import other_packs
from sortilege.games.abbracadabra.state import (
    AIR_ENCHANTER,
    CARD_NAMES,
    LETTER_NAMES,
    NONE,
    State,
    Step,
)
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.refusal import Refusal

STEP_OF: Final = {
    "take": Step.TAKE,
    "meet": Step.ACT,
    "trick": Step.ACT,
    "pass": Step.ACT,
    "pack": Step.PACK,
    "give": Step.GIVE,
    "drop": Step.DROP,
    "discard": Step.DISCARD,
    "again": Step.AGAIN,
    "end": Step.AGAIN,
}


def why(s: State, seat: int, move: int) -> Refusal | None:
    verb, *words = MOVES.write(move).split()
    if STEP_OF[verb] != s.step:
        return Refusal("move/not_now", rule="turn", asked=Step(s.step).name.lower())
    match verb:
        case "take":
            return _why_take(s, int(words[0]))
        case "meet":
            return _why_meet(s, seat, words)
        case "trick":
            return _why_trick(s, seat, words)
        case "pack":
            return _why_pack(s, LETTER_NAMES.index(words[0]))
        case "give" | "drop" | "discard":
            return _why_card(s, seat, words[0])
    return None


def _why_take(s: State, place: int) -> Refusal | None:
    return Refusal("move/empty_place", rule="take", place=place) if s.row[place] == NONE else None


def _why_card(s: State, seat: int, name: str) -> Refusal | None:
    card = CARD_NAMES.index(name)
    if not has(s.hand[seat], card):
        return Refusal("move/not_in_hand", rule="refill" if s.step == Step.DISCARD else "tricks", card=name)
    if s.step == Step.GIVE and card == s.drawn:
        return Refusal("move/just_drawn", rule="tricks", card=name)
    return None


# ------------------------------------------------------------------------------------------------------ meetings
def _why_meet(s: State, seat: int, words: list[str]) -> Refusal | None:
    names = [word.lstrip("+") for word in words[:3]]
    joined = words[2].startswith("+")
    return (
        _why_not_here(s, seat, names, joined)
        or _why_no_meeting(names)
        or _why_order(names, joined)
        or _why_type(names, named="as" in words)
    )


def _why_not_here(s: State, seat: int, names: list[str], joined: bool) -> Refusal | None:
    for i, name in enumerate(names):
        card = CARD_NAMES.index(name)
        if joined and i == 2:
            if not has(s.towers, card):
                return Refusal("move/not_in_towers", rule="meeting", card=name)
            if card >= AIR_ENCHANTER:
                return Refusal("move/air_leaves", rule="meeting", card=name)
        elif not has(s.hand[seat], card):
            return Refusal("move/not_in_hand", rule="meeting", card=name)
    return None


def _why_no_meeting(names: list[str]) -> Refusal | None:
    if len(set(names)) < 3:
        return Refusal("move/same_card", rule="meeting")
    attributes = neither_alike_nor_different(names)
    return Refusal("move/no_meeting", rule="meeting", attributes=attributes) if attributes else None


def neither_alike_nor_different(names: list[str]) -> list[str]:
    """Return the attributes that forbid these three to meet. Air is wild for element and school."""
    natural = [name.split("-") for name in names if not name.startswith("air-")]
    values = {
        "aspect": [name.split("-")[-1] for name in names],
        "school": [parts[1] for parts in natural],
        "element": [parts[0] for parts in natural],
    }
    return [attribute for attribute, found in values.items() if 1 < len(set(found)) < len(found)]


def _why_type(names: list[str], named: bool) -> Refusal | None:
    air = sum(name.startswith("air-") for name in names)
    return Refusal("move/name_type", rule="air") if air > 1 and not named else None


def _why_order(names: list[str], joined: bool) -> Refusal | None:
    """Refuse a meeting in another order than elements, schools, aspects, the card of the towers last."""
    from_hand = names[:2] if joined else names
    ordered = sorted(from_hand, key=CARD_NAMES.index)
    return Refusal("move/order", rule="meeting", cards=ordered) if from_hand != ordered else None


# -------------------------------------------------------------------------------------------------------- tricks
def _why_trick(s: State, seat: int, words: list[str]) -> Refusal | None:
    name = words[0]
    if not has(s.hand[seat], CARD_NAMES.index(name)):
        return Refusal("move/not_in_hand", rule="tricks", card=name)
    if name == "idem" and s.meeting == NONE:
        return Refusal("move/empty_towers", rule="tricks")
    if name == "chaos" and hand_size(s, seat) == 1:
        return Refusal("move/nothing_to_give", rule="tricks")
    return _why_target(s, seat, int(words[1])) if len(words) > 1 else None


def _why_target(s: State, seat: int, target: int) -> Refusal | None:
    if target >= s.seats:
        return Refusal("seat/unknown", rule="tricks", seat=target, seats=s.seats)
    if target == seat:
        return Refusal("move/own_hand", rule="tricks")
    if hand_size(s, target) == 0:
        return Refusal("move/empty_hand", rule="tricks", seat=target)
    return None


def _why_pack(s: State, letter: int) -> Refusal | None:
    if has(other_packs(s, s.meeting), letter):
        return None
    if s.pack_n[letter] == 0:
        return Refusal("move/empty_pack", rule="objects", letter=LETTER_NAMES[letter])
    nearest = [LETTER_NAMES[other] for other in each(other_packs(s, s.meeting))]
    return Refusal("move/farther_pack", rule="objects", letter=LETTER_NAMES[letter], nearest=nearest)
