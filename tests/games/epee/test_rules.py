"""Test Épée: each test is a sentence of the rulebook or, by its number, one of our rulings.

Here are set-up, round, adventures and the end; spells and artefacts have files of their own.
"""

from itertools import islice

import pytest

import sortilege
from sortilege.games.epee.state import ADVENTURES, LETTERS, NONE
from tests.games.epee.tables import heard, hold, lay, next_round, own, play, refusal, rest, show, state, table


# ---------------------------------------------------------------------------------------------------------- set-up
def test_everyone_begins_without_stones_and_with_two_points_of_magic() -> None:
    """Préparation: paper for the stones, 2 points of magic; phase B of the first round has given 2 more."""
    s = state(sortilege.new("epee", 4, 1))
    assert s.stones == [0] * 4 and s.magic == [4] * 4 and s.hand == s.laid == s.spells == [0] * 4


def test_the_25_adventures_are_mixed_by_letter_and_laid_a_over_b_over_c() -> None:
    """Préparation: three piles by their backs, C below, then B, then A on top."""
    s = state(sortilege.new("epee", 3, 1))
    pile = [*s.adventures[: s.adventures_n], s.display[1], s.display[0]]
    assert sorted(pile) == list(range(25))
    assert "".join(LETTERS[s.letter[card]] for card in pile) == "C" * 8 + "B" * 9 + "A" * 8
    assert len({tuple(state(sortilege.new("epee", 3, seed)).adventures[:8]) for seed in range(9)}) > 7


def test_the_28_artefacts_are_mixed_face_down() -> None:
    """Préparation."""
    game = sortilege.new("epee", 3, 1)
    assert sorted(state(game).artefacts) == list(range(28)) and "artefacts" not in game.view(0)
    assert len({tuple(state(sortilege.new("epee", 3, seed)).artefacts) for seed in range(9)}) == 9


def test_the_first_player_may_be_named_or_is_drawn() -> None:
    """Préparation: a first player is determined. [11]"""
    assert sortilege.new("epee", 4, 1, {"first": 2}).pending == [2]
    assert {sortilege.new("epee", 4, seed).pending[0] for seed in range(40)} == {0, 1, 2, 3}


# -------------------------------------------------------------------------------------------------- phases A, B, C
def test_phase_a_turns_up_adventures_until_two_lie_open() -> None:
    """Phase A: a survivor becomes number 1."""
    game = table("energy-a", "skeleton")
    rest(game)
    s = state(game)
    assert s.display[0] == ADVENTURES.index("skeleton") and s.display[1] != NONE and s.adventures_n == 22


def test_no_spell_acts_in_phase_a() -> None:
    """Phase A: nobody is asked between the last choice and the magic of phase B, whatever they own."""
    game = table("zombies", "skeleton")
    own(game, 0, "addus", "fulmentus", "stonex")
    rest(game)
    told = [t["event"] for t in game.heard()]
    assert "acted" not in told[: told.index("round_began")]


def test_phase_b_gives_two_points_to_all_in_the_first_round_too() -> None:
    """Phase B."""
    game = table("zombies", "skeleton", magic=4)
    rest(game)
    assert state(game).magic[:3] == [4 + 1 + 2] * 3 and state(sortilege.new("epee", 2, 1)).magic[:2] == [4, 4]


def test_nobody_has_more_than_thirty_points() -> None:
    """Phase B: what goes above is lost."""
    game = table("zombies", "skeleton", magic=29)
    rest(game)
    assert state(game).magic[:3] == [30] * 3


def test_phase_c_asks_clockwise_from_the_first_player() -> None:
    """Phase C: one magician each, to one of the two adventures."""
    game = table("zombies", "skeleton", seats=4)
    for seat in range(4):
        assert game.pending == [seat] and game.legal(seat) == ["go 1", "go 2", "rest"]
        game.play(seat, f"go {1 + seat % 2}")
    assert game.view()["choice"] == ["1", "2", "1", "2"]


