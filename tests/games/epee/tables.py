"""Build tables of Épée for tests."""

from typing import Any

import sortilege
from sortilege import Game
from sortilege.games.epee.state import ADVENTURES, CARDS, SPELLS, State


def table(one: str, two: str, seats: int = 3, magic: int = 10, **options: Any) -> Game:
    """Return a game in which seat 0 is the first player and chooses first between these two adventures."""
    game = sortilege.new("epee", seats, 1, {"first": 0, **options})
    show(game, 0, one)
    show(game, 1, two)
    state(game).magic[:seats] = [magic] * seats
    return game


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def show(game: Game, place: int, name: str) -> None:
    """Let the card change places with the one that lies there."""
    s = state(game)
    card, before = ADVENTURES.index(name), s.display[place]
    if card in s.display:
        s.display[s.display.index(card)] = before
    else:
        s.adventures[s.adventures.index(card)] = before
    s.display[place] = card


def hold(game: Game, seat: int, *names: str) -> None:
    """Move artefact cards from the pile into a hand."""
    s = state(game)
    for name in names:
        s.hand[seat] |= 1 << take(s, name)
        s.hand_n[seat] += 1


def lay(game: Game, seat: int, *names: str) -> None:
    """Move artefact cards from the pile onto a table."""
    for name in names:
        state(game).laid[seat] |= 1 << take(state(game), name)


def take(s: State, name: str) -> int:
    card = CARDS.index(name)
    pile = s.artefacts[: s.artefacts_n]
    pile.remove(card)
    s.artefacts_n -= 1
    s.artefacts = pile + [0] * (len(CARDS) - len(pile))
    return card


def own(game: Game, seat: int, *spells: str) -> None:
    """Move spells from the pile before a seat."""
    s = state(game)
    for name in spells:
        pile = s.adventures[: s.adventures_n]
        pile.remove(ADVENTURES.index(name))
        s.adventures_n -= 1
        s.adventures = pile + [0] * (len(ADVENTURES) - len(pile))
        s.spells[seat] |= 1 << SPELLS.index(name)


def play(game: Game, *moves: str) -> None:
    """Play moves written as `0 go 1`: the seat, then its move."""
    for line in moves:
        seat, _, text = line.partition(" ")
        game.play(int(seat), text)


def rest(game: Game) -> None:
    """Let every seat still to choose rest."""
    for _ in game.view()["waiting"]:
        game.play(game.pending[0], "rest")


def next_round(game: Game) -> None:
    """Play on to the next choice of an adventure, doing nothing where something is asked."""
    begun = state(game).round
    while not game.over and (state(game).round == begun or "rest" not in game.legal(game.pending[0])):
        seat = game.pending[0]
        idle = ("rest", "done", "leave", "pass", "decline", "auction")
        game.play(seat, next(text for text in game.legal(seat) if text in idle))


def heard(game: Game, event: str, seat: int | None = None) -> list[dict[str, Any]]:
    return [told for told in game.heard(seat) if told["event"] == event]


def refusal(game: Game, seat: int, text: str) -> str:
    """Return the code of the refusal; empty where the move may be played."""
    refused = game.why(seat, text)
    return refused.code if refused else ""
