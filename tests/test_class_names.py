"""One name means one thing: no two modules of the project have a class of the same name."""

from __future__ import annotations

import ast
from collections import defaultdict

import pytest

from tests.sources import MODULES

DJANGO = {"Command", "Migration"}
"""What Django looks for by its name."""

PRINTED = {"AIPlayer", "Board"}
"""Names in the program of document 004."""

TABLES = {"Seat"}
"""The name of a table, and of what it stores in the rules of a match."""

PUBLISHED = {"Clock"}
"""The name of a schema in the OpenAPI document, beside the clock of a match."""


@pytest.mark.long
def test_no_class_has_the_name_of_another() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for module, path in MODULES.items():
        if ".learn.files." in module:  # programs by themselves
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    twice = {name: places for name, places in found.items() if len(places) > 1}
    for name in DJANGO | PRINTED | TABLES | PUBLISHED:
        twice.pop(name, None)
    assert twice == {}
