"""Bataille des Sorciers: each test is a sentence of the rulebook or, by its number, one of our rulings."""

from typing import Any

import pytest

import sortilege
from sortilege import Game, Refusal
from sortilege.arena.bodies import Pose, flat_turn, write_pose
from sortilege.games.bataille.dice import pile_up
from sortilege.games.bataille.layout import ARENA, OUT, SYMBOLS, State, Step
from sortilege.games.bataille.nature import NATURE, lay
from sortilege.kernel.tournament import Tournament
from sortilege.words import Words

needs_bodies = pytest.mark.skipif(not NATURE.here(), reason="what the extra `arena` installs is not here")
LETTERS = "XILAWC"  # the six faces; "-" is a die that leaves the arena


def table(loose: str = "", tower: str = "", reserves: tuple[int, ...] = (4, 4, 4), **options: Any) -> Game:
    """Seat 0 to throw; these dice lie loose, and these are piled from the bottom up."""
    game = sortilege.new("bataille", len(reserves), 1, {"first": 0, **options})
    s = state(game)
    s.loose_n, s.tower_n = len(loose), len(tower)
    s.loose = [LETTERS.index(face) for face in loose] + [0] * (26 - len(loose))
    s.tower = [LETTERS.index(face) for face in tower] + [0] * (26 - len(tower))
    s.reserve[: len(reserves)] = list(reserves)
    s.step = Step.THROW if loose or tower else Step.ALL
    return game


def state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def hold(game: Game, *dice: int, top: bool = False) -> Game:
    """These loose dice, and the top of the tower, are in a standing Immobulus."""
    state(game).held = sum(1 << die for die in dice)
    state(game).held_top = int(top)
    return game


def throw(game: Game, shows: str, knocked: dict[int, str] | None = None, falls: bool = False, move: str = "") -> None:
    """Play a throw with this outcome: what the thrown dice show, what becomes of those that lay there."""
    s = state(game)
    lying = [LETTERS[face] for face in s.loose[: s.loose_n] + s.tower[: s.tower_n]]
    for die, face in (knocked or {}).items():
        lying[die] = face
    faces = [OUT if face == "-" else LETTERS.index(face) for face in [*lying, *shows]]
    s.landed_n, s.landed[: len(faces)] = len(faces), faces
    s.standing = 0 if falls else (1 << s.tower_n) - 1
    game.play(game.pending[0], move or game.legal(game.pending[0])[-1])


def answer(game: Game, shows: str, knocked: dict[int, str] | None = None) -> None:
    """All others throw together for a Lashlabask."""
    while len(game.pending) > 1:
        game.play(game.pending[0], "throw")
    throw(game, shows, knocked)


def loose(game: Game) -> str:
    return "".join(LETTERS[face] for face in state(game).loose[: state(game).loose_n])


def tower(game: Game) -> str:
    return "".join(LETTERS[face] for face in state(game).tower[: state(game).tower_n])


def reserves(game: Game) -> list[int]:
    return state(game).reserve[: game.seats]


def heard(game: Game, event: str) -> list[dict[str, Any]]:
    return [told for told in game.heard() if told["event"] == event]


def code(refusal: Refusal | None) -> str:
    return refusal.code if refusal else ""


# ---------------------------------------------------------------------------------------------------------- set-up
@pytest.mark.parametrize(("seats", "dice"), [(2, 8), (3, 7), (4, 6), (5, 5)])
def test_everyone_receives_dice_by_the_number_of_wizards(seats: int, dice: int) -> None:
    """Mise en place: the table of dice; one of the 26 lies in the arena, the others are not used."""
    s = state(sortilege.new("bataille", seats, 3))
    assert s.dice == 26 and s.reserve[:seats] == [dice] * seats and s.loose_n == 1 and s.gone == 0


def test_the_first_die_in_the_arena_never_shows_x() -> None:
    shown = {loose(sortilege.new("bataille", 2, seed)) for seed in range(60)}
    assert shown == set("ILAWC")


