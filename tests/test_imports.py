"""Imports stand at the top of a module, or a comment says why they do not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PACKAGES = ("accounts", "config", "games", "progress")

FILES = [ROOT / "manage.py", *(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))]

DIRECTIVE = re.compile(r"noqa(: [A-Z0-9, ]+)?|isort: ?\w+|type: ignore(\[[\w, -]+\])?")


def reason(line: str) -> str:
    """What the comment on a line says to people."""
    return DIRECTIVE.sub("", line.partition("#")[2]).strip(" #")


def unexplained(source: str) -> list[int]:
    """The lines of imports inside functions for which no comment gives a reason.

    A comment explains the import on its line, or all imports that follow it without a gap.
    """
    lines = ["", *source.splitlines()]
    explained: set[int] = set()
    missing = []
    for node in sorted(_imports_inside(ast.parse(source)), key=lambda node: node.lineno):
        first, last = node.lineno, node.end_lineno or node.lineno
        above = lines[first - 1].strip()
        said = any(map(reason, lines[first : last + 1])) or first - 1 in explained
        if said or (above.startswith("#") and reason(above)):
            explained.update(range(first, last + 1))
        else:
            missing.append(first)
    return missing


def _imports_inside(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    functions = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    found = {
        node.lineno: node
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    yield from found.values()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_import_inside_a_function_says_why(path: Path) -> None:
    source = path.read_text()
    lines = source.splitlines()
    assert [f"{path.name}:{number}: {lines[number - 1]}" for number in unexplained(source)] == []


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("import os", [2]),
        ("import os  # noqa: F401", [2]),
        ("import os  # noqa: F401  listens to sign-ups", []),
        ("import os  # slow", []),
        ("# Slow.\n    import os\n    import sys", []),
        ("# Slow.\n    import os\n\n    import sys", [5]),
        ("x = 1\n    from os import (\n        path,\n    )", [3]),
    ],
)
def test_what_counts_as_a_reason(body: str, missing: list[int]) -> None:
    assert unexplained(f"def f():\n    {body}\n") == missing
