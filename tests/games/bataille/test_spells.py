"""Test the spells of Bataille: each test is a sentence of the rulebook or, by its number, one of our rulings."""

from sortilege.arena.bodies import Pose, flat_turn, write_pose
from sortilege.games.bataille.physics import lay
from sortilege.games.bataille.state import Step
from sortilege.words import Words
from tests.games.bataille.tables import (
    LETTERS,
    answer,
    code,
    heard,
    hold,
    loose,
    needs_bodies,
    reserves,
    state,
    table,
    throw,
    tower,
)


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
    """[3] No spell, does not end the turn, stops no other spell."""
    game = hold(table("II"), 0, 1)
    throw(game, "A")
    assert game.legal(0) == ["stop", "throw"]
    throw(game, "A", move="throw")
    assert reserves(game) == [4, 4, 4] and loose(game) == "II" and game.pending == [1]


def test_an_arena_that_holds_only_a_standing_immobulus_is_not_empty() -> None:
    """[3]"""
    game = hold(table("IIA"), 0, 1)
    throw(game, "A")
    assert game.pending == [1] and game.legal(1) == ["throw"]


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
    """[4] Immobulus too, which is broken [3]."""
    game = hold(table("LII"), 1, 2)
    throw(game, "L")
    answer(game, "CC")
    assert reserves(game) == [9, 3, 3] and loose(game) == "" and state(game).direction == 1 and state(game).held == 0
    assert [told["event"] for told in game.heard()].count("broken") == 1


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
    assert [told["event"] for told in game.heard()][:2] == ["stacked", "broken"]


def test_no_immobulus_is_broken_by_piling_up_where_none_stood() -> None:
    game = table("IWA")
    throw(game, "W")
    game.play(0, "stack 0")
    assert heard(game, "stacked") and not heard(game, "broken")


def test_only_the_top_counts_while_the_tower_stands() -> None:
    game = table("", "ALC")
    throw(game, "A")
    assert game.legal(0) == ["stop", "throw"] and loose(game) == "A"
    throw(game, "C", move="throw")
    assert tower(game) == "AL" and reserves(game) == [4, 4, 4]


def test_the_dice_of_a_fallen_tower_count_again() -> None:
    """It saves only what stands: fallen dice join the loose ones, bottom first, before those thrown."""
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


def test_of_a_tower_of_two_whose_top_is_knocked_off_one_die_has_fallen() -> None:
    """One die is no tower: the other is loose too, but it did not come down."""
    game = table("", "AL")
    s = state(game)
    faces = [LETTERS.index(face) for face in "AIW"]
    poses = [write_pose(Pose((3.0 * i, 0.0, 0.8), flat_turn(s.sides.index(face), 0.0))) for i, face in enumerate(faces)]
    lay(s, 0, {"poses": poses, "tower": []})
    game.play(0, "throw")
    assert heard(game, "tower_fell") == [{"event": "tower_fell", "dice": 1}]
    assert heard(game, "fell") == [{"event": "fell", "face": "immobulus"}]
    assert heard(game, "left_alone") == [{"event": "left_alone", "face": "accio"}]
    assert tower(game) == "" and loose(game) == "AIW"


def test_of_a_tower_drawn_to_fall_every_die_falls() -> None:
    game = table("", "AL")
    throw(game, "W", knocked={1: "I"}, falls=True)
    assert heard(game, "tower_fell") == [{"event": "tower_fell", "dice": 2}] and len(heard(game, "fell")) == 2


def test_a_top_that_is_taken_uncovers_the_next_which_counts_from_the_next_throw_on() -> None:
    """[6] It completes a group whatever that throw shows; the thrower obtains it, and is told why."""
    game = table("LC", "WLC")
    throw(game, "A")
    assert tower(game) == "WL" and heard(game, "uncovered") == [{"event": "uncovered", "face": "lashlabask"}]
    assert loose(game) == "LA" and game.pending == [2]
    throw(game, "X")
    assert heard(game, "lay_complete") == [{"event": "lay_complete", "spell": "lashlabask"}]
    assert heard(game, "obtained") == [{"event": "obtained", "seat": 2, "spell": "lashlabask", "dice": 2}]


def test_with_a_taken_top_an_equal_die_below_it_is_not_taken() -> None:
    """[6]"""
    game = table("", "WCC")
    throw(game, "C")
    assert tower(game) == "WC" and loose(game) == "" and reserves(game) == [5, 4, 4]


def test_an_uncovered_die_that_joins_a_standing_immobulus_is_told_of() -> None:
    """[3] [6]"""
    game = hold(table("IIL", "AIC"), 0, 1)
    throw(game, "C")
    assert tower(game) == "AI" and heard(game, "uncovered") and not heard(game, "lay_complete")
    throw(game, "W")
    assert heard(game, "lay_complete") == [{"event": "lay_complete", "spell": "immobulus"}]


def test_of_a_group_that_the_throw_completes_nothing_more_is_told() -> None:
    game = table("L", "WA")
    throw(game, "L")
    assert heard(game, "obtained") and not heard(game, "lay_complete") and not heard(game, "laid_bare")


def test_a_top_that_is_knocked_off_lays_the_next_bare_which_counts_at_once() -> None:
    """The group it completes is told after it."""
    game = table("L", "WLC")
    s = state(game)
    s.landed_n, s.landed[:5], s.standing = 5, [2, 4, 2, 1, 3], 0b011
    game.play(0, "throw")
    told = [told["event"] for told in game.heard()]
    assert heard(game, "laid_bare") == [{"event": "laid_bare", "face": "lashlabask"}]
    assert told.index("fell") < told.index("laid_bare") < told.index("obtained")


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
