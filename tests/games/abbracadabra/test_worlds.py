"""Test the worlds that a seat of Abbracadabra can imagine."""

from collections import Counter
from itertools import permutations

from sortilege import Game
from sortilege.games.abbracadabra.rules.scoring import points_of, points_with
from sortilege.games.abbracadabra.state import CARD_NAMES, ENCHANTERS, WITH_BACK, State
from sortilege.kernel.plain.bits import each, has
from sortilege.kernel.plain.rng import sow
from tests.games.abbracadabra.tables import lay_proximal, names, own, play_out_deck, state, table

GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"
ROW = "- - earth-gold-mage fire-gold-mage"


def worlds(game: Game, seat: int, many: int = 200) -> list[State]:
    """Imagine worlds from the view alone."""
    made = []
    for seed in range(many):
        world = game.book.recall(game.view(seat))
        sow(world, seed, 0)
        assert isinstance(world, State) and game.book.imagine(world, seat)
        assert game.book.possible(world) and game.view(seat) == game.book.view(world, seat)
        made.append(world)
    return made


def test_in_no_imagined_world_has_somebody_won_unnoticed() -> None:
    game = table("", "")
    own(game, 1, "D3 E3 F3 G3 B2")
    points = {points_of(world, 1) for world in worlds(game, 0)}
    assert max(points) == 14 and len(points) > 3


def test_an_organiser_who_still_takes_had_not_won_before() -> None:
    """[11] What the meeting itself has brought is not looked at yet, what was there before is."""
    game = table(GENIUS, "", "")
    own(game, 0, "D3 E3 F3 B3")
    own(game, 1, "G3 G3 G3 G3")
    own(game, 2, "G2 G4")
    lay_proximal(game, 0)
    game.play(0, f"meet {GENIUS}")
    assert game.legal(0) == ["pack F"] and state(game).fresh == 1
    imagined = worlds(game, 1)
    assert max(points_with(world, 0, 4) for world in imagined) == 14
    assert max(points_of(world, 0) for world in imagined) > 15


def test_who_was_spared_by_exodus_holds_no_enchanter_and_who_was_not_holds_one() -> None:
    game = table("exodus", "air-mage idem", "chaos fire-elemental", "water-gold-witch")
    game.play(0, "trick exodus")
    for world in worlds(game, 0):
        assert world.hand[1] & ENCHANTERS and not world.hand[2] & ENCHANTERS
    assert len({world.hand[1] for world in worlds(game, 0)}) > 10


def test_the_card_that_chaos_drew_is_in_the_imagined_hand() -> None:
    game = table("chaos idem", "water-gold-witch", "", row=ROW)
    game.play(0, "trick chaos 1")
    drawn = {world.drawn for world in worlds(game, 2)}
    assert len(drawn) == 10 and drawn == set(each(WITH_BACK[0]))


def test_who_lost_a_card_to_chaos_knows_it_in_every_imagined_world() -> None:
    game = table("chaos idem", "water-gold-witch", "", row=ROW)
    game.play(0, "trick chaos 1")
    for seat in (0, 1, 2):
        assert all(has(world.known[world.drawn], 1) for world in worlds(game, seat, 20))


def deals_for_exodus() -> set[tuple[str, ...]]:
    """Return deals of six cards of air: two with seat 1, that must drop, one with seat 2, spared, three unseen."""
    air = ("air-mage", "air-witch", "idem", "chaos", "vademecum", "periculum")
    return {
        (*sorted(deal[:2]), *deal[2:])
        for deal in permutations(air)
        if "periculum" not in deal[:3] and {"air-mage", "air-witch"} & set(deal[:2]) and "air" not in deal[2]
    }


def test_every_deal_that_could_be_is_as_likely() -> None:
    """All of them counted by hand: 90, and chi-squared for 89 degrees of freedom is above 140 once in 2,000 times."""
    row, top = "- - vademecum fire-gold-mage", "fire-gold-witch periculum air-witch"
    game = table("exodus", "air-mage idem", "chaos", row=row, top=top)
    play_out_deck(game, left=3)
    game.play(0, "trick exodus")
    found: Counter[tuple[str, ...]] = Counter()
    for world in worlds(game, 0, 1800):
        hands = (*sorted(names(world.hand[1])), *names(world.hand[2]))
        found[(*hands, *(CARD_NAMES[card] for card in (world.row[2], *world.deck[:2])))] += 1
    assert set(found) == deals_for_exodus() and len(found) == 90
    assert sum((times - 20) ** 2 / 20 for times in found.values()) < 140