def test_the_oldest_begins_and_play_goes_clockwise() -> None:
    """Déroulement: `first` names who begins, else it is drawn."""
    assert sortilege.new("bataille", 4, 1, {"first": 2}).pending == [2]
    assert {sortilege.new("bataille", 4, seed).pending[0] for seed in range(40)} == {0, 1, 2, 3}
    game = table("A")
    throw(game, "L")
    game.play(0, "stop")
    assert game.pending == [1]


# ----------------------------------------------------------------------------------------------------------- throws
def test_on_your_turn_you_must_throw_one_die() -> None:
    game = table("A")
    assert game.legal(0) == ["throw"]
    assert code(game.why(0, "stop")) == "move/throw_owed" and code(game.why(0, "throw all")) == "move/one_die"
    throw(game, "L")
    assert reserves(game) == [3, 4, 4] and loose(game) == "AL"


@needs_bodies
def test_you_are_free_to_drop_it_gently_or_to_throw_without_restraint() -> None:
    game = table("A", throws="arena")
    for strength in (0, 50, 100):
        assert game.why(0, f"throw 0,0,0,{strength}") is None
    assert code(game.why(0, "throw 0,0,0,101")) == "move/unreadable"


@needs_bodies
def test_the_arena_may_be_turned_for_a_better_throw() -> None:
    """Conseils: every side of the bowl may be thrown from, and every place of the foam be aimed at."""
    game = table("A", throws="arena")
    assert all(game.why(0, f"throw 80,33,{angle},50") is None for angle in (0, 90, 359))
    assert code(game.why(0, "throw 80,80,0,50")) == "move/off_foam"
    assert code(table("A").why(0, "throw 0,0,0,50")) == "move/no_aim"


def test_it_is_allowed_to_knock_other_dice() -> None:
    game = table("AL")
    throw(game, "W", knocked={0: "C"})
    assert loose(game) == "CLW" and heard(game, "knocked") == [{"event": "knocked", "face": "accio", "now": "confundo"}]


def test_a_die_that_leaves_the_arena_is_out_of_the_game_at_once() -> None:
    """ATTENTION: thrown beside, bounced out, or ejected."""
    game = table("AL")
    throw(game, "-", knocked={1: "-"})
    assert loose(game) == "A" and reserves(game) == [3, 4, 4] and state(game).gone == 2


def test_dice_that_show_x_are_removed_before_equal_symbols_are_looked_for() -> None:
    """X (A), and [1]: outside, then X, then groups."""
    game = table("AL")
    throw(game, "X", knocked={0: "X"})
    assert loose(game) == "L" and state(game).gone == 2 and game.legal(0) == ["stop", "throw"]


def test_two_equal_symbols_are_a_spell_and_end_the_turn() -> None:
    """Symboles identiques (B); the dice come back, the next one plays. [2]"""
    game = table("CL")
    throw(game, "C")
    assert reserves(game) == [5, 4, 4] and loose(game) == "L" and game.pending == [2]


def test_a_knocked_die_may_make_the_group() -> None:
    game = table("CLW")
    throw(game, "A", knocked={2: "L"})
    assert heard(game, "obtained") == [{"event": "obtained", "seat": 0, "spell": "lashlabask", "dice": 2}]


def test_if_all_differ_you_may_stop_or_throw_again_until_a_spell_or_no_die_is_left() -> None:
    game = table("A", reserves=(3, 4, 4))
    throw(game, "L")
    assert game.legal(0) == ["stop", "throw"]
    throw(game, "W", move="throw")
    throw(game, "C", move="throw")
    assert game.pending == [1]
    assert state(game).alive == 0b110 and state(game).points[0] == 2


def test_stopping_on_an_arena_emptied_by_x_disarms_the_next() -> None:
    """[2]"""
    game = table("A")
    throw(game, "X", knocked={0: "X"})
    assert code(game.why(0, "throw all")) == "move/one_die"
    game.play(0, "stop")
    assert game.legal(1) == ["throw all"] and heard(game, "disarmed")


