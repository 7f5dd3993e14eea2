"""Engines import the standard library, numpy, the rules and each other."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import games.engines

FILES = sorted(Path(games.engines.__file__).parent.glob("*.py"))
ALLOWED = {*sys.stdlib_module_names, "numpy"}


def imported(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_module_imports_nothing_else(path: Path) -> None:
    for name in imported(ast.parse(path.read_text())):
        own = name.startswith(("games.rules", "games.engines"))
        assert own or name.partition(".")[0] in ALLOWED, name
