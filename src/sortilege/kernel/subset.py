"""A linter for the plain subset: what numba does otherwise than Python, or not at all, is refused by name and line."""

import ast
import inspect
import textwrap
import types
from collections.abc import Callable, Iterator

from sortilege.kernel.binding import Reach

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
}
NATIVE = "sortilege.kernel.bits"  # its plain bodies have compiled twins of their own


def offences(*roots: Callable[..., object]) -> Iterator[str]:
    """Every place, in a function reachable from the roots, that is outside the subset."""
    for f in Reach(tuple(roots), {}).order:
        if f.__module__ != NATIVE:
            yield from _in_function(f)


def _in_function(f: types.FunctionType) -> Iterator[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(f))).body[0]
    where = f"{f.__module__}.{f.__name__}"
    if f.__defaults__ or f.__kwdefaults__:
        yield f"{where}: a default argument"
    if "return" not in f.__annotations__:
        yield f"{where}: no annotations, so no signature"
    for node in ast.walk(tree):
        problem = FORBIDDEN.get(type(node)) or _problem(node)
        if problem:
            yield f"{where}, line {getattr(node, 'lineno', 0)}: {problem}"


def _problem(node: ast.AST) -> str | None:
    if isinstance(node, ast.Subscript) and _negative(node.slice):
        return "a negative index"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return f"a method call: .{node.func.attr}()"
    if isinstance(node, ast.Call) and node.keywords:
        return "a keyword argument"
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("sum", "any", "all", "sorted", "list", "print"):
        return f"{getattr(node.func, 'id', '')}()"
    if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex, bytes)):
        return "a constant that is no whole number"
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and not isinstance(node.value, ast.Name):
        return "an assignment through two dots"
    return None


def _negative(index: ast.AST) -> bool:
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub)
