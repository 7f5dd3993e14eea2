"""Whether a file reads a set whose order Python does not fix.

A set is read in the order of its hashes. Those of numbers, and of tuples of numbers, are the same
in every run; those of texts, of None and of objects are not. So every place where a set can be
read in order is made to look at it first.
"""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

LOOK, TO_ORDER = "__look__", "__look_to_order__"
"""How the file calls the functions that look at a set."""

HARMLESS = frozenset(
    {"len", "set", "frozenset", "any", "all", "bool", "isinstance", "type", "print", "deepcopy"}
)
"""Functions whose result is the same whatever the order of a set is."""

ORDERING = frozenset({"sorted", "min", "max", "sum"})
"""Functions that do not mind the order of texts and numbers, if they have no ``key``."""

BUILT_IN_METHODS = frozenset().union(*map(dir, (list, dict, set, str, deque)))
"""A method of the file that is called like one of these may be theirs."""

HARMLESS_METHODS = frozenset({"append", "deepcopy"}.union(dir(set)) - {"pop", "update"})


NUMBERS = (int, float, complex, bool)

SCALARS = frozenset({int, float, bool, complex, str, bytes, type(None), range})


def is_steady(value: Any) -> bool:
    """Whether the hash of ``value`` is the same in every run of Python."""
    kind = type(value)
    if kind in NUMBERS:
        return True
    if kind is tuple or kind is frozenset:
        return all(map(is_steady, value))
    return False


def is_loose(value: Any) -> bool:
    """Whether ``value`` is or directly holds a set that may be read in another order next time."""
    kind = type(value)
    if kind in SCALARS:
        return False
    if isinstance(value, set | frozenset):
        return len(value) > 1 and not all(map(is_steady, value))
    if kind is list or kind is tuple:
        return any(isinstance(one, set | frozenset) and is_loose(one) for one in value)
    return False


def is_ordered(value: Any) -> bool:
    """Whether ``value`` is a text, a number or a tuple of them, which have one order."""
    kind = type(value)
    if kind is tuple:
        return all(map(is_ordered, value))
    return kind is str or kind in NUMBERS


class Orders:
    """Where a file read something whose order or number is another one in the next run."""

    def __init__(self) -> None:
        self.line = 0

    def look(self, value: Any, line: int) -> Any:
        if not self.line and is_loose(value):
            self.line = line
        return value

    def look_to_order(self, value: Any, line: int) -> Any:
        if isinstance(value, set | frozenset) and all(map(is_ordered, value)):
            return value
        return self.look(value, line)

    def hash(self, value: object) -> int:
        if not is_steady(value):
            self.line = self.line or sys._getframe(1).f_lineno
        return hash(value)

    def id(self, value: object) -> int:
        self.line = self.line or sys._getframe(1).f_lineno
        return id(value)


def has_sets(tree: ast.Module) -> bool:
    """Whether a file can make a set, or ask for a hash or an address."""
    names = {"set", "frozenset", "hash", "id", "keys", "items"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Set | ast.SetComp):
            return True
        if isinstance(node, ast.Name) and node.id in names:
            return True
        if isinstance(node, ast.Attribute) and node.attr in names:
            return True
    return False


def with_looks(tree: ast.Module) -> ast.Module:
    """The file with a look at everything that is read in order; lines stay where they are."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    _Looks(own).visit(tree)
    return ast.fix_missing_locations(tree)


class _Looks(ast.NodeTransformer):
    def __init__(self, own: set[str]) -> None:
        self._own = own

    def _at(self, node: ast.expr, name: str = LOOK) -> ast.Call:
        line = ast.Constant(node.lineno)
        looked = ast.Call(ast.Name(name, ast.Load()), [node, line], [])
        return ast.copy_location(looked, node)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._at(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._at(node.iter)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self._at(node.value)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self.generic_visit(node)
        node.value = self._at(node.value)
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        node.value = self._at(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if any(not isinstance(one, ast.Name | ast.Attribute) for one in node.targets):
            node.value = self._at(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        node.value = self._at(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name, method = "", ""
        if isinstance(node.func, ast.Name):
            name = node.func.id
        elif isinstance(node.func, ast.Attribute):
            method = node.func.attr
            if method in ("pop", "__iter__") and not node.args:
                node.func.value = self._at(node.func.value)
        if name in self._own or method in self._own - BUILT_IN_METHODS:
            return node
        if name in HARMLESS or method in HARMLESS_METHODS:
            return node
        keyed = any(keyword.arg in ("key", None) for keyword in node.keywords)
        look = TO_ORDER if name in ORDERING and not keyed else LOOK
        node.args = [
            one if isinstance(one, ast.Starred) else self._at(one, look) for one in node.args
        ]
        for keyword in node.keywords:
            keyword.value = self._at(keyword.value)
        return node


def names_for(orders: Orders) -> dict[str, Callable[..., Any]]:
    """What the rewritten file calls."""
    return {
        LOOK: orders.look,
        TO_ORDER: orders.look_to_order,
        "hash": orders.hash,
        "id": orders.id,
    }