# -------------------------------------------------------------------------------------------------------- Immobulus
def test_the_dice_of_an_immobulus_stay_and_the_other_groups_come_back_without_effect() -> None:
    """Immobulus; [3] the rulebook's « may » is a must."""
    game = table("IACC")
    throw(game, "I", knocked={1: "A"})
    assert loose(game) == "IAI" and reserves(game) == [5, 4, 4]
    assert state(game).direction == 1 and state(game).held == 0b101 and game.pending == [1]


def test_nobody_throws_for_a_lashlabask_obtained_with_an_immobulus() -> None:
    """[3]"""
    game = table("ILA")
    throw(game, "I", knocked={2: "L"})
    assert game.pending == [1] and loose(game) == "II" and reserves(game) == [5, 4, 4]


def test_a_new_immobulus_that_joins_a_standing_one_stays_too() -> None:
    game = hold(table("II"), 0, 1)
    throw(game, "I")
    assert loose(game) == "III" and state(game).held == 0b111 and game.pending == [1]


def test_a_standing_immobulus_is_inert() -> None:
    """[3] No spell, does not end the turn, stops no other spell; an arena with only its dice is not empty."""
    game = hold(table("II"), 0, 1)
    assert game.legal(0) == ["throw"]
    throw(game, "A")
    assert game.legal(0) == ["stop", "throw"]
    throw(game, "A", move="throw")
    assert reserves(game) == [4, 4, 4] and loose(game) == "II" and game.pending == [1]


def test_an_immobulus_is_broken_when_fewer_than_two_of_its_dice_show_it() -> None:
    """Broken by another throw; [3]"""
    game = hold(table("II"), 0, 1)
    throw(game, "C", knocked={0: "A"})
    assert state(game).held == 0 and heard(game, "broken") and game.legal(0) == ["stop", "throw"]


def test_a_standing_immobulus_of_three_outlives_the_loss_of_one() -> None:
    """[3]"""
    game = hold(table("III"), 0, 1, 2)
    throw(game, "A", knocked={1: "L"})
    assert loose(game) == "ILIA" and state(game).held == 0b101


# ------------------------------------------------------------------------------------------------------- Lashlabask
def test_all_others_throw_one_die_together_before_dice_are_taken() -> None:
    game = table("LA")
    throw(game, "L")
    assert game.pending == [1, 2] and loose(game) == "LAL" and reserves(game) == [3, 4, 4]
    answer(game, "WC")
    assert reserves(game) == [5, 3, 3] and loose(game) == "AWC" and game.pending == [1]


def test_spells_obtained_by_the_common_throw_have_no_effect_and_the_caster_takes_every_group() -> None:
    """[4] Immobulus too."""
    game = hold(table("LII"), 1, 2)
    throw(game, "L")
    answer(game, "CC")
    assert reserves(game) == [9, 3, 3] and loose(game) == "" and state(game).direction == 1 and state(game).held == 0


def test_dice_outside_and_x_leave_in_the_common_throw_too() -> None:
    """[4]"""
    game = table("LA")
    throw(game, "L")
    answer(game, "X-", knocked={1: "X"})
    assert loose(game) == "" and state(game).gone == 3


def test_the_casters_other_spells_still_take_effect_even_if_knocked_apart() -> None:
    """[4]"""
    game = table("LCA")
    throw(game, "L", knocked={2: "C"})
    answer(game, "WA", knocked={1: "I"})
    assert heard(game, "turned_round") and state(game).direction == -1 and loose(game) == "ICWA"


@needs_bodies
def test_aims_stay_secret_until_all_have_chosen() -> None:
    """[4]"""
    game = table("LA", throws="arena")
    s = state(game)
    s.step, s.together, s.waiting = Step.ANSWER, 1, 0b110
    game.play(1, "throw 10,-20,45,80")
    assert game.view(1)["aim"] == [None, "throw 10,-20,45,80", None]
    assert game.view(2)["aim"] == game.view()["aim"] == [None, None, None]
    assert game.heard(2) == [{"event": "chose", "seat": 1}]
    game.play(2, "throw")
    assert heard(game, "aimed") == [{"event": "aimed", "seat": 1, "x": 10, "y": -20, "angle": 45, "strength": 80}]


