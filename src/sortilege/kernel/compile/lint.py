"""Refuse code that cannot be compiled: what numba does differently from Python, or not at all."""

import ast
import inspect
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import get_type_hints

from sortilege.kernel.compile.reach import Reach
from sortilege.kernel.layout import Field, Layout
from sortilege.kernel.plain.scratch import scratch

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Slice: "a slice copies in plain Python and aliases when compiled",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a generator expression",
    ast.Lambda: "a lambda",
    ast.Dict: "a dictionary",
    ast.Set: "a set: use a bit set",
    ast.List: "a list display: the layout holds the lists",
    ast.JoinedStr: "text: the rules hold numbers",
    ast.Try: "try",
    ast.With: "with",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Await: "await",
    ast.Starred: "a starred argument",
    ast.Delete: "del",
    ast.Div: "a division with a fraction",
    ast.Pow: "a power: it may be a fraction",
    ast.ClassDef: "a class",
}
CALLS_REFUSED = ("sum", "any", "all", "sorted", "list", "print", "float", "str", "dict", "set", "zip", "enumerate")
GIVEN = (int, bool, type(None), list[int])
NATIVE = (
    "sortilege.kernel.plain.bits",
    "sortilege.kernel.plain.scratch",
)  # their plain bodies have compiled twins of their own


def offences(*roots: Callable[..., object]) -> Iterator[str]:
    """Yield every place, in the functions reachable from the roots, that is outside the subset."""
    for f in Reach(tuple(roots), {}).order:
        if f.__module__ not in NATIVE:
            yield from _in_function(f)


def _in_function(f: types.FunctionType) -> Iterator[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(f))).body[0]
    where = f"{f.__module__}.{f.__name__}"
    if f.__defaults__ or f.__kwdefaults__:
        yield f"{where}: a default argument"
    if len(f.__annotations__) <= f.__code__.co_argcount:
        yield f"{where}: an annotation is missing, so there is no signature"
    if get_type_hints(f).get("return") not in GIVEN and not inspect.isgeneratorfunction(f):
        yield f"{where}: returns neither a number nor a list: a scratch list in anything else would outlive its stack"
    rows, fixed = _fields(f, lambda field: len(field.shape) > 1), _fields(f, lambda field: field.fixed)
    for node in list(ast.walk(tree))[1:]:
        problem = FORBIDDEN.get(type(node)) or _problem(node) or _whole_row(node, rows) or _changes(node, fixed)
        if problem:
            yield f"{where}, line {getattr(node, 'lineno', 0)}: {problem}"


def _problem(node: ast.AST) -> str | None:
    if isinstance(node, ast.Subscript) and _negative(node.slice):
        return "a negative index"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return f"a method call: .{node.func.attr}()"
    if isinstance(node, ast.Call) and node.keywords:
        return "a keyword argument"
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS_REFUSED:
        return f"{getattr(node.func, 'id', '')}()"
    if isinstance(node, (ast.For, ast.While)) and any(_asks_for_scratch(part) for part in ast.walk(node)):
        return "scratch in a loop: another list in plain Python, the same one when compiled"
    if isinstance(node, ast.FunctionDef):
        return "a function within a function"
    if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex, bytes)):
        return "a constant that is no whole number"
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and not isinstance(node.value, ast.Name):
        return "an assignment through two dots"
    return None


def _asks_for_scratch(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == scratch.__name__


def _negative(index: ast.AST) -> bool:
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, (ast.USub, ast.Invert))


def _fields(f: types.FunctionType, wanted: Callable[[Field], bool]) -> set[str]:
    """Return the fields with a property, of the states the function is given."""
    layouts = (hint for hint in get_type_hints(f).values() if isinstance(hint, type) and issubclass(hint, Layout))
    return {name for layout in layouts for name, field in layout.fields.items() if wanted(field)}


def _changes(node: ast.AST, fixed: set[str]) -> str | None:
    """Refuse `s.die[0] = 3` where all states of the game share the die."""
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            while isinstance(target, ast.Subscript):
                target = target.value
            if isinstance(target, ast.Attribute) and target.attr in fixed:
                return f"{target.attr} is fixed when the game begins"
    return None


def _whole_row(node: ast.AST, rows: set[str]) -> str | None:
    """Refuse `s.row[0] = s.row[1]`: an alias in plain Python, a copy when compiled."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    for target in targets:
        if isinstance(target, ast.Subscript) and getattr(target.value, "attr", "") in rows:
            return "a row assigned whole"
    return None
