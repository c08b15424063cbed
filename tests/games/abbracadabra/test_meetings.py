"""Test which enchanters can meet: every triple, against a count that does not know how the rules find them."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from sortilege.games.abbracadabra.moves import MOVES
from sortilege.games.abbracadabra.rules.meetings import legal_meetings, type_of_meeting
from sortilege.games.abbracadabra.state import CARD_NAMES, LETTER_NAMES
from tests.games.abbracadabra.tables import meetings, refusal, state, table

ENCHANTERS = CARD_NAMES[:30]
NATURALS = ENCHANTERS[:27]
AIR = ENCHANTERS[27:]
# How many elements, schools and aspects each type has.
TYPES = {
    "A": (1, 1, 3),
    "B": (1, 3, 1),
    "C": (1, 3, 3),
    "D": (3, 1, 1),
    "E": (3, 1, 3),
    "F": (3, 3, 1),
    "G": (3, 3, 3),
}


def stands_for(name: str) -> Iterator[tuple[str, str, str]]:
    """Return every element, school and aspect that an enchanter may have."""
    if name in AIR:
        aspect = name.split("-")[1]
        yield from product(("water", "fire", "earth"), ("bronze", "silver", "gold"), (aspect,))
    else:
        element, school, aspect = name.split("-")
        yield element, school, aspect


def types_of(three: tuple[str, ...]) -> list[str]:
    """Return the types of a meeting by trying everything the three could stand for."""
    found = {
        tuple(len(set(values)) for values in zip(*stand, strict=True)) for stand in product(*map(stands_for, three))
    }
    return [letter for letter, kinds in TYPES.items() if kinds in found]


def offered(hand: tuple[str, ...], tower: str = "") -> list[tuple[str, str]]:
    """Return the meetings that a hand is offered, each with the type it has."""
    s = state(EMPTY_TABLE)
    s.hand[0] = sum(1 << CARD_NAMES.index(name) for name in hand)
    s.towers = 1 << CARD_NAMES.index(tower) if tower else 0
    out = [0] * 81
    legal_meetings(s, 0, out)
    return [(MOVES.write(move), LETTER_NAMES[type_of_meeting(move)]) for move in out[1 : 1 + out[0]]]


EMPTY_TABLE = table("", "")


def expected(three: tuple[str, ...], joined: bool) -> list[tuple[str, str]]:
    """Return what should be offered: once, or once for each type that air leaves open."""
    *two, third = three
    text = f"meet {' '.join(two)} {'+' if joined else ''}{third}"
    types = types_of(three)
    return [(text if len(types) == 1 else f"{text} as {letter}", letter) for letter in types]


def test_there_are_117_natural_meetings_9_9_18_9_18_18_36() -> None:
    found = Counter(letter for three in combinations(NATURALS, 3) for letter in types_of(three))
    assert [found[letter] for letter in TYPES] == [9, 9, 18, 9, 18, 18, 36] and found.total() == 117
    by_rules: Counter[str] = Counter()
    for three in combinations(NATURALS, 3):
        for text, _ in offered(three):
            game = table(" ".join(three), "")
            game.play(0, text)
            by_rules[LETTER_NAMES[state(game).meeting]] += 1
    assert by_rules == found


def test_three_enchanters_meet_if_all_alike_or_all_different_in_each_of_three_attributes() -> None:
    """2.1: every triple of the 30, air enchanters included."""
    by_air: Counter[int] = Counter()
    for three in combinations(ENCHANTERS, 3):
        assert offered(three) == expected(three, joined=False), three
        by_air[sum(name in AIR for name in three)] += bool(types_of(three))
    assert by_air == {0: 117, 1: 351, 2: 27, 3: 1}


def test_two_of_the_hand_may_meet_with_one_of_the_towers_but_never_with_air() -> None:
    """2.1, and [2] for air that lies in the towers."""
    for two in combinations(ENCHANTERS, 2):
        for tower in set(ENCHANTERS) - set(two):
            assert offered(two, tower) == ([] if tower in AIR else expected((*two, tower), joined=True)), (two, tower)


def test_one_air_enchanter_never_leaves_the_type_open() -> None:
    """[2]"""
    for two in combinations(NATURALS, 2):
        assert sum(len(types_of((*two, air))) for air in AIR) == 1


def test_with_two_or_three_air_enchanters_the_organiser_names_the_type() -> None:
    """[2]"""
    three = "water-gold-witch air-wizard air-mage"
    game = table(three, "")
    assert meetings(game) == [f"meet {three} as {letter}" for letter in "ACEG"]
    assert refusal(game, f"meet {three}").code == "move/name_type"
    game.play(0, f"meet {three} as E")
    assert game.view()["meeting"] == "E" and game.view()["pack_n"] == [7, 7, 7, 7, 6, 7, 7]


def test_the_refusal_names_each_attribute_that_is_neither_all_alike_nor_all_different() -> None:
    """2.1, example 3: same element, three schools, but two of one aspect."""
    game = table("water-bronze-wizard water-silver-wizard water-gold-witch fire-gold-witch", "")
    refused = refusal(game, "meet water-bronze-wizard water-silver-wizard water-gold-witch")
    assert (refused.code, refused.rule, refused.facts) == ("move/no_meeting", "meeting", {"attributes": ["aspect"]})
    refused = refusal(game, "meet water-silver-wizard water-gold-witch fire-gold-witch")
    assert refused.facts == {"attributes": ["aspect", "school", "element"]}


def test_the_named_attributes_are_right_for_every_triple() -> None:
    game = table("", "")
    s = state(game)
    for three in combinations(ENCHANTERS, 3):
        s.hand[0] = sum(1 << CARD_NAMES.index(name) for name in three)
        refused = game.why(0, f"meet {' '.join(three)}")
        natural = [name.split("-") for name in three if name not in AIR]
        counts = {
            "aspect": (len({name.split("-")[-1] for name in three}), 3),
            "school": (len({school for _, school, _ in natural}), len(natural)),
            "element": (len({element for element, _, _ in natural}), len(natural)),
        }
        broken = [attribute for attribute, (kinds, of) in counts.items() if kinds == 2 and of == 3]
        assert bool(broken) == (types_of(three) == [])
        if broken:
            assert refused is not None and refused.facts == {"attributes": broken}
        else:
            assert refused is None or refused.code == "move/name_type"


def test_a_meeting_has_one_text() -> None:
    """Element, school, aspect; the card of the towers last."""
    hand = "water-bronze-wizard water-silver-mage water-gold-witch"
    game = table(hand, "", towers="water-silver-wizard water-silver-witch air-mage", letter="A")
    refused = refusal(game, "meet water-silver-mage water-bronze-wizard water-gold-witch")
    assert refused.code == "move/order" and refused.facts["cards"] == hand.split()
    assert refusal(game, "meet water-gold-witch water-bronze-wizard +water-silver-wizard").code == "move/no_meeting"
    assert refusal(game, "meet water-gold-witch water-silver-wizard +water-silver-witch").code == "move/not_in_hand"
    assert refusal(game, "meet water-bronze-wizard water-gold-witch +water-silver-mage").code == "move/not_in_towers"
    assert refusal(game, "meet water-gold-witch water-gold-witch water-silver-mage").code == "move/same_card"


def test_a_type_that_is_not_open_or_an_order_that_is_wrong_is_refused_with_the_reason() -> None:
    """[2]"""
    game = table("air-mage air-witch water-gold-wizard fire-gold-mage", "")
    before = game.legal(0)
    assert refusal(game, "meet water-gold-wizard air-mage air-witch as B").code == "move/name_type"
    refused = refusal(game, "meet air-mage water-gold-wizard  air-witch AS g")
    assert refused.code == "move/order" and refused.facts["cards"][0] == "water-gold-wizard"
    assert refusal(game, "meet water-gold-wizard fire-gold-mage air-witch as B").code == "move/unreadable"
    assert refusal(game, "meet air-mage air-witch +water-gold-witch as B").code == "move/not_in_towers"
    assert game.legal(0) == before
