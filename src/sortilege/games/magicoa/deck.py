"""Read and check the deck file of Magicoa, and write it into the state."""

from typing import Any

from sortilege.games.magicoa.state import DECK, GOLD, MOST_GOLD, MOST_POINTS, SYMBOLS, State, Symbol
from sortilege.kernel.deck import Deck, check_keys, check_list, check_symbol, check_total, read_standard
from sortilege.kernel.refusal import Refusal

MOST_TRIPLED = 2  # points of a blue or green potion: a triple must be a gain


def standard_deck() -> Deck:
    return check_deck(read_standard(__package__))


def check_deck(deck: Deck) -> Deck:
    check_keys(deck, "gold", "potions")
    check_gold(deck)
    check_potions(deck["potions"])
    return deck


def check_gold(deck: Deck) -> None:
    check_list(deck, "gold", GOLD, range(1, MOST_GOLD + 1))
    for value in deck["gold"]:
        if deck["gold"].count(value) > 1:
            raise Refusal("deck/same_gold", gold=value)


def check_potions(potions: Any) -> None:
    for name in potions if isinstance(potions, dict) else ():
        check_symbol(name, "potions", SYMBOLS[1:])
    check_keys(potions, *SYMBOLS[1:], where="potions")
    for symbol in Symbol:
        check_points(potions, symbol)
    check_total("potions", sum(len(points) for points in potions.values()), DECK)


def check_points(potions: dict[str, Any], symbol: Symbol) -> None:
    name = SYMBOLS[symbol]
    if not isinstance(potions[name], list):
        raise Refusal("deck/no_points", part=f"potions.{name}", value=potions[name])
    if not potions[name]:
        raise Refusal("deck/missing", part=name, where="potions")
    most = MOST_TRIPLED if symbol in (Symbol.BLUE, Symbol.GREEN) else MOST_POINTS
    check_list(potions, name, len(potions[name]), range(most + 1), where="potions")


def lay_deck(s: State, deck: Deck) -> None:
    s.gold = sum(1 << value for value in deck["gold"])
    s.deck = sorted(10 * symbol + points for symbol in Symbol for points in deck["potions"][SYMBOLS[symbol]])
