"""Check the rules alone: games end, moves play or are refused, nothing is lost, one source runs everywhere."""

from random import Random
from typing import Any

from sortilege.kernel.compile import lint as subset
from sortilege.kernel.compile import loops
from sortilege.kernel.compile.backend import record_type
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.compile.checked import checked
from sortilege.kernel.game import Game
from sortilege.kernel.plain.bits import each
from sortilege.kernel.plain.rng import sow
from sortilege.kernel.records import record as records
from sortilege.kernel.records.position import read_position, write_position
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import pending
from sortilege.testing.walks import Options, begin, choose, sample_moves, walk


def check_games_end(book: Rulebook, seats: int, options: Options, games: int = 8) -> None:
    """Check that every game ends, with places, and that every component stays on the table."""
    for seed in range(games):
        for s, _ in walk(book, seats, options, seed):
            assert book.conserved(s), "a component is lost or doubled"
            assert book.possible(s), "the rules reached a state that sight calls impossible"
            assert (pending(s) == 0) == (s.ending != 0), "nobody is asked although the game goes on, or the reverse"
            assert s.step in list(book.steps)
        places = book.places(s)
        assert min(places) == 1 and book.endings[s.ending]


def check_moves(book: Rulebook, seats: int, options: Options, games: int = 3) -> None:
    """Check that legal moves play, and that every other one is refused with a code and changes nothing."""
    for seed in range(games):
        random = Random(seed)
        game = Game(book, seats, seed, options)
        while not game.over:
            for seat in game.pending:
                _check_decision(game, seat, random)
            seat, move = choose(book, game.state, random, 0.5)
            game.play(seat, book.moves.write(move))
        _check_over(game)


def _check_decision(game: Game, seat: int, random: Random) -> None:
    book, s = game.book, game.state
    legal = book.legal_moves(s, seat)
    before = s.to_bytes()
    assert legal and len(set(legal)) == len(legal) <= book.most_legal, "no legal move, or one offered twice"
    assert all(game.why(seat, text) is None for text in game.legal(seat)), "a legal move is refused"
    for move in random.sample(legal, min(4, len(legal))):
        s2 = s.copy()
        book.apply(s2, seat, move)
    for move in set(_sample(book, random)) - set(legal):
        _check_refused(game, seat, move)
    for other in set(range(game.seats)) - set(game.pending):
        assert game.why(other, game.legal(seat)[0]) == Refusal("seat/not_asked", seat=other, pending=game.pending)
        assert game.legal(other) == []
    assert game.state.to_bytes() == before, "asking changed the state"


def _sample(book: Rulebook, random: Random) -> list[int]:
    """Return all moves of a small action space, some of a large one."""
    size = book.moves.size
    return list(range(size)) if size <= 64 else sample_moves(book, random, 30)


def _check_refused(game: Game, seat: int, move: int) -> None:
    """Check a refusal. Families too large to list move by move are judged by `why` alone."""
    text = game.book.moves.write(move)
    refusal = game.why(seat, text)
    if refusal is None:
        assert game.book.moves.family_of(move).size > game.book.most_legal, f"{text} is neither legal nor refused"
        return
    assert "/" in refusal.code
    try:
        game.play(seat, text)
    except Refusal as refused:
        if refused == refusal:
            return
    raise AssertionError(f"{text} should be refused with {refusal.code}")


def _check_over(game: Game) -> None:
    assert game.pending == [] and game.result is not None
    for seat in range(game.seats):
        assert game.legal(seat) == []
        assert game.why(seat, game.moves[-1].partition(" ")[2]) == Refusal("game/over")


def check_notation(book: Rulebook) -> None:
    """Check that every move has one text, and that the text gives the move back."""
    codes = (
        range(book.moves.size)
        if book.moves.size < 50_000
        else [Random(1).randrange(book.moves.size) for _ in range(9999)]
    )
    for move in codes:
        text = book.moves.write(move)
        assert book.moves.read(text) == move, text
        assert book.moves.read(f"  {text.upper()} ") == move
    for nonsense in ("", "xyzzy", "\x00", text + " x", text[:-1] + "¤", "9" * 400):
        assert book.moves.read(nonsense) is None, nonsense


