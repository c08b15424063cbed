"""Binding: every plain function reachable from the given ones, cloned so that it calls this game's functions.

Compiled, the clones are numba's: callees first, one signature each, read from the annotations (left to itself numba
compiles anew for every literal). Plain, they stay Python. Both run one source.
"""

from __future__ import annotations

import dis
import enum
import hashlib
import inspect
import os
import signal
import threading
import types
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from sortilege.kernel import bits, loops, paper
from sortilege.kernel.events import Event
from sortilege.kernel.layout import Layout

Function = Callable[..., Any]
OF_A_GAME: Final = (
    *("start", "legal", "apply", "rank", "imagine", "greedy", "expert", "quick", "outlook", "heed", "credit"),
)
Constant = int | tuple[Any, ...] | type[enum.IntEnum]


def numba_here() -> bool:
    return os.environ.get("SORTILEGE_PLAIN", "") != "1" and find_spec("numba") is not None


def record_type(layout: type[Layout]) -> Any:
    """The numpy dtype that shares its bytes with `Layout.to_bytes`."""
    import numpy as np

    fields = ((name, layout.fields[name]) for name in layout.ordered)
    return np.dtype([(name, f.kind, f.shape) if f.shape else (name, f.kind) for name, f in fields])


def names_in(code: types.CodeType) -> set[str]:
    found = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= names_in(constant)
    return found


class Reach:
    """The functions reachable from some roots, callees first, with the constants and events each one names."""

    def __init__(self, roots: tuple[Function, ...], replace: dict[Function, Function]) -> None:
        self.replace = replace
        self.order: list[types.FunctionType] = []
        self.calls: dict[Function, dict[str, Function]] = {}
        self.constants: dict[Function, dict[str, Constant]] = {}
        self.events: dict[Function, dict[str, Event]] = {}
        for root in roots:
            self._visit(root, ())

    def _visit(self, f: Function, path: tuple[Function, ...]) -> types.FunctionType:
        f = self.replace.get(f, f)
        assert isinstance(f, types.FunctionType)
        if f in path:
            raise TypeError(f"{f.__name__} calls itself through {path[-1].__name__}")
        if f not in self.calls:
            self.calls[f], self.constants[f], self.events[f] = {}, {}, {}
            for name in sorted(names_in(f.__code__) & f.__globals__.keys()):
                self._sort(f, name, f.__globals__[name], path)
            self.order.append(f)
        return f

    def _sort(self, f: Function, name: str, value: Any, path: tuple[Function, ...]) -> None:
        if isinstance(value, types.FunctionType):
            self.calls[f][name] = self._visit(value, (*path, f))
        elif isinstance(value, Event):
            self.events[f][name] = value
        elif isinstance(value, (int, tuple)) or (isinstance(value, type) and issubclass(value, enum.IntEnum)):
            self.constants[f][name] = value
        else:
            raise TypeError(f"{f.__name__} names {name}, which is no int, tuple of ints, enum, event or function")

    def facts(self) -> Iterator[str]:
        """Everything that decides what the compiled code does."""
        for f in self.order:
            yield inspect.getsource(f)
            for name, value in self.constants[f].items():
                yield f"{name}={list(value) if isinstance(value, type) else value}"
            yield from (f"{name}:{len(e.parameters)}" for name, e in self.events[f].items())


def bind(roots: tuple[Function, ...], replace: dict[Function, Function], layout: type[Layout], compiled: bool) -> Any:
    """A namespace with the bound roots. `replace` maps a placeholder to the game's function."""
    reach = Reach(roots, replace)
    twins = _compile(reach, roots, layout) if compiled else _clone(reach)
    return types.SimpleNamespace(**{f.__name__: twins[replace.get(f, f)] for f in roots})


@cache
def bind_game(book: Any, *roots: Function, compiled: bool | None = None) -> Any:
    """Loops over whole games, bound to one game."""
    replace = {getattr(loops, name): getattr(book, name) for name in OF_A_GAME}
    return bind(roots, replace, book.state, numba_here() if compiled is None else compiled)


