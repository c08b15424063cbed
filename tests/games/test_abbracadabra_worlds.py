"""The worlds that a seat of Abbracadabra can imagine, and the positions that cannot be."""

from collections import Counter
from collections.abc import Callable

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.games.abbracadabra.goal import points_of, points_with
from sortilege.games.abbracadabra.layout import CARD_NAMES, ENCHANTERS, WITH_BACK, State, Step
from sortilege.kernel.bits import each, lowest
from sortilege.kernel.chance import sow
from tests.games.abbracadabra_table import lay_proximal, own, state, table

GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"
ROW = "- - earth-gold-mage fire-gold-mage"


def worlds(game: Game, seat: int, many: int = 200) -> list[State]:
    """Imagined from the view alone."""
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


def test_the_worlds_are_equally_likely() -> None:
    """One unknown card with the back of water, nine that it could be."""
    game = table("water-gold-witch", "water-gold-mage", row=ROW)
    found = Counter(lowest(world.hand[1]) for world in worlds(game, 0, 900))
    assert len(found) == 9 and all(65 < times < 140 for times in found.values())


def unnoticed_win(game: Game) -> None:
    own(game, 1, "E4 E4 F4 G4")


def periculum_in_a_hand(game: Game) -> None:
    s = state(game)
    s.deck[s.deck.index(CARD_NAMES.index("periculum"))] = CARD_NAMES.index("water-gold-witch")
    s.hand[0], s.backs[0] = 1 << CARD_NAMES.index("periculum"), [0, 0, 0, 1]


def a_card_twice(game: Game) -> None:
    state(game).deck[0] = state(game).deck[1]


def a_back_that_is_not_there(game: Game) -> None:
    state(game).backs[1][2] = 1


def no_set_of_cards(game: Game) -> None:
    state(game).hand[1] = -1


def another_seat_asked(game: Game) -> None:
    state(game).turn, state(game).waiting = 1, 2


def a_trick_half_played(game: Game) -> None:
    state(game).target = 1


def a_card_too_few_taken(game: Game) -> None:
    state(game).step = Step.AGAIN


def a_meeting_in_empty_towers(game: Game) -> None:
    state(game).meeting = 2


def more_objects_than_printed(game: Game) -> None:
    state(game).pack_n[3] = 9


FAULTS = (
    unnoticed_win,
    periculum_in_a_hand,
    a_card_twice,
    a_back_that_is_not_there,
    no_set_of_cards,
    another_seat_asked,
    a_trick_half_played,
    a_card_too_few_taken,
    a_meeting_in_empty_towers,
    more_objects_than_printed,
)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_position_that_no_game_can_reach_is_refused(fault: Callable[[Game], None]) -> None:
    game = table("water-gold-witch", "")
    sortilege.from_position("abbracadabra", game.position())
    fault(game)
    with pytest.raises(Refusal) as refused:
        sortilege.from_position("abbracadabra", game.position())
    assert refused.value.code == "position/impossible"
