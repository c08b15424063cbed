"""Test that positions of Abbracadabra that no game can reach are refused."""

from collections.abc import Callable
from random import Random

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.games.abbracadabra.rules.cards import receive
from sortilege.games.abbracadabra.rules.flow import QUIET_TURNS
from sortilege.games.abbracadabra.state import CARD_NAMES, CARDS, State, Step
from sortilege.kernel.plain.rng import sow
from tests.games.abbracadabra.tables import own, state, table

GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"


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


def six_cards_between_turns(game: Game) -> None:
    s = state(game)
    for _ in range(6):
        s.deck_n -= 1
        receive(s, 1, s.deck[s.deck_n], 0)
        s.deck[s.deck_n] = 0


def towers_that_are_no_meeting(game: Game) -> None:
    s = state(game)
    s.towers, s.meeting = sum(1 << card for card in s.deck[s.deck_n - 3 : s.deck_n]), 2
    s.deck_n -= 3
    s.deck = s.deck[: s.deck_n] + [0] * (CARDS - s.deck_n)


def more_objects_than_printed(game: Game) -> None:
    state(game).pack_n[3] = 9


def an_object_of_no_pack(game: Game) -> None:
    state(game).objects[0][0], state(game).objects_n[0] = 7 * 16 + 3, 1


def an_object_beyond_the_count(game: Game) -> None:
    state(game).objects[1][0] = 3


def a_card_known_to_no_seat(game: Game) -> None:
    state(game).known[CARD_NAMES.index("water-gold-witch")] = -1


def a_printed_object_of_15_points(game: Game) -> None:
    state(game).printed[6][6] = state(game).pack[6][6] = 15


FAULTS = (
    unnoticed_win,
    periculum_in_a_hand,
    a_card_twice,
    a_back_that_is_not_there,
    another_seat_asked,
    six_cards_between_turns,
    towers_that_are_no_meeting,
    more_objects_than_printed,
    an_object_of_no_pack,
    an_object_beyond_the_count,
    a_printed_object_of_15_points,
)


def refused(game: Game, code: str = "position/impossible") -> bool:
    with pytest.raises(Refusal) as refusal:
        sortilege.from_position("abbracadabra", game.position())
    return refusal.value.code == code


@pytest.mark.parametrize("fault", FAULTS)
def test_a_position_that_no_game_can_reach_is_refused(fault: Callable[[Game], None]) -> None:
    game = table("water-gold-witch", "")
    sortilege.from_position("abbracadabra", game.position())
    fault(game)
    assert refused(game)


@pytest.mark.parametrize("fault", [no_set_of_cards, a_card_known_to_no_seat])
def test_a_set_is_never_negative(fault: Callable[[Game], None]) -> None:
    game = table("water-gold-witch", "")
    fault(game)
    assert refused(game, "position/unreadable")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("active", 1),
        ("dropped", 1),
        ("droppers", 2),
        ("extra", 1),
        ("fresh", 1),
        ("hand_card_owed", 1),
        ("meeting", 2),
        ("periculum", 2),
        ("prize", 15),
        ("proximal", 1),
        ("quiet", QUIET_TURNS * 2 + 1),
        ("round", 0),
        ("step", Step.AGAIN),
        ("step", Step.DISCARD),
        ("target", 1),
        ("winner", 1),
    ],
)
def test_a_number_that_contradicts_the_rest_is_refused(field: str, value: int) -> None:
    game = table("water-gold-witch", "")
    setattr(game.state, field, value)
    assert refused(game)


def test_the_end_of_a_game_needs_a_winner_who_has_won() -> None:
    game = table(GENIUS, "")
    own(game, 0, "E4 E4 F4")
    game.play(0, f"meet {GENIUS}")
    assert sortilege.from_position("abbracadabra", game.position()).result == game.result
    state(game).winner = 1
    assert refused(game)


@pytest.mark.parametrize("seed", range(4))
def test_a_position_with_one_number_changed_is_refused_or_plays_on(seed: int) -> None:
    """Never a traceback: what is accepted can be seen, imagined and played."""
    random = Random(seed)
    game = sortilege.new("abbracadabra", 2 + seed, seed)
    for _ in range(60):
        spoilt = sortilege.from_position("abbracadabra", game.position())
        change_a_number(state(spoilt), random)
        if accepted(spoilt.position()):
            play_a_little(sortilege.from_position("abbracadabra", spoilt.position()), random)
        play_a_little(game, random)


def accepted(position: str) -> bool:
    try:
        sortilege.from_position("abbracadabra", position)
    except Refusal as refusal:
        if refusal.code not in ("position/impossible", "position/unreadable"):
            raise
        return False
    return True


def change_a_number(s: State, random: Random) -> None:
    name, field = random.choice([(name, field) for name, field in s.fields.items() if name != "rng"])
    value = random.choice([field.limits[0], -1, 0, 1, 2, 7, 16, 100, field.limits[1]])
    if not field.shape:
        setattr(s, name, value)
        return
    cells = getattr(s, name)
    for length in field.shape[:-1]:
        cells = cells[random.randrange(length)]
    cells[random.randrange(field.shape[-1])] = value


def play_a_little(game: Game, random: Random) -> None:
    for seat in (None, *range(game.seats)):
        world = game.book.recall(game.view(seat))
        sow(world, 1, 1)
        assert game.book.imagine(world, game.view(seat).audience) and game.book.possible(world)
    if not game.over:
        seat = random.choice(game.pending)
        game.play(seat, random.choice(game.legal(seat)))
