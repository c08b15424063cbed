"""Bind loops over whole games to the functions of one game, plain or compiled from the same source."""

from __future__ import annotations

import logging
import types
from functools import cache
from typing import Any, Final

from sortilege.kernel.compile import loops
from sortilege.kernel.compile.backend import compile_all, numba_here
from sortilege.kernel.compile.clone import clone_all
from sortilege.kernel.compile.reach import Function, Reach
from sortilege.kernel.layout import Layout

log = logging.getLogger("sortilege")
_warned = False  # one warning a process
OF_A_GAME: Final = (
    "start",
    "legal",
    "apply",
    "rank",
    "imagine",
    "forget",
    "greedy",
    "expert",
    "playout_move",
    "outlook",
    "read_evidence",
    "likelihood",
)


def bind(roots: tuple[Function, ...], replace: dict[Function, Function], layout: type[Layout], compiled: bool) -> Any:
    """Return a namespace with the bound roots, and `compiled`. `replace` maps a placeholder to the game's function."""
    reach = Reach(roots, replace)
    bound = compile_all(reach, roots, layout) if compiled else clone_all(reach)
    return types.SimpleNamespace(compiled=compiled, **{f.__name__: bound[replace.get(f, f)] for f in roots})


def bind_game(book: Any, *roots: Function, compiled: bool | None = None) -> Any:
    """Bind loops over whole games to one game; by default compiled where numba is installed and works."""
    if compiled is None:
        return _bind_best(book, roots) if numba_here() else _bind(book, roots, False)
    return _bind(book, roots, compiled)


def clear_bound() -> None:
    """Forget all bound functions."""
    _bind.cache_clear()
    _bind_best.cache_clear()


@cache
def _bind_best(book: Any, roots: tuple[Function, ...]) -> Any:
    """Bind compiled code, or plain code where compiling fails for any reason."""
    try:
        return _bind(book, roots, True)
    except Exception as error:
        _warn_once(error)
        return _bind(book, roots, False)


def _warn_once(error: Exception) -> None:
    global _warned
    if not _warned:
        _warned = True
        log.warning("compiling fails, plain code plays on: %s: %s", type(error).__name__, error)


@cache
def _bind(book: Any, roots: tuple[Function, ...], compiled: bool) -> Any:
    replace = {getattr(loops, name): getattr(book, name) for name in OF_A_GAME}
    return bind(roots, replace, book.state, compiled)
