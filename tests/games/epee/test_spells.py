"""Test the spells of Épée: each test is a sentence of the rulebook or, by its number, one of our rulings."""

import pytest

from sortilege import Game
from sortilege.games.epee.state import SPELLS
from tests.games.epee.tables import heard, hold, next_round, own, play, refusal, rest, state, table


def phase_b(*spells: str, stones: tuple[int, ...] = (2, 5, 1), magic: int = 10) -> Game:
    """Return phase B of the second round: seat 0 owns the spells, seat 2 is the first player."""
    game = table("zombies", "skeleton", magic=magic - 3)  # 1 for resting, 2 in phase B
    own(game, 0, *spells)
    state(game).stones[:3] = stones
    rest(game)
    if state(game).round == 1:
        game.play(0, "done")  # phase E: the holder of Transformus is always asked
    return game


def test_fulmentus_gives_two_stones_and_a_point_more_at_an_energy_ball() -> None:
    """Fulmentus, in phase D; on its own. [6]"""
    game = table("energy-a", "skeleton")
    own(game, 1, "fulmentus")
    play(game, "0 go 1", "1 go 1", "2 rest")
    assert state(game).stones[:3] == [0, 2, 0] and state(game).magic[:2] == [10 + 4 + 2, 10 + 4 + 1 + 2]


def test_fulmentus_does_nothing_elsewhere() -> None:
    """Only where its owner's magician stands at an energy ball."""
    game = table("energy-a", "holy-a")
    own(game, 1, "fulmentus")
    play(game, "0 go 1", "1 go 2", "2 rest")
    assert state(game).stones[:3] == [0, 1, 0] and not heard(game, "acted")


def test_stonex_gives_two_stones_and_a_card_more_at_a_holy_place() -> None:
    """Stonex, in phase D. [6] Its card is drawn in its holder's own turn."""
    game = table("holy-a", "skeleton")
    own(game, 0, "stonex")
    top = state(game).artefacts[25:28]
    play(game, "0 go 1", "1 go 1", "2 rest")
    s = state(game)
    assert s.stones[:3] == [3, 1, 0] and s.hand[:2] == [1 << top[2] | 1 << top[1], 1 << top[0]]


def test_stonex_does_nothing_elsewhere() -> None:
    game = table("holy-a", "energy-a")
    own(game, 0, "stonex")
    play(game, "0 go 2", "1 go 1", "2 rest")
    assert state(game).stones[:3] == [0, 1, 0] and not heard(game, "acted")


def test_addus_gives_a_point_more_in_phase_b() -> None:
    """Addus. [2] After the 2 points of all."""
    game = phase_b("addus")
    assert state(game).magic[:3] == [11, 10, 10] and game.pending == [2]
    told = [t["event"] for t in game.heard()]
    assert told.index("acted") > [i for i, name in enumerate(told) if name == "gained_magic"][2]


def test_retransformus_changes_a_stone_into_two_points_in_phase_b() -> None:
    """Retransformus: one may, and need not."""
    game = phase_b("retransformus")
    assert game.pending == [0] and game.legal(0) == ["retransform", "done"]
    game.play(0, "retransform")
    assert state(game).stones[0] == 1 and state(game).magic[0] == 12
    assert game.legal(0) == ["done"] and refusal(game, 0, "retransform") == "move/spell_used"


def test_retransformus_needs_a_stone() -> None:
    """In B a holder is asked only if it can do something when its turn comes."""
    game = phase_b("retransformus", stones=(0, 5, 1))
    assert game.pending == [2] and "rest" in game.legal(2)


def test_retransformus_may_change_the_last_stone() -> None:
    game = phase_b("retransformus", stones=(1, 5, 1))
    assert game.legal(0) == ["retransform", "done"]
    play(game, "0 retransform")
    assert state(game).stones[0] == 0 and state(game).magic[0] == 12


def test_harpagus_takes_a_point_from_a_chosen_seat_with_more_stones() -> None:
    """Harpagus, in phase B."""
    game = phase_b("harpagus")
    assert game.legal(0) == ["harpagus 1", "done"]
    assert refusal(game, 0, "harpagus 2") == "move/not_richer" and refusal(game, 0, "harpagus 3") == "move/no_such_seat"
    game.play(0, "harpagus 1")
    assert state(game).magic[:3] == [11, 9, 10] and refusal(game, 0, "harpagus 1") == "move/spell_used"


def test_harpagus_needs_strictly_more_stones_and_some_magic() -> None:
    """[2]"""
    game = phase_b("harpagus", stones=(5, 5, 1))
    assert "rest" in game.legal(2)
    game = phase_b("harpagus", "retransformus", stones=(2, 5, 5))
    state(game).magic[1] = 0
    assert refusal(game, 0, "harpagus 1") == "move/victim_empty" and game.legal(0)[1] == "harpagus 2"


def test_harpagus_may_take_the_last_point_of_magic() -> None:
    """[2]"""
    game = phase_b("harpagus")
    state(game).magic[1] = 1
    assert game.legal(0) == ["harpagus 1", "done"]
    play(game, "0 harpagus 1")
    assert state(game).magic[:2] == [11, 0]


def test_at_thirty_the_stone_or_the_point_is_still_spent() -> None:
    """[2]"""
    game = phase_b("retransformus", "harpagus", magic=30)
    play(game, "0 retransform", "0 harpagus 1", "0 done")
    assert state(game).stones[0] == 1 and state(game).magic[:3] == [30, 29, 30]


