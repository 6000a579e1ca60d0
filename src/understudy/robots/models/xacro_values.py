"""Expressions of xacro worked out by walking over them, since xacro itself hands them to Python's ``eval``.

Its check of names does not look into lambdas and comprehensions, through which ``().__class__`` leads to
everything that Python can do. Here there are numbers, texts, lists and tables, the functions of ``symbols``,
a few methods of texts, and nothing else: no attribute of any other object can be named.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from understudy.plain_text import quoted

Lookup = Callable[[str], Any]
"""Returns what a name stands for; raises ``KeyError`` where it is none."""

Operators = Mapping[type[ast.AST], Callable[..., Any]]

_BINARY: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_UNARY: dict[type[ast.AST], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
}
_METHODS: dict[type, tuple[str, ...]] = {
    str: (
        *("lower", "upper", "strip", "lstrip", "rstrip", "split", "rsplit", "replace", "startswith"),
        *("endswith", "join", "find", "count", "title", "capitalize", "isdigit", "zfill"),
    ),
    list: ("index", "count"),
    tuple: ("index", "count"),
    dict: ("keys", "values", "items", "get"),
}
"""Methods that may be called; ``format`` is none of them, since its texts can name attributes."""

_LONGEST = 10_000


def evaluate(text: str, lookup: Lookup) -> Any:
    """Return what an expression is worth.

    Args:
        text: The expression.
        lookup: Tells what its names stand for.

    Raises:
        ValueError: It has parts that no robot's file needs, such as lambdas or attributes of objects.
        Exception: As the expression itself has it: a division by zero, an index that is not there.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"an expression is longer than {_LONGEST} characters")
    return _Walk(lookup).value(ast.parse(text.strip(), mode="eval").body)


class _Walk:
    """Works an expression out, part by part."""

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup

    def value(self, node: ast.AST) -> Any:
        """Return what a part is worth."""
        work = getattr(self, f"_{type(node).__name__.lower()}", None)
        if work is None:
            raise ValueError(f"{type(node).__name__} is no part of expressions that are read")
        return work(node)

    def _constant(self, node: ast.Constant) -> Any:
        return node.value

    def _name(self, node: ast.Name) -> Any:
        if node.id.startswith("_"):
            raise ValueError(f"the name {quoted(node.id)} is not for files")
        try:
            return self.lookup(node.id)
        except KeyError:
            raise NameError(f"the name {quoted(node.id)} is not defined") from None

    def _binop(self, node: ast.BinOp) -> Any:
        return self._operator(_BINARY, node.op)(self.value(node.left), self.value(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        return self._operator(_UNARY, node.op)(self.value(node.operand))

    def _operator(
        self, known: Mapping[type[ast.AST], Callable[..., Any]], node: ast.AST
    ) -> Callable[..., Any]:
        if type(node) not in known:
            raise ValueError(f"{type(node).__name__} is no part of expressions that are read")
        return known[type(node)]

    def _boolop(self, node: ast.BoolOp) -> Any:
        stops = isinstance(node.op, ast.Or)
        value: Any = None
        for part in node.values:
            value = self.value(part)
            if bool(value) == stops:
                break
        return value

    def _compare(self, node: ast.Compare) -> Any:
        left, result = self.value(node.left), True
        for kind, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part)
            result = self._operator(_BINARY, kind)(left, right)
            if not result:
                break
            left = right
        return result

    def _ifexp(self, node: ast.IfExp) -> Any:
        return self.value(node.body if self.value(node.test) else node.orelse)

    def _list(self, node: ast.List) -> Any:
        return [self.value(part) for part in node.elts]

    def _tuple(self, node: ast.Tuple) -> Any:
        return tuple(self.value(part) for part in node.elts)

    def _dict(self, node: ast.Dict) -> Any:
        if None in node.keys:
            raise ValueError("tables within tables by ** are not read")
        keys = [self.value(key) for key in node.keys if key is not None]
        return dict(zip(keys, (self.value(part) for part in node.values), strict=True))

    def _subscript(self, node: ast.Subscript) -> Any:
        return self.value(node.value)[self.value(node.slice)]

    def _slice(self, node: ast.Slice) -> Any:
        return slice(
            *(None if end is None else self.value(end) for end in (node.lower, node.upper, node.step))
        )

    def _attribute(self, node: ast.Attribute) -> Any:
        owner = self.value(node.value)
        if not node.attr.startswith("_"):
            methods = next((names for kind, names in _METHODS.items() if isinstance(owner, kind)), ())
            if isinstance(owner, dict) and node.attr not in methods:
                return owner[node.attr]
            if node.attr in methods:
                return getattr(owner, node.attr)
        raise ValueError(f"the attribute {quoted(node.attr)} is not for files")

    def _call(self, node: ast.Call) -> Any:
        function = self.value(node.func)
        if any(keyword.arg is None for keyword in node.keywords):
            raise ValueError("arguments by ** are not read")
        return function(
            *(self.value(part) for part in node.args),
            **{keyword.arg: self.value(keyword.value) for keyword in node.keywords if keyword.arg},
        )

    def _listcomp(self, node: ast.ListComp) -> Any:
        if len(node.generators) != 1 or not isinstance(node.generators[0].target, ast.Name):
            raise ValueError("comprehensions over more than one name are not read")
        loop = node.generators[0]
        name = node.generators[0].target.id
        found = []
        for each in self.value(loop.iter):
            inner = _Walk(lambda wanted, each=each: each if wanted == name else self.lookup(wanted))
            if all(inner.value(condition) for condition in loop.ifs):
                found.append(inner.value(node.elt))
        return found