def test_who_chooses_no_adventure_gains_a_point_at_once() -> None:
    """Phase C."""
    game = table("zombies", "skeleton")
    play(game, "0 rest")
    assert state(game).magic[:3] == [11, 10, 10]


# --------------------------------------------------------------------------------------------------------- phase D
@pytest.mark.parametrize(
    ("moves", "order"),
    [
        (["0 go 2", "1 go 1", "2 rest"], ["skeleton", "zombies"]),
        (["0 rest", "1 go 1", "2 go 2"], ["zombies", "skeleton"]),
        (["0 rest", "1 rest", "2 go 2"], ["skeleton"]),
    ],
)
def test_the_adventure_of_the_first_player_or_the_nearest_seat_comes_first(moves: list[str], order: list[str]) -> None:
    """Phase D. [1] One where nobody went is passed over."""
    game = table("zombies", "skeleton")
    play(game, *moves)
    reached = heard(game, "reached")
    while state(game).place != NONE:
        game.play(game.pending[0], "leave")
        reached += heard(game, "reached")
    assert [told["card"] for told in reached] == order


def test_what_is_resolved_is_discarded_and_only_creatures_stay() -> None:
    """Phase D. [8] A spell, a holy place or an energy ball leaves even where nobody went."""
    game = table("energy-a", "goblin-scout")
    rest(game)
    assert game.view()["discarded"] == ["energy-a"] and game.view()["display"][0] == "goblin-scout"
    game = table("addus", "holy-a")
    rest(game)
    assert game.view()["discarded"] == ["holy-a", "addus"] and not any(game.view()["spells"])


def test_an_empty_artefact_pile_gives_none_and_says_so_once() -> None:
    """[9] Of two cards to draw the last one is given."""
    for left, told in ((1, ["drew", "no_artefact_left"]), (0, ["no_artefact_left"])):
        game = table("dragon", "skeleton", magic=20)
        state(game).artefacts_n = left
        play(game, "0 go 1", "1 rest", "2 rest", "0 fight")
        assert [t["event"] for t in game.heard() if t["event"] in ("drew", "no_artefact_left")] == told
        assert state(game).hand_n[0] == left


def test_energy_ball_everyone_there_gains_its_magic() -> None:
    """Boules d'énergie."""
    game = table("energy-b", "skeleton")
    play(game, "0 go 1", "1 go 1", "2 rest")
    assert state(game).magic[:3] == [10 + 5 + 2, 10 + 5 + 2, 10 + 1 + 2]


def test_holy_place_everyone_there_gains_its_stones_and_draws_in_turn_order() -> None:
    """Lieu saint: the card goes into the hand."""
    game = table("holy-b", "skeleton")
    top = state(game).artefacts[26:28]
    play(game, "0 rest", "1 go 1", "2 go 1")
    assert state(game).stones[:3] == [0, 2, 2] and state(game).hand[:3] == [0, 1 << top[1], 1 << top[0]]


def test_spell_who_comes_alone_takes_it_for_nothing() -> None:
    """Sortilèges."""
    game = table("addus", "skeleton")
    play(game, "0 rest", "1 go 1", "2 rest")
    assert game.view()["spells"] == [[], ["addus"], []] and state(game).magic[1] == 10 + 2 + 1
    assert "addus" not in game.view()["discarded"]


def test_spell_for_several_there_is_an_auction() -> None:
    """Sortilèges: the winner pays the bid and lays the spell open."""
    game = table("addus", "skeleton")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 bid 3", "1 pass")
    assert game.view()["spells"] == [["addus"], [], []] and state(game).magic[0] == 10 - 3 + 2 + 1


