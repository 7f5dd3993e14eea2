"""``make attack``: every attempt is held, as fast and with as little memory as its file says."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.site import ROOT

HERE = Path(__file__).parent
SANDBOX = sorted((HERE / "sandbox").glob("*/*.py"))
SITE = sorted(path for path in (HERE / "site").glob("*.py") if path.stem != "__init__")

LONGEST_ANSWER = 20_000
"""Characters of all that is told of a program, its table included."""


def expectations(path: Path) -> dict[str, str]:
    said = ast.get_docstring(ast.parse(path.read_text())) or ""
    return dict(re.findall(r"^(Held|Says|Seconds|Memory): (.+)$", said, re.M))


@pytest.mark.long
@pytest.mark.parametrize("path", SANDBOX, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_program_is_held(path: Path) -> None:
    expected = expectations(path)
    command = [sys.executable, "-m", "tests.attacks.run", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    told = json.dumps(found["told"], ensure_ascii=False)
    assert "GOT THROUGH" not in told
    assert found["told"]["held"] == expected["Held"], told[:2000]
    assert expected.get("Says", "") in told
    assert len(told) < LONGEST_ANSWER
    assert found["took"] < float(expected["Seconds"])
    assert found["memory"] < float(expected["Memory"])
    assert done.stderr == ""


LONG = {"every_address"}
"""Attempts on the site that take more than a second."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(one, marks=[pytest.mark.long] if one.stem in LONG else [], id=one.stem)
        for one in SITE
    ],
)
def test_the_site_holds(path: Path) -> None:
    import_module(f"tests.attacks.site.{path.stem}").attempt()


def test_every_attempt_says_what_is_promised() -> None:
    for path in SANDBOX:
        assert {"Held", "Seconds", "Memory"} <= expectations(path).keys(), path
    for path in SITE:
        assert ast.get_docstring(ast.parse(path.read_text())), path
