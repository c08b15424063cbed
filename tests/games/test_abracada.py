"""Abracada... Quoi ?: each test is a sentence of the rulebook or, by its number, one of our rulings."""

from collections import Counter
from itertools import product
from math import perm, prod
from typing import Any

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.games.abracada.greedy import chance_of
from sortilege.games.abracada.layout import EMPTY, FAILED, SLIPPED, Spell, State
from sortilege.games.abracada.notation import CAST, STOP
from sortilege.kernel.bits import has
from sortilege.kernel.chance import sow

FULL = (1, 2, 3, 4, 5, 6, 7, 8)


def table(*rows: str, die: int = 2, seed: int = 1, **options: Any) -> Game:
    """Seats with these stones, seat 0 to cast; every face of the die is the same."""
    deck = {"die": [die] * 6, "stones": list(FULL)}
    game = sortilege.new("abracada", len(rows), seed, {"first": 0, **options}, deck)
    for seat, row in enumerate(rows):
        stand(game, seat, row)
    return game


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def stand(game: Game, seat: int, row: str) -> None:
    s = state(game)
    for place in range(5):
        s.row[seat][place] = int(row[place]) if place < len(row) else 0
        s.filled[seat][place] = 0 if place < len(row) else EMPTY
    s.row_n[seat] = len(row)


def stones(game: Game, seat: int) -> int:
    return state(game).row_n[seat]


def heard(game: Game, event: str) -> list[dict[str, Any]]:
    return [told for told in game.heard() if told["event"] == event]


# ---------------------------------------------------------------------------------------------------------- set-up
def test_there_is_one_stone_of_spell_1_two_of_spell_2_and_so_on() -> None:
    s = state(sortilege.new("abracada", 5, 3))
    found = Counter(stone for row in s.row for stone in row)
    found.update(s.pile[: s.pile_n])
    found.update(s.secrets)
    assert found == {spell: spell for spell in FULL}


@pytest.mark.parametrize(("seats", "shown", "pile"), [(2, 12, 10), (3, 6, 11), (4, 0, 12), (5, 0, 7)])
def test_set_up_shows_twelve_stones_to_two_and_six_to_three(seats: int, shown: int, pile: int) -> None:
    s = state(sortilege.new("abracada", seats, 3))
    assert (sum(s.board), s.pile_n, s.secrets_n) == (shown, pile, 4)
    assert s.lives[:seats] == [6] * seats and s.row_n[:seats] == [5] * seats and s.score[:seats] == [0] * seats


def test_everyone_sees_the_stones_of_the_others_but_never_their_own() -> None:
    game = table("12345", "66778", "88888")
    assert game.view(0)["row"] == [[None] * 5, [6, 6, 7, 7, 8], [8] * 5]
    assert game.view(1)["row"] == [[1, 2, 3, 4, 5], [None] * 5, [8] * 5]


def test_nobody_may_look_at_the_secret_stones_or_the_pile() -> None:
    game = table("12345", "66778")
    for seat in (0, 1, None):
        assert not {"pile", "secrets"} & set(game.view(seat))


def test_a_spectator_sees_only_places() -> None:
    assert table("12345", "66778").view()["row"] == [[None] * 5] * 2


def test_the_first_player_may_be_named_or_is_drawn() -> None:
    """[13]"""
    assert sortilege.new("abracada", 4, 1, {"first": 2}).pending == [2]
    assert {sortilege.new("abracada", 4, seed).pending[0] for seed in range(40)} == {0, 1, 2, 3}


# ------------------------------------------------------------------------------------------------------------ turn
def test_a_spell_not_held_costs_one_life_and_ends_the_turn() -> None:
    game = table("22222", "88888", "88888")
    game.play(0, "cast 6")
    assert state(game).lives[:3] == [5, 6, 6]
    assert game.pending == [1]


