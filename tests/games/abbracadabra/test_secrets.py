"""Test what each audience of Abbracadabra may know, where it is subtle."""

from sortilege import Game
from sortilege.games.abbracadabra.rules.cards import lose, receive
from sortilege.games.abbracadabra.state import CARD_NAMES
from tests.games.abbracadabra.tables import heard, next_object, own, refusal, show, state, table

GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"
ROW, TOP = "- - earth-gold-mage fire-gold-mage", "fire-bronze-wizard fire-bronze-mage fire-bronze-witch"
AUDIENCES = (0, 1, 2, None)


def looks(game: Game, seat: int | None) -> tuple[bytes, list[dict[str, object]]]:
    """Return all that an audience is sent after a move."""
    return game.view(seat).to_bytes(), game.heard(seat)


def cards_seen(game: Game, owner: int, seat: int | None) -> list[str]:
    seen: list[str] = game.view(seat)["hands"][owner]["cards"]
    return seen


def backs_seen(game: Game, owner: int, seat: int | None) -> list[str]:
    seen: list[str] = game.view(seat)["hands"][owner]["backs"]
    return seen


# ------------------------------------------------------------------------------------------------------------ taking
def test_the_face_of_a_card_taken_face_down_is_for_its_taker_alone() -> None:
    """1. Two worlds that differ in that face look the same to all others, byte for byte."""
    row = "water-gold-witch fire-gold-witch earth-gold-witch idem"
    here = table("", "", "", row=row)
    there = table("", "", "", row=row.replace("water-gold-witch", "water-bronze-mage"))
    for game in (here, there):
        game.play(0, "take 0")
    for seat in (1, 2, None):
        assert looks(here, seat) == looks(there, seat)
        assert backs_seen(here, 0, seat) == ["water"] and heard(here, "took", seat)[0]["card"] is None
    assert cards_seen(here, 0, 0) == ["water-gold-witch"] and cards_seen(there, 0, 0) == ["water-bronze-mage"]


def test_the_open_card_is_known_to_all_and_stays_known_in_the_hand() -> None:
    """Views: neither a person nor a bot has to remember it."""
    game = table("", "", "", row="water-gold-witch fire-gold-witch earth-gold-witch idem")
    game.play(0, "take 3")
    game.play(0, "take 0")
    game.play(0, "pass")
    for seat in (1, 2, None):
        assert game.view(seat)["hands"][0] == {"cards": ["idem"], "shown": ["idem"], "backs": ["water"]}
    assert game.view(0)["hands"][0]["shown"] == ["idem"]


def test_backs_of_the_row_the_hands_and_the_top_of_the_deck_are_public() -> None:
    """Views."""
    game = table("water-gold-witch idem", "", row="- - earth-gold-witch fire-gold-mage", top="fire-gold-witch")
    view = game.view()
    assert view["row"][2:] == [{"back": "earth", "card": None}, {"back": "fire", "card": "fire-gold-mage"}]
    assert view["top"] == {"back": "fire", "card": None} and view["hands"][0]["backs"] == ["water", "air"]


def test_the_deck_below_its_top_and_the_packs_are_nobodys_to_see() -> None:
    game = table("water-gold-witch idem", "")
    for seat in (0, 1, None):
        assert not {"deck", "pack", "hand", "known", "backs"} & set(game.view(seat))


# ------------------------------------------------------------------------------------------------ Chaos!, Vademecum!
def test_a_card_drawn_by_vademecum_is_seen_by_the_two_seats_and_its_back_by_all() -> None:
    """Vademecum!; views."""
    game = table("vademecum", "water-gold-witch fire-gold-witch", "")
    game.play(0, "trick vademecum 1")
    (drawn,) = cards_seen(game, 0, 0)
    assert cards_seen(game, 0, 1) == [drawn] and heard(game, "drew", 1)[0]["card"] == drawn
    for seat in (2, None):
        assert cards_seen(game, 0, seat) == [] and backs_seen(game, 0, seat) == [drawn.split("-")[0]]
        assert heard(game, "drew", seat)[0] | {"card": None} == heard(game, "drew", seat)[0]