# ------------------------------------------------------------------------------------------------------- creatures
def test_creature_one_magician_pays_the_cost_and_takes_the_reward_for_one() -> None:
    """Créatures, first case; the symbols of one figure, of stones, of the cost (just enough) and of cards to draw."""
    game = table("zombies", "skeleton", magic=8)
    play(game, "0 go 1", "1 rest", "2 rest")
    assert game.legal(0) == ["fight", "leave"]
    game.play(0, "fight")
    s = state(game)
    assert (s.magic[0], s.stones[0], s.hand_n[0]) == (8 - 8, 5, 1) and "zombies" in game.view()["discarded"]


def test_creature_one_magician_may_leave_it_or_be_too_poor() -> None:
    """Créatures: it stays for the next round. Everyone concerned is asked, even with one move left."""
    game = table("zombies", "skeleton", magic=7)
    play(game, "0 go 1", "1 rest", "2 rest")
    assert game.legal(0) == ["leave"] and refusal(game, 0, "fight") == "move/too_dear"
    game.play(0, "leave")
    assert game.view()["display"] == ["zombies", "skeleton"] and state(game).stones[0] == 0


def test_creature_several_share_the_cost_rounded_up_and_take_the_reward_for_several() -> None:
    """Créatures, second case; the symbol of two figures."""
    game = table("skeleton", "zombies")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 share", "1 share")
    s = state(game)
    assert s.stones[:3] == [1, 1, 0] and s.magic[:3] == [10 - 3 + 1 + 2, 10 - 3 + 1 + 2, 13]
    assert heard(game, "beat_shared") == [{"event": "beat_shared", "card": "skeleton", "helpers": 2, "price": 3}]


def test_each_says_aloud_whether_they_would_share() -> None:
    """[5] In turn order, and everyone hears it; one who could not pay is asked as well."""
    game = table("zombies", "skeleton", seats=4)
    state(game).magic[2] = 0
    play(game, "0 rest", "1 go 1", "2 go 1", "3 go 1", "1 share")
    assert heard(game, "would_share") and game.view()["sharers"] == [1]
    assert game.pending == [2] and game.legal(2) == ["share", "auction"]


def test_a_share_that_one_seat_cannot_pay_goes_to_auction() -> None:
    """[5] Though all said `share`, and only afterwards."""
    game = table("zombies", "skeleton")
    state(game).magic[1] = 3
    play(game, "0 go 1", "1 go 1", "2 rest", "0 share", "1 share")
    assert heard(game, "auction_opened") and state(game).magic[:2] == [10, 3]
    assert game.pending == [0] and game.legal(0) == ["bid 8", "bid 9", "bid 10", "pass"]


def test_all_pay_before_anyone_takes_and_take_in_turn_order() -> None:
    """[6] Of the last artefact card the nearest seat to the first player gets one."""
    game = table("lich", "zombies", seats=2, magic=7)
    state(game).artefacts_n = 1
    play(game, "0 go 1", "1 go 1", "0 share", "1 share")
    events = [told["event"] for told in game.heard()]
    assert [e for e in events if e in ("paid_magic", "drew", "no_artefact_left")] == [
        *("paid_magic", "paid_magic", "drew", "no_artefact_left")
    ]
    assert state(game).hand_n[:2] == [1, 0] and state(game).stones[:2] == [4, 4]


def test_each_takes_the_reward_then_bonuses_then_artefact_cards() -> None:
    """[6] One seat after the other."""
    game = table("lich", "zombies", seats=2, magic=7)  # crown, wand
    lay(game, 0, "crown-1")
    lay(game, 1, "wand-3")
    play(game, "0 go 1", "1 go 1", "0 share", "1 share")
    taken = ("gained_stones", "bonus_given", "drew")
    told = [(t["event"], t["seat"]) for t in game.heard() if t["event"] in taken]
    assert told == [
        *(("gained_stones", 0), ("bonus_given", 0), ("gained_stones", 0), ("drew", 0)),
        *(("gained_stones", 1), ("bonus_given", 1), ("drew", 1)),
    ]