def test_a_dragon_not_held_costs_as_many_lives_as_the_die_shows() -> None:
    game = table("22222", "88888", die=3)
    game.play(0, "cast 1")
    assert state(game).lives[0] == 3 and heard(game, "rolled") == [{"event": "rolled", "seat": 0, "die": 3}]


def test_a_spell_that_is_held_goes_to_the_board_in_its_own_line() -> None:
    game = table("26888", "88888", "88888", "88888")
    game.play(0, "cast 6")
    assert state(game).board[6] == 1 and state(game).row[0] == [2, 0, 8, 8, 8]


def test_where_several_stones_match_chance_picks_one() -> None:
    """[2] Taking always the same one would tell its owner about the others."""
    taken = set()
    for seed in range(30):
        game = table("88828", "77777", seed=seed)
        game.play(0, "cast 8")
        taken.add(state(game).row[0].index(0))
    assert taken == {0, 1, 2, 4}


def test_the_caster_learns_only_which_place_is_empty_now() -> None:
    game = table("88828", "77777")
    game.play(0, "cast 8")
    assert sorted(map(str, game.view(0)["row"][0])) == ["0", "None", "None", "None", "None"]


def test_after_a_success_one_may_stop_or_cast_an_equal_or_higher_spell() -> None:
    game = table("55788", "11111", "22222")
    game.play(0, "cast 5")
    assert game.pending == [0] and game.legal(0) == ["stop", "cast 5", "cast 6", "cast 7", "cast 8"]


def test_a_lower_spell_is_no_legal_move() -> None:
    """[9]"""
    game = table("55388", "11111", "22222")
    game.play(0, "cast 5")
    with pytest.raises(Refusal) as refused:
        game.play(0, "cast 3")
    assert (refused.value.code, refused.value.rule) == ("move/too_low", "order")
    assert refused.value.facts == {"spell": 3, "last": 5, "most": 8}


def test_at_least_one_attempt_is_owed() -> None:
    game = table("55388", "11111")
    refusal = game.why(0, "stop")
    assert refusal is not None and refusal.code == "move/cast_owed" and "stop" not in game.legal(0)


def test_a_slip_is_denounced_whether_or_not_the_stone_is_held() -> None:
    """[9] One life, never the die; nothing is revealed."""
    for row in ("51388", "52388"):
        game = table(row, "77777", "22222", die=3, slips=True)
        game.play(0, "cast 5")
        game.play(0, "cast 1")
        assert state(game).lives[0] == 5 and game.pending == [1] and not heard(game, "worked")
        assert not heard(game, "failed") and game.view(1)["call_place"] == [0, SLIPPED]


def test_the_easy_version_makes_slips_void() -> None:
    """[9]"""
    game = table("51388", "77777", "22222", slips=True, easy=True)
    game.play(0, "cast 5")
    game.play(0, "cast 3")
    assert heard(game, "worked") and game.pending == [0]


def test_a_spell_whose_stones_all_lie_on_the_board_may_still_be_announced() -> None:
    """[9]"""
    game = table("22222", "88888")
    state(game).board[1] = 1
    assert "cast 1" in game.legal(0)


def test_the_turn_of_gary_in_the_rulebook() -> None:
    """Gary at 4 lives rolls a 3 and stands at 6; the storm hits both neighbours; his slip ends the turn."""
    game = table("35488", "77777", "66666", die=3, slips=True)
    gary, tony, marie = 0, 1, 2
    state(game).lives[gary] = 4
    game.play(gary, "cast 3")
    assert state(game).lives[gary] == 6
    game.play(gary, "cast 5")
    assert (state(game).lives[marie], state(game).lives[tony]) == (5, 5)
    game.play(gary, "cast 4")
    assert state(game).lives[gary] == 5 and game.pending == [tony]


def test_at_the_end_of_the_turn_the_row_is_filled_up_to_five() -> None:
    """[2] [7] Empty places from the left, marked with the turn; never during the turn."""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 6")
    assert stones(game, 0) == 3
    game.play(0, "stop")
    assert stones(game, 0) == 5 and state(game).filled[0] == [1, 1, 0, 0, 0]


