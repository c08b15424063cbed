"""Find every plain function reachable from given ones, with the constants and events it names."""

from __future__ import annotations

import dis
import enum
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any

from sortilege.kernel.events import Event

Function = Callable[..., Any]
Constant = int | tuple[Any, ...] | type[enum.IntEnum]


def names_in(code: types.CodeType) -> set[str]:
    """Return the global names that code reads, functions inside it included."""
    found = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= names_in(constant)
    return found


class Reach:
    """Hold the functions reachable from some roots, callees first, with the constants and events each one names."""

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
        """Yield everything that decides what the compiled code does."""
        for f in self.order:
            yield inspect.getsource(f)
            for name, value in self.constants[f].items():
                yield f"{name}={list(value) if isinstance(value, type) else value}"
            yield from (f"{name}:{len(e.parameters)}" for name, e in self.events[f].items())
