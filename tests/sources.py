"""The project's own modules, and what their source imports and says; each file is parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent

PACKAGES = ("accounts", "config", "games", "progress")


class Source(NamedTuple):
    """What the laws about source code ask for."""

    imports: tuple[str, ...]
    """Dotted names; of ``from a import b`` it is ``a.b``."""
    strings: tuple[tuple[int, str], ...]
    """Every string, f-strings by their constant parts, with its line."""


def project_modules() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield name.removesuffix(".__init__"), path


MODULES = dict(project_modules())


@cache
def source_of(path: Path) -> Source:
    return read(path.read_text(), str(path))


def read(text: str, name: str = "") -> Source:
    imports: list[str] = []
    strings: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imports += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            imports += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append((node.lineno, node.value))
    return Source(tuple(imports), tuple(strings))
