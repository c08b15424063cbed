"""Read and check the deck file of Abbracadabra, and write it into the state."""

from typing import Any, Final

from sortilege.games.abbracadabra.state import GOAL, LETTER_NAMES, PACK, PERICULUM_TAKES, STONE, State
from sortilege.kernel.deck import Deck, check_keys, check_number, check_symbol, check_total, read_standard

PHILOSOPHERS_STONE: Final = "P"
POINTS: Final = range(1, GOAL)


def standard_deck() -> Deck:
    return check_deck(read_standard(__package__))


def check_deck(deck: Deck) -> Deck:
    check_keys(deck, "packs", "prize", "periculum")
    check_keys(deck["packs"], *LETTER_NAMES, where="packs")
    for letter, objects in deck["packs"].items():
        _check_pack(letter, objects)
    check_number(deck["prize"], "prize", range(GOAL))
    check_symbol(deck["periculum"], "periculum", PERICULUM_TAKES)
    return deck


def _check_pack(letter: str, objects: Any) -> None:
    check_total(letter, len(objects) if isinstance(objects, list) else 0, PACK)
    for i, value in enumerate(objects):
        if isinstance(value, str):
            check_symbol(value, f"{letter}[{i}]", (PHILOSOPHERS_STONE,))
        else:
            check_number(value, f"{letter}[{i}]", POINTS)


def lay_deck(s: State, deck: Deck) -> None:
    s.printed = [[_value(value) for value in deck["packs"][letter]] for letter in LETTER_NAMES]
    s.prize = deck["prize"]
    s.periculum = PERICULUM_TAKES.index(deck["periculum"])


def _value(printed: Any) -> int:
    return STONE if printed == PHILOSOPHERS_STONE else int(printed)
