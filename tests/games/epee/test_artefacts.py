"""Test artefacts of Épée, their trades and who knows of them: by the rulebook, and rulings by their number."""

import pytest

from sortilege import Game
from tests.games.epee.tables import heard, hold, lay, own, play, refusal, rest, state, table


def market(*hands: tuple[str, ...]) -> Game:
    """Return a game in phase E: these cards are in hand, seat 0 is asked first."""
    game = table("zombies", "skeleton", seats=len(hands))
    for seat, cards in enumerate(hands):
        hold(game, seat, *cards)
    rest(game)
    return game


def hands(game: Game) -> list[list[str] | None]:
    return [game.view(seat)["hand"][seat] for seat in range(game.seats)]


# --------------------------------------------------------------------------------------------------------- bonuses
def test_an_artefact_on_the_table_gives_its_bonus_if_it_shares_a_rune() -> None:
    """Créatures: whoever has helped takes the treasures of each fitting artefact. [7] The symbols at the top right."""
    game = table("zombies", "skeleton")  # crown
    lay(game, 0, "crown-1", "crown-3", "sword-1")
    play(game, "0 go 1", "1 rest", "2 rest", "0 fight")
    assert state(game).stones[0] == 5 + 1 and state(game).magic[0] == 10 - 8 + 2
    assert [told["artefact"] for told in heard(game, "bonus_given")] == ["crown-1", "crown-3"]


def test_an_artefact_in_hand_or_of_one_who_did_not_help_gives_nothing() -> None:
    """[7]"""
    game = table("zombies", "skeleton")
    hold(game, 0, "crown-1")
    lay(game, 1, "crown-2")
    play(game, "0 go 1", "1 rest", "2 rest", "0 fight")
    assert state(game).stones[:2] == [5, 0]


def test_an_artefact_with_two_runes_in_common_gives_its_bonus_once() -> None:
    """[7]"""
    game = table("giant-spider", "skeleton")  # egg, crown
    lay(game, 0, "egg-4-left", "egg-4-right")
    play(game, "0 go 1", "1 rest", "2 rest", "0 fight")
    assert state(game).stones[0] == 4 + 3


def test_in_a_shared_fight_each_takes_the_bonus_of_its_own_artefacts() -> None:
    """[7]"""
    game = table("zombies", "skeleton")
    lay(game, 0, "crown-1")
    lay(game, 1, "crown-4-left", "crown-4-right")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 share", "1 share")
    assert state(game).stones[:2] == [2 + 1, 2 + 3]


def test_the_winner_of_an_auction_takes_the_bonus() -> None:
    """Créatures: whatever the case."""
    game = table("zombies", "skeleton")
    lay(game, 1, "crown-1")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 auction", "1 share", "0 pass", "1 bid 8")
    assert state(game).stones[1] == 5 + 1


def test_a_two_part_artefact_with_one_half_in_hand_and_one_on_the_table_gives_nothing_until_it_is_laid() -> None:
    """Créatures: some artefacts must be complete. [7]"""
    game = table("goblin-scout", "skeleton")  # sword
    lay(game, 0, "sword-4-left")
    hold(game, 0, "sword-4-right")
    play(game, "0 go 1", "1 rest", "2 rest", "0 fight")
    assert state(game).stones[0] == 2 and not heard(game, "bonus_given")
    play(game, "0 lay sword-4-right", "0 done")
    state(game).display[0] = 0  # the scout again
    play(game, "2 rest", "0 go 1", "1 rest", "0 fight")
    assert state(game).stones[0] == 2 + 2 + 3


def test_a_lone_half_may_be_laid_and_waits() -> None:
    """[7]"""
    game = market(("egg-5-left",), ())
    play(game, "0 lay egg-5-left")
    assert game.view()["laid"][0] == ["egg-5-left"] and heard(game, "laid")


def test_halves_before_two_seats_make_no_artefact() -> None:
    """[7]"""
    game = table("spider", "skeleton")  # egg
    lay(game, 0, "egg-4-left")
    lay(game, 1, "egg-4-right")
    play(game, "0 go 1", "1 go 1", "2 rest", "0 share", "1 share")
    assert state(game).stones[:2] == [1, 1]