def test_third_seats_see_the_same_whichever_card_of_that_back_was_drawn() -> None:
    """Vademecum!, Chaos!: two worlds, one view."""
    for trick in ("vademecum", "chaos"):
        here = table(f"{trick} proximal", "water-gold-witch", "", row=ROW, top=TOP)
        there = table(f"{trick} proximal", "water-bronze-mage", "", row=ROW, top=TOP)
        for game in (here, there):
            game.play(0, f"trick {trick} 1")
        assert looks(here, 2) == looks(there, 2) and looks(here, None) == looks(there, None)
        assert looks(here, 0) != looks(there, 0) and looks(here, 1) != looks(there, 1)


def test_a_known_card_is_followed_if_its_back_was_the_only_candidate() -> None:
    """Views."""
    game = table("vademecum", "water-gold-witch", "")
    show(game, 1, "water-gold-witch")
    game.play(0, "trick vademecum 1")
    for seat in AUDIENCES:
        assert cards_seen(game, 0, seat) == ["water-gold-witch"]
        assert heard(game, "drew", seat)[0]["card"] == "water-gold-witch"


def test_known_cards_of_that_back_are_forgotten_if_it_could_have_been_another() -> None:
    """Views: the two seats forget nothing, and known cards of other backs stay known."""
    game = after_drawing("water-bronze-mage", "water-gold-witch water-bronze-mage fire-gold-mage")
    for seat in (2, None):
        assert cards_seen(game, 0, seat) == [] and backs_seen(game, 0, seat) == ["water"]
        assert cards_seen(game, 1, seat) == ["fire-gold-mage"] and backs_seen(game, 1, seat) == ["water"]
    assert cards_seen(game, 1, 0) == ["water-gold-witch", "fire-gold-mage"]
    assert cards_seen(game, 0, 1) == ["water-bronze-mage"]


def after_drawing(card: str, hand: str) -> Game:
    """Return a game in which Vademecum! has drawn this card from a hand of which all knew the others."""
    for seed in range(100):
        game = table("vademecum", hand, "", seed=seed)
        for known in hand.split():
            if known != card:
                show(game, 1, known)
        game.play(0, "trick vademecum 1")
        if cards_seen(game, 0, 0) == [card]:
            return game
    raise AssertionError(f"{card} was never drawn")


def test_the_card_just_drawn_by_chaos_is_no_candidate_for_the_give_and_stays_known() -> None:
    """Views: of two cards of air only Idem! can have been given, so everyone follows it too."""
    game = table("chaos idem", "exodus", "")
    show(game, 1, "exodus")
    show(game, 0, "idem")
    game.play(0, "trick chaos 1")
    game.play(0, "give idem")
    for seat in AUDIENCES:
        assert cards_seen(game, 0, seat) == ["exodus"] and cards_seen(game, 1, seat) == ["idem"]


def test_a_card_given_for_chaos_hides_among_those_of_its_back() -> None:
    """Views: two could have been given, so a third seat knows neither any more."""
    game = table("chaos idem proximal", "exodus", "")
    for card in ("idem", "proximal"):
        show(game, 0, card)
    game.play(0, "trick chaos 1")
    game.play(0, "give idem")
    for seat in (2, None):
        assert cards_seen(game, 0, seat) == cards_seen(game, 1, seat) == []
        assert heard(game, "gave", seat)[0]["card"] is None and heard(game, "gave", seat)[0]["back"] == "air"
    assert cards_seen(game, 0, 1) == ["proximal", "exodus"] and cards_seen(game, 1, 0) == ["idem"]


def test_while_chaos_waits_for_the_give_third_seats_see_only_the_back_of_what_was_drawn() -> None:
    game = table("chaos idem", "water-gold-witch", "")
    game.play(0, "trick chaos 1")
    assert [game.view(seat)["drawn"]["card"] for seat in AUDIENCES] == ["water-gold-witch"] * 2 + [None] * 2
    assert game.view(2)["drawn"]["back"] == "water" and game.view()["target"] == 1


