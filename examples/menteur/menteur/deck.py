"""Read the deck file of Menteur, check it and write it into a state."""

from sortilege.kernel.deck import Deck, check_keys, check_list, check_total, read_standard

from .state import CARDS, VALUES, State


def standard_deck() -> Deck:
    return check_deck(read_standard(__package__))


def check_deck(deck: Deck) -> Deck:
    check_keys(deck, "copies")
    check_list(deck, "copies", VALUES, range(CARDS + 1))
    check_total("copies", sum(deck["copies"]), CARDS)
    return deck


def lay_deck(s: State, deck: Deck) -> None:
    s.copies = [0, *deck["copies"]]