def test_nobody_may_decline_to_answer_a_lashlabask() -> None:
    game = table("LA")
    throw(game, "L")
    assert code(game.why(1, "stop")) == "move/answer_owed" and code(game.why(1, "throw all")) == "move/one_die"


def test_a_knocked_apart_lashlabask_is_not_taken() -> None:
    """[4] The groups that lie there after the common throw."""
    game = table("LA")
    throw(game, "L")
    answer(game, "WC", knocked={0: "I"})
    assert loose(game) == "IALWC" and reserves(game) == [3, 3, 3]


# ------------------------------------------------------------------------------------------------------------ Accio
def test_accio_takes_the_group_and_one_more_die_of_choice() -> None:
    game = table("ALW")
    throw(game, "A")
    assert game.legal(0) == ["take 0", "take 1"] and loose(game) == "LW"
    game.play(0, "take 1")
    assert loose(game) == "L" and reserves(game) == [6, 4, 4] and game.pending == [1]


def test_accio_takes_nothing_where_nothing_remains() -> None:
    """[5]"""
    game = table("A")
    throw(game, "A")
    assert reserves(game) == [5, 4, 4] and game.legal(1) == ["throw all"]


def test_accio_may_take_the_top_of_a_tower_but_nothing_of_a_standing_immobulus() -> None:
    """[5]"""
    game = hold(table("AIIL", "WC"), 1, 2)
    throw(game, "A")
    assert game.legal(0) == ["take 2", "take 4"]
    assert code(game.why(0, "take 0")) == "move/held" and code(game.why(0, "take 3")) == "move/covered"
    assert code(game.why(0, "take 9")) == "move/no_die" and code(game.why(0, "throw")) == "move/take_owed"


def test_accio_finds_nothing_in_an_arena_of_a_standing_immobulus() -> None:
    """[3] [5]"""
    game = hold(table("IIA"), 0, 1)
    throw(game, "A")
    assert loose(game) == "II" and game.pending == [1]


def test_a_die_that_is_not_there_is_refused_with_the_right_number_in_both_languages() -> None:
    game = table("AL")
    throw(game, "A")
    refusal = game.why(0, "take 1")
    assert refusal is not None and "contient 1 dé," in Words("bataille", "fr").refusal(refusal)
    assert "holds 1 die," in Words("bataille", "en").refusal(refusal)


# ------------------------------------------------------------------------------------------------ Wingardium Leviosa
def test_wingardium_leviosa_piles_what_remains_into_one_tower() -> None:
    """[6] The chosen one on top, the others below in their order."""
    game = table("WALC")
    throw(game, "W")
    assert game.legal(0) == ["stack 0", "stack 1", "stack 2"] and code(game.why(0, "stack 7")) == "move/no_die"
    assert code(game.why(0, "throw")) == "move/stack_owed"
    game.play(0, "stack 1")
    assert tower(game) == "ACL" and loose(game) == "" and reserves(game) == [5, 4, 4]


def test_one_die_is_no_tower() -> None:
    """[6]"""
    game = table("WA")
    throw(game, "W")
    assert loose(game) == "A" and tower(game) == "" and game.pending == [1]


def test_an_old_tower_and_a_standing_immobulus_are_piled_too() -> None:
    """[6] [3] Piled, the Immobulus is broken."""
    game = hold(table("IIW", "AC"), 0, 1)
    throw(game, "W")
    game.play(0, "stack 0")
    assert tower(game) == "IACI" and state(game).held == 0 and state(game).held_top == 0


def test_only_the_top_counts_while_the_tower_stands() -> None:
    game = table("", "ALC")
    throw(game, "A")
    assert game.legal(0) == ["stop", "throw"] and loose(game) == "A"
    throw(game, "C", move="throw")
    assert tower(game) == "AL" and reserves(game) == [4, 4, 4]