def test_the_row_is_filled_after_a_failure_too() -> None:
    """[7]"""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    assert stones(game, 0) == 5 and game.pending == [1]


def test_without_a_pile_the_row_stays_incomplete() -> None:
    """Neither secret nor used stones are drawn."""
    game = table("66888", "11111", "22222")
    s = state(game)
    s.pile, s.pile_n = [0] * 36, 0
    game.play(0, "cast 6")
    game.play(0, "stop")
    assert stones(game, 0) == 4 and state(game).secrets_n == 4


def test_what_fills_a_place_is_shown_to_the_others_only() -> None:
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "stop")
    new = state(game).row[0][state(game).filled[0].index(1)]
    told = {seat: [t["stone"] for t in game.heard(seat) if t["event"] == "refilled"] for seat in (0, 1, 2, None)}
    assert told == {0: [None], 1: [new], 2: [new], None: [None]}


def test_then_the_left_neighbour_plays() -> None:
    game = table("88888", "88888", "88888")
    for seat, after in ((0, 1), (1, 2), (2, 0)):
        game.play(seat, "cast 7")
        assert game.pending == [after]


def test_everyone_may_remember_what_was_called_in_this_round() -> None:
    """So the view does: by whom, which spell, and the place that was emptied."""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    game.play(1, "cast 8")
    view = game.view()
    assert view["call_seat"] == [0, 0, 1] and view["call_spell"] == [6, 7, 8]
    assert view["call_place"][0] in (0, 1) and view["call_place"][1:] == [FAILED, FAILED]


def test_what_failed_is_ruled_out_for_the_stones_that_stood_there() -> None:
    """A stone that came later may be anything."""
    game = table("66888", "11111", "22222")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    s = state(game)
    for place in range(5):
        assert has(s.crossed_out[0][place], 7) == (s.filled[0][place] == 0)


CALLED = [  # seat, spell, place: two turns of seat 0, one of seat 1 between
    (0, 5, 2),
    (0, 8, 4),
    (1, 6, FAILED),
    (0, 7, 1),
    (0, 8, 2),
    (0, 8, FAILED),
    (1, 6, FAILED),
]
STANDING = {0: 0, 1: 3, 2: 3, 3: 0, 4: 1}  # place: the turn that filled it


def remembered() -> Game:
    """Seat 0 at the start of its third turn, after the calls above."""
    game = table("66655", "77766", "66655")
    s = state(game)
    s.calls_n, s.turns = len(CALLED), 5
    for i, (seat, spell, place) in enumerate(CALLED):
        s.call_seat[i], s.call_spell[i], s.call_place[i] = seat, spell, place
    s.filled[0] = [STANDING[place] for place in range(5)]
    s.crossed_out[0] = [1 << 8 if STANDING[place] < 3 else 0 for place in range(5)]  # cast in vain in the third turn
    s.crossed_out[1] = [1 << 6] * 5
    s.board, s.pile_n = [0, 1, 1, 1, 1, 1, 1, 2, 4], 5
    return game


def likelihood(row: tuple[int, ...]) -> float:
    """How likely such a row meets these calls, by playing them again: chance takes one of the matching stones."""
    was = [row[0], 7, 5, row[3], 8]  # the row of the first turn, the stones cast since put back
    likely = 1 / was.count(5)
    was[2] = 0
    likely /= was.count(8)
    was[2], was[4] = 8, row[4]  # refilled; the 8 at place 2 was cast in the next turn
    likely /= was.count(7)
    was[1] = 0
    likely /= was.count(8)
    was[2] = 0
    return likely * (8 not in was)


