"""Every registered game in turn, and a third one that only these tests have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from games.rules import VARIANTS, Board
from tests.conformance import row

HERE = Path(__file__).parent

UNSOLVED = "row-unsolved"
"""The third game without its solution: nothing may depend on there being one."""


@pytest.fixture(params=[*VARIANTS, row.RowBoard.VARIANT, UNSOLVED])
def game(request: pytest.FixtureRequest) -> Iterator[type[Board]]:
    if request.param in VARIANTS:
        yield VARIANTS[request.param]
        return
    with row.registered(solved=request.param != UNSOLVED), override_settings(TEMPLATES=templates()):
        yield row.RowBoard


def templates() -> list[dict[str, Any]]:
    """The site's, with the third game's among them."""
    (ours,) = settings.TEMPLATES
    return [{**ours, "DIRS": [*ours["DIRS"], HERE / "templates"]}]
