"""Test the expert of Abbracadabra: what it expects is what all worlds give, and what it does makes sense."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import log, prod

import pytest

from sortilege import Game, new
from sortilege.bots import bot
from sortilege.bots.budgeted_search import Budget, Question, weigh
from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.games import load
from sortilege.games.abbracadabra.bots.action_value import NUMBERS, PARTS, describe
from sortilege.games.abbracadabra.bots.belief import EVEN, blind_in_hands
from sortilege.games.abbracadabra.bots.expert import expert, playout_move
from sortilege.games.abbracadabra.bots.outlook import CERTAIN, outlook
from sortilege.games.abbracadabra.bots.parameters import PARAMETERS
from sortilege.games.abbracadabra.bots.standing import STANDING, stand
from sortilege.games.abbracadabra.bots.takes import CELLS, DENIED, HELD, worth_of_take, worth_of_two, write_prices
from sortilege.games.abbracadabra.state import BACK, FACE_UP, NONE, ROW, WITH_BACK, State, Trick
from sortilege.games.abbracadabra.views import faces, unseen
from sortilege.kernel.plain.bits import count, each
from tests.games.abbracadabra.tables import hand, own, play_out_deck, show, state, table

PLAIN = list(PARAMETERS.values())
GENIUS = "water-bronze-wizard fire-silver-mage earth-gold-witch"

ALEA = "fire-silver-wizard fire-silver-mage fire-silver-witch"


def chosen(game: Game, seat: int = 0) -> str:
    moves = game.book.legal_moves(game.state, seat)
    return game.book.moves.write(expert(state(game), seat, [len(moves), *moves], PLAIN))


def taken(game: Game) -> set[str]:
    before = hand(game, 0)
    for _ in range(2):
        if not game.over:
            game.play(0, chosen(game))
    return hand(game, 0) - before


# ----------------------------------------------------------------------------------------------- by brute force
def rows(s: State, seat: int) -> Iterator[tuple[dict[int, int], int]]:
    """Yield every filling of the places face down, and how many deals of the unseen cards lead to it."""
    fillings = []
    for back in range(4):
        places = [place for place in range(FACE_UP) if s.row[place] != NONE and BACK[s.row[place]] == back]
        in_hands = sum(s.backs[o][back] - count(faces(s, o, seat) & WITH_BACK[back]) for o in range(s.seats))
        search_parameters: Counter[tuple[tuple[int, int], ...]] = Counter()
        for deal in permutations(each(unseen(s, seat) & WITH_BACK[back])):
            if Trick.PERICULUM not in deal[:in_hands]:
                search_parameters[tuple(zip(places, deal[in_hands:], strict=False))] += 1
        fillings.append(search_parameters)
    for parts in product(*(search_parameters.items() for search_parameters in fillings)):
        yield {place: card for filling, _ in parts for place, card in filling}, prod(n for _, n in parts)


def mean(values: list[tuple[float, int]]) -> float:
    return sum(value * n for value, n in values) / sum(n for _, n in values)


def expected(s: State, seat: int, first: int, prices: list[int]) -> float:
    """Take `first`, look, take the best second one: over all worlds, each as often as it can be dealt."""
    worlds = list(rows(s, seat))
    hidden, open_card = unseen(s, seat), {FACE_UP: s.row[FACE_UP]}
    by_card: dict[int, list[tuple[dict[int, int], int]]] = {}
    for world, n in worlds:
        by_card.setdefault((world | open_card)[first], []).append((world | open_card, n))
    values = []
    for card, those in by_card.items():
        best = max(
            mean([(worth_of_two(s, s.hand[seat], card, w[place], hidden & ~(1 << card), prices), n) for w, n in those])
            + (prices[DENIED] if FACE_UP in (first, place) else 0)
            for place in range(ROW)
            if place != first
        )
        values.append((best, sum(n for _, n in those)))
    return mean(values)


HANDS = (
    ("water-bronze-wizard water-silver-mage", "air-mage fire-gold-witch", "water-gold-witch periculum earth-gold-mage"),
    ("water-bronze-wizard air-witch fire-elemental", "earth-bronze-witch", "chaos earth-silver-mage periculum"),
    ("fire-bronze-mage earth-elemental", "idem exodus", "periculum vademecum earth-silver-witch"),
)


@pytest.mark.parametrize(("mine", "theirs", "row"), HANDS)
def test_the_worth_of_a_take_is_its_mean_over_all_deals(mine: str, theirs: str, row: str) -> None:
    """At most seven cards of a back are unseen, so that every deal can be listed."""
    game = table(mine, theirs, row=f"{row} fire-bronze-wizard", towers=ALEA, letter="A")
    play_out_deck(game, 6)
    s = state(game)
    prices = [0] * CELLS
    write_prices(s, 0, unseen(s, 0), prices, PLAIN)
    for card in each(unseen(s, 0) & ~(1 << Trick.PERICULUM)):  # nothing is concluded from what others keep
        prices[HELD + card] = EVEN * blind_in_hands(s, 0, BACK[card])
    for place in range(ROW):
        assert worth_of_take(s, 0, place, True, unseen(s, 0), prices) == pytest.approx(
            expected(s, 0, place, prices), abs=2
        )


# --------------------------------------------------------------------------------------------------------- sense
def test_the_open_card_that_completes_a_meeting_is_one_of_the_two() -> None:
    game = table("water-bronze-wizard fire-silver-mage", "", row="idem water-gold-mage fire-gold-mage earth-gold-witch")
    assert "earth-gold-witch" in taken(game)


def test_the_third_elemental_is_one_of_the_two() -> None:
    game = table(
        "water-elemental earth-elemental water-bronze-wizard",
        "",
        row="water-gold-mage water-gold-witch fire-gold-mage fire-elemental",
    )
    assert "fire-elemental" in taken(game)


def test_a_meeting_that_wins_is_held() -> None:
    game = table(GENIUS + " idem", "", towers="water-gold-wizard water-gold-mage water-gold-witch", letter="A")
    own(game, 0, "D3 E3 F3 G3")
    assert chosen(game) == "meet water-bronze-wizard fire-silver-mage earth-gold-witch"


def test_an_elemental_that_wins_is_one_of_the_two() -> None:
    game = table("", "", row="water-gold-mage fire-gold-mage idem earth-elemental")
    own(game, 0, "D3 E4 E4 F3")
    assert "earth-elemental" in taken(game)


def test_chaos_is_not_played_with_nothing_but_a_precious_card_to_give() -> None:
    assert chosen(table("air-witch chaos", "fire-gold-mage earth-silver-wizard", "", "")) == "pass"


def test_a_card_is_drawn_where_the_winning_elemental_may_be() -> None:
    game = table("fire-elemental vademecum", "fire-silver-mage", "water-gold-mage water-elemental earth-gold-witch")
    show(game, 1, "fire-silver-mage")
    own(game, 0, "D3 E4 F3 G3")
    assert chosen(game) == "trick vademecum 2"


def test_elementals_are_not_thrown_away() -> None:
    game = table("water-elemental fire-elemental water-bronze-wizard idem chaos exodus", "")
    game.play(0, "pass")
    assert "elemental" not in chosen(game)


def test_what_a_seat_cannot_see_does_not_move_it() -> None:
    """The same view of two worlds: what lies face down differs."""
    mine = "water-bronze-wizard fire-silver-mage"
    one = table(mine, "", row="water-gold-mage water-gold-witch fire-gold-mage fire-gold-wizard")
    other = table(mine, "", row="water-silver-mage water-elemental fire-bronze-mage fire-gold-wizard")
    assert chosen(one) == chosen(other)


def test_the_open_card_is_worth_more_where_the_next_seat_needs_it() -> None:
    lists = []
    for known in (False, True):
        game = table("", "water-bronze-wizard fire-silver-mage", row="idem chaos exodus earth-gold-witch")
        if known:
            show(game, 1, "water-bronze-wizard")
            show(game, 1, "fire-silver-mage")
        prices = [0] * CELLS
        write_prices(state(game), 0, unseen(state(game), 0), prices, PLAIN)
        lists.append(prices[DENIED])
    assert lists[0] < lists[1]


def test_an_expert_that_dislikes_every_card_still_decides() -> None:
    """With more than five cards and a trick to play: one of them must go, however little the rest is worth."""
    sour = [*(PARAMETERS | {"enchanter": -900}).values()]
    game = Game(load("abbracadabra"), 2, 3)
    while game.played < 150 and not game.over:
        seat = game.pending[0]
        moves = game.book.legal_moves(game.state, seat)
        game.play(seat, game.book.moves.write(expert(state(game), seat, [len(moves), *moves], sour)))
    assert game.over or game.played == 150


def test_in_haste_the_first_take_is_the_best_card_by_itself() -> None:
    """The open card ends the meeting that is wanted; any pair with it is a choice for later."""
    game = table("water-bronze-wizard fire-silver-mage", "", row="idem water-gold-mage fire-gold-mage earth-gold-witch")
    assert playout_move(state(game), 0, [4, 0, 1, 2, 3], PLAIN) == FACE_UP


def test_after_its_takes_an_expert_in_haste_is_the_expert() -> None:
    game = table(GENIUS, "", row="idem water-gold-mage fire-gold-mage earth-bronze-witch")
    for _ in range(2):
        game.play(0, chosen(game))
    moves = game.book.legal_moves(game.state, 0)
    assert game.book.moves.write(playout_move(state(game), 0, [len(moves), *moves], PLAIN)) == chosen(game)


# ---------------------------------------------------------------------------------------------------------- acts
def described(game: Game, text: str) -> dict[str, int]:
    move = game.book.moves.read(text)
    assert move is not None
    prices = [0] * NUMBERS
    describe(state(game), 0, move, unseen(state(game), 0), prices)
    return {part: n for part, n in zip(PARTS, prices, strict=True) if n}


def test_an_action_names_what_it_brings_and_leaves() -> None:
    game = table(GENIUS + " air-mage", "")
    own(game, 0, "D3 E3 F3")
    assert described(game, "meet water-bronze-wizard fire-silver-mage earth-gold-witch") == {
        **{"meeting G": 1, "hand card": 1, "points": 428, "points beyond 8": 428, "points beyond 11": 228},
        **{"win": 14, "enchanters left": 1, "of air left": 1},
    }


def test_a_draw_names_what_it_may_be() -> None:
    game = table("fire-elemental water-elemental vademecum", "earth-elemental idem")
    show(game, 1, "earth-elemental")
    show(game, 1, "idem")
    assert described(game, "trick vademecum 1") == {
        **{"vademecum": 1, "elemental drawn": 50, "third elemental drawn": 50, "trick drawn": 50},
        **{"points of whom": 1, "whom is next": 1, "elemental robbed": 50},
    }


# ------------------------------------------------------------------------------------------------------- outlook
def test_who_has_more_points_has_the_better_outlook_and_all_add_up() -> None:
    game = table("", "", "", row="idem chaos exodus earth-gold-witch")
    own(game, 2, "D3 E3 F3")
    chances = [outlook(state(game), seat) for seat in range(3)]
    assert max(chances) == chances[2] > CERTAIN // 2
    assert abs(sum(chances) - CERTAIN) < 3


def test_an_alea_at_hand_is_a_better_outlook_than_another_meeting() -> None:
    conto = "water-bronze-wizard water-silver-mage water-gold-witch"
    games = (table(three, "", "", row="idem chaos exodus earth-gold-mage") for three in (ALEA, conto))
    with_alea, with_conto = (outlook(state(game), 0) for game in games)
    assert with_alea > with_conto


def test_a_standing_names_what_a_seat_has() -> None:
    game = table(f"{ALEA} idem", "", "", row="chaos exodus vademecum earth-gold-mage")
    own(game, 0, "D3 EP")
    state(game).active = 1
    prices = [0] * len(STANDING)
    stand(state(game), 0, prices)
    stands = {part: n for part, n in zip(STANDING, prices, strict=True) if n and not part.startswith("partners")}
    assert stands == {
        **{"points 3": 1, "stone": 1, "objects": 2, "elementals 0": 1},
        **{"idem": 1, "enchanters": 3, "cards": 4, "from hand A": 1},
        **{"turns before 2": 1, "seats 3": 1},
    }


def test_the_outlook_tells_more_than_equal_chances() -> None:
    """The logarithm of what it gave the winner, at every decision of eighty greedy games that were not learnt from."""
    losses = []
    for seed in range(80):
        game = new("abbracadabra", 4, seed)
        before: list[list[int]] = []
        while not game.over:
            before.append([outlook(state(game), seat) for seat in range(4)])
            seat = game.pending[0]
            game.play(seat, bot("greedy").choose(game.view(seat), game.legal(seat), 0))
        losses += [-log(max(1, chances[state(game).winner]) / CERTAIN) for chances in before]
    assert sum(losses) / len(losses) < log(4) - 0.1


def test_unseen_objects_count_as_the_mean_one() -> None:
    game = table("", "", row="idem chaos exodus earth-gold-witch")
    own(game, 1, "D3 E3")
    recalled = game.book.recall(game.view(0))
    assert isinstance(recalled, State)
    assert outlook(recalled, 1) == outlook(state(game), 1)


# -------------------------------------------------------------------------------------------------------- search
def test_of_two_cards_with_the_same_back_a_search_thinks_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_PLAIN", "1")
    game = table("water-bronze-wizard", "", row="water-gold-mage fire-gold-mage water-elemental water-gold-witch")
    book = game.book
    moves = book.legal_moves(game.state, 0)
    asked = Question(
        book, book.recall(game.view(0)), 0, moves, PLAIN, [*{**SEARCH_PARAMETERS, **book.search_parameters}.values()], 7
    )
    assert sorted(found.move for found in weigh(asked, Budget(iterations=12))) == [0, 1, FACE_UP]