def test_imagined_rows_come_as_often_as_they_are_likely() -> None:
    """Against a brute-force count over all rows, weighed by the stones left and by how likely they meet the calls."""
    game = remembered()
    s = state(game)
    left = Counter(dict(enumerate(s.copies))) - Counter(dict(enumerate(s.board))) - Counter([*s.row[1], *s.row[2]])
    wanted = [Counter[int]() for _ in range(5)]
    for row in product(FULL, repeat=5):
        deals = prod(perm(left[spell], n) for spell, n in Counter(row).items())
        for place, spell in enumerate(row):
            wanted[place][spell] += deals * likelihood(row)  # type: ignore[assignment]
    worlds = 3000
    found = [Counter[int]() for _ in range(5)]
    blank = game.book.recall(game.view(0))
    for world in range(worlds):
        imagined = blank.copy()
        sow(imagined, 3, world)
        assert isinstance(imagined, State) and game.book.imagine(imagined, 0)
        for place in range(5):
            found[place][imagined.row[0][place]] += 1
    for place in range(5):
        for spell in FULL:
            share = wanted[place][spell] / wanted[place].total()
            assert abs(found[place][spell] / worlds - share) < 4 * (share * (1 - share) / worlds) ** 0.5 + 1e-3


def test_the_greedy_player_knows_about_how_likely_it_succeeds() -> None:
    """Stated chances against what happened, in bins of a fifth: within a tenth."""
    stated: list[tuple[int, bool]] = []
    for seed in range(25):
        game = sortilege.new("abracada", 4, seed)
        while not game.over:
            seat, s = game.pending[0], state(game)
            legal = game.book.legal_moves(s, seat)
            move = game.book.greedy(s, seat, [len(legal), *legal])
            if move != STOP:
                chance = chance_of(s, seat, move - CAST)
                stated.append((chance, move - CAST in s.row[seat]))
            game.play(seat, game.book.moves.write(move))
    for low in range(400, 1000, 200):
        bin_ = [(chance, hit) for chance, hit in stated if low <= chance < low + 200]
        said, true = sum(c for c, _ in bin_) / 1000 / len(bin_), sum(h for _, h in bin_) / len(bin_)
        assert len(bin_) > 100 and abs(said - true) < 0.1, (low, said, true, len(bin_))


def test_a_round_of_an_odd_deck_may_outlast_the_list_of_calls() -> None:
    """A deck full of Sweet Dreams makes rounds of hundreds of turns: everything still fits and ends."""
    deck = {"die": [6] * 6, "stones": [1, 1, 29, 1, 1, 1, 1, 1]}
    game = sortilege.new("abracada", 5, 3, deck=deck)
    while not game.over:
        seat = game.pending[0]
        game.play(seat, "cast 3" if len(game.moves) % 3 else "cast 1" if "stop" not in game.legal(seat) else "stop")
        assert game.book.state.from_bytes(game.state.to_bytes()) == game.state


# ---------------------------------------------------------------------------------------------------------- spells
def test_spell_1_the_dragon_costs_all_others_what_the_die_shows() -> None:
    game = table("12345", "88888", "88888", "88888", die=3)
    game.play(0, "cast 1")
    assert state(game).lives[:4] == [6, 3, 3, 3]


def test_spell_2_the_ghost_gives_one_life_and_costs_all_others_one() -> None:
    game = table("12345", "88888", "88888", "88888")
    state(game).lives[0] = 3
    game.play(0, "cast 2")
    assert state(game).lives[:4] == [4, 5, 5, 5]


def test_spell_3_sweet_dreams_gives_what_the_die_shows() -> None:
    game = table("12345", "88888", die=2)
    state(game).lives[0] = 1
    game.play(0, "cast 3")
    assert state(game).lives[:2] == [3, 6]


def test_spell_4_the_singer_takes_a_secret_stone_that_only_its_holder_knows() -> None:
    """[6] It draws by itself."""
    game = table("12345", "88888", "77777")
    game.play(0, "cast 4")
    s = state(game)
    assert (s.secrets_n, s.drawn_n[0]) == (3, 1) and game.pending == [0]
    assert game.view(0)["drawn"][0] == [s.drawn[0][0]]
    assert game.view(1)["drawn"][0] == game.view(2)["drawn"][0] == game.view()["drawn"][0] == [None]