def test_a_card_seen_by_all_is_forgotten_once_it_may_be_elsewhere() -> None:
    """Views: discarded, shuffled and taken again face down, it is a back like any other."""
    game = table("idem", "", "")
    show(game, 0, "idem")
    lose(state(game), 0, CARD_NAMES.index("idem"))
    receive(state(game), 2, CARD_NAMES.index("idem"), 1 << 2)
    for seat in (0, 1, None):
        assert cards_seen(game, 2, seat) == [] and backs_seen(game, 2, seat) == ["air"]


# ------------------------------------------------------------------------------------------------------------ Exodus!
def test_what_is_dropped_for_exodus_is_secret_until_the_last_has_chosen() -> None:
    """Exodus!; [7]: who has chosen is public, what is not."""
    hands = ("exodus", "water-gold-witch water-gold-mage", "fire-gold-witch")
    here, there = table(*hands), table(*hands)
    for game, card in ((here, "water-gold-witch"), (there, "water-gold-mage")):
        game.play(0, "trick exodus")
        game.play(1, f"drop {card}")
        assert game.pending == [2] and game.view(1)["dropped"] == [card]
    for seat in (0, 2, None):
        assert looks(here, seat) == looks(there, seat) and heard(here, "chose", seat)[0]["card"] is None
    here.play(2, "drop fire-gold-witch")
    assert [told["card"] for told in heard(here, "discarded")] == ["water-gold-witch", "fire-gold-witch"]


def test_what_is_dropped_is_shown_clockwise_from_the_active_seat() -> None:
    """Exodus!"""
    game = table("exodus", "water-gold-witch", "fire-gold-witch", "earth-gold-witch")
    game.play(0, "trick exodus")
    for seat, element in ((3, "earth"), (1, "water"), (2, "fire")):
        game.play(seat, f"drop {element}-gold-witch")
    assert [told["seat"] for told in heard(game, "discarded")] == [1, 2, 3]


# ------------------------------------------------------------------------------------------------------------ objects
def test_objects_are_shown_to_nobody_but_their_owner_before_the_end() -> None:
    """2.1: two worlds that differ in the value look the same to the others, byte for byte."""
    here, there = table(GENIUS, "", ""), table(GENIUS, "", "")
    for game, value in ((here, 2), (there, 4)):
        next_object(game, "G", value)
        game.play(0, f"meet {GENIUS}")
        assert game.view(0)["objects"][0] == [{"pack": "G", "value": value}]
        assert heard(game, "took_object", 0)[0]["value"] == value
    for seat in (1, 2, None):
        assert looks(here, seat) == looks(there, seat)
        assert here.view(seat)["objects"][0] == [{"pack": "G", "value": None}] and here.view(seat)["points"][0] is None


def test_how_many_objects_and_of_which_packs_is_public() -> None:
    """Views."""
    game = table("", "", "")
    own(game, 2, "A2 G5")
    assert [o["pack"] for o in game.view(0)["objects"][2]] == ["A", "G"] and game.view(0)["pack_n"][6] == 6


def test_a_philosophers_stone_looks_like_any_other_object_of_its_pack() -> None:
    here, there = table("", "", ""), table("", "", "")
    own(here, 0, "AP")
    own(there, 0, "A2")
    assert here.view(1) == there.view(1) and here.view(0) != there.view(0)


# ------------------------------------------------------------------------------------------------- legal moves, reasons
def test_neither_legal_moves_nor_refusals_tell_what_others_hold() -> None:
    """[7]"""
    held = "exodus chaos vademecum water-silver-mage"
    here, there = table(held, "fire-gold-witch", ""), table(held, "fire-elemental", "")
    assert here.legal(0) == there.legal(0) and "trick exodus" in here.legal(0)
    for move in ("trick vademecum 2", "give fire-gold-witch", "meet water-silver-mage fire-gold-witch air-mage"):
        assert refusal(here, move) == refusal(there, move)


def test_a_spectator_knows_what_the_whole_table_knows_and_no_more() -> None:
    game = table("idem water-gold-witch", "", "")
    show(game, 0, "idem")
    assert game.view()["hands"][0] == {"cards": ["idem"], "shown": ["idem"], "backs": ["water"]}
    assert {name for name in CARD_NAMES if name in str(game.view()["hands"])} == {"idem"}
