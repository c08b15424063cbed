"""Move cards: into hands, to the discards, into the row. In the plain subset."""

from sortilege.games.abbracadabra.events import discarded, laid, reshuffled
from sortilege.games.abbracadabra.state import BACK, BACKS, CARDS, FACE_UP, NONE, ROW, State
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import shuffle
from sortilege.kernel.state import EVERYONE


def receive(s: State, seat: int, card: int, knowers: int) -> None:
    s.hand[seat] |= 1 << card
    s.backs[seat][BACK[card]] += 1
    s.known[card] = knowers & ~(1 << seat)


def lose(s: State, seat: int, card: int) -> None:
    s.hand[seat] &= ~(1 << card)
    s.backs[seat][BACK[card]] -= 1
    s.known[card] = 0


def discard(s: State, seat: int, card: int) -> None:
    lose(s, seat, card)
    s.discards |= 1 << card
    discarded(s, seat, card)


def hand_size(s: State, seat: int) -> int:
    """Return the size of a hand, from the backs that everyone sees."""
    size = 0
    for back in range(BACKS):
        size += s.backs[seat][back]
    return size


def empty_places(s: State) -> int:
    empty = 0
    for place in range(ROW):
        if s.row[place] == NONE:
            empty += 1
    return empty


def fill_row(s: State) -> None:
    """Fill the row: always three face down and one face up. [5]"""
    if s.deck_n < empty_places(s):
        mix_new_deck(s)
    for place in range(ROW):
        if s.row[place] == NONE:
            s.deck_n -= 1
            card = s.deck[s.deck_n]
            s.deck[s.deck_n] = 0
            s.row[place] = card
            laid(s, place, BACK[card], card, EVERYONE if place == FACE_UP else 0)


def mix_new_deck(s: State) -> None:
    """Mix discards, deck and row into a new deck; the towers, Proximal and the hands stay. [6]"""
    for place in range(ROW):
        if s.row[place] != NONE:
            s.discards |= 1 << s.row[place]
            s.row[place] = NONE
    for i in range(s.deck_n):
        s.discards |= 1 << s.deck[i]
    lay_deck_of(s, s.discards)
    s.discards = 0
    reshuffled(s, s.deck_n)


def lay_deck_of(s: State, cards: int) -> None:
    n = 0
    for card in each(cards):
        s.deck[n] = card
        n += 1
    for i in range(n, CARDS):
        s.deck[i] = 0
    s.deck_n = n
    shuffle(s, s.deck, 0, n)
