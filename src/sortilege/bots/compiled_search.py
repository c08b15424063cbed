"""Compile the search of a game in the background: no table waits for it."""

from functools import cache
from threading import Lock, Thread
from typing import Any

from sortilege.bots import search
from sortilege.kernel.compile.backend import numba_here
from sortilege.kernel.compile.bind import bind_game
from sortilege.kernel.rulebook import Rulebook

ROOTS = (search.try_worlds, search.greedy_move, search.expert_move)
# A plain search looks at the clock between these steps.
STEPS = (search.heed_others, search.imagine_world, search.try_move, search.note, search.play_out)
_ready: dict[str, Any] = {}
_one_at_a_time = Lock()


def search_of(book: Rulebook, waits: bool) -> tuple[Any, bool]:
    """Return the search for this game, and whether it is compiled.

    If not `waits`, return the uncompiled one until then.
    """
    if not numba_here():
        return _plain(book), False
    if waits:
        prepare(book)
    elif book.slug not in _ready:
        _begin(book)
    return at_hand(book)


def at_hand(book: Rulebook) -> tuple[Any, bool]:
    """Return the compiled search if it is ready, else the plain one; start no compiling."""
    bound = _ready.get(book.slug) if numba_here() else None
    return (bound, True) if bound and bound.compiled else (_plain(book), False)


def prepare(book: Rulebook) -> None:
    """Wait until the search is compiled, where it can be."""
    if numba_here():
        _compile(book)


@cache
def _plain(book: Rulebook) -> Any:
    return bind_game(book, *ROOTS, *STEPS, compiled=False)


@cache
def _begin(book: Rulebook) -> None:
    Thread(target=_compile, args=(book,), name=f"compiling {book.slug}", daemon=True).start()


def _compile(book: Rulebook) -> None:
    with _one_at_a_time:
        if book.slug not in _ready:
            _ready[book.slug] = bind_game(book, *ROOTS)  # plain where compiling fails