def test_a_secret_stone_cannot_be_cast() -> None:
    game = table("42345", "88888", "77777")
    state(game).secrets[3] = Spell.FIREBALL
    game.play(0, "cast 4")
    game.play(0, "cast 7")
    assert heard(game, "failed")


def test_with_no_secret_left_the_singer_still_succeeds() -> None:
    """[6]"""
    game = table("44345", "88888", "77777")
    state(game).secrets, state(game).secrets_n = [0] * 4, 0
    game.play(0, "cast 4")
    assert heard(game, "no_secret_left") and state(game).lives[0] == 6 and game.pending == [0]


def test_which_secret_is_drawn_is_chance() -> None:
    """[6]"""
    drawn = set()
    for seed in range(40):
        game = table("44345", "88888", seed=seed)
        game.play(0, "cast 4")
        drawn.add(state(game).drawn[0][0])
    assert len(drawn) > 4


def test_spell_5_the_storm_hits_both_neighbours() -> None:
    game = table("12345", "88888", "88888", "88888")
    game.play(0, "cast 5")
    assert state(game).lives[:4] == [6, 5, 6, 5]


def test_between_two_the_storm_costs_a_single_life() -> None:
    """[8]"""
    game = table("12345", "88888")
    game.play(0, "cast 5")
    assert state(game).lives[:2] == [6, 5]


def test_spell_6_the_blizzard_hits_the_left_neighbour() -> None:
    game = table("12346", "88888", "88888", "88888")
    game.play(0, "cast 6")
    assert state(game).lives[:4] == [6, 5, 6, 6]


def test_spell_7_the_fireball_hits_the_right_neighbour() -> None:
    game = table("12347", "88888", "88888", "88888")
    game.play(0, "cast 7")
    assert state(game).lives[:4] == [6, 6, 6, 5]


def test_between_two_blizzard_and_fireball_hit_the_opponent() -> None:
    """[8]"""
    game = table("66773", "88888")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    assert state(game).lives[:2] == [6, 4]


def test_spell_8_the_potion_gives_one_life_and_only_a_potion_may_follow() -> None:
    game = table("88345", "11111")
    state(game).lives[0] = 3
    game.play(0, "cast 8")
    assert state(game).lives[0] == 4 and game.legal(0) == ["stop", "cast 8"]


@pytest.mark.parametrize("cast", ["cast 2", "cast 3", "cast 8"])
def test_nobody_ever_has_more_than_six_lives(cast: str) -> None:
    game = table("23883", "11111")
    state(game).lives[0] = 5
    game.play(0, cast)
    assert state(game).lives[0] == 6


def test_lives_stop_at_zero_and_the_die_is_rolled_all_the_same() -> None:
    """[8]"""
    game = table("13883", "77777", "88888", die=3, last_takes_all=True)
    state(game).lives[:3] = [6, 1, 6]
    game.play(0, "cast 1")
    assert state(game).lives[:3] == [6, 0, 3]
    game.play(0, "cast 3")
    assert heard(game, "rolled") and state(game).lives[0] == 6


def test_the_die_has_twice_one_two_and_three() -> None:
    """[1]"""
    assert state(sortilege.new("abracada", 2, 1)).die == [1, 1, 2, 2, 3, 3]


# ----------------------------------------------------------------------------------------------- the end of a round
def test_who_casts_the_last_stone_scores_three_and_the_others_nothing() -> None:
    """[3]"""
    game = table("8", "77777", "66666")
    state(game).drawn_n[1], state(game).drawn[1] = 1, [5, 0, 0, 0]
    game.play(0, "cast 8")
    assert state(game).score[:3] == [3, 0, 0]


