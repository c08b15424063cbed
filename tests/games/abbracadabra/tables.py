"""Build positions of Abbracadabra for tests: every card and object lies somewhere, once."""

from typing import Any

import sortilege
from sortilege import Game, Refusal
from sortilege.games.abbracadabra.state import (
    BACK,
    CARD_NAMES,
    CARDS,
    LETTER_NAMES,
    NONE,
    ROW,
    STONE,
    State,
    Step,
    Trick,
)
from sortilege.kernel.state import EVERYONE

EMPTY = "-"


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def cards(text: str) -> list[int]:
    return [CARD_NAMES.index(name) for name in text.split()]


def names(members: int) -> set[str]:
    return {name for card, name in enumerate(CARD_NAMES) if members >> card & 1}


def table(
    *hands: str, row: str = "- -", towers: str = "", letter: str = "", top: str = "", seed: int = 1, **deck: Any
) -> Game:
    """Return a game in which seat 0 acts. `row` names the first places of the row, `top` the next cards of the deck."""
    box = sortilege.new("abbracadabra", len(hands), seed).deck
    game = sortilege.new("abbracadabra", len(hands), seed, {"first": 0}, box | deck)
    s = state(game)
    for seat, hand in enumerate(hands):
        hold(game, seat, hand)
    s.towers = sum(1 << card for card in cards(towers))
    s.meeting = LETTER_NAMES.index(letter) if letter else NONE
    _lay(s, row.split(), cards(top))
    s.step, s.waiting = Step.ACT if s.row.count(NONE) == 2 else Step.TAKE, 1
    assert game.book.conserved(s) and game.book.possible(s)
    return game


def turn_of(game: Game, seat: int) -> None:
    """Let this seat act in place of seat 0, which began."""
    s = state(game)
    s.active = s.turn = seat
    s.waiting = 1 << seat
    assert game.book.conserved(s) and game.book.possible(s)


def hold(game: Game, seat: int, hand: str) -> None:
    s = state(game)
    for card in cards(hand):
        s.hand[seat] |= 1 << card
        s.backs[seat][BACK[card]] += 1


def _lay(s: State, row: list[str], top: list[int]) -> None:
    """Lay the deck; Periculum! lies at its bottom unless it is named."""
    placed = {card for card in range(CARDS) for cards in (*s.hand, s.towers) if cards >> card & 1}
    named = {CARD_NAMES.index(name) for name in row if name != EMPTY} | set(top)
    rest = [card for card in reversed(range(CARDS)) if card not in placed | named]
    s.row = [NONE if name == EMPTY else CARD_NAMES.index(name) for name in row]
    while len(s.row) < ROW:
        s.row.append(rest.pop())
    deck = rest + top[::-1]
    s.deck_n = len(deck)
    s.deck = deck + [0] * (CARDS - len(deck))


def own(game: Game, seat: int, objects: str) -> None:
    """Move objects of the packs to a seat: `own(game, 0, "A2 BP")`."""
    s = state(game)
    for name in objects.split():
        letter, value = LETTER_NAMES.index(name[0]), STONE if name[1] == "P" else int(name[1])
        left = s.pack[letter][: s.pack_n[letter]]
        left.remove(value)
        s.pack[letter] = left + [0] * (7 - len(left))
        s.pack_n[letter] -= 1
        s.objects[seat][s.objects_n[seat]] = letter * 16 + value
        s.objects_n[seat] += 1
    assert game.book.conserved(s)


def lay_proximal(game: Game, seat: int) -> None:
    """Lay Proximal, from the deck, before that seat."""
    s = state(game)
    rest = [card for card in s.deck[: s.deck_n] if card != Trick.PROXIMAL]
    s.deck, s.deck_n, s.proximal = rest + [0] * (CARDS - len(rest)), len(rest), seat
    assert game.book.conserved(s)


def play_out_deck(game: Game, left: int) -> None:
    """Discard all cards of the deck except so many."""
    s = state(game)
    s.discards |= sum(1 << card for card in s.deck[: s.deck_n - left])
    s.deck, s.deck_n = s.deck[s.deck_n - left : s.deck_n] + [0] * (CARDS - left), left
    assert game.book.conserved(s)


def empty(game: Game, letters: str) -> None:
    """Empty these packs; nobody has their objects."""
    s = state(game)
    for letter in map(LETTER_NAMES.index, letters):
        s.pack[letter], s.pack_n[letter] = [0] * 7, 0


def show(game: Game, seat: int, card: str) -> None:
    """Note that everyone has seen this card come into that hand."""
    state(game).known[CARD_NAMES.index(card)] = EVERYONE & ~(1 << seat)


def next_object(game: Game, letter: str, value: int) -> None:
    """Put this object on top of that pack."""
    s = state(game)
    pack, n = s.pack[LETTER_NAMES.index(letter)], s.pack_n[LETTER_NAMES.index(letter)]
    at = pack.index(value)
    pack[at], pack[n - 1] = pack[n - 1], pack[at]


def objects(game: Game, seat: int) -> list[str]:
    """Return a seat's objects as their owner sees them: `A2`, `BP`."""
    return [f"{o['pack']}{o['value'] or 'P'}" for o in game.view(seat)["objects"][seat]]


def hand(game: Game, seat: int) -> set[str]:
    return names(state(game).hand[seat])


def heard(game: Game, event: str, seat: int | None = None) -> list[dict[str, Any]]:
    return [told for told in game.heard(seat) if told["event"] == event]


def meetings(game: Game, seat: int = 0) -> list[str]:
    return [move for move in game.legal(seat) if move.startswith("meet")]


def refusal(game: Game, move: str, seat: int = 0) -> Refusal:
    refused = game.why(seat, move)
    assert refused is not None
    return refused
