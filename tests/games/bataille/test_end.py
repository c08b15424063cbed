"""Test elimination, the end, advice and tournaments of Bataille, sentence by sentence."""

from sortilege.kernel.tournament import Tournament
from tests.games.bataille.tables import answer, code, heard, reserves, state, table, throw


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
    """Fin de la partie. [8] What lies in the arena is nobody's."""
    game = table("A", reserves=(1, 4))
    throw(game, "L")
    assert game.over and game.result is not None
    assert (game.result.winners, game.result.scores, game.result.ending) == ([1], [1, 0], "last_with_dice")


def test_who_is_out_is_passed_over_whichever_way_the_turn_goes() -> None:
    game = table("CA", reserves=(4, 4, 0, 4))
    throw(game, "C")
    assert game.pending == [3]
    throw(game, "L")
    game.play(3, "stop")
    assert game.pending == [1]


def test_who_is_out_throws_no_die_for_a_lashlabask() -> None:
    game = table("LA", reserves=(4, 4, 0, 4))
    throw(game, "L")
    assert game.pending == [1, 3]
    answer(game, "WC")
    assert reserves(game) == [5, 3, 0, 3]


def test_seats_emptied_by_a_lashlabask_go_out_together_after_the_taking() -> None:
    """[7] Each scores the seats left after all of them have gone."""
    game = table("LA", reserves=(4, 1, 1, 4))
    throw(game, "L")
    answer(game, "WCI")
    assert state(game).alive == 0b1001 and state(game).points[:4] == [0, 2, 2, 0] and game.pending == [3]
    told = [told["event"] for told in game.heard()]
    assert told.index("took") < told.index("stupefied")


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
