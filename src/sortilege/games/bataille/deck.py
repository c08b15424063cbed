"""Read and check the deck file of Bataille des Sorciers and the measured chances, and write them into the state."""

from sortilege.games.bataille.state import DICE, PARTS, SIDES, SYMBOLS, State
from sortilege.kernel.deck import (
    Deck,
    check_keys,
    check_list,
    check_number,
    check_symbol,
    check_total,
    read_standard,
)

CHANCES = ("out_one", "out_many", "knock", "knocked_out", "topple")


def standard_deck() -> Deck:
    return check_deck(read_standard(__package__) | {"chances": read_standard(__package__, "data/chances.toml")})


def check_deck(deck: Deck) -> Deck:
    """Check a deck; without chances of its own it gets the measured ones."""
    if isinstance(deck, dict) and "chances" not in deck:
        deck = deck | {"chances": read_standard(__package__, "data/chances.toml")}
    check_keys(deck, "dice", "dealt", "sides", "chances")
    check_number(deck["dice"], "dice", range(5, DICE + 1))
    check_list(deck, "dealt", 4, range(1, DICE))
    for seats, dealt in enumerate(deck["dealt"], 2):
        check_number(seats * dealt + 1, f"dice for {seats} seats", range(deck["dice"] + 1))
    _check_sides(deck)
    _check_chances(deck["chances"])
    return deck


def _check_sides(deck: Deck) -> None:
    sides = deck["sides"]
    check_total("sides", len(sides) if isinstance(sides, list) else 0, SIDES)
    for i, symbol in enumerate(sides):
        check_symbol(symbol, f"sides[{i}]", SYMBOLS)
    for symbol in SYMBOLS:
        check_total(symbol, sides.count(symbol), 1)


def _check_chances(chances: Deck) -> None:
    check_keys(chances, *CHANCES, where="chances")
    check_list(chances, "knock", DICE + 1, range(PARTS + 1))
    for name in CHANCES:
        if name != "knock":
            check_number(chances[name], name, range(PARTS + 1))


def lay_deck(s: State, deck: Deck) -> None:
    s.dice = deck["dice"]
    s.dealt = list(deck["dealt"])
    s.sides = [SYMBOLS.index(symbol) for symbol in deck["sides"]]
    for name, chance in deck["chances"].items():
        setattr(s, name, list(chance) if name == "knock" else chance)
