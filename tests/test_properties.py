"""Let Hypothesis look for texts, positions and games that break what every game promises."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from sortilege.games import SLUGS, load
from sortilege.kernel.game import Game
from sortilege.kernel.plain.bits import each
from sortilege.kernel.records.position import read_position, write_position
from sortilege.kernel.refusal import Refusal
from sortilege.kernel.rulebook import Rulebook
from sortilege.kernel.state import State, pending
from sortilege.testing.walks import audiences, begin, choose, option_sets

pytestmark = [pytest.mark.plain, pytest.mark.usefixtures("scale")]  # for more examples in `make soak`
BOOKS = [load(slug) for slug in SLUGS]
each_book = pytest.mark.parametrize("book", BOOKS, ids=SLUGS)
MOST_MOVES = 400


def refusal_of(attempt: Callable[[], object]) -> Refusal | None:
    try:
        attempt()
    except Refusal as refused:
        return refused
    return None


def play(book: Rulebook, s: State, random: Random, moves: int) -> None:
    """Play so many legal moves, or to the end."""
    while moves and not s.ending:
        book.apply(s, *choose(book, s, random, 0.3))
        moves -= 1


@st.composite
def states(draw: st.DrawFn, book: Rulebook) -> State:
    """Draw a state of a game in play or over, with any seats and options."""
    seats = draw(st.sampled_from(book.seats))
    options = draw(st.sampled_from(option_sets(book)))
    seed = draw(st.integers(0, 1 << 32))
    s = begin(book, seats, options, seed)
    play(book, s, Random(seed), draw(st.integers(0, MOST_MOVES)))
    return s


@st.composite
def texts_like(draw: st.DrawFn, text: str) -> str:
    """Draw a text that differs from the one given in a few places."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + 3)))
        text = text[:at] + draw(st.text(max_size=3) | st.sampled_from("0123456789-,/;= ")) + text[end:]
    return text


@st.composite
def positions_like(draw: st.DrawFn, text: str) -> str:
    """Draw a position with a few of its numbers changed, or a field left out or written twice."""
    cells = text.split()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(1, len(cells) - 1))
        name, _, value = cells[at].partition("=")
        numbers = value.replace("/", ",").replace(";", ",").split(",")
        old, new = draw(st.sampled_from(numbers)), str(draw(st.integers(-3, 40)))
        other = f"{name}={value.replace(old, new, 1)}"
        cells[at : at + 1] = draw(st.sampled_from([[other], [other], [other], [], [cells[at], other]]))
        if len(cells) == 1:
            break
    return " ".join(cells)


@each_book
@given(data=st.data())
def test_any_text_is_one_move_or_none(book: Rulebook, data: st.DataObject) -> None:
    near = st.integers(0, book.moves.size - 1).map(book.moves.write).flatmap(texts_like)
    text = data.draw(st.text() | near)
    move = book.moves.read(text)
    if move is not None:
        assert book.moves.write(move).lower() == " ".join(text.lower().split())


@each_book
@given(data=st.data())
def test_any_text_is_played_or_refused_with_a_code(book: Rulebook, data: st.DataObject) -> None:
    game = Game(book, data.draw(st.sampled_from(book.seats)), data.draw(st.integers(0, 1 << 32)))
    random = Random(data.draw(st.integers(0, 1 << 32)))
    for _ in range(data.draw(st.integers(0, 20))):
        if not game.over:
            seat, move = choose(book, game.state, random, 0.3)
            game.play(seat, book.moves.write(move))
    near = (
        st.integers(0, book.moves.size - 1).map(book.moves.write).flatmap(lambda text: st.just(text) | texts_like(text))
    )
    seat, text = data.draw(st.integers(-1, book.seats[-1])), data.draw(st.text() | near)
    before, played = game.state.to_bytes(), game.played
    refused = refusal_of(lambda: game.play(seat, text))
    if refused:
        assert "/" in refused.code and game.state.to_bytes() == before and game.played == played
    else:
        assert game.played == played + 1


@each_book
@given(data=st.data())
def test_a_position_written_and_read_is_the_same(book: Rulebook, data: st.DataObject) -> None:
    s = data.draw(states(book))
    again = read_position(book, write_position(book, s))
    again.rng = s.rng[:]
    assert again == s, again.different(s)


@each_book
@given(data=st.data())
def test_any_position_is_refused_with_a_code_or_plays_on_to_its_end(book: Rulebook, data: st.DataObject) -> None:
    written = write_position(book, data.draw(states(book)))
    text = data.draw(st.text() | texts_like(written) | positions_like(written) | positions_like(written))
    refused = refusal_of(lambda: read_position(book, text))
    event(refused.code if refused else "read")
    if refused:
        assert refused.code.startswith("position/")
        return
    s = read_position(book, text)
    assert read_position(book, write_position(book, s)) == s
    play(book, s, Random(1), 10_000)
    assert s.ending and book.conserved(s)


@each_book
@given(data=st.data())
def test_legal_play_keeps_what_always_holds(book: Rulebook, data: st.DataObject) -> None:
    s = data.draw(states(book))
    assert book.conserved(s) and book.possible(s)
    assert book.state.from_bytes(s.to_bytes()) == s
    assert (pending(s) == 0) == (s.ending != 0)
    for seat in each(pending(s)):
        legal = book.legal_moves(s, seat)
        assert legal and len(legal) == len(set(legal)) <= book.most_legal
        assert all(book.why(s, seat, move) is None for move in legal)
    for audience in audiences(s):
        known, recalled = s.copy(), book.recall(book.view(s, audience))
        book.forget(known, audience)
        known.rng = recalled.rng
        assert known == recalled, known.different(recalled)