# -------------------------------------------------------------------------------------------------------- auctions
def test_auction_with_three_bidders() -> None:
    """Créatures, third case: from the seat nearest the first player, each outbids or passes for good."""
    game = table("goblin-chief", "skeleton", seats=4, magic=15)
    play(game, "0 rest", "1 go 1", "2 go 1", "3 go 1", "1 share", "2 auction", "3 share")
    assert game.legal(1) == [*(f"bid {x}" for x in range(9, 16)), "pass"]
    play(game, "1 bid 9", "2 bid 11")
    assert game.legal(3) == [*(f"bid {x}" for x in range(12, 16)), "pass"]
    play(game, "3 pass", "1 bid 12")
    assert game.pending == [2] and game.view()["waiting"] == [1, 2]
    game.play(2, "pass")
    s = state(game)
    assert s.stones == [0, 6, 0, 0] and s.magic[1] == 15 - 12 + 1 + 2 and s.magic[2:] == [17, 17]


def test_a_bid_is_never_more_than_one_has() -> None:
    """Créatures: it may not be above the points of magic one owns."""
    game = table("zombies", "skeleton")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 auction", "1 share")
    assert refusal(game, 0, "bid 11") == "move/bid_too_high" and refusal(game, 0, "bid 7") == "move/bid_too_low"


def test_with_no_bid_yet_the_last_seat_is_still_asked_and_without_any_the_creature_stays() -> None:
    """[3]"""
    game = table("zombies", "skeleton")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 auction", "1 auction", "0 pass")
    assert game.pending == [1] and "bid 8" in game.legal(1)
    play(game, "1 pass")
    assert heard(game, "stayed") and game.view()["display"] == ["zombies", "skeleton"]


def test_the_last_seat_may_open_and_wins_at_once() -> None:
    """[3] It pays the bid and nothing else."""
    game = table("zombies", "skeleton")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 auction", "1 auction", "0 pass", "1 bid 8")
    assert state(game).stones[1] == 5 and state(game).magic[1] == 10 - 8


def test_in_the_other_reading_the_winner_pays_bid_and_cost() -> None:
    """[3] Option auction = bid+cost: opening at 0, at most what is left above the cost."""
    game = table("zombies", "skeleton", auction="bid+cost")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 auction", "1 auction")
    assert game.legal(0) == ["bid 0", "bid 1", "bid 2", "pass"]
    refused = game.why(0, "bid 3")
    assert refused and refused.code == "move/bid_and_cost_too_high"
    assert refused.facts == {"bid": 3, "price": 11, "magic": 10}
    play(game, "0 bid 1", "1 pass")
    assert state(game).magic[0] == 10 - 8 - 1 and state(game).stones[0] == 5


def test_a_spell_auction_opens_at_zero_and_the_last_one_takes_it() -> None:
    """[4] At the last bid, or for nothing where there was none; in the other reading too."""
    for option in ("bid", "bid+cost"):
        game = table("addus", "skeleton", auction=option)
        play(game, "0 go 1", "1 go 1", "2 go 1")
        assert game.legal(0)[0] == "bid 0" and game.legal(0)[-1] == "pass" and len(game.legal(0)) == 12
        play(game, "0 pass", "1 pass")
        assert game.view()["spells"] == [[], [], ["addus"]] and state(game).magic[2] == 10 + 2 + 1


# --------------------------------------------------------------------------------------------- phase F and the end
def test_phase_f_the_first_player_card_goes_to_the_right() -> None:
    """Phase F: and a new round begins."""
    game = table("zombies", "skeleton", seats=4)
    rest(game)
    assert state(game).first == 3 and state(game).round == 2 and game.pending == [3]
    rest(game)
    assert game.pending == [2]


def last_round() -> sortilege.Game:
    """Return a game with no adventure left in the pile."""
    game = table("energy-c", "holy-c")
    s = state(game)
    s.adventures, s.adventures_n, s.discarded = [0] * 25, 0, (1 << 25) - 1 & ~(1 << s.display[0] | 1 << s.display[1])
    return game


