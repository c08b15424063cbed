"""Read and check the deck file of Épée, and write it into the state."""

from typing import Any, Final

from sortilege.games.epee.state import ADVENTURE_COUNT, ADVENTURES, ARTEFACTS, LETTERS, RUNES, SPELLS, Kind, State
from sortilege.kernel.deck import Deck, check_keys, check_list, check_number, check_symbol, check_total, read_standard
from sortilege.kernel.refusal import Refusal

KINDS: Final = tuple(kind.name.lower() for kind in Kind)
VALUES: Final = {
    "creature": ("cost", "solo", "shared", "runes"),
    "energy": ("magic",),
    "holy": ("stones",),
    "spell": (),
}
AMOUNTS: Final = range(31)


def standard_deck() -> Deck:
    return check_deck(read_standard(__package__))


# ------------------------------------------------------------------------------------------------------- checked
def check_deck(deck: Deck) -> Deck:
    check_keys(deck, "piles", "adventures", "artefacts")
    check_keys(deck["piles"], *LETTERS, where="piles")
    check_keys(deck["adventures"], *ADVENTURES, where="adventures")
    check_keys(deck["artefacts"], *ARTEFACTS, where="artefacts")
    for name, card in deck["adventures"].items():
        _check_adventure(name, card)
    for name, artefact in deck["artefacts"].items():
        check_keys(artefact, "runes", "bonus", where=name)
        _check_runes(name, artefact["runes"])
        if not artefact["runes"]:
            raise Refusal("deck/missing", part="runes", where=name)
        check_list(artefact, "bonus", 2, AMOUNTS, where=name)
    _check_piles(deck)
    return deck


def _check_adventure(name: str, card: Any) -> None:
    if not isinstance(card, dict) or "kind" not in card:
        raise Refusal("deck/missing", part="kind", where=name)
    kinds = KINDS[Kind.SPELL :] if name in SPELLS else KINDS[: Kind.SPELL]
    check_symbol(card["kind"], f"{name}.kind", kinds)
    check_keys(card, "pile", "kind", *VALUES[card["kind"]], where=name)
    check_symbol(card["pile"], f"{name}.pile", LETTERS)
    for value in ("cost", "magic", "stones"):
        if value in card:
            check_number(card[value], f"{name}.{value}", AMOUNTS)
    if card["kind"] == "creature":
        check_list(card, "solo", 3, AMOUNTS, where=name)
        check_list(card, "shared", 3, AMOUNTS, where=name)
        _check_runes(name, card["runes"])


def _check_runes(name: str, runes: Any) -> None:
    """Check runes: a creature may bear none, an artefact helps by its own; no card bears one twice."""
    if not isinstance(runes, list):
        raise Refusal("deck/unknown_symbol", part=f"{name}.runes", value=runes, allowed=list(RUNES))
    for rune in runes:
        check_symbol(rune, f"{name}.runes", RUNES)
        check_total(f"{name}.runes: {rune}", runes.count(rune), 1)


def _check_piles(deck: Deck) -> None:
    for letter, wanted in deck["piles"].items():
        check_number(wanted, f"piles.{letter}", range(ADVENTURE_COUNT + 1))
        check_total(f"piles.{letter}", [c["pile"] for c in deck["adventures"].values()].count(letter), wanted)


# ---------------------------------------------------------------------------------------------------------- laid
def lay_deck(s: State, deck: Deck) -> None:
    cards = [deck["adventures"][name] for name in ADVENTURES]
    s.kind = [KINDS.index(card["kind"]) for card in cards]
    s.letter = [LETTERS.index(card["pile"]) for card in cards]
    s.cost = [card.get("cost", 0) for card in cards]
    s.worth = [card.get("magic", card.get("stones", 0)) for card in cards]
    s.solo = [list(card.get("solo", (0, 0, 0))) for card in cards]
    s.shared = [list(card.get("shared", (0, 0, 0))) for card in cards]
    s.runes = [_runes(card.get("runes", [])) for card in cards]
    artefacts = [deck["artefacts"][name] for name in ARTEFACTS]
    s.artefact_runes = [_runes(artefact["runes"]) for artefact in artefacts]
    s.bonus = [list(artefact["bonus"]) for artefact in artefacts]


def _runes(names: list[str]) -> int:
    return sum(1 << RUNES.index(name) for name in set(names))
