"""Test what the other seats' moves tell of their hands in Abbracadabra."""

from sortilege.games.abbracadabra.bots.belief import (
    CERTAIN,
    NEW_DECK,
    blind_in_hands,
    likelihood,
    odds_of,
    read_evidence,
    time_of,
)
from sortilege.games.abbracadabra.bots.second_take import NUMBERS, PARTS, describe_place, worth_of_best
from sortilege.games.abbracadabra.state import CARD_NAMES, State, Trick
from sortilege.games.abbracadabra.views import unseen
from tests.games.abbracadabra.tables import play_out_deck, show, state, table

ROW = "water-gold-mage fire-gold-mage earth-gold-mage earth-gold-witch"


def late(*hands: str) -> State:
    """Return a game in which a deck has been played out and a new one laid."""
    game = table(*hands, row=ROW)
    s = state(game)
    s.round, s.quiet = 9, 1
    return s


def credited(s: State) -> int:
    return likelihood(s, 0, read_evidence(s, 0, []))


def test_a_new_deck_is_noticed_by_how_many_cards_it_has() -> None:
    game = table("", "", row=ROW)
    assert time_of(state(game)) < NEW_DECK
    state(game).round = 9
    assert time_of(state(game)) >= NEW_DECK


def test_once_the_deck_was_dealt_an_unseen_elemental_is_held_by_somebody() -> None:
    held, lying = (late("", f"water-bronze-mage {card}") for card in ("fire-elemental", "fire-silver-mage"))
    assert credited(held) > 10 * credited(lying)


def test_a_proximal_that_was_not_laid_is_hardly_held() -> None:
    assert credited(late("", "chaos")) > credited(late("", "proximal"))


def test_who_could_have_met_has_met() -> None:
    hands = (f"water-bronze-wizard water-silver-mage water-gold-{third}" for third in ("witch", "wizard"))
    can, cannot = (late("", "", "", hand) for hand in hands)
    can.quiet = cannot.quiet = 5
    assert credited(can) < credited(cannot)


def test_no_deal_deserves_more_credit_than_a_certain_one() -> None:
    for hand in ("air-elemental water-elemental fire-elemental", "idem", "air-witch"):
        assert 0 < credited(late("", hand)) <= CERTAIN


def test_periculum_is_never_held_and_a_natural_enchanter_tells_nothing() -> None:
    s = late("", "fire-elemental")
    even = odds_of(s, CARD_NAMES.index("water-gold-wizard"))
    assert odds_of(s, Trick.PERICULUM) == 0 < even < odds_of(s, CARD_NAMES.index("water-elemental"))


def test_a_card_that_was_shown_is_not_blind() -> None:
    game = table("", "fire-gold-wizard fire-gold-witch", row=ROW)
    show(game, 1, "fire-gold-witch")
    assert [blind_in_hands(state(game), 0, back) for back in range(4)] == [0, 1, 0, 0]


# ---------------------------------------------------------------------------------------------------- second takes
def test_the_open_card_is_described_as_what_it_is() -> None:
    game = table("water-elemental", "", row="- fire-gold-mage earth-gold-mage earth-elemental")
    features = [0] * NUMBERS
    describe_place(state(game), 0, 3, unseen(state(game), 0), 0, features)
    found = dict(zip(PARTS, features, strict=True))
    assert found["elemental"] == found["second elemental"] == 100 > found["third elemental"]


def test_a_look_at_what_could_be_done_leaves_the_hand_as_it_was() -> None:
    game = table("water-bronze-wizard fire-silver-mage", "", row="- fire-gold-mage earth-gold-mage earth-gold-witch")
    s = state(game)
    before = s.hand[0]
    third, other = (
        worth_of_best(s, 0, CARD_NAMES.index(name), unseen(s, 0), 0) for name in ("earth-gold-witch", "earth-gold-mage")
    )
    assert third > other and s.hand[0] == before


def test_periculum_lies_oftener_where_fewer_cards_lie() -> None:
    """Two cards of air are in a hand, where it cannot be."""
    game = table("", "idem chaos", row="- vademecum earth-gold-mage earth-gold-witch", top="periculum")
    chances = []
    for left in (12, 6):
        play_out_deck(game, left)
        features = [0] * NUMBERS
        describe_place(state(game), 0, 1, unseen(state(game), 0), 0, features)
        chances.append(features[PARTS.index("periculum")])
    assert 0 < chances[0] < chances[1]
