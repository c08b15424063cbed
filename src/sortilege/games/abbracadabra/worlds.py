"""Imagine the worlds that an audience of Abbracadabra cannot rule out. In the plain subset."""

from typing import Final

from sortilege.games.abbracadabra.invariants import consistent, spared
from sortilege.games.abbracadabra.rules.cards import lay_deck_of
from sortilege.games.abbracadabra.state import (
    ALL_CARDS,
    BACK,
    BACKS,
    ENCHANTERS,
    FACE_UP,
    LETTERS,
    NONE,
    PACK,
    UNKNOWN,
    WITH_BACK,
    State,
    Trick,
)
from sortilege.games.abbracadabra.views import faces, unseen
from sortilege.kernel.plain.bits import count, each, has
from sortilege.kernel.plain.rng import pick, shuffle

TRIES: Final = 500


def imagine(s: State, audience: int) -> bool:
    """Fill the blanks of a recalled state: every deal that the view allows is as likely. False: none was found."""
    for _ in range(TRIES):
        deal_cards(s, audience)
        deal_objects(s, audience)
        if consistent(s):
            settle_choices(s, audience)
            return True
    return False


def deal_cards(s: State, audience: int) -> None:
    """Deal the narrowest choice first, so that all worlds are as likely: spared of Exodus!, hands, row, deck."""
    for owner in range(s.seats):
        s.hand[owner] = faces(s, owner, audience)
    left = unseen(s, audience)
    left = deal_hands(s, spared(s), left, ~ENCHANTERS)
    left = deal_hands(s, ~spared(s), left, ALL_CARDS)
    for place in range(FACE_UP):
        if s.row[place] != NONE:
            s.row[place] = pick(s, left & WITH_BACK[BACK[s.row[place]]])
            left &= ~(1 << s.row[place])
    if s.deck_n > 0:
        deal_deck(s, left)


def deal_hands(s: State, owners: int, left: int, allowed: int) -> int:
    """Deal the hands of these seats; return what is left. Periculum! is never in a hand. [4]"""
    allowed &= ~(1 << Trick.PERICULUM)
    for owner in range(s.seats):
        if has(owners, owner):
            for back in range(BACKS):
                for _ in range(s.backs[owner][back] - count(s.hand[owner] & WITH_BACK[back])):
                    card = pick(s, left & WITH_BACK[back] & allowed)
                    s.hand[owner] |= 1 << card
                    left &= ~(1 << card)
    return left


def deal_deck(s: State, left: int) -> None:
    top = pick(s, left & WITH_BACK[BACK[s.deck[s.deck_n - 1]]])
    lay_deck_of(s, left & ~(1 << top))
    s.deck[s.deck_n] = top
    s.deck_n += 1


def deal_objects(s: State, audience: int) -> None:
    for letter in range(LETTERS):
        left = (1 << PACK) - 1  # places of the printed pack
        for owner in range(s.seats):
            if owner == audience or s.ending:
                left = without_objects(s, owner, letter, left)
        for owner in range(s.seats):
            if owner != audience and s.ending == 0:
                left = imagine_objects(s, owner, letter, left)
        n = 0
        for at in each(left):
            s.pack[letter][n] = s.printed[letter][at]
            n += 1
        shuffle(s, s.pack[letter], 0, n)


def without_objects(s: State, owner: int, letter: int, left: int) -> int:
    for i in range(s.objects_n[owner]):
        if s.objects[owner][i] >> 4 == letter:
            left &= ~(1 << place_of(s, letter, s.objects[owner][i] & 15, left))
    return left


def place_of(s: State, letter: int, value: int, left: int) -> int:
    for at in each(left):
        if s.printed[letter][at] == value:
            return at
    return 0


def imagine_objects(s: State, owner: int, letter: int, left: int) -> int:
    for i in range(s.objects_n[owner]):
        if s.objects[owner][i] >> 4 == letter:
            at = pick(s, left)
            left &= ~(1 << at)
            s.objects[owner][i] = letter * 16 + s.printed[letter][at]
    return left


def settle_choices(s: State, audience: int) -> None:
    """Choose what was dropped for Exodus! and drawn by Chaos!, where unseen; the seat that lost a card knows it."""
    for owner in each(s.droppers & ~s.waiting):
        if owner != audience:
            s.dropped |= 1 << pick(s, s.hand[owner] & ENCHANTERS)
    if s.drawn >= UNKNOWN:
        unnamed = s.hand[s.active] & ~faces(s, s.active, audience)
        s.drawn = pick(s, unnamed & WITH_BACK[BACK[s.drawn]])
    if s.drawn != NONE:
        s.known[s.drawn] |= 1 << s.target