# ------------------------------------------------------------------------------------------------ laying and trades
def test_phase_e_cards_in_hand_may_be_laid() -> None:
    """Phase E: in turn order, one turn a seat, until done."""
    game = market(("sword-1", "egg-1"), ("egg-2",), ())
    assert game.pending == [0]
    play(game, "0 lay egg-1", "0 lay sword-1")
    assert game.pending == [0] and game.legal(0) == ["done"]
    play(game, "0 done")
    assert game.pending == [1]
    play(game, "1 done")
    assert state(game).round == 2 and hands(game) == [[], ["egg-2"], []]


def test_seats_with_no_card_in_hand_are_not_asked() -> None:
    """[10] But for the holder of Transformus."""
    assert state(market((), (), ())).round == 2
    game = table("zombies", "skeleton")
    own(game, 2, "transformus")
    rest(game)
    assert game.pending == [2] and game.legal(2) == ["done", "transform"]


def test_the_holder_of_transformus_has_its_turn_even_if_it_was_used_before() -> None:
    """[10]"""
    game = table("zombies", "skeleton")
    own(game, 0, "transformus")
    play(game, "0 transform")
    rest(game)
    assert state(game).round == 1 and game.pending == [0] and game.legal(0) == ["done"]


def test_what_lies_on_the_table_can_no_longer_be_traded() -> None:
    """Phase E: neither given nor wanted."""
    game = market(("sword-1", "egg-1"), ("egg-2",))
    play(game, "0 lay egg-1")
    assert refusal(game, 0, "offer 1 egg-1 for egg-2") == "move/not_in_hand"
    play(game, "0 done")
    assert refusal(game, 1, "offer 0 egg-2 for egg-1") == "move/laid_already"


def test_a_trade_accepted() -> None:
    """Phase E: cards in hand for cards in hand. [10]"""
    game = market(("sword-1", "egg-1"), ("egg-2", "wand-1"), ())
    play(game, "0 offer 1 sword-1 for wand-1")
    assert game.pending == [1] and game.legal(1) == ["accept", "decline"]
    play(game, "1 accept")
    assert hands(game) == [["egg-1", "wand-1"], ["sword-1", "egg-2"], []] and game.pending == [0]


def test_a_trade_refused() -> None:
    """[10] And the seat goes on with its turn."""
    game = market(("sword-1", "egg-1"), ("egg-2", "wand-1"), ())
    play(game, "0 offer 1 sword-1 for wand-1", "1 decline")
    assert hands(game) == [["sword-1", "egg-1"], ["egg-2", "wand-1"], []] and game.pending == [0]


def test_for_any_card_the_other_seat_chooses() -> None:
    """[10]"""
    game = market(("sword-1",), ("egg-2", "wand-1"))
    play(game, "0 offer 1 sword-1 for any")
    assert game.legal(1) == ["accept egg-2", "accept wand-1", "decline"]
    assert refusal(game, 1, "accept") == "move/card_unnamed" and refusal(game, 1, "accept egg-3") == "move/not_in_hand"
    play(game, "1 accept wand-1")
    assert hands(game) == [["wand-1"], ["sword-1", "egg-2"]]


def test_who_lacks_the_wanted_card_is_asked_all_the_same() -> None:
    """[10] So that a refusal tells nothing."""
    game = market(("sword-1",), ("egg-2",))
    play(game, "0 offer 1 sword-1 for wand-1")
    assert game.legal(1) == ["decline"] and refusal(game, 1, "accept") == "move/not_in_hand"
    assert refusal(game, 1, "accept egg-2") == "move/other_wanted"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("offer 0 sword-1 for egg-2", "move/own_seat"),
        ("offer 2 sword-1 for egg-2", "move/empty_hand"),
        ("offer 3 sword-1 for egg-2", "move/no_such_seat"),
        ("offer 1 wand-1 for egg-2", "move/not_in_hand"),
        ("offer 1 sword-1 for egg-1", "move/held_already"),
        ("offer 1 sword-1 for sword-1", "move/held_already"),
        ("accept", "move/wrong_phase"),
        ("bid 3", "move/wrong_phase"),
    ],
)
def test_an_offer_names_another_seat_with_cards_a_card_held_and_a_card_not_seen(text: str, code: str) -> None:
    """[10]"""
    game = market(("sword-1", "egg-1"), ("egg-2",), ())
    assert refusal(game, 0, text) == code


def test_every_card_that_one_sees_nowhere_may_be_wanted() -> None:
    """[10] Whether anybody holds it or not: the list of moves tells nothing of other hands."""
    game = market(("sword-1",), ("egg-2",))
    lay(game, 1, "wand-3")
    wanted = {text.split()[-1] for text in game.legal(0) if text.startswith("offer 1")}
    assert len(wanted) == 28 - 2 + 1 and {"egg-2", "crown-1", "any"} <= wanted and "wand-3" not in wanted


