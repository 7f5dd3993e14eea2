"""No test skips itself on one of the databases: in CI a skipped test fails the run."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.sources import ROOT


def skips_by_database(path: Path) -> list[str]:
    """Where a test is skipped because of the database, and not defined under an ``if``."""
    return [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("skip", "skipif")
        and ".vendor" in ast.unparse(node)
    ]


@pytest.mark.long
def test_no_test_is_skipped_because_of_the_database() -> None:
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert [place for path in files for place in skips_by_database(path)] == []