def test_an_empty_row_counts_before_any_death() -> None:
    """[3] With the own secrets; nobody else scores, alive or dead."""
    game = table("1", "77777", "66666", die=3)
    s = state(game)
    s.lives[1], s.drawn_n[0], s.drawn[0] = 1, 2, [4, 5, 0, 0]
    game.play(0, "cast 1")
    assert state(game).score[:3] == [5, 0, 0]


def test_an_empty_row_leaves_the_lives_of_the_others_as_they_are() -> None:
    """[3] They count in a tie at the top."""
    game = table("8", "77777", "66666")
    state(game).score[:3], state(game).lives[:3] = [6, 8, 3], [2, 4, 6]
    game.play(0, "cast 8")
    assert game.over and state(game).lives[:3] == [3, 4, 6]


def test_who_kills_scores_three_the_survivors_one_the_dead_nothing() -> None:
    game = table("68888", "77777", "66666", "55555")
    state(game).lives[1] = 1
    game.play(0, "cast 6")
    assert state(game).score[:4] == [3, 0, 1, 1]


def test_killing_several_at_once_the_caster_alone_wins() -> None:
    """[4]"""
    game = table("18888", "77777", "66666", "55555", die=3)
    state(game).lives[1:3] = [1, 2]
    game.play(0, "cast 1")
    assert state(game).score[:4] == [3, 0, 0, 1]


@pytest.mark.parametrize("slips", [False, True])
def test_dying_by_ones_own_fault_gives_everyone_else_one_point(slips: bool) -> None:
    """[5] A failed cast and a slip alike; there is no winner."""
    game = table("68888", "77777", "66666", slips=slips)
    s = state(game)
    s.lives[0], s.drawn_n[:2], s.drawn[:2] = 1, [1, 1], [[4, 0, 0, 0], [5, 0, 0, 0]]
    if slips:
        game.play(0, "cast 6")
    game.play(0, "cast 3")
    assert state(game).score[:3] == [0, 2, 1]


def test_survivors_add_a_point_for_each_secret_stone_and_the_dead_do_not() -> None:
    game = table("68888", "77777", "66666", "55555")
    s = state(game)
    s.drawn_n[:4], s.drawn[:4] = [1, 1, 2, 0], [[5, 0, 0, 0], [5, 0, 0, 0], [8, 8, 0, 0], [0] * 4]
    s.lives[1] = 1
    game.play(0, "cast 6")
    assert state(game).score[:4] == [4, 0, 3, 1]


def test_rows_and_drawn_secrets_are_shown_to_all_when_a_round_ends() -> None:
    """[10] Spectators too."""
    game = table("68888", "77777")
    s = state(game)
    s.lives[1], s.drawn_n[1], s.drawn[1] = 1, 1, [4, 0, 0, 0]
    game.play(0, "cast 6")
    shown = {told["seat"]: (told["stones"], told["secrets"]) for told in heard(game, "row_revealed")}
    assert shown == {0: ([0, 8, 8, 8, 8], [0, 0, 0, 0]), 1: ([7, 7, 7, 7, 7], [4, 0, 0, 0])}


def test_the_next_round_begins_with_the_next_seat_and_everything_mixed_again() -> None:
    """[10]"""
    game = table("88888", "68888", "77777")
    game.play(0, "cast 7")
    state(game).lives[2] = 1
    game.play(1, "cast 6")
    s = state(game)
    assert game.pending == [2] and s.round == 2 and s.lives[:3] == [6, 6, 6]
    assert s.row_n[:3] == [5, 5, 5] and s.secrets_n == 4 and s.drawn_n[:3] == [0, 0, 0] and sum(s.board) == 6


def test_a_dead_seat_is_not_refilled() -> None:
    """[7]"""
    game = table("6888", "77777", "66666", last_takes_all=True)
    state(game).lives[0] = 1
    game.play(0, "cast 5")
    assert stones(game, 0) == 0 and not heard(game, "refilled")


