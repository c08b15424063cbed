"""Show each audience of Abbracadabra what it may know, and read that view back into a state."""

from typing import Any, Final

from sortilege.games.abbracadabra.moves import MOVES
from sortilege.games.abbracadabra.rules.meetings import legal_meetings, type_of_meeting
from sortilege.games.abbracadabra.rules.scoring import points_of
from sortilege.games.abbracadabra.state import (
    ALL_CARDS,
    BACK,
    BACKS,
    CARD_NAMES,
    CARDS,
    ELEMENTS,
    FACE_UP,
    HIDDEN,
    LETTER_NAMES,
    LETTERS,
    NONE,
    OBJECTS,
    PACK,
    UNKNOWN,
    WITH_BACK,
    State,
    Step,
    Trick,
)
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.state import EVERYONE, SPECTATOR
from sortilege.kernel.views import View

MEETINGS: Final = 80  # of seven cards and full towers there are fewer


# ------------------------------------------------------------------------------------------------- see, remember
def faces(s: State, owner: int, audience: int) -> int:
    """Return the cards of a hand that the audience can name."""
    if owner == audience:
        return s.hand[owner]
    named = 0
    for card in each(s.hand[owner]):
        if has(s.known[card], audience):
            named |= 1 << card
    return named


def unseen(s: State, audience: int) -> int:
    """Return the cards that lie where the audience cannot name them."""
    cards = ALL_CARDS & ~(s.discards | s.towers)
    if s.proximal != NONE:
        cards &= ~(1 << Trick.PROXIMAL)
    if s.row[FACE_UP] != NONE:
        cards &= ~(1 << s.row[FACE_UP])
    for owner in range(s.seats):
        cards &= ~faces(s, owner, audience)
    return cards


def see(s: State, audience: int) -> dict[str, Any]:
    """Show cards by name; where only the back is seen, the element on it."""
    seats = range(s.seats)
    drawn_face = s.drawn != NONE and has(faces(s, s.active, audience), s.drawn)
    return {
        "row": [_card(card, place == FACE_UP) for place, card in enumerate(s.row)],
        "top": _card(s.deck[s.deck_n - 1], False) if s.deck_n else None,
        "hands": [_hand(s, owner, audience) for owner in seats],
        "objects": [_objects(s, owner, audience) for owner in seats],
        "points": [points_of(s, owner) if _opened(s, owner, audience) else None for owner in seats],
        "drawn": _card(s.drawn, drawn_face),
        "dropped": _names(s.dropped & s.hand[audience]) if audience in seats else [],
        "meetings": _meetings(s, audience) if s.step == Step.ACT and audience == s.active else {},
    }


def _meetings(s: State, seat: int) -> dict[str, str]:
    """Return the meetings that the seat can organise, and the type of each."""
    out = [0] * (MEETINGS + 1)
    legal_meetings(s, seat, out)
    return {MOVES.write(move): LETTER_NAMES[type_of_meeting(move)] for move in out[1 : out[0] + 1]}


def _card(card: int, face: bool) -> dict[str, str | None] | None:
    return None if card == NONE else {"back": ELEMENTS[BACK[card]], "card": CARD_NAMES[card] if face else None}


def _names(cards: int) -> list[str]:
    return [CARD_NAMES[card] for card in each(cards)]


def _hand(s: State, owner: int, audience: int) -> dict[str, list[str]]:
    """Return the cards the audience can name, those among them that all can, and the backs of the others."""
    named = faces(s, owner, audience)
    hidden = (s.backs[owner][back] - count(named & WITH_BACK[back]) for back in range(BACKS))
    return {
        "cards": _names(named),
        "shown": [CARD_NAMES[card] for card in each(named) if has(s.known[card], SPECTATOR)],
        "backs": [ELEMENTS[back] for back, cards in enumerate(hidden) for _ in range(cards)],
    }


def _opened(s: State, owner: int, audience: int) -> bool:
    return s.ending != 0 or owner == audience


def _objects(s: State, owner: int, audience: int) -> list[dict[str, Any]]:
    opened = _opened(s, owner, audience)
    objects = s.objects[owner][: s.objects_n[owner]]
    return [{"pack": LETTER_NAMES[o >> 4], "value": o & 15 if opened else None} for o in objects]


def remember(s: State, view: View) -> None:
    """Fill hands, row and objects from a view."""
    s.row = [_recalled(card) for card in view["row"]]
    if view["top"]:
        s.deck[s.deck_n - 1] = _recalled(view["top"])
    s.drawn = _recalled(view["drawn"])
    s.dropped = sum(1 << CARD_NAMES.index(name) for name in view["dropped"])
    for owner in range(s.seats):
        _remember_hand(s, owner, view["hands"][owner], view.audience)
        objects = [LETTER_NAMES.index(o["pack"]) * 16 + _value(o["value"]) for o in view["objects"][owner]]
        s.objects[owner] = objects + [0] * (OBJECTS - len(objects))


def _recalled(seen: dict[str, Any] | None) -> int:
    if seen is None:
        return NONE
    return CARD_NAMES.index(seen["card"]) if seen["card"] else UNKNOWN + ELEMENTS.index(seen["back"])


def _value(seen: int | None) -> int:
    return HIDDEN if seen is None else seen


def _remember_hand(s: State, owner: int, seen: dict[str, list[str]], audience: int) -> None:
    """Fill a hand; what the other seats know of it by themselves stays blank."""
    for name in seen["cards"]:
        card = CARD_NAMES.index(name)
        s.hand[owner] |= 1 << card
        s.backs[owner][BACK[card]] += 1
        s.known[card] = (EVERYONE if name in seen["shown"] else 1 << audience) & ~(1 << owner)
    for back in seen["backs"]:
        s.backs[owner][ELEMENTS.index(back)] += 1


def forget(s: State, audience: int) -> None:
    """Blank in a true state what the audience may not know, independently of `see` and `remember`: it checks them."""
    for place in range(FACE_UP):
        s.row[place] = back_only(s.row[place])
    for i in range(CARDS):
        s.deck[i] = back_only(s.deck[i]) if i == s.deck_n - 1 else 0
    if s.drawn != NONE and s.active != audience and not has(s.known[s.drawn], audience):
        s.drawn = back_only(s.drawn)
    for owner in range(s.seats):
        forget_hand(s, owner, audience)
        for i in range(s.objects_n[owner]):
            if owner != audience and s.ending == 0:
                s.objects[owner][i] |= HIDDEN
    s.dropped &= s.hand[audience] if audience < s.seats else 0
    for letter in range(LETTERS):
        for i in range(PACK):
            s.pack[letter][i] = 0


def back_only(card: int) -> int:
    """Return a card of which only the back is seen."""
    return NONE if card == NONE else UNKNOWN + BACK[card]


def forget_hand(s: State, owner: int, audience: int) -> None:
    """Blank a hand, and which other seats know a card, except for what the whole table knows."""
    for card in each(s.hand[owner]):
        mine = owner == audience or has(s.known[card], audience)
        if not mine:
            s.hand[owner] &= ~(1 << card)
            s.known[card] = 0
        elif not has(s.known[card], SPECTATOR):
            s.known[card] = 1 << audience & ~(1 << owner)