def test_holders_are_asked_in_turn_order_and_those_before_may_make_a_spell_possible() -> None:
    """[2]"""
    game = table("zombies", "skeleton")
    own(game, 2, "retransformus", "transformus")
    own(game, 0, "harpagus")
    state(game).stones[:3] = [5, 5, 5]
    rest(game)
    play(game, "2 done")  # phase E
    assert game.pending == [2] and game.legal(2) == ["retransform", "done", "transform"]
    play(game, "2 transform", "2 done")
    assert game.pending == [0] and game.legal(0) == ["harpagus 2", "done"]


def test_those_before_may_make_a_spell_impossible() -> None:
    """[2] Its holder is then not asked."""
    game = table("zombies", "skeleton")
    own(game, 2, "retransformus")
    own(game, 0, "harpagus")
    state(game).stones[:3] = [5, 5, 6]
    rest(game)
    play(game, "2 retransform", "2 done")
    assert game.pending == [2] and "rest" in game.legal(2)  # nobody has more stones than seat 0 any more


def test_one_may_cast_all_the_spells_one_owns_in_a_round() -> None:
    """Sortilèges: as many as one owns."""
    game = phase_b("retransformus", "harpagus", "addus", "transformus")
    play(game, "0 harpagus 1", "0 transform", "0 retransform")
    assert game.view()["used"] == ["retransformus", "transformus", "addus", "harpagus"]


def test_one_may_cast_without_having_chosen_an_adventure() -> None:
    """Sortilèges: a resting owner casts as well."""
    game = table("zombies", "skeleton")
    own(game, 0, "transformus")
    rest(game)
    assert game.pending == [0] and game.legal(0) == ["done", "transform"]  # phase E, with no card in hand
    game.play(0, "transform")
    assert state(game).stones[0] == 1 and state(game).magic[0] == 10


def test_transformus_changes_a_point_into_a_stone_once_a_round() -> None:
    """Transformus. And once again in the next round; [9] the decision is still to be made."""
    game = table("zombies", "skeleton")
    own(game, 0, "transformus")
    game.play(0, "transform")
    assert state(game).stones[0] == 1 and state(game).magic[0] == 9
    assert refusal(game, 0, "transform") == "move/spell_used"
    assert game.pending == [0] and game.legal(0) == ["go 1", "go 2", "rest"]  # the decision is still to be made
    next_round(game)
    play(game, "2 rest", "0 transform")
    assert state(game).stones[0] == 2


def test_transformus_may_be_used_at_every_decision_from_b_to_e() -> None:
    """It adds a move to the decisions of B, C, D and E; in B it makes none of its own."""
    game = phase_b("transformus", "retransformus")
    assert "transform" in game.legal(0)
    play(game, "0 done", "2 go 1", "0 go 1", "1 go 2")
    assert game.legal(2) == ["share", "auction"]
    play(game, "2 share")
    assert game.legal(0) == ["share", "auction", "transform"]
    play(game, "0 auction", "2 bid 8")
    assert game.legal(0) == ["bid 9", "bid 10", "pass", "transform"]
    play(game, "0 pass")
    assert game.pending == [1]


def test_transformus_may_be_used_before_answering_a_trade() -> None:
    """Phase E: the answer is still to be given."""
    game = table("zombies", "skeleton")
    own(game, 1, "transformus")
    hold(game, 0, "sword-1")
    hold(game, 1, "egg-1")
    rest(game)
    play(game, "0 offer 1 sword-1 for any", "1 transform")
    assert game.pending == [1] and game.legal(1) == ["accept egg-1", "decline"]


def test_transformus_may_cost_its_owner_the_share() -> None:
    """[5] Ability to pay is looked at after everyone has spoken."""
    game = table("zombies", "skeleton", magic=4)
    own(game, 1, "transformus")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 share", "1 transform", "1 share")
    assert heard(game, "auction_opened")


def test_transformus_makes_no_decision_of_its_own_in_b() -> None:
    game = phase_b("transformus")
    assert game.pending == [2] and "rest" in game.legal(2)


def test_transformus_needs_a_point_of_magic() -> None:
    game = table("zombies", "skeleton", magic=0)
    own(game, 0, "transformus")
    assert "transform" not in game.legal(0) and refusal(game, 0, "transform") == "move/no_magic"


def test_transformus_may_change_the_last_point_of_magic() -> None:
    game = table("zombies", "skeleton", magic=1)
    own(game, 0, "transformus")
    assert "transform" in game.legal(0)
    play(game, "0 transform")
    assert state(game).stones[0] == 1 and state(game).magic[0] == 0


def test_a_spell_won_in_d_may_act_in_e_of_the_same_round() -> None:
    """[9]"""
    game = table("transformus", "skeleton")
    play(game, "0 go 1", "1 rest", "2 rest")
    assert game.pending == [0] and "transform" in game.legal(0)


@pytest.mark.parametrize("spell", SPELLS)
def test_every_spell_lies_open_to_all(spell: str) -> None:
    """Sortilèges: on the table, face up; what it has done this round is open too."""
    game = table(spell, "skeleton")
    play(game, "0 go 1", "1 rest", "2 rest")
    assert game.view()["spells"][0] == [spell] and game.view(2)["spells"][0] == [spell]


@pytest.mark.parametrize("text", ["transform", "retransform", "harpagus 1"])
def test_a_spell_one_does_not_own_cannot_be_cast(text: str) -> None:
    game = phase_b("retransformus" if text == "harpagus 1" else "harpagus")
    assert refusal(game, 0, text) == "move/no_spell"
