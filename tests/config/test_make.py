"""What `make help` and `make test` say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import parts

ROOT = Path(__file__).parents[2]


def test_make_help_tells_of_every_target() -> None:
    command = ["make", "--no-print-directory", "help"]
    alone = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=True)
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony
    told = [line.split()[1] for line in done.stdout.splitlines()]
    assert sorted(told) == sorted(phony[1].split())


GOOD = ("-c", "print('1 passed')")
BAD = ("-c", "import sys; print('1 failed', file=sys.stderr); sys.exit(1)")


@pytest.mark.parametrize(
    ("first", "second", "code", "last"),
    [
        (GOOD, GOOD, 0, "All parts passed: first, second."),
        (BAD, GOOD, 1, "FAILED: first. Passed: second."),
        (GOOD, BAD, 1, "FAILED: second. Passed: first."),
        (BAD, BAD, 1, "FAILED: first, second. Passed: none."),
    ],
)
def test_every_part_runs_to_its_end_and_the_last_line_tells_of_all(
    capfdbinary: pytest.CaptureFixture[bytes],
    first: tuple[str, str],
    second: tuple[str, str],
    code: int,
    last: str,
) -> None:
    assert parts.run({"first": first, "second": second}) == code
    said = {GOOD: "1 passed", BAD: "1 failed"}
    expected = ["--- first ---", said[first], "--- second ---", said[second], last]
    printed = capfdbinary.readouterr().out.decode()
    assert [line for line in printed.splitlines() if line] == expected


def test_the_parts_leave_nothing_out() -> None:
    units, browser = parts.PARTS.values()
    assert units[-1] == f"--ignore={browser[-1]}"
    assert set(units[:-1]) == set(browser[:-1]) - set(parts.TRY_AGAIN)


def test_modules_are_compiled_once_though_not_beside_their_sources_if_told_so() -> None:
    assert parts.with_bytecode({"HOME": "/"}) == {"HOME": "/"}
    elsewhere = parts.with_bytecode({"HOME": "/", "PYTHONDONTWRITEBYTECODE": "1"})
    command = [
        sys.executable,
        "-c",
        "import sys; print(sys.pycache_prefix, sys.dont_write_bytecode)",
    ]
    done = subprocess.run(command, env=elsewhere, capture_output=True, text=True, check=True)
    assert done.stdout == f"{ROOT / 'var/tests/bytecode'} False\n"