# ------------------------------------------------------------------------------------------------ the end of the game
def last_round(scores: list[int], lives: list[int]) -> Game:
    """Seat 0 is about to kill its left neighbour."""
    game = table("68888", *["77777"] * (len(scores) - 1))
    state(game).score[: len(scores)] = scores
    state(game).lives[: len(lives)] = lives
    game.play(0, "cast 6")
    return game


def test_the_game_ends_with_the_round_in_which_somebody_reaches_eight() -> None:
    game = last_round([5, 0, 0], [6, 1, 6])
    assert game.over and game.result is not None
    assert game.result.winners == [0] and game.result.scores == [8, 0, 1]
    assert game.result.ending == "top_of_tower"


def test_points_count_to_eight_and_no_further() -> None:
    """[12] The tower has eight floors."""
    game = last_round([7, 0, 3], [6, 1, 6])
    assert game.result is not None and game.result.scores == [8, 0, 4]


def test_among_several_at_eight_the_last_round_decides() -> None:
    """[12] Before the cap."""
    game = last_round([7, 3, 7], [1, 1, 6])
    assert game.result is not None and game.result.places == [1, 3, 2]


def test_then_the_most_lives_decide_then_the_win_is_shared() -> None:
    """[12]"""
    one = last_round([0, 0, 7, 7], [6, 1, 5, 4])
    two = last_round([0, 0, 7, 7], [6, 1, 5, 5])
    assert one.result is not None and one.result.winners == [2]
    assert two.result is not None and two.result.winners == [2, 3]


def test_the_other_places_follow_score_then_last_round_then_lives() -> None:
    """[12]"""
    by_score = last_round([5, 0, 2, 3], [6, 1, 6, 6])
    by_round = last_round([5, 2, 1, 0], [6, 1, 6, 6])
    by_lives = last_round([5, 0, 2, 2], [6, 1, 3, 4])
    assert by_score.result is not None and by_score.result.places == [1, 4, 3, 2]
    assert by_round.result is not None and by_round.result.places == [1, 3, 2, 4]
    assert by_lives.result is not None and by_lives.result.places == [1, 4, 3, 2]


def test_after_the_game_rows_are_open_but_pile_and_secrets_are_not() -> None:
    game = last_round([5, 0, 0], [6, 1, 6])
    assert game.view()["row"][1] == [7] * 5 and "pile" not in game.view() and "secrets" not in game.view()


# --------------------------------------------------------------------------------------------------------- variants
def test_in_the_easy_version_any_spell_may_follow_any_other() -> None:
    game = table("86666", "77777", "55555", easy=True)
    game.play(0, "cast 8")
    assert game.legal(0) == ["stop", *(f"cast {spell}" for spell in FULL)]
    game.play(0, "cast 6")
    assert heard(game, "worked")


def test_the_last_one_alive_takes_two_points_and_its_secrets() -> None:
    """[11]"""
    game = table("66888", "77777", last_takes_all=True)
    state(game).lives[1], state(game).drawn_n[0], state(game).drawn[0] = 1, 1, [3, 0, 0, 0]
    game.play(0, "cast 6")
    assert state(game).score[:2] == [3, 0]


def test_there_an_empty_row_scores_two_as_well() -> None:
    """[11]"""
    game = table("8", "77777", "66666", last_takes_all=True)
    game.play(0, "cast 8")
    assert state(game).score[:3] == [2, 0, 0]


def test_there_a_caster_who_kills_goes_on_and_the_dead_stones_go_to_the_board() -> None:
    """[11]"""
    game = table("66888", "77775", "66666", last_takes_all=True)
    state(game).lives[1] = 1
    board = state(game).board[:]
    game.play(0, "cast 6")
    s = state(game)
    assert game.pending == [0] and s.round == 1
    assert (s.board[7] - board[7], s.board[5] - board[5]) == (4, 1) and s.row_n[1] == 0
    given = [(told["spell"], told["stones"]) for told in heard(game, "gave_up_stones")]
    assert given == [(5, 1), (7, 4)]


