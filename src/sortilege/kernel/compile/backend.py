"""Compile reachable functions with numba: callees first, one signature each, read from the annotations.

Without a signature numba would compile a function again for every literal it is called with.
"""

from __future__ import annotations

import dis
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
from typing import Any

from sortilege.kernel.compile import loops
from sortilege.kernel.compile.cache import cache_folder, cache_key
from sortilege.kernel.compile.clone import base_scope, clone_function, drop_event
from sortilege.kernel.compile.reach import Function, Reach
from sortilege.kernel.layout import Layout
from sortilege.kernel.plain import bits, scratch


def numba_here() -> bool:
    """Return whether numba is installed, and not switched off by SORTILEGE_PLAIN=1."""
    return os.environ.get("SORTILEGE_PLAIN", "") != "1" and find_spec("numba") is not None


def record_type(layout: type[Layout]) -> Any:
    """Return the numpy dtype that shares its bytes with `Layout.to_bytes`."""
    import numpy as np

    fields = ((name, layout.fields[name]) for name in layout.ordered)
    return np.dtype([(name, f.kind, f.shape) if f.shape else (name, f.kind) for name, f in fields])


def compile_all(reach: Reach, roots: tuple[Function, ...], layout: type[Layout]) -> dict[Function, Function]:
    """Compile every reachable function, callees first, or read it from the cache."""
    import numba

    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder() / cache_key(reach, record_type(layout)))
    try:
        return _twins(reach, roots, layout)
    finally:
        config.CACHE_DIR = before


def _twins(reach: Reach, roots: tuple[Function, ...], layout: type[Layout]) -> dict[Function, Function]:
    import numba

    njit: Any = numba.njit
    silent = njit(drop_event)
    record = record_type(layout)
    natives, heap = _natives(), _heap_scratch()
    once = _called_once(reach)
    outside = {reach.replace.get(f, f) for f in roots}
    twins: dict[Function, Function] = {}
    with _delay_interrupt() as raise_if_pressed:
        for f in reach.order:
            if f in natives:
                twins[f] = natives[f]
                continue
            raise_if_pressed()
            scope = {name: _constant(value) for name, value in base_scope(reach, f).items()}
            scope |= dict.fromkeys(reach.events[f], silent)
            scope |= {name: twins[callee] for name, callee in reach.calls[f].items()}
            settings: Any = {"nogil": True} if f in outside else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            if _on_heap(reach, f):
                scope |= {name: heap for name, callee in reach.calls[f].items() if callee is scratch.scratch}
            elif f not in outside:
                settings |= {"_nrt": False, "forceinline": f in once}
            # A caller compiled now cannot use a generator read from the cache: its callers compile it.
            cached = not inspect.isgeneratorfunction(f)
            signature = _signature(f, record) if cached else None
            twins[f] = njit(signature, cache=cached, **settings)(clone_function(f, scope))
    return twins


@contextmanager
def _delay_interrupt() -> Iterator[Callable[[], None]]:
    """Delay Ctrl-C until the next function: inside the compiler it is lost, and leaves the compiler broken."""
    pressed: list[int] = []

    def raise_if_pressed() -> None:
        if pressed:
            raise KeyboardInterrupt

    aside = threading.current_thread() is not threading.main_thread()
    if aside or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield raise_if_pressed
        return
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield raise_if_pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    raise_if_pressed()


def _called_once(reach: Reach) -> set[Function]:
    """Return the functions called from one place only: they are inlined there."""
    places = Counter(
        callees[i.argval]
        for f, callees in reach.calls.items()
        for i in dis.get_instructions(f)
        if i.opname == "LOAD_GLOBAL" and i.argval in callees
    )
    return {f for f, times in places.items() if times == 1}


def _on_heap(reach: Reach, f: Function) -> bool:
    """Return whether scratch lists of this function may outlive it: these need the heap, all others use the stack."""
    return any(_returns_scratch(g) for g in (f, *reach.calls[f].values()) if g is not scratch.scratch)


def _returns_scratch(f: Function) -> bool:
    return typing.get_type_hints(f).get("return") == list[int]


def _constant(value: Any) -> Any:
    """Convert a tuple of ints to a constant array, and an int of any class to a plain one."""
    import numpy as np

    if isinstance(value, tuple):
        return np.array(value, dtype=np.int64)
    return int(value) if isinstance(value, int) and type(value) is not bool else value


def _signature(f: types.FunctionType, record: Any) -> tuple[Any, ...] | None:
    """Read the signature from the annotations; None if an unmarked list is among them: then numba compiles on use."""
    import numba

    state = numba.from_dtype(record)
    arrays = {"i8": numba.int64[::1], "i4": numba.int32[::1], "i2": numba.int16[::1], "i1": numba.int8[::1]}
    arrays |= {f"{kind} rows": cells.dtype[:, ::1] for kind, cells in arrays.items()}
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
        elif mark in arrays:
            found.append(arrays[mark])
        else:
            return None
    return tuple(found)


@cache
def _heap_scratch() -> Any:
    import numba
    import numpy as np

    njit: Any = numba.njit
    return njit(lambda size: np.zeros(size, np.int64))


@cache
def _natives() -> dict[Function, Any]:
    """Return the functions for which one machine instruction, or one copy, replaces the plain body."""
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

    def stack_scratch(context: Any, size: Any) -> Any:
        if not isinstance(size, kinds.IntegerLiteral):
            raise TypeError("the size of a scratch list on the stack is a named constant")
        row, cells = kinds.Array(number, 1, "C"), ir.ArrayType(ir.IntType(64), size.literal_value)

        def lay(c: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = reserve(builder, cells)
            builder.store(ir.Constant(cells, None), place)
            row_array = c.make_array(row)(c, builder)
            shape, width = (cgutils.intp_t(cells.count),), cgutils.intp_t(8)
            fill_in(row_array, builder.bitcast(place, row_array.data.type), shape, (width,), width, None)
            return row_array._getvalue()

        return row(size), lay

    def copy_state(states: Any, to: Any, blank: Any, of: Any) -> None:
        states[to] = blank[of]

    return {
        bits.count: njit(lambda members: count_ones(number(members))),
        bits.lowest: njit(lambda members: count_zeros(number(members))),
        loops.copy_state: njit(copy_state),
        scratch.scratch: intrinsic(prefer_literal=True)(stack_scratch),
    }
