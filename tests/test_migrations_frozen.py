"""Migrations say what they do by themselves: code that changes would change what they did."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
OURS = ("accounts", "config", "games", "progress")

STEPS = "config.database.online"
DEFAULTS = ("games.match.ids",)
"""Where functions lie that Django names as a column's default."""


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        yield from (name for name in names if name.partition(".")[0] in OURS)


def test_migrations_use_no_code_of_today() -> None:
    files = sorted(path for app in OURS for path in (ROOT / app).glob("migrations/*.py"))
    assert files
    found = {(path.name, name) for path in files for name in imported(path)}
    allowed = {STEPS, *DEFAULTS, *(f"{app}.migrations" for app in OURS)}
    assert {pair for pair in found if pair[1] not in allowed} == set()