def test_there_left_and_right_mean_the_nearest_living_seat() -> None:
    """[11]"""
    game = table("66677", "77775", "66666", "55555", last_takes_all=True)
    state(game).lives[:4] = [6, 1, 6, 6]
    game.play(0, "cast 6")
    game.play(0, "cast 6")
    game.play(0, "cast 7")
    assert state(game).lives[:4] == [6, 0, 5, 5]
    game.play(0, "stop")
    assert game.pending == [2]


def test_there_the_storm_costs_the_last_opponent_a_single_life() -> None:
    """[8] Two alive of three, and the targets are fixed before anyone loses."""
    game = table("55568", "77775", "66666", last_takes_all=True)
    state(game).lives[:3] = [6, 1, 6]
    game.play(0, "cast 5")
    assert state(game).lives[:3] == [6, 0, 5]
    game.play(0, "cast 5")
    assert state(game).lives[:3] == [6, 0, 4]


def test_there_a_death_by_slip_ends_the_turn_like_any_other() -> None:
    """[9] [11]"""
    game = table("66677", "77775", "66666", last_takes_all=True, slips=True)
    state(game).lives[0] = 1
    game.play(0, "cast 6")
    game.play(0, "cast 3")
    assert heard(game, "slipped") and game.pending == [1] and stones(game, 0) == 0


def test_there_the_secrets_of_the_dead_stay_hidden_and_are_worth_nothing() -> None:
    """[11]"""
    game = table("66677", "77775", "66666", last_takes_all=True)
    s = state(game)
    s.lives[:3], s.drawn_n[1], s.drawn[1] = [6, 1, 1], 1, [4, 0, 0, 0]
    game.play(0, "cast 6")
    assert game.view(2)["drawn"][1] == [None] and game.view(1)["drawn"][1] == [4]
    game.play(0, "cast 6")
    assert state(game).score[:3] == [2, 0, 0]
    assert {told["seat"]: told["secrets"] for told in heard(game, "row_revealed")}[1] == [4, 0, 0, 0]


def test_there_a_death_by_own_fault_leaves_the_others_playing() -> None:
    """[11]"""
    game = table("66677", "77775", "66666", last_takes_all=True)
    state(game).lives[0] = 1
    game.play(0, "cast 3")
    assert game.pending == [1] and state(game).round == 1
    state(game).lives[1] = 1
    game.play(1, "cast 3")
    assert state(game).score[:3] == [0, 0, 2]


def test_there_the_next_round_may_begin_with_a_seat_that_died() -> None:
    """[10]"""
    game = table("66677", "77775", last_takes_all=True)
    state(game).lives[1] = 1
    game.play(0, "cast 6")
    assert game.pending == [1] and state(game).lives[:2] == [6, 6]


# -------------------------------------------------------------------------------------------------------- the deck
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"die": [1, 2, 3]}, "deck/wrong_count"),
        ({"die": [1, 1, 2, 2, 3, 7]}, "deck/out_of_range"),
        ({"die": [1, 1, 2, 2, 3, True]}, "deck/out_of_range"),
        ({"stones": [1, 2, 3, 4, 5, 6, 7, 9]}, "deck/wrong_count"),
        ({"stones": [0, 3, 3, 4, 5, 6, 7, 8]}, "deck/out_of_range"),
        ({"stones": "many"}, "deck/wrong_count"),
        ({"cards": []}, "deck/unknown"),
    ],
)
def test_a_broken_deck_is_refused(change: dict[str, Any], code: str) -> None:
    deck = {"die": [1, 1, 2, 2, 3, 3], "stones": list(FULL), **change}
    with pytest.raises(Refusal) as refused:
        sortilege.new("abracada", 3, 1, deck=deck)
    assert refused.value.code == code


def test_a_deck_that_lacks_a_part_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("abracada", 3, 1, deck={"die": [1, 1, 2, 2, 3, 3]})
    assert refused.value.code == "deck/missing"