def check_positions(book: Rulebook, seats: int, options: Options, games: int = 2) -> None:
    """Check that a position written and read is the same."""
    for seed in range(games):
        for s, _ in walk(book, seats, options, seed):
            text = write_position(book, s)
            again = read_position(book, text)
            again.rng = s.rng[:]
            assert again == s, again.different(s)


def check_replay(book: Rulebook, seats: int, options: Options, games: int = 2) -> None:
    """Check that a record replays to the same states, and that only the seed decides."""
    for seed in range(games):
        random = Random(seed)
        game = Game(book, seats, seed, options)
        states = [game.state.to_bytes()]
        while not game.over:
            seat, move = choose(book, game.state, random, 0.5)
            game.play(seat, book.moves.write(move))
            states.append(game.state.to_bytes())
        replayed = [again.state.to_bytes() for again in records.steps(book, game.record())]
        assert replayed == states
        assert records.verify(book, game.record()).result == game.result
        assert Game(book, seats, seed, options).state.to_bytes() == states[0]
    starts = {Game(book, seats, seed, options).state.to_bytes() for seed in range(6)}
    assert len(starts) > 1, "the seed decides nothing"


def check_compiled(book: Rulebook, seats: int, options: Options, games: int, seed: int = 1) -> int:
    """Check that plain and compiled games are equal, state for state; return how many states were compared."""
    import numpy as np

    plain = bind_game(book, loops.begin, loops.random_move, compiled=False)
    fast = bind_game(book, loops.trace, compiled=True)
    record = record_type(book.state)
    prepared = book.prepare(seats, options, None)
    blank = np.frombuffer(prepared.to_bytes(), record).copy()
    state, trail = np.zeros(1, record), np.zeros(20_000, record)
    out = np.zeros(book.most_legal + 1, np.int64)
    mine: list[Any] = [book.state()]
    moves = [0] * (book.most_legal + 1)
    compared = 0
    for game in range(games):
        states = fast.trace(state, blank, out, seed, game, trail)
        assert states > 0, "the trail is too short"
        width, traced = record.itemsize, trail[:states].tobytes()
        plain.begin(mine, [prepared], seed, game)
        for at in range(0, states * width, width):
            if at:
                plain.random_move(mine[0], moves)
            if mine[0].to_bytes() != traced[at : at + width]:
                other = book.state.from_bytes(traced[at : at + width])
                raise AssertionError(f"game {game}, state {at // width}: {mine[0].different(other)}")
        assert mine[0].ending
        compared += states
    return compared


def check_subset(book: Rulebook) -> None:
    """Check that every function that is compiled is in the plain subset."""
    rules = (book.start, book.legal, book.apply, book.rank, book.score)
    players = (book.greedy, book.expert, book.playout_move, book.outlook, book.read_evidence, book.likelihood)
    found = list(subset.offences(*rules, book.imagine, book.possible, book.forget, *players))
    assert not found, "\n".join(found)


def check_accesses(book: Rulebook, seats: int, options: Options) -> None:
    """Check on a state that checks every access that rules and players keep to the layout."""
    random = Random(5)
    s = begin(book, seats, options, 5)
    mind = checked(book.prepare(seats, options, None))
    sow(mind, 5, 0)
    book.start(mind)
    assert mind.to_bytes() == s.to_bytes()
    while not s.ending:
        seat, move = choose(book, s, random, 0.5)
        assert book.legal_moves(mind, seat) == book.legal_moves(s, seat)
        book.apply(s, seat, move)
        book.apply(mind, seat, move)
        assert mind.to_bytes() == s.to_bytes()
        for asked in each(pending(s)):
            moves = book.legal_moves(s, asked)
            offered, expert_parameters = [len(moves), *moves], list(book.expert_parameters.values())
            assert book.greedy(mind, asked, offered) in moves, "the greedy player broke the rules"
            assert book.expert(mind, asked, offered, expert_parameters) in moves, "the expert broke the rules"
            assert 0 <= book.outlook(mind, asked) <= 10_000, "a chance is in ten-thousandths"