def test_the_game_ends_when_two_adventures_can_no_longer_be_turned_up() -> None:
    """Fin de la partie: the most stones win."""
    game = last_round()
    play(game, "0 rest", "1 go 2", "2 go 1", "1 done")
    assert game.over and game.result is not None
    assert game.result.winners == [1] and game.result.scores == [0, 3, 0] and game.result.ending == "adventures_spent"


def test_a_last_single_adventure_is_turned_up_and_no_phase_b_follows() -> None:
    """[12]"""
    game = last_round()
    s = state(game)
    s.adventures[0], s.adventures_n = ADVENTURES.index("lich"), 1
    rest(game)
    assert game.over and heard(game, "turned_up") and state(game).magic[:3] == [11] * 3


def test_a_single_creature_left_over_ends_the_game() -> None:
    """[12]"""
    game = last_round()
    state(game).display[0] = ADVENTURES.index("lich")
    rest(game)
    assert game.over and game.view()["display"] == ["lich", None]


@pytest.mark.parametrize(
    ("stones", "magic", "cards", "winners"),
    [
        ([5, 6, 4], [9, 1, 9], [(1, 1), (0, 0), (1, 1)], [1]),
        ([6, 6, 4], [8, 9, 9], [(1, 1), (0, 0), (1, 1)], [1]),
        ([6, 6, 6], [9, 9, 9], [(1, 0), (0, 2), (1, 0)], [1]),
        ([6, 6, 4], [9, 9, 9], [(1, 0), (0, 1), (1, 1)], [0, 1]),
    ],
)
def test_ties_go_to_the_most_magic_then_to_the_most_artefact_cards(
    stones: list[int], magic: list[int], cards: list[tuple[int, int]], winners: list[int]
) -> None:
    """Fin de la partie. [12] Cards count in hand and on the table; after that the win is shared."""
    game = last_round()
    s = state(game)
    s.stones[:3], s.magic[:3] = stones, magic
    names = iter(["sword-1", "egg-1", "crown-1", "wand-1", "sword-2", "egg-2"])
    for seat, (in_hand, on_table) in enumerate(cards):
        hold(game, seat, *islice(names, in_hand))
        lay(game, seat, *islice(names, on_table))
    next_round(game)
    assert game.result is not None and game.result.winners == winners


def test_at_the_end_hands_are_opened() -> None:
    """[12] To spectators too; the piles stay closed."""
    game = last_round()
    hold(game, 1, "egg-4-left")
    assert game.view()["hand"] == [None, None, None]
    next_round(game)
    assert game.view()["hand"] == [[], ["egg-4-left"], []] and "artefacts" not in game.view()
    assert heard(game, "hand_shown") == [{"event": "hand_shown", "seat": 1, "cards": ["egg-4-left"]}]


def test_after_five_rounds_without_a_card_leaving_the_older_creature_is_discarded() -> None:
    """[13] And the count restarts."""
    game = table("dragon", "lich")
    for _ in range(4):
        rest(game)
        assert game.view()["display"] == ["dragon", "lich"]
    rest(game)
    assert game.view()["display"][0] == "lich" and "dragon" in game.view()["discarded"]
    assert state(game).quiet_rounds == 0


def test_a_card_that_leaves_begins_the_count_anew() -> None:
    """[13]"""
    game = table("dragon", "lich")
    for _ in range(3):
        rest(game)
    show(game, 1, "energy-a")
    rest(game)
    assert state(game).quiet_rounds == 0 and game.view()["display"][0] == "dragon"


def test_a_spell_that_is_taken_has_left_as_well() -> None:
    """[13] Even in the fifth round."""
    game = table("dragon", "lich")
    for _ in range(4):
        rest(game)
    show(game, 1, "addus")
    play(game, "2 go 2", "0 rest", "1 rest")
    assert game.view()["spells"][2] == ["addus"] and game.view()["display"][0] == "dragon"