def _scope(reach: Reach, f: Function) -> dict[str, Any]:
    return {"__builtins__": __builtins__, "__name__": f.__module__, **reach.constants[f]}


def _twin(f: types.FunctionType, scope: dict[str, Any]) -> types.FunctionType:
    twin = types.FunctionType(f.__code__, scope, f.__name__, f.__defaults__)
    twin.__module__, twin.__qualname__ = f.__module__, f.__qualname__
    return twin


def _clone(reach: Reach) -> dict[Function, Function]:
    twins: dict[Function, Function] = {}
    for f in reach.order:
        scope = {name: _int_names(value) for name, value in _scope(reach, f).items()}
        scope |= dict.fromkeys(reach.events[f], _nobody_hears)
        scope |= {name: twins[callee] for name, callee in reach.calls[f].items()}
        twins[f] = _twin(f, scope)
    return twins


def _int_names(value: Any) -> Any:
    """An enum's plain ints under its names: a third of the time to read and to compare."""
    if isinstance(value, type) and issubclass(value, enum.IntEnum):
        return type(value.__name__, (), {member.name: int(member) for member in value})
    return value


def _nobody_hears(s: Any, *facts: Any) -> None:
    """Mass runs tell nobody: every event becomes this."""


# --------------------------------------------------------------------------------------------------- with numba
def cache_folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(os.environ.get("SORTILEGE_CACHE", home)) / "sortilege"


def _cache_key(reach: Reach, record: Any) -> str:
    """numba's own cache does not notice an edit in another file, or in a data file: this key does."""
    import numba

    # numba leaves the checking of bounds out of its key too.
    key = hashlib.sha256(f"{numba.__version__} {os.environ.get('NUMBA_BOUNDSCHECK')} {record}".encode())
    key.update(Path(__file__).read_bytes())
    for fact in reach.facts():
        key.update(fact.encode())
    return key.hexdigest()[:24]


def _compile(reach: Reach, roots: tuple[Function, ...], layout: type[Layout]) -> dict[Function, Function]:
    import numba

    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder() / _cache_key(reach, record_type(layout)))
    try:
        return _twins(reach, roots, layout)
    finally:
        config.CACHE_DIR = before


def _twins(reach: Reach, roots: tuple[Function, ...], layout: type[Layout]) -> dict[Function, Function]:
    import numba

    njit: Any = numba.njit
    nobody_hears = njit(_nobody_hears)
    record = record_type(layout)
    natives, heap = _natives(), _heap_sheet()
    once = _called_once(reach)
    outside = {reach.replace.get(f, f) for f in roots}
    twins: dict[Function, Function] = {}
    with _interrupted_between() as heed:
        for f in reach.order:
            if f in natives:
                twins[f] = natives[f]
                continue
            heed()
            scope = {name: _constant(value) for name, value in _scope(reach, f).items()}
            scope |= dict.fromkeys(reach.events[f], nobody_hears)
            scope |= {name: twins[callee] for name, callee in reach.calls[f].items()}
            settings: Any = {} if f in outside else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            if _on_heap(reach, f):
                scope |= {name: heap for name, callee in reach.calls[f].items() if callee is paper.paper}
            elif f not in outside:
                settings |= {"_nrt": False, "forceinline": f in once}
            # A generator read from the cache is unknown to a caller compiled now: it is left to its callers.
            cached = not inspect.isgeneratorfunction(f)
            signature = _signature(f, record) if cached else None
            twins[f] = njit(signature, cache=cached, **settings)(_twin(f, scope))
    return twins


@contextmanager
def _interrupted_between() -> Iterator[Callable[[], None]]:
    """Ctrl-C in the midst of a function is lost in the compiler, and breaks it: it is heeded before the next one."""
    pressed: list[int] = []

    def heed() -> None:
        if pressed:
            raise KeyboardInterrupt

    aside = threading.current_thread() is not threading.main_thread()
    if aside or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield heed
        return
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield heed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    heed()


