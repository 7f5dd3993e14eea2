"""Imports stand at the top of a module, or a comment says why they do not."""

from __future__ import annotations

import re

import pytest

from tests.sources import PACKAGES, ROOT, Source, read, source_of

FILES = [ROOT / "manage.py", *(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))]

DIRECTIVE = re.compile(r"noqa(: [A-Z0-9, ]+)?|isort: ?\w+|type: ignore(\[[\w, -]+\])?")


def reason(line: str) -> str:
    """What the comment on a line says to people."""
    return DIRECTIVE.sub("", line.partition("#")[2]).strip(" #")


def unexplained(lines: list[str], source: Source) -> list[int]:
    """The lines of imports inside functions for which no comment gives a reason.

    A comment explains the import on its line, or all imports that follow it without a gap.
    """
    lines = ["", *lines]
    explained: set[int] = set()
    missing = []
    for first, last in source.inner_imports:
        above = lines[first - 1].strip()
        said = any(map(reason, lines[first : last + 1])) or first - 1 in explained
        if said or (above.startswith("#") and reason(above)):
            explained.update(range(first, last + 1))
        else:
            missing.append(first)
    return missing


def test_an_import_inside_a_function_says_why() -> None:
    silent = []
    for path in FILES:
        lines = path.read_text().splitlines()
        missing = unexplained(lines, source_of(path))
        silent += [f"{path.relative_to(ROOT)}:{one}: {lines[one - 1]}" for one in missing]
    assert silent == []


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
    text = f"def f():\n    {body}\n"
    assert unexplained(text.splitlines(), read(text)) == missing
