"""Read and check the deck file of Abracada, and write it into the state."""

from sortilege.games.abracada.state import FACES, SPELLS, STONES, State
from sortilege.kernel.deck import Deck, check_keys, check_list, check_total, read_standard


def standard_deck() -> Deck:
    return check_deck(read_standard(__package__))


def check_deck(deck: Deck) -> Deck:
    check_keys(deck, "die", "stones")
    check_list(deck, "die", FACES, range(1, 7))
    check_list(deck, "stones", SPELLS, range(1, STONES))
    check_total("stones", sum(deck["stones"]), STONES)
    return deck


def lay_deck(s: State, deck: Deck) -> None:
    s.die = list(deck["die"])
    s.copies = [0, *deck["stones"]]