def test_the_dice_of_a_fallen_tower_count_again() -> None:
    """À condition qu'ils soient encore empilés: fallen dice join the loose ones, bottom first, before those thrown."""
    game = table("I", "ALC")
    throw(game, "W", falls=True)
    assert loose(game) == "IALCW" and tower(game) == ""


def test_of_a_tower_hit_what_still_rests_stands_and_the_rest_is_loose() -> None:
    game = table("I", "ALC")
    s = state(game)
    s.landed_n, s.landed[:5], s.standing = 5, [1, 3, 2, 4, 5], 0b011
    game.play(0, "throw")
    assert tower(game) == "AL" and loose(game) == "IWC"


def test_a_die_of_the_tower_that_has_turned_over_has_fallen_even_onto_another() -> None:
    """The bodies show what counts: the die's face and its pose agree."""
    game = table("", "ALC")
    s = state(game)
    faces = [LETTERS.index(face) for face in "ALIW"]
    poses = [write_pose(Pose((0.0, 0.0, 0.8), flat_turn(s.sides.index(face), 0.0))) for face in faces]
    lay(s, 0, {"poses": poses, "tower": [0, 1, 2]})
    game.play(0, "throw")
    assert tower(game) == "AL" and loose(game) == "IW"


def test_a_top_that_is_taken_uncovers_the_next_which_counts_from_the_next_throw_on() -> None:
    """[6] It completes a group whatever that throw shows; the thrower obtains it, and is told why."""
    game = table("LC", "WLC")
    throw(game, "A")
    assert tower(game) == "WL" and heard(game, "uncovered") == [{"event": "uncovered", "face": "lashlabask"}]
    assert loose(game) == "LA" and game.pending == [2]
    throw(game, "X")
    assert heard(game, "obtained") == [{"event": "obtained", "seat": 2, "spell": "lashlabask", "dice": 2}]


def test_the_last_die_under_a_taken_top_is_loose() -> None:
    """[6]"""
    game = table("C", "AC")
    throw(game, "I")
    assert loose(game) == "IA" and tower(game) == ""


def test_an_immobulus_that_includes_the_top_leaves_it_there() -> None:
    """[6] And one that falls while it still shows it stays in the Immobulus."""
    game = table("I", "AI")
    throw(game, "C")
    assert tower(game) == "AI" and state(game).held == 1 and state(game).held_top == 1
    throw(game, "L", falls=True)
    assert loose(game) == "ICAIL" and state(game).held == 0b1001 and state(game).held_top == 0


def test_a_top_in_a_standing_immobulus_cannot_be_taken() -> None:
    """[3] [5]"""
    game = hold(table("IAL", "CI"), 0, top=True)
    throw(game, "A")
    assert game.legal(0) == ["take 1"] and code(game.why(0, "take 3")) == "move/held"
    covered = game.why(0, "take 2")
    assert covered is not None and "die 3: nothing but the top" in Words("bataille", "en").refusal(covered)


# --------------------------------------------------------------------------------------------------------- Confundo
def test_confundo_turns_the_direction_round_and_back() -> None:
    game = table("C")
    throw(game, "C")
    assert state(game).direction == -1 and game.pending == [2]
    throw(game, "CC" * 2, move="throw all")
    assert state(game).direction == 1 and game.pending == [0]


def test_with_two_seats_left_confundo_changes_only_the_sign() -> None:
    """[9]"""
    game = table("CA", reserves=(4, 4))
    throw(game, "C")
    assert state(game).direction == -1 and game.pending == [1]


# ------------------------------------------------------------------------------------------------- several groups
def test_several_groups_take_effect_in_the_order_of_the_list() -> None:
    """[2] All are taken first; then Accio, Wingardium Leviosa, Confundo."""
    game = table("CWALIAW")
    throw(game, "C")
    assert reserves(game) == [9, 4, 4] and loose(game) == "LI"
    assert game.legal(0) == ["take 0", "take 1"] and state(game).direction == 1
    game.play(0, "take 0")
    assert loose(game) == "I" and state(game).direction == -1 and game.pending == [2]


