"""Test the deck file of Épée, the worlds that can be imagined, and the greedy player."""

import copy
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import sortilege
from sortilege import Refusal
from sortilege.games import load
from sortilege.games.epee.state import ADVENTURES, CARDS, NONE, State, Step
from sortilege.kernel.plain.bits import count, has, lowest
from sortilege.testing.views import check_imagine, imagined
from sortilege.testing.walks import begin
from sortilege.words import Words
from tests.games.epee.tables import hold, lay, play, rest, state, table

BOOK = load("epee")


# -------------------------------------------------------------------------------------------------------- the deck
def changed(**parts: Any) -> dict[str, Any]:
    """Return the standard deck with `zombies__cost=3` changed; None removes the entry."""
    deck = copy.deepcopy(BOOK.standard_deck())
    for path, value in parts.items():
        *folders, name = path.replace("_of_", "-").split("__")
        place = deck
        for folder in folders:
            place = place[folder]
        place[name] = value
        if value is None:
            del place[name]
    return deck


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"piles__A": 9}, "deck/wrong_count"),
        ({"piles__A": -1}, "deck/out_of_range"),
        ({"adventures__zombies__pile": "C"}, "deck/wrong_count"),
        ({"adventures__zombies__pile": "D"}, "deck/unknown_symbol"),
        ({"adventures__zombies__cost": 31}, "deck/out_of_range"),
        ({"adventures__zombies__cost": "8"}, "deck/out_of_range"),
        ({"adventures__zombies__cost": None}, "deck/missing"),
        ({"adventures__zombies__solo": [1, 2]}, "deck/wrong_count"),
        ({"adventures__zombies__shared": [1, 2, -1]}, "deck/out_of_range"),
        ({"adventures__zombies__runes": ["moon"]}, "deck/unknown_symbol"),
        ({"adventures__zombies__runes": "crown"}, "deck/unknown_symbol"),
        ({"adventures__zombies__kind": "trap"}, "deck/unknown_symbol"),
        ({"adventures__zombies__kind": None}, "deck/missing"),
        ({"adventures__zombies__magic": 3}, "deck/unknown"),
        ({"adventures__zombies": None}, "deck/missing"),
        ({"adventures__zombies": 5}, "deck/missing"),
        ({"adventures__troll": {}}, "deck/unknown"),
        ({"adventures__addus__kind": "holy"}, "deck/unknown_symbol"),
        ({"adventures__holy_of_a__stones": True}, "deck/out_of_range"),
        ({"adventures__energy_of_a__stones": 3}, "deck/unknown"),
        ({"artefacts__egg_of_1__bonus": [1]}, "deck/wrong_count"),
        ({"artefacts__egg_of_1__runes": ["spoon"]}, "deck/unknown_symbol"),
        ({"artefacts__egg_of_1__runes": []}, "deck/missing"),
        ({"artefacts__egg_of_1__runes": ["egg", "egg"]}, "deck/wrong_count"),
        ({"adventures__zombies__runes": ["crown", "crown"]}, "deck/wrong_count"),
        ({"artefacts__egg_of_1": None}, "deck/missing"),
        ({"artefacts": 7}, "deck/unreadable"),
        ({"dice": 1}, "deck/unknown"),
        ({"piles": None}, "deck/missing"),
    ],
)
def test_a_broken_deck_is_refused(parts: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("epee", 3, 1, deck=changed(**parts))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"adventures__lich__solo": [1, 2]}, "wrong count of “lich.solo”: 2, but 3"),
        ({"adventures__lich__shared": [1, 2, 99]}, "“99” does not fit “lich.shared[2]”"),
        ({"adventures__lich__solo": "abc"}, "“abc” does not fit “lich.solo” in the deck: a list of 3 whole numbers"),
        ({"artefacts__egg_of_1__bonus": 1}, "“1” does not fit “egg-1.bonus” in the deck: a list of 2 whole numbers"),
        ({"artefacts__egg_of_1__runes": []}, "lacks “runes” (in egg-1)"),
        ({"artefacts__egg_of_1__runes": ["egg", "egg"]}, "wrong count of “egg-1.runes: egg”: 2, but 1"),
    ],
)
def test_a_refusal_names_the_card(parts: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("epee", 3, 1, deck=changed(**parts))
    assert said in Words("epee", "en").refusal(refused.value)


def test_a_creature_may_bear_no_rune() -> None:
    sortilege.new("epee", 3, 1, deck=changed(adventures__zombies__runes=[]))


def test_an_owner_of_the_box_may_type_in_other_values() -> None:
    """A creature may be dearer, or not be one: the kinds of the cards besides the spells are free."""
    deck = changed(adventures__spider={"pile": "A", "kind": "energy", "magic": 9}, adventures__zombies__cost=3)
    game = sortilege.new("epee", 2, 1, {"first": 0}, deck)
    s = state(game)
    assert s.cost[ADVENTURES.index("zombies")] == 3
    s.display[0] = ADVENTURES.index("spider")
    play(game, "0 go 1", "1 rest")
    assert state(game).magic[0] >= 4 + 9


# ------------------------------------------------------------------------------------------------ imagined worlds
def offered(audience: int | None) -> sortilege.View:
    """Let seat 0 offer seat 1 the sword's left half for its right half, which seat 2 holds."""
    game = table("zombies", "skeleton", seats=4)
    hold(game, 0, "sword-4-left", "egg-1", "egg-2")
    hold(game, 1, "crown-1")
    hold(game, 2, "sword-4-right", "wand-1")
    lay(game, 3, "wand-2")
    rest(game)
    play(game, "0 offer 1 sword-4-left for sword-4-right")
    return game.view(audience)


@pytest.mark.parametrize("audience", [0, 1, 2, 3, None])
def test_in_every_imagined_world_the_offerer_holds_the_offered_card(audience: int | None) -> None:
    """And not the wanted one; what the audience knows of the offer stays as it is."""
    view = offered(audience)
    gives, wants = set(), set()
    for seed in range(40):
        world = imagined(BOOK, view, seed)
        assert isinstance(world, State)
        assert has(world.hand[0], world.offer_give) and not has(world.hand[0], world.offer_want)
        assert [count(hand) for hand in world.hand] == [3, 1, 2, 0]
        gives.add(world.offer_give)
        wants.add(world.offer_want)
    known = audience in (0, 1)
    assert (gives == {CARDS.index("sword-4-left")}) is known and (wants == {CARDS.index("sword-4-right")}) is known


def lacks_what_it_offers(s: State) -> None:
    s.offer_give = lowest(~s.hand[0])


def holds_what_it_wants(s: State) -> None:
    s.offer_want = lowest(s.hand[0])


def wants_what_is_laid(s: State) -> None:
    s.offer_want = CARDS.index("wand-2")


def holds_more_than_everyone_sees(s: State) -> None:
    s.hand_n[2] += 1


def has_a_card_above_the_pile(s: State) -> None:
    s.artefacts[s.artefacts_n] = 1


def has_an_a_below_the_c(s: State) -> None:
    s.adventures[0], s.adventures[22] = s.adventures[22], s.adventures[0]


@pytest.mark.parametrize(
    "fault",
    [
        lacks_what_it_offers,
        holds_what_it_wants,
        wants_what_is_laid,
        holds_more_than_everyone_sees,
        has_a_card_above_the_pile,
        has_an_a_below_the_c,
    ],
)
def test_a_world_that_differs_in_one_thing_is_not_possible(fault: Callable[[State], None]) -> None:
    world = imagined(BOOK, offered(3), 1)
    assert isinstance(world, State) and BOOK.possible(world)
    fault(world)
    assert not (BOOK.conserved(world) and BOOK.possible(world))


def forgets_the_offer(s: State, audience: int) -> bool:
    step, s.step = s.step, Step.TRADE
    found = BOOK.imagine(s, audience)
    s.step = step
    return found


def test_a_world_that_forgets_the_offer_is_found() -> None:
    with pytest.raises(AssertionError, match="could not be"):
        check_imagine(replace(BOOK, imagine=forgets_the_offer), 3, {})


def test_every_unseen_card_may_be_in_a_hand_or_in_the_pile() -> None:
    """For the seat that answers: all but its own, the laid one, the offered and the wanted."""
    view = offered(1)
    dealt = 0
    for seed in range(300):
        world = imagined(BOOK, view, seed)
        assert isinstance(world, State)
        dealt |= world.hand[0]
    unseen = set(range(28)) - {CARDS.index(card) for card in ("crown-1", "wand-2", "sword-4-right")}
    assert {card for card in range(28) if has(dealt, card)} == unseen


def test_without_an_offer_none_is_imagined() -> None:
    world = imagined(BOOK, sortilege.new("epee", 3, 4).view(1), 1)
    assert isinstance(world, State) and (world.offer_give, world.offer_want) == (NONE, NONE)


# ---------------------------------------------------------------------------------------------- the greedy player
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_greedy_player_beats_random_ones(seats: int) -> None:
    """One greedy among random players wins at least 9 games of 12."""
    won = 0
    for seed in range(12):
        random, greedy = Random(seed), seed % seats
        s = begin(BOOK, seats, {}, seed)
        while not s.ending:
            moves = BOOK.legal_moves(s, s.turn)
            move = BOOK.greedy(s, s.turn, [len(moves), *moves]) if s.turn == greedy else random.choice(moves)
            BOOK.apply(s, s.turn, move)
        won += BOOK.places(s)[greedy] == 1
    assert won >= 9
