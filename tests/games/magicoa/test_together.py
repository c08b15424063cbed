"""Test Magicoa's hidden choices, made in any order, and the worlds an audience can imagine."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.games.magicoa.state import POTIONS, State
from sortilege.kernel.records.position import write_position
from sortilege.testing.views import imagined
from tests.games.magicoa.tables import ANY_ROW, bid_apart, choose, play, state, table

# ------------------------------------------------------------------------------------------------- choosing together
Seen = tuple[bytes, tuple[bytes, ...]]


def seen(game: Game) -> Seen:
    """Return the state, and the view of every seat and of a spectator."""
    audiences = (*range(game.seats), None)
    return game.state.to_bytes(), tuple(game.view(audience).to_bytes() for audience in audiences)


def pick(game: Game, seat: int, number: int) -> None:
    moves = game.book.legal_moves(game.state, seat)
    game.play(seat, game.book.moves.write(moves[number % len(moves)]))


def whole_game(seats: int, order: tuple[int, ...]) -> list[Seen]:
    """Play a game, the seats choosing in this order; return what is seen at each step except between two choices."""
    game = sortilege.new("magicoa", seats, 11)
    steps = [seen(game)]
    while not game.over:
        if len(game.pending) > 1:
            for seat in order:
                pick(game, seat, 7 * seat + 31 * state(game).round)
        else:
            pick(game, game.pending[0], -1 - len(game.moves) % 2)
        steps.append(seen(game))
    return steps


@pytest.mark.parametrize("seats", [3, 4])
def test_in_whatever_order_the_seats_choose_the_game_is_the_same(seats: int) -> None:
    """Equal states and equal views for everyone at every step after the last choice, in all orders."""
    games = [whole_game(seats, order) for order in permutations(range(seats))]
    assert len(games[0]) > 6 * seats and all(game == games[0] for game in games)


@pytest.mark.parametrize("seats", [5, 6])
def test_nor_does_it_matter_with_more_seats(seats: int) -> None:
    """Every seat once the first to choose and once the last."""
    ahead = tuple(range(seats))
    games = [whole_game(seats, ahead[i:] + ahead[:i]) for i in ahead]
    assert all(game == games[0] for game in games)


def told(game: Game, seat: int | None) -> tuple[bytes, str, str]:
    legal = [] if seat is None else game.legal(seat)
    return game.view(seat).to_bytes(), str(legal), str(game.heard(seat))


@pytest.mark.parametrize("audience", [0, 2, None])
def test_before_the_last_choice_nobody_learns_what_the_others_chose(audience: int | None) -> None:
    """Views, legal moves and what is heard are the same whatever another seat chose."""
    known = set()
    for pair in sortilege.new("magicoa", 4, 1).legal(1):
        game = sortilege.new("magicoa", 4, 1)
        game.play(1, pair)
        known.add(told(game, audience))
    assert len(known) == 1


def test_before_the_last_choice_it_makes_no_difference_who_chose_what_among_several() -> None:
    known = set()
    for pairs in (("12 11", "1 2"), ("3 9", "12 7"), ("5 4", "4 5")):
        game = sortilege.new("magicoa", 4, 1)
        game.play(3, "choose 6 1")
        game.play(1, f"choose {pairs[0]}")
        game.play(2, f"choose {pairs[1]}")
        known |= {(told(game, 3), told(game, 0), told(game, None))}
    assert len(known) == 1


# ------------------------------------------------------------------------------------------------ what can be imagined
def worlds(game: Game, seat: int | None, n: int = 200) -> list[State]:
    made = [imagined(game.book, game.view(seat), seed) for seed in range(n)]
    assert all(isinstance(world, State) for world in made)
    return made  # type: ignore[return-value]


def test_a_card_imagined_for_the_seat_that_must_place_it_fits_somewhere() -> None:
    """That it is asked at all tells the others so much."""
    game = choose(sortilege.new("magicoa", 3, 1, {"first": 0}), "6 8", "7 9", "5 4")
    play(game, "place 1", "place 2", "place 3")
    assert game.pending == [0] and {world.chosen[0][1] for world in worlds(game, 1)} == {7, 8, 9, 10, 11, 12}
    assert {world.chosen[1][1] for world in worlds(game, 0)} == set(range(1, 13)) - {7}


def test_a_world_in_which_that_card_fits_nowhere_is_not_possible() -> None:
    game = choose(sortilege.new("magicoa", 3, 1, {"first": 0}), "6 8", "7 9", "5 4")
    play(game, "place 1", "place 2", "place 3")
    assert game.book.possible(game.state)
    state(game).chosen[0][1] = 3
    assert not game.book.possible(game.state)


@pytest.mark.parametrize("card", [0, 6, 7])
def test_a_chosen_card_that_is_missing_played_or_twice_there_is_not_possible(card: int) -> None:
    game = choose(sortilege.new("magicoa", 3, 1, {"first": 0}), "6 8", "7 9", "5 4")
    game.play(0, "place 1")
    assert game.book.possible(game.state)
    state(game).chosen[0 if card == 6 else 1][1] = card
    assert not game.book.possible(game.state)


def test_unknown_potions_are_imagined_from_all_that_nobody_saw() -> None:
    game = sortilege.new("magicoa", 3, 2)
    s = state(game)
    unseen = Counter(s.deck) - Counter(s.row)
    assert {world.down[0] for world in worlds(game, 0, 400)} == set(unseen)
    assert all(Counter(world.pile) - Counter([0] * 37) == unseen - Counter(world.down) for world in worlds(game, 0, 20))


def as_often(found: Counter[int], copies: Counter[int]) -> bool:
    """Check that each comes in proportion to its copies, within four standard deviations."""
    n, of = found.total(), copies.total()
    spread = {item: 4 * (n * k / of * (1 - k / of)) ** 0.5 for item, k in copies.items()}
    return set(found) == set(copies) and all(abs(found[item] - n * k / of) < spread[item] for item, k in copies.items())


def test_a_potion_is_imagined_as_often_as_it_has_copies_unseen() -> None:
    """At place 1, on the pile and in the box alike."""
    game = sortilege.new("magicoa", 3, 2)
    s = state(game)
    made = worlds(game, 1, 1500)
    unseen = Counter(s.deck) - Counter(s.row)
    assert as_often(Counter(world.down[0] for world in made), unseen)
    assert as_often(Counter(world.pile[s.box_n + s.pile_n - 1] for world in made), unseen)
    assert as_often(Counter(world.pile[0] for world in made), unseen)


def test_every_pair_that_could_have_been_chosen_is_imagined_as_often() -> None:
    """The card to be placed is one of those that fit, the one below it any other."""
    game = choose(table(*ANY_ROW[:2], seat_0="double_bid"), "6 8", "9 5", "11 4")
    play(game, "place 1-2", "place 3")
    s = state(game)
    assert game.pending == [2] and s.high[:3] == [6, 6, 9]
    s.left[2] = 1 << 11 | 1 << 7 | 1 << 4 | 1 << 3
    pairs = Counter(100 * top + bottom for top in (7, 11) for bottom in (3, 4, 7, 11) if top != bottom)
    assert as_often(Counter(100 * w.chosen[2][0] + w.chosen[2][1] for w in worlds(game, 0, 900)), pairs)


def test_a_known_potion_is_the_same_in_every_imagined_world() -> None:
    game = bid_apart(table("red 3", "green 1", top="red 5", seat_2="exchange"))
    s = state(game)
    assert {world.pile[s.box_n + s.pile_n - 1] for world in worlds(game, 2)} == {POTIONS.index("red 5")}


def test_a_position_with_a_potion_too_many_or_gold_too_little_is_refused() -> None:
    game = sortilege.new("magicoa", 3, 2)
    for field, row in (("row", [0, 33, 33, 0, 0, 0]), ("left", [6, 6, 6, 0, 0, 0]), ("pile_n", 14)):
        refuse_position(game, **{field: row})


def refuse_position(game: Game, **change: Any) -> None:
    s = state(game).copy()
    for field, value in change.items():
        setattr(s, field, value)
    with pytest.raises(Refusal, match="impossible"):
        sortilege.from_position("magicoa", write_position(game.book, s))


@pytest.mark.parametrize(
    "change",
    [
        {"step": 1},
        {"step": 2, "together": 0, "waiting": 1, "bidding": 2},
        {"step": 3, "together": 0, "waiting": 1, "bidding": 2},
        {"round": 7},
        {"first": 3},
        {"bidding": 1},
        {"leader": [5, -1, -1]},
        {"gold": 8191},
        {"deck": [9] * 37},
        {"together": 0, "waiting": 1},
        {"score": [9]},
        {"powers": [1 << 6]},
        {"powers": [1 << 14]},
        {"kept": [[11]]},
        {"kept_n": [100]},
        {"used_n": [-1]},
        {"unsold": [11]},
        {"laid_gold": [[0, 0]] * 5 + [[3, 0]]},
        {"laid_on": [[2, 0]]},
        {"down": [91, 11]},
        {"knows_top": 1},
        {"knows_down": [1 << 6]},
        {"knows_down": [0, 1]},
    ],
)
def test_a_position_that_no_game_can_reach_is_refused(change: dict[str, Any]) -> None:
    game = sortilege.new("magicoa", 3, 2)
    assert sortilege.from_position("magicoa", game.position()).pending == [0, 1, 2]
    refuse_position(game, **change)


@pytest.mark.parametrize(
    "change",
    [
        {"together": 1},  # two seats would be asked for one card
        {"waiting": 0b011, "turn": 0},
        {"bidding": 2},
        {"high": [0, 9, 0]},
        {"leader": [-1, 2, -1]},
        {"laid_gold": [[7, 0]]},
        {"laid_on": [[0, 0]]},
        {"laid_on": [[0b110, 0]], "high": [0, 6, 6], "leader": [-1, 0, 0]},  # without Double mise
        {"left": [8190, 8190, 8190]},
        {"chosen": [[0, 8], [7, 7], [5, 4]]},
    ],
)
def test_in_the_biddings_too_a_position_that_no_game_can_reach_is_refused(change: dict[str, Any]) -> None:
    game = play(choose(sortilege.new("magicoa", 3, 2, {"first": 0}), "6 8", "7 9", "5 4"), "place 2")
    assert sortilege.from_position("magicoa", game.position()).pending == [1]
    refuse_position(game, **change)


def test_points_powers_and_decisions_in_a_position_are_those_of_the_potions_won() -> None:
    """A game reached by playing, in which a seat has to decide about a power."""
    for game in games_at_step("power"):
        s = state(game)
        assert sortilege.from_position("magicoa", game.position()).pending == game.pending
        refuse_position(game, score=[points + 1 for points in s.score])
        refuse_position(game, powers=[512 ^ powers for powers in s.powers])
        refuse_position(game, row=[0] * 6)
        refuse_position(game, waiting=0b111 & ~s.waiting, turn=(s.turn + 1) % 3)


def games_at_step(step: str) -> Iterator[Game]:
    for seed in range(6):
        game = sortilege.new("magicoa", 3, seed)
        while game.view()["step"] != step:
            pick(game, game.pending[0], 5 * seed)
        yield game