def test_with_a_lashlabask_the_other_groups_wait_for_the_common_throw() -> None:
    game = table("LWAI")
    throw(game, "L", knocked={2: "W"})
    answer(game, "CA")
    assert game.legal(0) == ["stack 0", "stack 1", "stack 2"] and loose(game) == "ICA"


# ----------------------------------------------------------------------------------------------------- Expelliarmus
def test_an_empty_arena_at_the_start_of_your_turn_disarms_you() -> None:
    """Expelliarmus: every die left is thrown, then the usual rules."""
    game = table()
    assert game.legal(0) == ["throw all"] and code(game.why(0, "throw")) == "move/all_owed"
    throw(game, "LACX")
    assert loose(game) == "LAC" and state(game).alive == 0b110
    assert heard(game, "threw") == [{"event": "threw", "seat": 0, "dice": 4}]


def test_the_last_die_into_an_empty_arena_is_fatal() -> None:
    game = table(reserves=(1, 4, 4))
    throw(game, "A")
    assert state(game).alive == 0b110


# --------------------------------------------------------------------------------------------- elimination and end
def test_who_has_no_die_left_at_the_end_of_their_turn_is_out() -> None:
    """Plus de dés; Fin de la partie."""
    game = table("A", reserves=(1, 4, 4))
    throw(game, "L")
    assert heard(game, "stupefied") == [{"event": "stupefied", "seat": 0, "points": 2}] and game.pending == [1]


def test_a_spell_with_the_last_die_brings_you_back() -> None:
    """The reserve counts at the end of the turn."""
    game = table("CA", reserves=(1, 4, 4))
    throw(game, "C")
    assert reserves(game) == [2, 4, 4] and state(game).alive == 0b111


def test_the_last_with_dice_wins() -> None:
    """[8]"""
    game = table("A", reserves=(1, 4))
    throw(game, "L")
    assert game.over and game.result is not None
    assert (game.result.winners, game.result.scores, game.result.ending) == ([1], [1, 0], "last_with_dice")


def test_seats_emptied_by_a_lashlabask_go_out_together_after_the_taking() -> None:
    """[7] Each scores the seats left after all of them have gone."""
    game = table("LA", reserves=(4, 1, 1, 4))
    throw(game, "L")
    answer(game, "WCI")
    assert state(game).alive == 0b1001 and state(game).points[:4] == [0, 2, 2, 0] and game.pending == [3]


def test_the_caster_of_a_lashlabask_that_empties_all_others_wins_even_without_dice() -> None:
    """[7] The remaining effects lapse."""
    game = table("LCA", reserves=(1, 1))
    throw(game, "L", knocked={2: "C"})
    answer(game, "W", knocked={0: "I", 1: "A", 2: "X"})
    assert game.over and reserves(game) == [0, 0] and heard(game, "won")[0]["dice"] == 0
    assert game.result is not None and game.result.winners == [0] and state(game).direction == 1


def test_after_sixty_turns_a_seat_without_an_elimination_most_dice_win() -> None:
    """[10] Each scores the seats holding more dice; a tie is shared."""
    game = table("A", reserves=(5, 4, 5))
    state(game).since = 180
    throw(game, "L")
    game.play(0, "stop")
    assert game.result is not None and game.result.ending == "guard"
    assert (game.result.winners, game.result.scores) == ([2], [1, 1, 0])


def test_the_guard_counts_from_the_last_elimination() -> None:
    """[10]"""
    game = table("A", reserves=(1, 4, 4))
    state(game).since = 180
    throw(game, "L")
    assert not game.over and state(game).since == 1


# ------------------------------------------------------------------------------------------------------------ advice
def test_reserves_may_be_played_hidden() -> None:
    """Conseils: it hides the counts on display, not the dice that everyone has seen."""
    game = table("A", hidden_reserves=True)
    assert game.view(1)["hidden_reserves"] == 1 and game.view(1)["reserve"] == [4, 4, 4]


def test_dice_may_not_be_turned_or_piled_or_lifted_by_hand() -> None:
    """Conseils: no move does, but those of Accio and Wingardium Leviosa."""
    game = table("AL")
    assert code(game.why(0, "take 0")) == code(game.why(0, "stack 0")) == "move/no_spell"