def _called_once(reach: Reach) -> set[Function]:
    """Those that are called at one place alone: written out there, they cost nothing to call."""
    places = Counter(
        callees[i.argval]
        for f, callees in reach.calls.items()
        for i in dis.get_instructions(f)
        if i.opname == "LOAD_GLOBAL" and i.argval in callees
    )
    return {f for f, times in places.items() if times == 1}


def _on_heap(reach: Reach, f: Function) -> bool:
    """Whether paper outlives it, or the one it called. All other paper lies on the stack: nobody counts references."""
    return any(_hands_paper_on(g) for g in (f, *reach.calls[f].values()) if g is not paper.paper)


def _hands_paper_on(f: Function) -> bool:
    return typing.get_type_hints(f).get("return") == list[int]


def _constant(value: Any) -> Any:
    """Tuples of ints become constant arrays; an int of ours, whatever its class, a plain one."""
    import numpy as np

    if isinstance(value, tuple):
        return np.array(value, dtype=np.int64)
    return int(value) if isinstance(value, int) and type(value) is not bool else value


def _signature(f: types.FunctionType, record: Any) -> tuple[Any, ...] | None:
    """What the annotations say, or None: a list may be any array, and is compiled on use."""
    import numba

    state = numba.from_dtype(record)
    hints = typing.get_type_hints(f, include_extras=True)
    hints.pop("return", None)
    found: list[Any] = []
    for hint in hints.values():
        mark = getattr(hint, "__metadata__", ("",))[0]
        if hint is int:
            found.append(numba.int64)
        elif hint is bool:
            found.append(numba.boolean)
        elif isinstance(hint, type) and issubclass(hint, Layout):
            found.append(state)
        elif mark == "states":
            found.append(state[::1])
        elif mark == "i8":
            found.append(numba.int64[::1])
        else:
            return None
    return tuple(found)


@cache
def _heap_sheet() -> Any:
    import numba
    import numpy as np

    njit: Any = numba.njit
    return njit(lambda size: np.zeros(size, np.int64))


@cache
def _natives() -> dict[Function, Any]:
    """What one machine instruction, or one copy, does better than the plain body."""
    import numba
    from llvmlite import ir
    from numba.core import cgutils
    from numba.core import types as kinds
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    njit: Any = numba.njit
    reserve: Any = cgutils.alloca_once
    fill_in: Any = populate_array
    number = kinds.int64

    def ones(context: Any, x: Any) -> Any:
        return number(number), lambda c, builder, signature, args: builder.ctpop(args[0])

    def zeros_below(context: Any, x: Any) -> Any:
        false = ir.Constant(ir.IntType(1), 0)
        return number(number), lambda c, builder, signature, args: builder.cttz(args[0], false)

    count_ones: Any = intrinsic(ones)
    count_zeros: Any = intrinsic(zeros_below)

    def stack_sheet(context: Any, size: Any) -> Any:
        if not isinstance(size, kinds.IntegerLiteral):
            raise TypeError("the size of a sheet on the stack is a named constant")
        row, cells = kinds.Array(number, 1, "C"), ir.ArrayType(ir.IntType(64), size.literal_value)

        def lay(c: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = reserve(builder, cells)
            builder.store(ir.Constant(cells, None), place)
            sheet = c.make_array(row)(c, builder)
            shape, width = (cgutils.intp_t(cells.count),), cgutils.intp_t(8)
            fill_in(sheet, builder.bitcast(place, sheet.data.type), shape, (width,), width, None)
            return sheet._getvalue()

        return row(size), lay

    def copy_state(states: Any, to: Any, blank: Any, of: Any) -> None:
        states[to] = blank[of]

    return {
        bits.count: njit(lambda members: count_ones(number(members))),
        bits.lowest: njit(lambda members: count_zeros(number(members))),
        loops.copy_state: njit(copy_state),
        paper.paper: intrinsic(prefer_literal=True)(stack_sheet),
    }
