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
    phony = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    told = [line.split()[1] for line in done.stdout.splitlines()]
    assert sorted(told) == sorted(" ".join(phony).split())


GOOD = ("-c", "print('1 passed')")
PARTLY = ("-c", "print('1 passed, 2 skipped, 3 left out')")
BAD = ("-c", "import sys; print('1 failed', file=sys.stderr); sys.exit(1)")


@pytest.mark.parametrize(
    ("first", "second", "code", "last"),
    [
        (GOOD, GOOD, 0, "All parts passed: first, second."),
        (GOOD, PARTLY, 0, "All parts passed: first, second. Not run: 5 of second."),
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
    said = {GOOD: "1 passed", PARTLY: "1 passed, 2 skipped, 3 left out", BAD: "1 failed"}
    expected = ["--- first ---", said[first], "--- second ---", said[second], last]
    printed = capfdbinary.readouterr().out.decode()
    assert [line for line in printed.splitlines() if line] == expected


@pytest.mark.parametrize("everything", [True, False])
def test_the_parts_leave_nothing_out(everything: bool) -> None:
    units, browser = parts.commands(everything=everything).values()
    assert units[-1] == f"--ignore={browser[-1]}"
    assert units[:-1] == browser[:-1]


@pytest.mark.long
@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_run_says_how_many_tests_it_leaves_out(tmp_path: Path, workers: str) -> None:
    tests = "def test_one(): pass\ndef test_two(): pass\ndef test_three(): pass\n"
    (tmp_path / "test_it.py").write_text(tests)
    command = [
        "-m",
        "pytest",
        "-n",
        workers,
        "-k",
        "one",
        "-p",
        "no:django",
        "-p",
        "tests.left_out",
    ]
    done = subprocess.run(
        [sys.executable, *command, "--rootdir", tmp_path, "-c", os.devnull, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert "2 left out: make test-all runs them" in done.stdout, done.stdout + done.stderr


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