def test_a_seat_makes_two_offers_a_round() -> None:
    """[10]"""
    game = market(("sword-1",), ("egg-2",), ())
    play(game, *["0 offer 1 sword-1 for any", "1 decline"] * 2)
    assert game.legal(0) == ["done", "lay sword-1"]
    assert refusal(game, 0, "offer 1 sword-1 for any") == "move/no_offer_left"
    play(game, "0 done", "1 done")
    rest(game)
    assert state(game).offers[:3] == [0, 0, 0]


def test_a_card_received_after_ones_turn_is_laid_next_round_at_the_earliest() -> None:
    """[10]"""
    game = market(("sword-1",), ("egg-2",))
    play(game, "0 done", "1 offer 0 egg-2 for sword-1", "0 accept")
    assert hands(game) == [["egg-2"], ["sword-1"]] and game.pending == [1]
    play(game, "1 done")
    assert state(game).round == 2 and refusal(game, 1, "lay sword-1") == "move/wrong_phase"


def test_nothing_else_can_be_traded() -> None:
    """Phase E: neither magic nor stones; a trade changes nothing but the two hands."""
    game = market(("sword-1",), ("egg-2",))
    before = (state(game).magic[:], state(game).stones[:], state(game).laid[:])
    play(game, "0 offer 1 sword-1 for egg-2", "1 accept")
    assert (state(game).magic, state(game).stones, state(game).laid) == before


# ------------------------------------------------------------------------------------------------------- who knows
def test_a_drawn_artefact_is_known_to_its_holder_alone() -> None:
    """Lieu saint: the card goes into the hand."""
    game = table("holy-a", "skeleton")
    play(game, "0 go 1", "1 rest", "2 rest")
    [told] = heard(game, "drew", 0)
    assert game.view(0)["hand"] == [[told["card"]], None, None] and game.view(0)["hand_n"] == [1, 0, 0]
    for other in (1, 2, None):
        assert [told["card"] for told in heard(game, "drew", other)] == [None]
        assert game.view(other)["hand"][0] is None and game.view(other)["hand_n"] == [1, 0, 0]


def test_the_cards_of_an_offer_are_known_to_the_two_seats_alone() -> None:
    """[10] That it was made and to whom is public."""
    game = market(("sword-1",), ("egg-2",), ())
    play(game, "0 offer 1 sword-1 for wand-1")
    for audience, cards in (
        (0, ("sword-1", "wand-1")),
        (1, ("sword-1", "wand-1")),
        (2, (None, None)),
        (None, (None, None)),
    ):
        [told] = heard(game, "offered", audience)
        assert (told["seat"], told["other"], told["given"], told["wanted"]) == (0, 1, *cards)
        view = game.view(audience)
        assert (view["offer_from"], view["offer_give"], view["offer_want"]) == (0, *cards)


def test_how_an_offer_ended_is_public_and_the_cards_are_not() -> None:
    """[10]"""
    game = market(("sword-1",), ("egg-2",), ())
    play(game, "0 offer 1 sword-1 for any", "1 accept egg-2")
    assert heard(game, "accepted") == [{"event": "accepted", "seat": 0, "other": 1}]
    assert [heard(game, "traded", seat)[0]["received"] for seat in (0, 1, 2)] == ["egg-2", "egg-2", None]
    play(game, "0 offer 1 egg-2 for any", "1 decline")
    assert heard(game, "declined") == [{"event": "declined", "seat": 0, "other": 1}]


def test_a_view_keeps_no_memory_of_other_hands() -> None:
    """[10] After a trade each of the two sees again only its own."""
    game = market(("sword-1",), ("egg-2",), ())
    play(game, "0 offer 1 sword-1 for any", "1 accept egg-2")
    assert game.view(0)["hand"] == [["egg-2"], None, None]


def test_magic_stones_tables_hand_sizes_discards_and_the_top_letter_are_public() -> None:
    view = market(("sword-1",), ("egg-2",), ()).view()
    assert (view["hand_n"], view["top"], view["adventures_n"]) == ([1, 1, 0], "A", 23)
    assert {"magic", "stones", "laid", "spells", "discarded", "display"} <= set(view)
    assert not {"adventures", "artefacts", "rng"} & set(view)