# -------------------------------------------------------------------------------------------------------- tournament
def test_a_tournament_has_as_many_games_as_players_and_another_begins_each() -> None:
    """Règles de tournoi."""
    cup = Tournament(3, first=1)
    firsts = []
    while cup.next:
        firsts.append(cup.next.first)
        cup = cup.add([1, 2, 3])
    assert firsts == [1, 2, 0] and cup.points == [0, 3, 6] and cup.winners == [0]


def test_who_is_eliminated_scores_the_players_still_in() -> None:
    """The first one out of three scores 2, the winner 0: the points of a game are the places less one."""
    game = table("A", reserves=(1, 1, 4))
    throw(game, "L")
    throw(game, "W")
    assert game.result is not None and game.result.scores == [2, 1, 0]
    assert Tournament(3).add(game.result.places).points == game.result.scores


def test_a_tied_tournament_is_shared_or_decided_by_one_more_game() -> None:
    drawn = ([1, 2, 3], [2, 1, 3], [1, 1, 3])
    shared, cup = Tournament(3), Tournament(3, decider=True)
    for places in drawn:
        shared, cup = shared.add(list(places)), cup.add(list(places))
    assert shared.over and shared.winners == [0, 1]
    assert cup.next is not None and (cup.next.players, cup.next.first) == ((0, 1), 0)
    cup = cup.add([2, 1])
    assert cup.over and cup.winners == [1] and cup.points == [1, 1, 6]


# -------------------------------------------------------------------------------------------------------------- deck
@pytest.mark.parametrize(
    ("part", "code_wanted"),
    [
        ({"dice": 27}, "deck/out_of_range"),
        ({"dice": "26"}, "deck/out_of_range"),
        ({"dealt": [8, 7, 6]}, "deck/wrong_count"),
        ({"dealt": [13, 7, 6, 5]}, "deck/out_of_range"),
        ({"sides": ["x", "accio"]}, "deck/wrong_count"),
        ({"sides": ["x", "accio", "accio", "immobulus", "lashlabask", "confundo"]}, "deck/wrong_count"),
        ({"sides": ["x", "accio", "crucio", "immobulus", "lashlabask", "confundo"]}, "deck/unknown_symbol"),
        ({"colour": "blue"}, "deck/unknown"),
        ({"chances": {}}, "deck/missing"),
    ],
)
def test_a_wrong_deck_is_refused(part: dict[str, Any], code_wanted: str) -> None:
    deck = sortilege.new("bataille", 2, 1).deck
    with pytest.raises(Refusal) as refused:
        sortilege.new("bataille", 2, 1, deck=deck | part)
    assert refused.value.code == code_wanted


@pytest.mark.parametrize(("name", "value"), [("knock", [0] * 5), ("topple", 10_001), ("out_one", -1), ("luck", 1)])
def test_wrong_chances_are_refused(name: str, value: Any) -> None:
    deck = sortilege.new("bataille", 2, 1).deck
    with pytest.raises(Refusal, match="deck/"):
        sortilege.new("bataille", 2, 1, deck=deck | {"chances": deck["chances"] | {name: value}})


def test_a_deck_without_chances_is_thrown_with_the_measured_ones() -> None:
    deck = sortilege.new("bataille", 2, 1).deck
    assert sortilege.new("bataille", 2, 1, deck={k: v for k, v in deck.items() if k != "chances"}).deck == deck


def test_a_missing_part_of_the_deck_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        sortilege.new("bataille", 2, 1, deck={"dice": 26})
    assert refused.value.facts["part"] == "dealt"


# ------------------------------------------------------------------------------------------------------ table throws
def chances(**parts: int) -> dict[str, Any]:
    deck = sortilege.new("bataille", 2, 1).deck
    knock = [parts.pop("knock", 0)] * 27
    none = {"out_one": 0, "out_many": 0, "knocked_out": 0, "topple": 0, "knock": knock}
    return deck | {"chances": none | parts}


