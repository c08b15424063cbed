"""Test that bots get views, play legal moves, and play the same for the same view and seed."""

from time import process_time

import pytest

import sortilege
from sortilege.bots import BOTS, LEVELS, bot, read_bot
from sortilege.bots.budgeted_search import Budget, Question, Weighed, choose, weigh
from sortilege.bots.compiled_search import search_of
from sortilege.bots.player import Bot
from sortilege.bots.search import SEARCH_PARAMETERS
from sortilege.games import SLUGS, load
from sortilege.kernel.compile.backend import numba_here
from sortilege.kernel.refusal import Refusal
from sortilege.testing.views import imagined
from sortilege.testing.walks import walk
from sortilege.words import LANGUAGES, Words
from tests.conftest import Scale

LIGHT = {"search": "search@6:policy=0", "tuned": "tuned@6:policy=0,wander=50"}
TABLES = [(slug, seats) for slug in SLUGS for seats in load(slug).seats]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch compiling off: a few thoughts are not worth it."""
    monkeypatch.setenv("SORTILEGE_PLAIN", "1")


def light(slug: str, name: str) -> Bot:
    """Return the bot with a budget for tests."""
    return read_bot(load(slug), LIGHT.get(name, name))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.usefixtures("plain")
def test_a_whole_game_of_bots(slug: str, name: str) -> None:
    game = sortilege.new(slug, load(slug).seats[0], 5)
    player = light(slug, name)
    while not game.over:
        seat = game.pending[0]
        view, legal = game.view(seat), game.legal(seat)
        move = player.choose(view, legal, seed=3)
        assert len(game.moves) % 8 or move == player.choose(view, legal, seed=3)
        game.play(seat, move)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@pytest.mark.usefixtures("plain")
def test_swapping_all_that_is_hidden_leaves_every_bot_its_move(slug: str, seats: int) -> None:
    """A twin world that looks the same to the seat: the same view, the same seed, the same move."""
    book, differed = load(slug), 0
    for number, (s, random) in enumerate(walk(book, seats, {}, 1)):
        if s.ending or number > 60 or number % 12:
            continue
        seat = s.turn if not s.together else (s.waiting & -s.waiting).bit_length() - 1
        view = book.view(s, seat)
        twin = imagined(book, view, random.getrandbits(40))
        differed += twin.to_bytes() != s.to_bytes()
        legal = [book.moves.write(move) for move in book.legal_moves(s, seat)]
        for name in BOTS:
            moves = {light(slug, name).choose(book.view(world, seat), legal, seed=number) for world in (s, twin)}
            assert len(moves) == 1, f"{name} looked at what is hidden"
    assert differed


@pytest.mark.parametrize("name", BOTS)
def test_a_state_instead_of_a_view_is_a_type_error(name: str) -> None:
    game = sortilege.new("abracada", 2, 5)
    with pytest.raises(TypeError):
        bot(name).choose(game.state, ["stop"], 1)  # type: ignore[arg-type]


def test_an_unknown_bot_is_refused() -> None:
    for text in ("oracle", "6", "search@", "search@1s", "search@1:policy"):
        with pytest.raises(Refusal) as refused:
            read_bot(load("abracada"), text)
        assert refused.value.code == "bot/unknown"


def test_a_bot_is_read_with_budget_and_parameters() -> None:
    book = load("abracada")
    found = read_bot(book, "search@250ms:trust=70,policy=1")
    assert found.budget == Budget(milliseconds=250)
    facts = found.facts(book)
    assert facts["parameters"]["trust"] == 70 and set(SEARCH_PARAMETERS) | set(book.expert_parameters) == set(
        facts["parameters"]
    )
    with pytest.raises(Refusal) as refused:
        read_bot(book, "search:luck=1")
    assert refused.value.code == "bot/bad_parameter"


def test_levels_have_numbers_names_and_a_style_in_both_languages() -> None:
    assert [bot(str(level)).name for level in range(1, 6)] == list(LEVELS)
    for lang in LANGUAGES:
        names = Words("", lang)["names"]
        assert set(names["bot"]) == set(names["style"]) == set(BOTS)
        assert len(set(names["bot"].values())) == len(BOTS)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.usefixtures("plain")
def test_the_names_of_tastes_and_ways_do_not_meet(slug: str) -> None:
    assert not set(load(slug).expert_parameters) & set(SEARCH_PARAMETERS)
    assert set(load(slug).search_parameters) <= set(SEARCH_PARAMETERS)


@pytest.mark.usefixtures("plain")
def test_a_plain_search_answers_in_time() -> None:
    """Within its budget and 50 ms of its own time: the machine may be busy with something else."""
    game = sortilege.new("abracada", 4, 5)
    view, legal = game.view(game.pending[0]), game.legal(game.pending[0])
    player = read_bot(game.book, "search@60ms")
    seconds = []
    for seed in range(3):
        begun = process_time()
        player.choose(view, legal, seed)
        seconds.append(process_time() - begun)
    assert min(seconds) < 0.11


@pytest.mark.usefixtures("plain")
def test_a_search_with_time_to_spare_stops_at_its_iterations() -> None:
    game = sortilege.new("magicoa", 3, 5)
    book, seat = game.book, game.pending[0]
    moves, search_parameters = book.legal_moves(game.state, seat)[:4], [*SEARCH_PARAMETERS.values()]
    asked = Question(
        book, book.recall(game.view(seat)), seat, moves, [*book.expert_parameters.values()], search_parameters, 7
    )
    worlds = [found.worlds for found in weigh(asked, Budget(iterations=24, milliseconds=20_000))]
    assert worlds == [found.worlds for found in weigh(asked, Budget(iterations=24))] and sum(worlds) <= 24


@pytest.mark.parametrize("slug", SLUGS)
def test_at_a_table_level_four_is_the_one_that_was_measured(slug: str) -> None:
    book = load(slug)
    assert bot("4").at_table(book).budget == Budget(iterations=book.search_iterations, milliseconds=300)
    assert bot("5").at_table(book).budget == Budget(milliseconds=1000)


@pytest.mark.parametrize(("turns", "next_seat"), [(1, 1), (2, 1), (0, 0)])
@pytest.mark.usefixtures("plain")
def test_a_playout_ends_when_the_seat_has_played_so_often(turns: int, next_seat: int) -> None:
    """Twice: its own turn, those of the others, and its next one. By rounds: when the first seat begins another."""
    book = load("abbracadabra")
    game = sortilege.new("abbracadabra", 3, 5, {"first": 0})
    s, out = game.state.copy(), [0] * (book.most_legal + 1)
    search_parameters = [*(SEARCH_PARAMETERS | {"turns": turns, "greed": 1000}).values()]
    last = 2 if turns == 0 else 99
    search_of(book, waits=True)[0].play_out(s, 0, last, out, [*book.expert_parameters.values()], search_parameters)
    assert (s.turn, s.round) == (next_seat, 2 if turns != 1 else 1)


@pytest.mark.parametrize("care", [0, 1])
@pytest.mark.usefixtures("plain")
def test_a_seat_plays_its_own_turn_on_with_care_or_in_haste(care: int) -> None:
    """As the expert would, or as one in haste; they do not always take the same cards."""
    book = load("abbracadabra")
    expert_parameters, out = [*book.expert_parameters.values()], [0] * (book.most_legal + 1)
    search_parameters = [*(SEARCH_PARAMETERS | {"turns": 1, "care": care}).values()]
    differ = 0
    for seed in range(12):
        played = sortilege.new("abbracadabra", 3, seed, {"first": 0}).state
        careful, hasty = played.copy(), played.copy()
        search_of(book, waits=True)[0].play_out(played, 0, 99, out, expert_parameters, search_parameters)
        for s, choose_by in ((careful, book.expert), (hasty, book.playout_move)):
            while s.turn == 0:
                moves = book.legal_moves(s, 0)
                book.apply(
                    s, 0, choose_by(s, 0, [len(moves), *moves], expert_parameters) if len(moves) > 1 else moves[0]
                )
        assert played.to_bytes() == (careful if care else hasty).to_bytes()
        differ += careful.to_bytes() != hasty.to_bytes()
    assert differ


def test_the_expert_is_left_only_for_what_is_surely_better() -> None:
    tried = [Weighed(1, 5000, 0, 0, 9), Weighed(2, 5300, 300, 200, 9), Weighed(3, 5200, 200, 50, 9)]
    assert choose(tried, 0) == 2
    assert choose(tried, 100) == 3
    assert choose(tried, 500) == 1
    assert choose(tried, 100, margin=10_000) == 1


@pytest.mark.compiled
@pytest.mark.skipif(not numba_here(), reason="numba is not here")
def test_plain_and_compiled_think_the_same(monkeypatch: pytest.MonkeyPatch, scale: Scale) -> None:
    game = sortilege.new("abracada", 3, 5)
    book, seat = game.book, game.pending[0]
    for _ in range(6):
        game.play(game.pending[0], bot("greedy").choose(game.view(game.pending[0]), game.legal(game.pending[0]), 1))
    seat = game.pending[0]
    moves = book.legal_moves(game.state, seat)
    search_parameters = [*(SEARCH_PARAMETERS | {"wander": 100, "greed": 400}).values()]
    asked = Question(
        book, book.recall(game.view(seat)), seat, moves, [*book.expert_parameters.values()], search_parameters, 7
    )
    assert search_of(book, waits=True)[1]
    budget = Budget(scale(40, 400))
    compiled = weigh(asked, budget)
    monkeypatch.setenv("SORTILEGE_PLAIN", "1")
    assert weigh(asked, budget) == compiled


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(("better", "games"), [("greedy", 30), ("novice", 15)])
@pytest.mark.usefixtures("plain")
def test_the_gentle_beat_chance(slug: str, better: str, games: int) -> None:
    """One among random players wins clearly more than its share: games, seats and seeds are fixed."""
    won = 0.0
    seats = load(slug).seats[-1]
    for number in range(games):
        game = sortilege.new(slug, seats, number)
        one = number % seats
        while not game.over:
            seat = game.pending[0]
            player = bot(better if seat == one else "random")
            game.play(seat, player.choose(game.view(seat), game.legal(seat), seed=len(game.moves)))
        assert game.result is not None
        won += (one in game.result.winners) / len(game.result.winners)
    assert won / games > 1.3 / seats