def thrown_into(deck: dict[str, Any], seed: int, lying: str, piled: str = "") -> tuple[str, str]:
    game = sortilege.new("bataille", 2, seed, {"first": 0}, deck)
    s, there = state(game), state(table(lying, piled, (4, 4)))
    s.loose, s.loose_n, s.tower, s.tower_n = there.loose, there.loose_n, there.tower, there.tower_n
    game.play(0, "throw")
    return loose(game), tower(game)


def test_a_table_throw_shows_any_face_or_leaves_by_its_chance() -> None:
    shown = {thrown_into(chances(), seed, "I")[0] for seed in range(80)}
    assert shown == {"I", "II", "IL", "IA", "IW", "IC"}
    assert {thrown_into(chances(out_one=10_000), seed, "I")[0] for seed in range(9)} == {"I"}


def test_in_a_table_throw_a_loose_die_changes_to_another_face_or_leaves() -> None:
    always = {thrown_into(chances(out_one=10_000, knock=10_000), seed, "I")[0] for seed in range(80)}
    assert always == {"", "L", "A", "W", "C"}
    gone = chances(out_one=10_000, knock=10_000, knocked_out=10_000)
    assert {thrown_into(gone, seed, "IL")[0] for seed in range(9)} == {""}


def test_in_a_table_throw_the_tower_stands_or_falls_whole() -> None:
    stands = chances(out_one=10_000, knock=10_000)
    assert thrown_into(stands, 1, "", "ALC") == ("", "ALC")
    fallen = {thrown_into(stands | chances(out_one=10_000, topple=10_000), seed, "", "AL")[1] for seed in range(9)}
    assert fallen == {""}


def test_every_symbol_of_the_deck_is_a_face() -> None:
    assert sorted(sortilege.new("bataille", 2, 1).deck["sides"]) == sorted(SYMBOLS)


# --------------------------------------------------------------------------------------------------------- positions
@pytest.mark.parametrize(
    "fault",
    [
        "dice=27", "dice=20", "dealt=8,7,6,9", "sides=0,1,2,3,4,4", "out_one=10001", "out_many=-1", "knocked_out=10001",
        "topple=-1", "knock=-1", "direction=2", "direction=0", "alive=3", "alive=15", "reserve=4,4,17,-4", "points=1",
        "points=-1", "since=-1", "since=181", "round=0", "round=32767", "gone=-1", "spells=8", "held=1", "held=4",
        "held_top=1", "held_top=2", "loose=9", "loose=3,2", "tower=1", "loose_n=27", "step=1 loose_n=2 loose=3,3",
        "step=2", "step=3", "step=4 spells=8", "step=5", "step=6", "together=1", "waiting=3", "turn=1", "aim=2",
        "landed=1", "landed_n=1", "standing=1", "loose_pose=1", "loose_pose=0,0,800,0,0,0,32767",
        "throws=1 loose_pose=0,0,800,0,0,0,32767", "throws=1 loose_pose=9999,0,800,32767", "throws=2",
        "hidden_reserves=9",
    ],
)  # fmt: skip
def test_a_position_that_no_game_reaches_is_refused(fault: str) -> None:
    game = table("A", reserves=(4, 4, 4))
    state(game).gone = 3 * 7 + 1 - 4 * 3 - 1
    sound = dict(cell.split("=") for cell in game.position().split()[1:])
    assert sortilege.from_position("bataille", game.position()).pending == [0]
    faulty = sound | dict(cell.split("=") for cell in fault.split())
    with pytest.raises(Refusal, match="position/"):
        sortilege.from_position("bataille", " ".join(["bataille/1", *(f"{k}={v}" for k, v in faulty.items())]))


def test_a_tower_of_nearly_all_the_dice_still_has_a_position() -> None:
    """No die is higher than a pose can tell."""
    s = state(table("IL" * 12))
    s.throws = ARENA
    pile_up(s, 0)
    assert s.tower_n == 24 and s.to_bytes() and s.tower_pose[23][2] == s.tower_pose[19][2] < 1 << 15
